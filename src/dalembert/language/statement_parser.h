#pragma once

#include <dalembert/language/cursor.h>
#include <dalembert/language/expression_parser.h>
#include <dalembert/language/statement_words.h>

#include <optional>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// Reads the statements of a file, one function per rule of the grammar, and goes on at the next statement after an
/// error.
class StatementParser {
public:
  explicit StatementParser(Cursor& cursor) : cursor_(cursor), expressions_(cursor) {}

  /// Reads all statements up to the end of the file.
  List<Statement> file();
  /// Reads one relation up to the end of the file; null after an error.
  const Relation* question();

private:
  using Rule = Statement::Node (StatementParser::*)();

  // ---- the sequence of statements: statement_parser.cpp
  std::vector<Statement> statements(bool is_body);
  void statement_and_end(std::vector<Statement>& out, bool is_body);
  std::optional<Statement> statement();
  void end_of_statement(const Statement& statement, bool is_body);
  bool empty_statements(bool is_first);
  void recover(std::size_t first, bool is_body);
  static Rule rule(std::string_view word);
  [[nodiscard]] bool starts_statement_here(std::size_t index) const;

  // ---- parts that many statements share: statement_parts.cpp
  const Text* description();
  Text text(std::string_view what);
  const Block* optional_block();
  const Block* block();
  Setting setting();
  List<Name> parameters();
  std::vector<Clause> clauses();
  List<Relation> relations();
  Clause clause(ClauseKind kind, Break line_break);
  const Expr* conjugate_speed();
  void report_missing_comma(std::string_view between);

  // ---- one rule for each kind of statement: declaration_rules.cpp, force_rules.cpp, body_rules.cpp, run_rules.cpp,
  // draw_rules.cpp
#define DALEMBERT_RULE(rule) Statement::Node rule();
  DALEMBERT_STATEMENT_RULES(DALEMBERT_RULE)
#undef DALEMBERT_RULE

  // ---- parts of declarations: declaration_rules.cpp
  Declaration declaration();
  bool accept_bare_unit(Declaration& node);
  [[nodiscard]] bool ends_value(const Token& token) const;
  [[noreturn]] void fail_unreadable_unit();
  [[nodiscard]] bool line_has(TokenKind kind) const;
  [[nodiscard]] bool ends_after_number() const;
  void require_constraint_name();
  const Expr* moment();
  FunctionDeclaration function_declaration();

  // ---- parts of frames: body_rules.cpp
  void frame_definition(Frame& node);
  Rotation rotation();

  // ---- parts of runs: run_rules.cpp
  InitialItem initial_item();
  [[noreturn]] void fail_at_initial_left(std::uint32_t begin);
  void refuse_name_of_time();
  void for_header(For& node);
  [[noreturn]] void fail_at_for_on_new_line(std::uint32_t begin);

  // ---- parts of `draw`: draw_rules.cpp
  Name drawn_kind();
  void drawn_arguments(Draw& node);
  std::vector<DrawClause> draw_clauses();
  DrawClause draw_clause(DrawClauseKind kind);
  [[nodiscard]] bool rotation_follows() const;
  List<Rotation> rotations_in_brackets();
  List<DrawIndex> draw_indices();
  void explain_rest_of_draw(const Draw& node);
  void explain_between();
  void explain_bare_argument();
  void explain_point_without_brackets(const DrawClause& last);

  Cursor& cursor_;
  ExpressionParser expressions_;
  std::string_view keyword_;
  bool follows_draw_ = false; ///< the statement before the current one is a `draw`
};

} // namespace ast
} // namespace language
} // namespace dalembert
