#pragma once

#include <dalembert/elaborate/meaning/symbol_table.h>
#include <dalembert/language/expression.h>

#include <functional>
#include <string_view>
#include <vector>

// What can be said of an expression by looking at how it is written.
namespace dalembert {
inline namespace elaboration {

/// The text of `expr` without the brackets round all of it.
[[nodiscard]] const ast::Expr& without_brackets(const ast::Expr& expr);
/// True for a number without a unit, signed or in brackets, that is not 0.
[[nodiscard]] bool is_bare_number(const ast::Expr& expr);
/// True where a number in it has a unit.
[[nodiscard]] bool holds_unit(const ast::Expr& expr);

/// The first factor of a product that is a number without a unit, or null.
[[nodiscard]] const ast::Expr* bare_factor(const ast::Expr& expr);
/// True where only numbers without units, π and counts occur: a default value that takes the unit of its declaration.
[[nodiscard]] bool is_bare_value(const ast::Expr& expr, const SymbolTable& symbols, const Scope* scope);
/// True where the value of an input is its course over the time: it holds `t` or a table.
[[nodiscard]] bool is_course(const ast::Expr& value);
/// The names that occur in `expr` and are not bound inside it.
[[nodiscard]] std::vector<std::string_view> names_in(const ast::Expr& expr);
/// Calls `visit(child)` for every expression directly below `expr`, those of conditions, ranges and indices included.
void for_children(const ast::Expr& expr, const std::function<void(const ast::Expr&)>& visit);

} // namespace elaboration
} // namespace dalembert
