#pragma once

#include <dalembert/elaborate/declaring/open_definitions.h>
#include <dalembert/elaborate/expressions/names.h>
#include <dalembert/elaborate/meaning/overrides.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace dalembert {
inline namespace elaboration {

/// Returns the value of a count, that of `--set` where it is given; reports what is wrong with it.
[[nodiscard]] std::optional<std::int64_t> count_value(const Symbol& symbol, const DeclaredName& definition,
                                                      const Overrides& overrides, Evaluator& evaluator);

/// The names that a range may hold: counts, and functions of numbers. The table of symbols grows meanwhile.
class CountNames final : public Names {
public:
  CountNames(SymbolTable& symbols, const Overrides& overrides, Context& context)
      : symbols_(symbols), overrides_(overrides), context_(context), evaluator_(context, *this) {}

  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }

  /// Works out the counts that no range needed; one that has no value stays open, and nothing is reported.
  void settle();

  [[nodiscard]] const SymbolTable& symbols() const override { return symbols_; }
  [[nodiscard]] std::string_view wanted() const override { return "count"; }
  [[nodiscard]] std::optional<Value> plain(std::string_view name, SourceSpan span, const Scope* scope) override;
  [[nodiscard]] Value indexed(const ast::Expr& whole, const ast::Index& index, const Scope* scope) override;
  [[nodiscard]] Value part(std::string_view base, const Symbol& symbol, const DeclaredName& of,
                           SourceSpan span) override;
  [[nodiscard]] std::optional<Value> call(const ast::Expr& whole, const ast::Call& call, const Scope* scope) override;
  [[nodiscard]] Value history(const ast::Expr& whole, const ast::Call& call, const Scope* scope) override;
  [[nodiscard]] Value table(const ast::Expr& whole, const ast::Table& table, const Scope* scope) override;

private:
  Value refuse(SourceSpan span);
  Value count(Symbol& symbol, DeclaredName& definition);

  SymbolTable& symbols_;
  const Overrides& overrides_;
  Context& context_;
  Evaluator evaluator_;
  OpenDefinitions open_;
};

} // namespace elaboration
} // namespace dalembert
