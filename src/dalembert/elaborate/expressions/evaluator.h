#pragma once

#include <dalembert/elaborate/meaning/context.h>
#include <dalembert/elaborate/meaning/symbol_table.h>
#include <dalembert/language/expression.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace elaboration {

class Folds;
class Names;

/// Gives the user's expressions their meaning: reads numbers with their units, indices and arguments in scope, and asks
/// `names` for every other name. A failed Value means that an error was reported.
class Evaluator {
public:
  Evaluator(Context& context, Names& names);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  [[nodiscard]] Value value(const ast::Expr& expr, const Scope* scope);
  /// Returns a number or an expression; a tuple is an error.
  [[nodiscard]] std::optional<Scalar> scalar(const ast::Expr& expr, const Scope* scope);
  /// Returns a whole number known now; `what` says what it is for: `an index`.
  [[nodiscard]] std::optional<std::int64_t> integer(const ast::Expr& expr, const Scope* scope, std::string_view what);
  struct Bounds {
    std::int64_t lower = 0;
    std::int64_t upper = -1;
  };
  [[nodiscard]] std::optional<Bounds> bounds(const ast::Range& range, const Scope* scope);
  [[nodiscard]] std::optional<std::vector<int>> indices(const ast::IndexList& list, const Scope* scope);

  /// Finds the innermost part of `expr` whose value holds a symbol of `unwanted`: `x''` in a kinetic energy.
  [[nodiscard]] SourceSpan place_of(const ast::Expr& expr, const Scope* scope, Content unwanted);
  /// True while place_of is at work: values that were kept do not show it their parts.
  [[nodiscard]] bool is_probing() const { return probe_ != 0; }

  /// False, which is reported at `span`, for a number that no double holds.
  bool check_size(Expr e, SourceSpan span);

  [[nodiscard]] Context& context() { return context_; }
  [[nodiscard]] Names& names() { return names_; }

private:
  Value dispatch(const ast::Expr& expr, const Scope* scope);
  Value number(const ast::Number& number);
  Value name(const ast::Name& name, SourceSpan span, const Scope* scope);
  Value tuple(const ast::Tuple& tuple, const Scope* scope);
  Value index(const ast::Expr& whole, const ast::Index& index, const Scope* scope);
  Value call(const ast::Expr& whole, const ast::Call& call, const Scope* scope);
  Value fail_depth(SourceSpan span);

  Context& context_;
  Names& names_;
  std::unique_ptr<Folds> folds_;
  int depth_ = 0;
  Content probe_ = 0; ///< what place_of looks for
  std::optional<SourceSpan> probed_;
};

} // namespace elaboration
} // namespace dalembert
