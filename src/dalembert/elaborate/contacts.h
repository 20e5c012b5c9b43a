#pragma once

#include <dalembert/elaborate/builder.h>
#include <dalembert/elaborate/settings.h>

#include <optional>
#include <set>
#include <string_view>

namespace dalembert::inline elaboration {

/// The names of the constraints that are inequalities.
[[nodiscard]] std::set<std::string_view> inequalities(const Declarations& declared);
/// True of a constraint with `<=` or `>=`, of a reaction of one, of an impact with `when`.
[[nodiscard]] bool is_of_contact(const Item<ast::Constraint>& item);
[[nodiscard]] bool is_of_contact(const Item<ast::Impact>& item);
[[nodiscard]] bool is_of_contact(const ReactionItem& item, const std::set<std::string_view>& names);
/// The names of their reactions, and of impacts with `when`; true of a friction of one of these.
[[nodiscard]] std::set<std::string_view> pressing_at_contacts(const Declarations& declared);
[[nodiscard]] bool is_of_contact(const Item<ast::Friction>& item, const std::set<std::string_view>& presses);

/// Returns the law of an impact, Newton's where none is written.
[[nodiscard]] ImpactLaw law_of(const Settings& settings);
/// Returns a coefficient of restitution; what is no number is reported.
[[nodiscard]] std::optional<Expr> restitution_of(const Builder& builder, const ast::Expr& written, const Scope* scope);

/// Refuses claims that hold forces of contacts (E0614): claims speak of the system with all contacts open.
void refuse_claims_of_contacts(const Builder& builder);
/// Returns the study with all contacts open, with the given one as Study::closed; the same where it has no contacts.
[[nodiscard]] Study opened(Study study);

} // namespace dalembert::inline elaboration
