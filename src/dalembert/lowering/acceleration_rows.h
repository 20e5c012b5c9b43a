#pragma once

#include <dalembert/derivation/equations.h>

#include <vector>

namespace dalembert {
inline namespace lowering {

/// A·v̇ − γ, row by row.
[[nodiscard]] std::vector<Expr> acceleration_rows(const Equations& equations);

} // namespace lowering
} // namespace dalembert
