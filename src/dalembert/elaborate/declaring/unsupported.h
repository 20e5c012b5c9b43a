#pragma once

#include <dalembert/elaborate/meaning/context.h>
#include <dalembert/language/statement.h>

namespace dalembert {
inline namespace elaboration {

// Each says what is not supported yet, at its place.

void refuse(const ast::Gravity& node, const ast::Statement& statement, Context& context);
void refuse(const ast::Frame& node, const ast::Statement& statement, Context& context);
void refuse(const ast::Point& node, const ast::Statement& statement, Context& context);
void refuse(const ast::Body& node, const ast::Statement& statement, Context& context);
void refuse(const ast::Joint& node, const ast::Statement& statement, Context& context);
void refuse(const ast::Contact& node, const ast::Statement& statement, Context& context);

/// True where the impact has an `at`, which is refused.
[[nodiscard]] bool refuse_impact(const ast::Impact& node, Context& context);

} // namespace elaboration
} // namespace dalembert
