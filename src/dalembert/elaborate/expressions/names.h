#pragma once

#include <dalembert/elaborate/expressions/evaluator.h>

#include <optional>
#include <string_view>

namespace dalembert {
inline namespace elaboration {

/// What an Evaluator asks where a name is no index and no argument in scope. A failed Value says that an error was
/// reported. While counts and ranges are worked out the answers are those of CountNames, afterwards those of
/// ModelNames.
class Names {
public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  virtual ~Names() = default;

  [[nodiscard]] virtual const SymbolTable& symbols() const = 0;
  /// What a name that is not found should have been: `name`.
  [[nodiscard]] virtual std::string_view wanted() const = 0;

  /// Returns what a plain name stands for, nothing where there is no such name.
  [[nodiscard]] virtual std::optional<Value> plain(std::string_view name, SourceSpan span, const Scope* scope) = 0;
  /// Returns `theta[2]`.
  [[nodiscard]] virtual Value indexed(const ast::Expr& whole, const ast::Index& index, const Scope* scope) = 0;
  /// Returns `lambda.c`, `p.q` or `Qc.q`, of the base `lambda`, `p` or `Qc`.
  [[nodiscard]] virtual Value part(std::string_view base, const Symbol& symbol, const DeclaredName& of,
                                   SourceSpan span) = 0;
  /// Returns the value of a function that the model declares; nothing where the callee is none.
  [[nodiscard]] virtual std::optional<Value> call(const ast::Expr& whole, const ast::Call& call,
                                                  const Scope* scope) = 0;
  /// Returns what is known along a run only: `work(F)`, `lost(D)`, `impulse(R)`, `drift(x)`.
  [[nodiscard]] virtual Value history(const ast::Expr& whole, const ast::Call& call, const Scope* scope) = 0;
  /// Returns `table("road.csv", x)`.
  [[nodiscard]] virtual Value table(const ast::Expr& whole, const ast::Table& table, const Scope* scope) = 0;
};

} // namespace elaboration
} // namespace dalembert
