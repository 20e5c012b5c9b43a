#pragma once

#include <dalembert/expr/modular.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Returns the values of `expressions` at `point` in their order, or nothing where one has no value there.
[[nodiscard]] std::optional<std::vector<Residue>> residues(ModularPoint& point, std::span<const Expr> expressions);

} // namespace expr
} // namespace dalembert
