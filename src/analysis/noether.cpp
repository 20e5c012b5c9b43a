#include <dalembert/analysis/admissible_point.h>
#include <dalembert/analysis/draws.h>
#include <dalembert/analysis/known_number.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/analysis/residue_null_space.h>
#include <dalembert/analysis/symmetry_ansatz.h>

#include <utility>

namespace dalembert {

namespace {

/// Combinations of symmetries that forces and constraints leave alone, with small rational factors.
class Combination {
public:
  Combination(const Equations& equations, const std::vector<Symmetry>& all)
      : equations_(equations), graph_(*equations.system->graph), all_(all) {}

  std::vector<Symmetry> kept() {
    std::vector<Symmetry> out;
    const std::optional<ResidueNullSpace> space = null_space();
    if (!space) return out;
    for (const std::vector<Residue>& vector : space->vectors)
      if (auto found = combined(vector)) out.push_back(std::move(*found));
    return out;
  }

private:
  [[nodiscard]] std::optional<ResidueNullSpace> null_space() const {
    std::vector<Expr> rates;
    rates.reserve(all_.size());
    for (const Symmetry& s : all_)
      rates.push_back(s.rate);
    const AdmissiblePoints points(equations_, rates);
    if (!points.is_solvable()) return std::nullopt;
    const std::size_t wanted = rates.size() + draws::spare_points;
    std::vector<std::vector<Residue>> rows;
    for (std::uint64_t seed = 1; seed <= wanted * draws::tries_per_point && rows.size() < wanted; ++seed)
      if (auto values = points.values(seed, 0)) rows.push_back(std::move(values->claims));
    if (rows.size() < wanted) return std::nullopt;
    return residue_null_space(std::move(rows), rates.size());
  }

  std::optional<Symmetry> combined(const std::vector<Residue>& vector) {
    Symmetry out{graph_.zero(), std::vector<Expr>(all_.front().positions.size(), graph_.zero()), graph_.zero(), {}, {}};
    for (std::size_t s = 0; s < all_.size(); ++s) {
      if (vector[s].is_zero()) continue;
      const std::optional<Rational> factor = small_fraction(vector[s]);
      if (!factor) return std::nullopt;
      out.time = graph_.add(out.time, graph_.scale(*factor, all_[s].time));
      out.gauge = graph_.add(out.gauge, graph_.scale(*factor, all_[s].gauge));
      for (std::size_t i = 0; i < out.positions.size(); ++i)
        out.positions[i] = graph_.add(out.positions[i], graph_.scale(*factor, all_[s].positions[i]));
    }
    complete(equations_, out);
    out.is_conserved = judge_on_motions(equations_, {out.rate}).front();
    if (out.is_conserved != Identity::proved) return std::nullopt;
    return out;
  }

  const Equations& equations_;
  Graph& graph_;
  const std::vector<Symmetry>& all_;
};

/// The symmetries within the richest ansatz that is not too large.
std::vector<Symmetry> symmetries_of_lagrangian(const Equations& equations) {
  constexpr std::size_t most_columns = 250;
  for (const AnsatzReach reach :
       {AnsatzReach::accelerated, AnsatzReach::expansions, AnsatzReach::rotations, AnsatzReach::shifts}) {
    SymmetryAnsatz ansatz(equations, reach);
    if (ansatz.size() <= most_columns) return ansatz.solve();
  }
  return {};
}

} // namespace

std::vector<Symmetry> symmetries(const Equations& equations) {
  std::vector<Symmetry> all = symmetries_of_lagrangian(equations);
  if (all.empty()) return all;
  std::vector<Symmetry> out = Combination(equations, all).kept();
  std::vector<Expr> rates;
  rates.reserve(all.size());
  for (const Symmetry& s : all)
    rates.push_back(s.rate);
  const std::vector<Identity> verdicts = judge_on_motions(equations, rates);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].is_conserved = verdicts[i];
    if (verdicts[i] != Identity::proved) out.push_back(std::move(all[i]));
  }
  return out;
}

} // namespace dalembert
