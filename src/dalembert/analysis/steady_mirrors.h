#pragma once

#include <dalembert/expr/substitute.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// Changes of unknowns that leave all conditions f = 0 as they are, up to the sign of f: the sign of an unknown, and
/// for angles that stand in their sine and cosine alone also π − θ and θ + π.
class SteadyMirrors {
public:
  enum class Turn { none, negative, supplement, opposite };
  using Mirror = std::vector<Turn>; ///< for each unknown

  /// Cost: 256 combinations at most, one exact zero test of each condition for each; beyond that only the identity.
  SteadyMirrors(Graph& graph, const std::vector<Expr>& conditions, const std::vector<Expr>& unknowns);

  /// Returns the change that makes of the solution `values` one of the solutions `known`, if there is one. A solution
  /// says for some unknowns what stands for them, for angles also what stands for their cosines and sines.
  [[nodiscard]] std::optional<Mirror> between(const std::vector<Replacement>& values,
                                              const std::vector<Replacement>& known);

  /// What the unknowns of a solution are after the change; for angles, their cosines and sines.
  [[nodiscard]] std::vector<Replacement> image(const std::vector<Replacement>& values, const Mirror& mirror);

private:
  [[nodiscard]] bool keeps(const std::vector<Expr>& conditions, const Mirror& mirror);

  Graph& graph_;
  std::vector<Expr> unknowns_;
  std::vector<bool> is_round_; ///< stands in its sine and cosine alone
  std::vector<Mirror> mirrors_;
};

/// `-theta for theta and phi + pi for phi, and with -w for w`.
[[nodiscard]] std::string mirrors_text(const std::vector<SteadyMirrors::Mirror>& mirrors,
                                       const std::vector<std::string>& names);

/// The note beside a list of solutions: those that follow by `mirrored`, and those at singular positions.
[[nodiscard]] std::string what_is_left_out(const std::string& mirrored, bool has_singular);

} // namespace analysis
} // namespace dalembert
