#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// What implicit methods need of the equations of motion without friction, row by row:
///   E = residual of (1), rows 0 … n−1;   C = A·v̇ − γ, rows n … n+m−1;   v̇ and λ stay what they are
///   K = ∂E/∂q, D = ∂E/∂v, M = ∂E/∂v̇;   ∂C/∂q, ∂C/∂v, A = ∂C/∂v̇;   ∂E/∂λ = −Aᵀ
/// Only entries that can differ from 0 are held: row i has those of `columns` from begins[i] to begins[i + 1],
/// ascending.
struct MotionMatrices {
  std::size_t coordinates = 0;        ///< n
  std::vector<std::size_t> begins;    ///< n + m + 1
  std::vector<std::uint32_t> columns; ///< places of coordinates: of q, v or v̇
  /// True where `tape` gives the entries themselves: motion inputs → for each entry its derivatives by q, v and v̇.
  /// Else derivatives along one direction: motion inputs, δq n, δv n, δv̇ n → δE n, δC m.
  bool is_by_rows = false;
  double operations = 0; ///< about how many operations E and C take
  Tape tape{Tape::Parts{}};
};

inline constexpr std::size_t directions_at_once = 8; ///< states that derivatives along directions are evaluated for

/// About how many operations all derivatives by q and v take along directions, of equations that take `operations`.
[[nodiscard]] inline double operations_along_directions(double operations, std::size_t coordinates) {
  constexpr double of_direction = 2.3; // times the equations: a cart with links, chains of points
  return of_direction * operations * 2 * static_cast<double>(coordinates) / static_cast<double>(directions_at_once);
}

/// Lowers them: by one reverse sweep for each row where the rows are short or few, else along a direction that is an
/// input. Chosen by what the programs would take; the latter is evaluated for several directions at once. Cost: O(sum
/// of the sizes of the rows), or O(size of the equations) and bit sets of 3n/64 words for each of their nodes.
/// @throws ModelError as `lower`
[[nodiscard]] MotionMatrices lower_motion_matrices(const Study& study, const Equations& equations);

} // namespace lowering
} // namespace dalembert
