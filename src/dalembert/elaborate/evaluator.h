#pragma once

#include <dalembert/elaborate/context.h>
#include <dalembert/language/expression.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dalembert::elaboration {

class DerivedNames;
class TableInputs;
class Overrides;

/// One entry of a list: `x`, each member of `theta[1..n]`, each turn of `all(i in …: …)`.
struct ListItem {
  Scalar scalar;
  std::string text; ///< as the user wrote it, with the index filled in
  SourceSpan span;
};

/// Gives the user's expressions their meaning. Names are looked up when met, whatever the order of the file.
/// A failed Value means that an error was reported.
class Evaluator {
public:
  /// `overrides` may be null; else its counts replace those of the file.
  Evaluator(Context& context, const Overrides* overrides);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  [[nodiscard]] Value value(const ast::Expr& expr, const Scope* scope);
  /// Returns a number or an expression; a tuple is an error.
  [[nodiscard]] std::optional<Scalar> scalar(const ast::Expr& expr, const Scope* scope);
  /// Returns the entries of a list: tuples, slices and families are taken apart.
  [[nodiscard]] std::vector<ListItem> list(const ast::Expr& expr, const Scope* scope);
  /// Returns a whole number known now; `what` says what it is for: `an index`.
  [[nodiscard]] std::optional<std::int64_t> integer(const ast::Expr& expr, const Scope* scope, std::string_view what);
  struct Bounds {
    std::int64_t lower = 0;
    std::int64_t upper = -1;
  };
  [[nodiscard]] std::optional<Bounds> bounds(const ast::Range& range, const Scope* scope);

  /// After an error that says that the model is too large: what is asked for afterwards fails in silence.
  void give_up() { has_given_up_ = true; }
  [[nodiscard]] bool has_given_up() const { return has_given_up_; }

  /// Returns what a declared thing stands for, working it out on first demand.
  Value meaning(Symbol& symbol, Definition& definition, SourceSpan used_at);
  /// Finds the declared thing that a reference `name` or `name[2]` speaks of; reports what is wrong with it.
  struct Reference {
    Symbol* symbol = nullptr;
    Definition* definition = nullptr;
  };
  [[nodiscard]] std::optional<Reference> reference(const ast::Expr& expr, const Scope* scope);
  [[nodiscard]] std::optional<std::vector<int>> indices(const ast::IndexList& list, const Scope* scope);

  /// Returns the time derivative; reports what cannot be differentiated.
  [[nodiscard]] Value time_derivative(const Value& operand, SourceSpan span);

  /// True where the two fit together; makes them fit by inference. Says nothing.
  [[nodiscard]] bool fit(const Scalar& a, const Scalar& b);

  /// Finds the innermost part of `expr` whose value holds a symbol of `unwanted`: `x''` in a kinetic energy.
  [[nodiscard]] SourceSpan place_of(const ast::Expr& expr, const Scope* scope, Content unwanted);

  /// The dimension for a message, `[N]`; a moment is spelt N·m.
  [[nodiscard]] std::string unit_text(DimensionId dimension, bool moment = false);
  [[nodiscard]] std::string unit_text(const Scalar& scalar) { return unit_text(scalar.dimension, is_moment(scalar)); }
  /// Says what `expr` is, with its factors: `this is a force [N]: k [N/m] · (r - r0) [m]`.
  [[nodiscard]] std::string describe(const ast::Expr& expr, const Scope* scope, const Scalar& scalar);

  /// Reports E0412 for `left` and `right`, or E0411 where a bare number met a name in a non-coherent unit.
  /// True where they fit.
  bool same_dimension(const ast::Expr& left, const Scalar& l, const ast::Expr& right, const Scalar& r,
                      const Scope* scope);
  /// Reports E0411 where `number` is bare and `named` was declared in degrees or the like. True where all is well.
  bool same_scale(const ast::Expr& number, const Scalar& named);

  Diagnostic& unknown_name(std::string_view name, SourceSpan span, std::string_view what);

  /// While names are gathered only counts and indices have a value.
  void only_counts(bool is_counting) { is_counting_ = is_counting; }

  /// True where `--set` gives `name`, or one of its members, a value.
  [[nodiscard]] bool is_set(std::string_view name) const;

  [[nodiscard]] Context& context() { return context_; }
  [[nodiscard]] DerivedNames& derived() { return *derived_; }

private:
  friend class DerivedNames;
  friend class FunctionCalls;
  struct Running {
    Symbol* symbol;
    Definition* definition;
  };

  Value dispatch(const ast::Expr& expr, const Scope* scope);
  Value number(const ast::Number& number);
  Value name(const ast::Name& name, SourceSpan span, const Scope* scope);
  Value chain(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope);
  Value add(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope);
  Value add_tuples(const ast::Expr& whole, const ast::Chain& chain, const std::vector<Value>& operands);
  Value multiply(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope);
  std::optional<Scalar> product(const ast::Chain& chain, const std::vector<Value>& operands, const Scalar* item);
  void warn_unit_of_fraction(const ast::Chain& chain);
  Value power(const ast::Expr& whole, const ast::Power& power, const Scope* scope);
  Value raise(const ast::Expr& whole, const Scalar& base, SourceSpan base_span, const Scalar& exponent,
              SourceSpan exponent_span);
  Value negate(const Value& operand);
  Value tuple(const ast::Tuple& tuple, const Scope* scope);
  Value magnitude(const ast::Abs& abs, const Scope* scope);
  Value index(const ast::Expr& whole, const ast::Index& index, const Scope* scope);
  Value member(const ast::Expr& whole, const ast::Member& member, const ast::IndexList* list, const Scope* scope);
  Value call(const ast::Expr& whole, const ast::Call& call, const Scope* scope);
  Value call_let(const ast::Expr& whole, const ast::Call& call, Symbol& symbol, const Scope* scope);
  Value call_unknown(const ast::Expr& whole, const std::vector<Value>& arguments, Symbol& symbol);
  Value conditional(const ast::Expr& whole, const ast::Conditional& conditional, const Scope* scope);
  using Branch = std::function<Value()>;
  Value choose(const ast::Condition& condition, const Scope* scope, const Branch& yes, const Branch& no,
               SourceSpan span);
  Value choose_relation(const ast::Relation& relation, const Scope* scope, const Branch& yes, const Branch& no,
                        SourceSpan span);
  Value either(Relation relation, Expr left, Expr right, const Value& yes, const Value& no, SourceSpan span);
  std::optional<Bounds> fold_bounds(const ast::Fold& fold, const Scope* scope);
  Value fold(const ast::Expr& whole, const ast::Fold& fold, const Scope* scope);
  std::string prefix_key(const ast::Fold& fold, const Scope* scope, std::int64_t lower);
  std::optional<Scalar> fold_step(const ast::Fold& fold, const Scalar& sum, const Scalar& next);

  Value named(Symbol& symbol, SourceSpan span, const Scope* scope);
  Value define(Symbol& symbol, Definition& definition);
  Value define_let(Symbol& symbol, Definition& definition);
  Value define_declared(Symbol& symbol, Definition& definition);
  Value define_count(Symbol& symbol, Definition& definition);
  void sweep_before(Symbol& symbol, const Definition& definition);
  void report_circle(Symbol& symbol, const Definition& definition);
  [[nodiscard]] std::string family_range(const Symbol& symbol) const;
  void list_into(const ast::Expr& expr, const Scope* scope, std::vector<ListItem>& out);
  bool list_slice(const ast::Expr& expr, const Scope* scope, std::vector<ListItem>& out);
  Value fail_depth(SourceSpan span);
  bool check_size(Expr e, SourceSpan span);

  Context& context_;
  Graph& graph_;
  const Overrides* overrides_;
  std::unique_ptr<DerivedNames> derived_;
  std::unique_ptr<TableInputs> tables_;
  std::vector<Running> running_;
  /// The values of one fold for upper = lower, lower + 1, …: asked again for a longer range it goes on where it ended.
  std::unordered_map<std::string, std::vector<Value>> prefixes_;
  std::unordered_map<const ast::Fold*, std::vector<std::string_view>> free_names_;
  bool is_counting_ = false;
  int depth_ = 0;
  std::size_t steps_ = 0;
  bool has_given_up_ = false;
  Content probe_ = 0; ///< what place_of looks for
  std::optional<SourceSpan> probed_;
};

/// The text of `expr` without the brackets round all of it.
[[nodiscard]] const ast::Expr& without_brackets(const ast::Expr& expr);
/// True for a number without a unit, signed or in brackets, that is not 0.
[[nodiscard]] bool is_bare_number(const ast::Expr& expr);

/// The first factor of a product that is a number without a unit, or null.
[[nodiscard]] const ast::Expr* bare_factor(const ast::Expr& expr);
/// True where only numbers without units, π and counts occur: a default value that takes the unit of its declaration.
[[nodiscard]] bool is_bare_value(const ast::Expr& expr, const SymbolTable& symbols, const Scope* scope);
/// The names that occur in `expr` and are not bound inside it.
[[nodiscard]] std::vector<std::string_view> names_in(const ast::Expr& expr);
/// Calls `visit(child)` for every expression directly below `expr`, those of conditions, ranges and indices included.
void for_children(const ast::Expr& expr, const std::function<void(const ast::Expr&)>& visit);

} // namespace dalembert::elaboration
