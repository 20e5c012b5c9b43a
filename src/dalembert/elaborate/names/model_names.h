#pragma once

#include <dalembert/elaborate/expressions/names.h>
#include <dalembert/elaborate/meaning/draft.h>
#include <dalembert/elaborate/names/definitions.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace elaboration {

class DerivedNames;
class TableInputs;

/// One entry of a list: `x`, each member of `theta[1..n]`, each turn of `all(i in …: …)`.
struct ListItem {
  Scalar scalar;
  std::string text; ///< as the user wrote it, with the index filled in
  SourceSpan span;
};

/// The names of a model: what it declares, what the engine derives from that, and the functions of its tables.
class ModelNames final : public Names {
public:
  ModelNames(Draft& draft, const Declarations& declared, const Overrides& overrides);
  ~ModelNames() override;

  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }
  [[nodiscard]] Definitions& definitions() { return definitions_; }
  [[nodiscard]] DerivedNames& derived() { return *derived_; }

  /// Finds the declared thing that a reference `name` or `name[2]` speaks of; reports what is wrong with it. There is
  /// no definition where a whole family is meant.
  struct Reference {
    const Symbol* symbol = nullptr;
    const DeclaredName* definition = nullptr;
  };
  [[nodiscard]] std::optional<Reference> reference(const ast::Expr& expr, const Scope* scope);

  /// Returns the entries of a list: tuples, slices and families are taken apart.
  [[nodiscard]] std::vector<ListItem> list(const ast::Expr& expr, const Scope* scope);

  [[nodiscard]] const SymbolTable& symbols() const override { return declared_.symbols; }
  [[nodiscard]] std::string_view wanted() const override { return "name"; }
  [[nodiscard]] std::optional<Value> plain(std::string_view name, SourceSpan span, const Scope* scope) override;
  [[nodiscard]] Value indexed(const ast::Expr& whole, const ast::Index& index, const Scope* scope) override;
  [[nodiscard]] Value part(std::string_view base, const Symbol& symbol, const DeclaredName& of,
                           SourceSpan span) override;
  [[nodiscard]] std::optional<Value> call(const ast::Expr& whole, const ast::Call& call, const Scope* scope) override;
  [[nodiscard]] Value history(const ast::Expr& whole, const ast::Call& call, const Scope* scope) override;
  [[nodiscard]] Value table(const ast::Expr& whole, const ast::Table& table, const Scope* scope) override;

private:
  Value named(const Symbol& symbol, SourceSpan span, const Scope* scope);
  Value call_unknown(SourceSpan whole, const std::vector<Value>& arguments, const Symbol& symbol);
  Value drift(const ast::Expr& whole, const ast::Call& call, const Scope* scope);
  void list_into(const ast::Expr& expr, const Scope* scope, std::vector<ListItem>& out);
  bool list_slice(const ast::Expr& expr, const Scope* scope, std::vector<ListItem>& out);

  Draft& draft_;
  Context& context_;
  const Declarations& declared_;
  Evaluator evaluator_;
  Definitions definitions_;
  std::unique_ptr<DerivedNames> derived_;
  std::unique_ptr<TableInputs> tables_;
};

} // namespace elaboration
} // namespace dalembert
