#include <dalembert/analysis/integrating_factor.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/modular_solve.h>
#include <dalembert/exact/rational_guess.h>
#include <dalembert/expr/antiderivative.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/residues.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t most_atoms = 24;
constexpr std::size_t most_pairs = 276; ///< of as many atoms
constexpr std::int64_t largest_exponent = 12;

/// Exponents of some atoms, by their number.
using Exponents = std::vector<std::pair<std::size_t, Rational>>;

class FactorSearch {
public:
  FactorSearch(Graph& graph, const OneForm& form, FactorReach reach) : graph_(graph), form_(form), reach_(reach) {
    for (const Expr entry : form.entries) {
      if (reach == FactorReach::simple) add_atom(entry);
      if (reach == FactorReach::monomial) add_factors(entry);
    }
    if (reach == FactorReach::monomial) add_inner_atoms();
    slopes_ = jacobian(graph, form.entries, form.variables);
    atom_slopes_ = jacobian(graph, atoms_, form.variables);
  }

  std::optional<std::vector<Expr>> run() {
    if (!draw()) return std::nullopt;
    std::vector<Expr> out;
    if (std::ranges::all_of(right_, [](Residue value) { return value.is_zero(); })) out.push_back(graph_.one());
    if (reach_ == FactorReach::one) return out;
    std::vector<std::size_t> all(atoms_.size());
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k] = k;
    const std::optional<Exponents> general = exponents_of(all);
    if (!general && reach_ == FactorReach::monomial) return out;
    for (std::size_t k = 0; k < all.size(); ++k)
      add(out, exponents_of({k}));
    if (reach_ == FactorReach::simple) return out;
    std::size_t pairs = 0;
    for (std::size_t j = 1; j < all.size() && out.empty(); ++j)
      for (std::size_t i = 0; i < j && ++pairs <= most_pairs; ++i)
        add(out, exponents_of({i, j}));
    if (out.empty()) add(out, general);
    return out;
  }

private:
  void add_atom(Expr atom) {
    if (atoms_.size() == most_atoms || !depends(graph_, atom, form_.variables)) return;
    if (std::ranges::find(atoms_, atom) == atoms_.end()) atoms_.push_back(atom);
  }

  void add_factors(Expr entry) {
    const Expr body = graph_.as_term(entry).expr;
    if (graph_.kind(body) != NodeKind::product) return add_atom(body);
    for (const Factor& factor : graph_.factors(body))
      add_atom(factor.base);
  }

  /// Variables, sines, cosines, exponentials, and what powers are taken of.
  void add_inner_atoms() {
    for (const Expr node : reachable(graph_, form_.entries)) {
      const NodeKind kind = graph_.kind(node);
      if (kind == NodeKind::symbol) add_atom(node);
      if (kind == NodeKind::product)
        for (const Factor& factor : graph_.factors(node))
          if (factor.exponent.id != one_id.id) add_atom(factor.base);
      if (kind != NodeKind::function) continue;
      const Function f = graph_.function(node);
      if (f == Function::sin || f == Function::cos || f == Function::exp) add_atom(node);
    }
  }

  /// Both sides of the equations for the exponents, at as many points as they ask for.
  bool draw() {
    const std::size_t wanted = form_.variables.size() < 2 ? 0 : atoms_.size() + draws::spare_points;
    std::size_t points = 0;
    for (std::uint64_t seed = 1; seed <= draws::most_points && (points < 2 || right_.size() < wanted); ++seed)
      if (add_point(seed)) ++points;
    return points >= 2;
  }

  bool add_point(std::uint64_t seed) {
    ModularPoint point(graph_, seed);
    const auto entries = residues(point, form_.entries);
    const auto slopes = entries ? residues(point, slopes_) : std::nullopt;
    const auto atoms = slopes ? residues(point, atoms_) : std::nullopt;
    const auto atom_slopes = atoms ? residues(point, atom_slopes_) : std::nullopt;
    if (!atom_slopes || std::ranges::any_of(*atoms, [](Residue value) { return value.is_zero(); })) return false;
    const std::size_t n = form_.variables.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        std::vector<Residue> row;
        for (std::size_t k = 0; k < atoms->size(); ++k) {
          const Residue wedge = (*atom_slopes)[k * n + j] * (*entries)[i] - (*atom_slopes)[k * n + i] * (*entries)[j];
          row.push_back(wedge * *(*atoms)[k].inverse());
        }
        right_.push_back((*slopes)[j * n + i] - (*slopes)[i * n + j]);
        rows_.push_back(std::move(row));
      }
    return true;
  }

  /// The exponents of `atoms` alone that make the form closed, those that are left open being 0.
  [[nodiscard]] std::optional<Exponents> exponents_of(const std::vector<std::size_t>& atoms) const {
    std::vector<Residue> matrix;
    for (const std::vector<Residue>& row : rows_)
      for (const std::size_t k : atoms)
        matrix.push_back(row[k]);
    const auto solution = solve_modular(matrix, right_, atoms.size(), [](std::size_t) { return Residue(); });
    if (!solution) return std::nullopt;
    Exponents out;
    for (std::size_t k = 0; k < atoms.size(); ++k) {
      if ((*solution)[k].is_zero()) continue;
      const std::optional<Rational> exponent = small_fraction((*solution)[k], largest_exponent);
      if (!exponent) return std::nullopt;
      out.emplace_back(atoms[k], *exponent);
    }
    return out;
  }

  void add(std::vector<Expr>& out, const std::optional<Exponents>& exponents) {
    if (!exponents || exponents->empty()) return;
    const bool is_simple = exponents->size() == 1 && exponents->front().second == Rational(-1);
    if (reach_ == FactorReach::simple && !is_simple) return;
    Expr factor = graph_.one();
    for (const auto& [atom, exponent] : *exponents)
      factor = graph_.mul(factor, graph_.pow(atoms_[atom], exponent));
    out.push_back(factor);
  }

  Graph& graph_;
  const OneForm& form_;
  FactorReach reach_;
  std::vector<Expr> atoms_;
  std::vector<Expr> slopes_;      ///< ∂ωᵢ/∂xⱼ, row by row
  std::vector<Expr> atom_slopes_; ///< ∂aₖ/∂xⱼ, row by row
  std::vector<std::vector<Residue>> rows_;
  std::vector<Residue> right_;
};

} // namespace

std::optional<std::vector<Expr>> integrating_factors(Graph& graph, const OneForm& form, FactorReach reach) {
  return FactorSearch(graph, form, reach).run();
}

std::optional<Expr> factor_of_one_variable(Graph& graph, const OneForm& form) {
  const std::size_t n = form.variables.size();
  const std::vector<Expr> slopes = jacobian(graph, form.entries, form.variables);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t j = 0;
    while (j < n && (j == i || graph.is_zero(form.entries[j])))
      ++j;
    if (j == n) continue;
    // p·dxᵢ ∧ ω = −dω for the pair i, j.
    const Expr curl = graph.sub(slopes[i * n + j], slopes[j * n + i]);
    const Expr p = graph.div(curl, form.entries[j]);
    const std::vector<Expr> along = gradient(graph, p, form.variables);
    bool is_of_one = !is_zero(graph, p);
    for (std::size_t k = 0; k < n && is_of_one; ++k)
      is_of_one = k == i || is_zero(graph, along[k]);
    if (!is_of_one) continue;
    std::vector<Replacement> elsewhere;
    for (std::size_t k = 0; k < n; ++k)
      if (k != i) elsewhere.push_back({form.variables[k], graph.one()});
    try {
      const std::optional<Expr> exponent = antiderivative(graph, substitute(graph, p, elsewhere), form.variables[i]);
      if (exponent) return graph.apply(Function::exp, *exponent);
    } catch (const std::domain_error&) { // NOLINT: no value where the others are 1
    }
  }
  return std::nullopt;
}

} // namespace analysis
} // namespace dalembert
