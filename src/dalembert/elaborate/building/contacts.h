#pragma once

#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/expressions/settings.h>

#include <optional>
#include <string_view>

namespace dalembert {
inline namespace elaboration {

/// Returns the law of impacts that the word under `key` names; another word is reported.
[[nodiscard]] std::optional<ImpactLaw> impact_law(const Settings& settings, std::string_view key);
/// Returns the law of one impact: its own, else that of the run (`simulate … { impacts = poisson }`), else Newton's.
[[nodiscard]] ImpactLaw law_of(const Builder& builder, const Settings& settings);
/// Returns a coefficient of restitution; what is no number is reported, and one that the law of energy does not read
/// (W0837).
[[nodiscard]] std::optional<Expr> restitution_of(const Builder& builder, ImpactLaw law, const ast::Expr& written,
                                                 const Scope* scope);

} // namespace elaboration
} // namespace dalembert
