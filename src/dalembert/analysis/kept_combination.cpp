#include <dalembert/analysis/kept_combination.h>
#include <dalembert/analysis/symmetry_ansatz.h>
#include <dalembert/exact/admissible_point.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/parameter_fit.h>
#include <dalembert/exact/residue_null_space.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

/// The search for the combinations of one system.
class CombinationSearch {
public:
  CombinationSearch(const Equations& equations, const std::vector<Symmetry>& all, MotionJudge& judge)
      : equations_(equations),
        judge_(judge),
        system_(*equations.system),
        graph_(*system_.graph),
        all_(all),
        points_(equations, claims_of(equations, all), judge.sample()) {
    for (const Parameter& parameter : system_.parameters)
      if (points_.is_solvable() && !points_.is_solved_for(parameter.symbol)) parameters_.push_back(parameter.symbol);
  }

  KeptCombinations run() {
    KeptCombinations out;
    take_undisturbed(out);
    if (disturbed_.empty()) return out;
    if (!points_.is_solvable() || points_.branches() > draws::most_branches) {
      out.note = "conserved combinations of momenta were not searched for: the constraints could not be solved exactly";
      return out;
    }
    if (system_.frictions.empty() && !take_combinations(Multipliers::any, out)) return out;
    static_cast<void>(take_combinations(Multipliers::of_the_motion, out));
    return out;
  }

private:
  /// Whether J̇ is to vanish for whatever multipliers, or for those of the motion only.
  enum class Multipliers { any, of_the_motion };

  /// Takes what is conserved and removes it from `disturbed_`: its last symmetry depends on the others. False where
  /// nothing could be decided.
  bool take_combinations(Multipliers multipliers, KeptCombinations& out) {
    std::optional<ResidueNullSpace> space;
    const AdmissiblePoints::Asked asked = points_.asked(claims_of(disturbed_, multipliers));
    for (std::uint64_t seed = 1; seed <= draws::tries_per_point && !space; ++seed)
      space = null_space(asked, disturbed_.size(), parameters_, drawn_parameters(parameters_.size(), seed));
    if (!space) {
      out.note = "conserved combinations of momenta were not searched for: too few exact states were found";
      return false;
    }
    std::size_t unknown = 0;
    for (const std::vector<Residue>& vector : space->vectors)
      if (auto found = combined(vector, multipliers))
        out.found.push_back(std::move(*found));
      else
        ++unknown;
    if (unknown > 0)
      out.note = fmt::format("{} conserved combination{} whose coefficients could not be expressed in the parameters",
                             unknown, unknown == 1 ? "" : "s");
    std::vector<std::size_t> rest;
    for (std::size_t k = 0; k < disturbed_.size(); ++k)
      if (std::ranges::find(space->free, k) == space->free.end()) rest.push_back(disturbed_[k]);
    disturbed_ = std::move(rest);
    return !disturbed_.empty();
  }

  /// For each symmetry J̇, then J̇ without multipliers and its slope by each of them.
  static std::vector<Expr> claims_of(const Equations& equations, const std::vector<Symmetry>& all) {
    Graph& graph = *equations.system->graph;
    std::vector<Expr> out;
    out.reserve(all.size());
    for (const Symmetry& s : all)
      out.push_back(s.rate);
    const std::vector<Expr> multipliers = equations.system->multipliers();
    std::vector<Replacement> released;
    for (const Expr multiplier : multipliers)
      released.push_back({multiplier, graph.zero()});
    for (const Symmetry& s : all) {
      out.push_back(released.empty() ? s.rate : substitute(graph, s.rate, released));
      const std::vector<Expr> slopes = gradient(graph, s.rate, multipliers);
      out.insert(out.end(), slopes.begin(), slopes.end());
    }
    return out;
  }

  /// Those that no force and no constraint touches are conserved as they are.
  void take_undisturbed(KeptCombinations& out) {
    for (std::size_t s = 0; s < all_.size(); ++s) {
      if (!graph_.is_zero(all_[s].rate)) {
        disturbed_.push_back(s);
        continue;
      }
      out.found.push_back(all_[s]);
      out.found.back().is_conserved = Answer::yes;
    }
  }

  /// The combinations of some symmetries that are conserved, on all branches, at given parameters.
  [[nodiscard]] std::optional<ResidueNullSpace> null_space(const AdmissiblePoints::Asked& asked, std::size_t columns,
                                                           const std::vector<Expr>& symbols,
                                                           const std::vector<Residue>& parameters,
                                                           std::size_t expected = 0) const {
    SymbolValues fixed;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      fixed.emplace_back(symbols[i], parameters[i]);
    const std::size_t wanted = columns + draws::spare_points + points_.branches() - 1;
    std::size_t states = 0;
    RandomNullSpace space(columns, {points_.branches(), expected});
    std::uint64_t failures = 0;
    for (std::uint64_t seed = 1; states < wanted && failures < draws::most_failures; ++seed) {
      const auto values = points_.values(asked, seed, static_cast<unsigned>(states) % points_.branches(), fixed);
      if (!values) {
        ++failures;
        continue;
      }
      ++states;
      space.add(rows_of(values->claims, columns), values->is_rational);
      if (space.is_settled()) return space.found();
    }
    if (states < wanted) return std::nullopt;
    return space.found();
  }

  /// Which claims the rows of some symmetries consist of: J̇, or its parts without and along each multiplier.
  [[nodiscard]] std::vector<std::size_t> claims_of(std::span<const std::size_t> columns,
                                                   Multipliers multipliers) const {
    if (multipliers == Multipliers::of_the_motion) return {columns.begin(), columns.end()};
    const std::size_t parts = system_.constraints.size() + 1;
    std::vector<std::size_t> out;
    for (std::size_t part = 0; part < parts; ++part)
      for (const std::size_t c : columns)
        out.push_back(all_.size() + c * parts + part);
    return out;
  }

  static std::vector<std::vector<Residue>> rows_of(const std::vector<Residue>& claims, std::size_t columns) {
    std::vector<std::vector<Residue>> rows;
    for (auto first = claims.begin(); first != claims.end(); first += static_cast<std::ptrdiff_t>(columns))
      rows.emplace_back(first, first + static_cast<std::ptrdiff_t>(columns));
    return rows;
  }

  std::optional<Symmetry> combined(const std::vector<Residue>& vector, Multipliers multipliers) {
    std::vector<std::size_t> support;
    for (std::size_t k = 0; k < vector.size(); ++k)
      if (!vector[k].is_zero()) support.push_back(disturbed_[k]);
    // The factors cannot depend on a parameter on which nothing depends that they are found from.
    const AdmissiblePoints::Asked asked = points_.asked(claims_of(support, multipliers));
    std::vector<Expr> symbols = parameters_;
    std::erase_if(symbols, [&asked](Expr symbol) { return !std::ranges::binary_search(asked.symbols, symbol); });
    const auto factors = fit_parameters(
        graph_, symbols, [&](const std::vector<Residue>& parameters) -> std::optional<std::vector<Residue>> {
          const auto space = null_space(asked, support.size(), symbols, parameters, 1);
          if (!space || space->vectors.size() != 1 || space->free.front() + 1 != support.size()) return std::nullopt;
          return space->vectors.front();
        });
    if (!factors) return std::nullopt;
    Symmetry out{graph_.zero(), std::vector<Expr>(all_.front().positions.size(), graph_.zero()), graph_.zero(), {}, {}};
    for (std::size_t k = 0; k < support.size(); ++k) {
      const Symmetry& part = all_[support[k]];
      const auto add = [&](Expr& to, Expr e) { to = graph_.add(to, graph_.mul((*factors)[k], e)); };
      add(out.time, part.time);
      add(out.gauge, part.gauge);
      for (std::size_t i = 0; i < out.positions.size(); ++i)
        add(out.positions[i], part.positions[i]);
    }
    complete(equations_, out);
    out.is_conserved = judge_.vanishes(out.rate);
    if (out.is_conserved != Answer::yes) return std::nullopt;
    return out;
  }

  const Equations& equations_;
  MotionJudge& judge_;
  const System& system_;
  Graph& graph_;
  const std::vector<Symmetry>& all_;
  AdmissiblePoints points_;
  std::vector<Expr> parameters_; ///< that can be given values
  std::vector<std::size_t> disturbed_;
};

} // namespace

KeptCombinations kept_combinations(const Equations& equations, const std::vector<Symmetry>& all, MotionJudge& judge) {
  return CombinationSearch(equations, all, judge).run();
}

} // namespace analysis
} // namespace dalembert
