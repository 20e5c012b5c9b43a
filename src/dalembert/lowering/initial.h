#pragma once

#include <dalembert/lowering/programs.h>

#include <vector>

namespace dalembert {
inline namespace lowering {

/// Lowers the `initial` entries of a study: sorts them by what they speak of, and says which others each needs.
[[nodiscard]] InitialProgram lower_initial(const Study& study, const std::vector<Expr>& state_inputs);

} // namespace lowering
} // namespace dalembert
