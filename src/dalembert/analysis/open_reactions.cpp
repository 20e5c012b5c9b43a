#include <dalembert/analysis/open_reactions.h>
#include <dalembert/exact/residue_null_space.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/residues.h>

#include <algorithm>
#include <optional>

namespace dalembert {
inline namespace analysis {

namespace {

/// Aᵀ and below it K, at one point; nothing where an entry has no value there.
std::optional<std::vector<std::vector<Residue>>> values_at(const Equations& equations, ModularPoint& point) {
  const ExprMatrix& a = equations.constraint_matrix;
  std::vector<std::vector<Residue>> out;
  const auto add = [&](const std::vector<Expr>& row) {
    std::optional<std::vector<Residue>> values = residues(point, row);
    if (!values) return false;
    out.push_back(std::move(*values));
    return true;
  };
  for (int i = 0; i < a.columns; ++i) {
    std::vector<Expr> row;
    row.reserve(static_cast<std::size_t>(a.rows));
    for (int k = 0; k < a.rows; ++k)
      row.push_back(a.at(k, i));
    if (!add(row)) return std::nullopt;
  }
  for (const ReactionRow& reaction : equations.reactions)
    if (!add(reaction.row)) return std::nullopt;
  return out;
}

bool is_moved(const std::vector<Residue>& row, const std::vector<std::vector<Residue>>& directions) {
  return std::any_of(directions.begin(), directions.end(), [&row](const std::vector<Residue>& direction) {
    Residue sum;
    for (std::size_t k = 0; k < row.size(); ++k)
      sum = sum + row[k] * direction[k];
    return !sum.is_zero();
  });
}

} // namespace

std::vector<bool> open_reactions(const Equations& equations) {
  const auto m = static_cast<std::size_t>(equations.constraint_matrix.rows);
  const auto n = static_cast<std::size_t>(equations.constraint_matrix.columns);
  std::vector<bool> out(equations.reactions.size(), false);
  if (out.empty() || m < 2) return out;
  constexpr std::uint64_t most_seeds = 20; // half of the points lack a given root
  for (std::uint64_t seed = 1; seed <= most_seeds; ++seed) {
    ModularPoint point(*equations.system->graph, seed);
    auto rows = values_at(equations, point);
    if (!rows) continue;
    const std::vector<std::vector<Residue>> reactions(rows->begin() + static_cast<std::ptrdiff_t>(n), rows->end());
    rows->resize(n);
    const ResidueNullSpace open = residue_null_space(*rows, m);
    for (std::size_t r = 0; r < out.size(); ++r)
      out[r] = is_moved(reactions[r], open.vectors);
    return out;
  }
  return out;
}

} // namespace analysis
} // namespace dalembert
