#pragma once

#include <dalembert/elaborate/expressions/names.h>

#include <optional>
#include <string_view>

namespace dalembert {
inline namespace elaboration {

/// Returns `t` or `pi`, nothing for other names.
[[nodiscard]] std::optional<Value> constant(Context& context, std::string_view name);
/// Returns the value of a `let f(x)` that `symbol` declares.
[[nodiscard]] Value call_let(Evaluator& evaluator, const ast::Expr& whole, const ast::Call& call, const Symbol& symbol,
                             const Scope* scope);
/// Returns `lambda.c`, `p.q` or `Qc.q`, with the index of `list` where it is not null.
[[nodiscard]] Value member(Evaluator& evaluator, const ast::Expr& whole, const ast::Member& member,
                           const ast::IndexList* list, const Scope* scope);
/// Reports that there is no `what` of this name (E0201), with the nearest one.
Diagnostic& unknown_name(Context& context, const SymbolTable& symbols, std::string_view name, SourceSpan span,
                         std::string_view what);

} // namespace elaboration
} // namespace dalembert
