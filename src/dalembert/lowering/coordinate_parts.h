#pragma once

#include <dalembert/lowering/part_program.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// What of the equations depends on one coordinate and parameters alone, and may be narrow: a bump of the road under a
/// car. Inputs of the tape: the coordinate, then the parameters.
struct CoordinateParts {
  std::size_t coordinate = 0;
  PartProgram parts;
};

/// Collects these parts below `roots`, in order of the coordinates. A model whose equations hold sines, powers and
/// exponentials of its coordinates alone, or of differences of these, has none. Cost: one look at each node.
[[nodiscard]] std::vector<CoordinateParts> coordinate_parts(const System& system, std::span<const Expr> roots);

} // namespace lowering
} // namespace dalembert
