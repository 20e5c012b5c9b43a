#pragma once

#include <dalembert/expr/evaluate.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Real admissible states of a system with its own numbers: what exact states have to be like, and what has the last
/// word where the exact field knows less than the reals. States come in pairs: what is round-off differs between the
/// two.
struct RealSample {
  using Values = std::vector<Assignment>; ///< of t, q, v, v̇, p, λ, reactions, frictions
  struct Pair {
    Values at;
    Values beside; ///< a state so near that six digits of what does not vanish are the same
  };
  std::vector<Pair> states; ///< the initial state first
  int rank = 0;             ///< of the rows of all constraints, as it is at almost all of these states
};

/// Chooses the states that count.
using StateFilter = std::function<bool(const RealSample::Pair&)>;

/// Returns the value of `residual` at a state where it clearly does not vanish: by more than `clear` times what
/// rounding explains (10⁸: what Newton's method and a linear solve add), and as much at the state beside. Nothing where
/// it vanishes, or has no value there.
[[nodiscard]] std::optional<double> clear_defect(const Graph& graph, Expr residual, const RealSample::Pair& state,
                                                 double clear = 1e8);

/// Returns the first state of those that `counts` admits at which `residual` clearly does not vanish.
[[nodiscard]] std::optional<std::size_t> failure_in(const RealSample& sample, const Graph& graph, Expr residual,
                                                    const StateFilter& counts = {});

/// True where constants of the model (what is the same at all states) lie more than 10¹⁵ apart: doubles do not hold the
/// smallest beside the largest, so forces and accelerations of the states may be wrong by their own size.
[[nodiscard]] bool spans_rounding(const RealSample& sample);

/// True where `residual`, said to vanish, does not at two states, by some 10⁻⁵ of its terms: no rounding explains that.
/// Never where the constants span more than rounding.
[[nodiscard]] bool is_contradicted(const RealSample& sample, const Graph& graph, Expr residual,
                                   const StateFilter& counts = {});

} // namespace exact
} // namespace dalembert
