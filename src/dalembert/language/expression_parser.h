#pragma once

#include <dalembert/language/cursor.h>

#include <string_view>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// The unit at the end of `upper` where that is one number, with or without sign; else null.
[[nodiscard]] const UnitText* unit_of_number(const Expr* upper);

/// Reads expressions, ranges, relations, conditions and references at a cursor, one function per rule of the grammar.
/// Every function throws Failure after it has reported what is wrong.
class ExpressionParser {
public:
  explicit ExpressionParser(Cursor& cursor) : cursor_(cursor) {}

  /// Reads an expression; the caller has seen to it that it may start on a new line.
  const Expr* expression();
  /// Reads an expression that starts on this line.
  const Expr* expression_here();
  const Expr* sum();
  const Expr* postfix();
  /// A Name with indices and members: `link[i]`, `N.z`.
  const Expr* reference(std::string_view what, Break line_break = Break::forbidden);
  /// The axis of a rotation: one expression in parentheses, or the word x, y or z.
  const Expr* axis();
  Range range();
  /// The same, or `(a, b, …) [unit]`: that goes to `list`, and place and unit are those of the list.
  Range range_or_list(const Expr*& list);
  /// The expression behind a `..`.
  const Expr* upper_end();
  Relation relation();
  List<const Expr*> expressions();
  const IndexList* index();
  /// Indices directly behind a declared name; where `unit_may_follow`, a bracket that is only a unit is left alone.
  const IndexList* optional_index(bool unit_may_follow);
  IndexedName indexed_name(std::string_view what, bool unit_may_follow);

  /// Forgets what a statement that failed left open.
  void reset();
  /// While true, `a = 1 b = 2` is a missing comma and not a missing `*`.
  void set_list_of_equations(bool is_one) { is_list_of_equations_ = is_one; }
  /// Clauses that start with a word which is a name elsewhere.
  enum class Clauses { none, of_draw, of_constraint };
  /// From here on such a word behind an operand outside of brackets is a clause and no missing `*`.
  void set_clauses(Clauses which) { clauses_ = which; }
  /// Forgets what the statement before has set.
  void reset_context() {
    is_list_of_equations_ = false;
    clauses_ = Clauses::none;
  }

  /// Counts one level of nesting while it lives; fails beyond `max_nesting`.
  class Level {
  public:
    explicit Level(ExpressionParser& parser);
    ~Level() { --parser_.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

  private:
    ExpressionParser& parser_;
  };

private:
  Range range_from(std::uint32_t begin, const Expr* lower);
  const Expr* make(std::uint32_t begin, std::uint32_t height, Expr::Node node);
  const Expr* conditional();
  const Expr* product();
  const Expr* unary();
  const Expr* power();
  const Expr* atom();
  const Expr* number();
  const Expr* group_or_tuple();
  const Expr* absolute();
  const Expr* fold(FoldKind kind);
  const Expr* call(const Expr* callee);
  const Expr* table();
  void refuse_file_name(const Expr& callee);
  const Expr* postfix_chain(const Expr* expr, bool is_reference);
  const Expr* in_frame(const Expr* operand);
  const Condition* condition();
  const Condition* conjunction();
  const Condition* comparison();
  Relop relop(SourceSpan& place);
  IndexItem index_item();
  [[nodiscard]] bool starts_fold() const;
  [[nodiscard]] bool starts_table() const;
  [[nodiscard]] Text text(std::string_view what);
  [[nodiscard]] bool is_binder() const;
  [[nodiscard]] bool range_follows(std::size_t index) const;
  [[nodiscard]] bool frame_follows() const;
  [[nodiscard]] bool operand_follows() const;
  [[nodiscard]] bool equation_follows() const;
  void check_height(std::uint32_t height);

  Cursor& cursor_;
  int level_ = 0;
  int open_bars_ = 0;
  bool is_list_of_equations_ = false;
  Clauses clauses_ = Clauses::none;
};

} // namespace ast
} // namespace language
} // namespace dalembert
