#pragma once

#include <dalembert/studies/linearisation.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace studies {

/// Which rates are free and which follow from the constraints; likewise positions under the holonomic rows.
struct Freedoms {
  std::vector<std::size_t> rates;           ///< independent: w, k of them
  std::vector<std::size_t> dependent;       ///< the other rates
  std::vector<std::size_t> rows;            ///< independent rows of A, as many as `dependent`
  std::vector<std::size_t> positions;       ///< independent under the holonomic rows
  std::vector<std::size_t> fixed_positions; ///< the other positions
  std::vector<std::size_t> holonomic_rows;  ///< independent ones
  std::vector<std::size_t> running_rows; ///< holonomic rows that are linear in ignorable coordinates and hold no others
  /// Coordinates on which neither ẇ, nor the rates of the others, nor the slope of a holonomic row depends, nor a row
  /// that holds others as well: they may run on in a steady motion.
  std::vector<bool> is_ignorable;
};

/// The motion as a flow of (q, w), to first order: δq̇ = q_q·δq + q_w·δw,  δẇ = w_q·δq + w_w·δw + w_u·δu.
struct ReducedFlow {
  DenseMatrix rate_by_position;  ///< q_q, n×n
  DenseMatrix rate_by_speed;     ///< q_w, n×k: it solves A·q_w = 0
  DenseMatrix speed_by_position; ///< w_q, k×n
  DenseMatrix speed_by_speed;    ///< w_w
  DenseMatrix speed_by_input;    ///< w_u
};

/// Finds the freedoms at a state, and the ignorable coordinates by looking at admissible states around it as well.
/// Dependent rates are chosen by the largest pivots of A at the state itself; where it is singular, at one near it.
/// Preferred as pivots are entries that are the same at all states, so that rates which follow from others by a rolling
/// condition count as dependent, and after them those of coordinates that the constraints do not contain, so that the
/// shape of the system moves freely and its place follows.
/// @throws SolveError where no state around can be used
[[nodiscard]] Freedoms find_freedoms(Lineariser& lineariser, const State& around);

/// Chooses the dependent rates and positions anew, by the largest pivots at a state; what is ignorable is taken from
/// `elsewhere`. Nothing where the motion cannot be linearised there.
[[nodiscard]] std::optional<Freedoms> local_freedoms(Lineariser& lineariser, const State& at,
                                                     const Freedoms& elsewhere);

/// Puts the dependent rates of `at` in terms of the independent ones.
[[nodiscard]] ReducedFlow reduced_flow(const Linearisation& at, const Freedoms& freedoms);

} // namespace studies
} // namespace dalembert
