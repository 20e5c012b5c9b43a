#pragma once

#include <dalembert/elaborate/meaning/context.h>

#include <vector>

namespace dalembert {
inline namespace elaboration {

/// The rates that occur in `e`.
[[nodiscard]] std::vector<Expr> rates_in(Context& context, Expr e);
/// True where `e` is affine in the rates: every ∂²e/∂vᵢ∂vⱼ is zero.
[[nodiscard]] bool is_affine_in_rates(Context& context, Expr e);

} // namespace elaboration
} // namespace dalembert
