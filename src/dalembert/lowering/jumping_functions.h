#pragma once

#include <dalembert/lowering/part_program.h>
#include <dalembert/mechanics/system.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// A function that jumps where its argument passes a level: sign, heaviside, floor, … , the two cases of an `if`, and
/// the second and third derivative of a table at its points.
struct JumpingFunction {
  Expr argument;
  PartProgram::Switch label; ///< changes where the argument passes a level (`label_at`)
  bool is_of_time = false;   ///< the argument depends on the time and on parameters alone
};

/// Returns those of the time alone below `all` and those of the state below `not_held`, each argument once.
[[nodiscard]] std::vector<JumpingFunction> jumping_functions(const System& system, std::span<const Expr> all,
                                                             std::span<const Expr> not_held);

} // namespace lowering
} // namespace dalembert
