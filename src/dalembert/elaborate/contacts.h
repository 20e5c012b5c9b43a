#pragma once

#include <dalembert/elaborate/builder.h>
#include <dalembert/elaborate/settings.h>

#include <optional>

namespace dalembert::inline elaboration {

/// Returns the law of an impact, Newton's where none is written.
[[nodiscard]] ImpactLaw law_of(const Settings& settings);
/// Returns a coefficient of restitution; what is no number is reported.
[[nodiscard]] std::optional<Expr> restitution_of(const Builder& builder, const ast::Expr& written, const Scope* scope);

} // namespace dalembert::inline elaboration
