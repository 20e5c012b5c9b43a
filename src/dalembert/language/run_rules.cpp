// Statements that ask for something: initial values, runs, plots, checks, files, families of statements.
#include <dalembert/language/complaints.h>
#include <dalembert/language/statement_parser.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace language {
namespace ast {

Statement::Node StatementParser::initial() {
  std::vector<InitialItem> items;
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden)) cursor_.fail_expecting("an initial value such as x = 0");
  expressions_.set_list_of_equations(true);
  bool goes_on = true;
  while (goes_on) {
    items.push_back(initial_item());
    goes_on = cursor_.accept(TokenKind::comma);
    if (goes_on || !cursor_.sees_name()) continue;
    report_missing_comma("initial values");
    goes_on = true;
  }
  expressions_.set_list_of_equations(false);
  return Initial{cursor_.arena().list(items)};
}

InitialItem StatementParser::initial_item() {
  const std::uint32_t begin = cursor_.peek().begin;
  InitialItem node;
  node.left = expressions_.postfix();
  const bool is_movable = cursor_.sees(TokenKind::tilde);
  if (!is_movable && !cursor_.sees(TokenKind::equal)) fail_at_initial_left(begin);
  node.is_kept = !is_movable;
  node.operator_span = cursor_.span(cursor_.take());
  node.value = expressions_.expression();
  node.span = cursor_.since(begin);
  return node;
}

void StatementParser::fail_at_initial_left(std::uint32_t begin) {
  Diagnostic d = unexpected(cursor_, "`=` (held fixed) or `~` (may be moved)", Break::forbidden);
  const TokenKind kind = cursor_.peek().kind;
  const bool is_operator = kind == TokenKind::plus || kind == TokenKind::minus || kind == TokenKind::star ||
                           kind == TokenKind::slash || kind == TokenKind::caret;
  const std::string_view left = cursor_.text(begin, cursor_.previous().end);
  const bool is_short = left.find_first_of("\r\n#") == std::string_view::npos;
  if (is_operator && is_short)
    d.help = fmt::format("put parentheses round an expression: ({} {} …) = …", left, cursor_.text(cursor_.peek()));
  cursor_.fail(std::move(d));
}

/// `simulate t = 0..5 [s]`: the time of a run needs no name.
void StatementParser::refuse_name_of_time() {
  const Token& sign = cursor_.peek(1);
  const bool is_named = cursor_.sees_name() && (sign.kind == TokenKind::equal || cursor_.text(sign) == "in");
  if (!is_named) return;
  Diagnostic d = complaint("E0114", cursor_.span(cursor_.peek().begin, sign.end), "a run has no name for its time");
  d.help = "write the start and the end alone: simulate 0..5 [s]";
  if (Cursor::is_near(cursor_.peek(2), Break::forbidden))
    d.edit = Edit{cursor_.span(cursor_.peek().begin, cursor_.peek(2).begin), ""};
  cursor_.fail(std::move(d));
}

Statement::Node StatementParser::simulate() {
  Simulate node;
  refuse_name_of_time();
  if (cursor_.sees(TokenKind::number) && ends_after_number()) {
    Diagnostic d = complaint("E0114", cursor_.span(cursor_.peek()), "expected the start and the end of the run");
    d.help = fmt::format("write 0..{}", cursor_.text(cursor_.peek()));
    d.edit = Edit{cursor_.span(cursor_.peek().begin, cursor_.peek().begin), "0.."};
    cursor_.fail(std::move(d));
  }
  node.range = expressions_.range();
  node.block = optional_block();
  return node;
}

Statement::Node StatementParser::plot() {
  Plot node;
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden)) cursor_.fail_expecting("what to plot");
  node.values = expressions_.expressions();
  if (cursor_.accept_word("vs")) node.versus = expressions_.expression_here();
  node.block = optional_block();
  node.description = description();
  return node;
}

Statement::Node StatementParser::animate() {
  return Animate{optional_block()};
}

Statement::Node StatementParser::check() {
  Check node;
  node.relations = relations();
  node.block = optional_block();
  node.description = description();
  return node;
}

Statement::Node StatementParser::show() {
  std::vector<Name> words{cursor_.expect_any_word("what to show, such as `equations`")};
  while (true) {
    const bool is_comma_missing = cursor_.sees(TokenKind::word);
    if (is_comma_missing) report_missing_comma("words");
    if (!is_comma_missing && !cursor_.accept(TokenKind::comma)) break;
    words.push_back(cursor_.expect_any_word("what to show", Break::allowed));
  }
  return Show{cursor_.arena().list(words)};
}

Statement::Node StatementParser::export_() {
  Export node;
  if (cursor_.sees_name()) node.kind = cursor_.arena().make<Name>(cursor_.expect_name("a kind of file"));
  node.path = text("a file name in double quotes");
  node.block = optional_block();
  return node;
}

Statement::Node StatementParser::sweep() {
  Sweep node;
  node.name = expressions_.indexed_name("the name of a parameter or coordinate", false);
  node.is_rate = cursor_.peek().gap == Gap::none && cursor_.accept(TokenKind::prime);
  cursor_.expect_word("in");
  node.range = expressions_.range_or_list(node.values);
  node.block = optional_block();
  return node;
}

/// `for i in 1..n` on the line below a `draw`, which ends with its line; `begin` is the place of the `for`.
void StatementParser::fail_at_for_on_new_line(std::uint32_t begin) {
  Diagnostic d =
      complaint("E0114", cursor_.since(begin), "the `for` of a `draw` stands on the line of its last clause");
  d.help = "put it at the end of the line before; a `for` that repeats statements has `{`";
  std::size_t before = cursor_.index();
  while (before > 0 && cursor_.token(before).begin >= begin)
    --before;
  d.edit = Edit{cursor_.span(cursor_.token(before).end, begin), " "};
  cursor_.fail(std::move(d));
}

void StatementParser::for_header(For& node) {
  const bool follows_draw = follows_draw_;
  const std::uint32_t begin = cursor_.previous().begin;
  node.index = cursor_.expect_name("the name of an index");
  cursor_.expect_word("in");
  node.range = expressions_.range();
  if (cursor_.sees(TokenKind::curly_open)) return;
  if (follows_draw) fail_at_for_on_new_line(begin);
  cursor_.fail_expecting("`{`");
}

Statement::Node StatementParser::for_() {
  const ExpressionParser::Level level(expressions_);
  For node;
  bool is_whole = true;
  try {
    for_header(node);
  } catch (const Failure&) {
    // the statements inside are worth reading all the same
    is_whole = false;
    cursor_.forget_brackets(0);
    while (cursor_.peek().gap != Gap::line && cursor_.peek().kind != TokenKind::curly_open && !cursor_.at_end())
      cursor_.move_to(cursor_.index() + 1);
    if (cursor_.peek().kind != TokenKind::curly_open) throw;
  }
  const Token& brace = cursor_.take();
  const std::vector<Statement> inside = statements(true);
  node.body = cursor_.arena().list(inside);
  if (!cursor_.sees(TokenKind::curly_close, Break::allowed)) {
    Diagnostic d = complaint("E0105", cursor_.behind(), "a `}` is missing");
    d.labels.push_back({cursor_.span(brace), "this `{` is not closed"});
    d.edit = Edit{d.span, "\n}"};
    cursor_.fail(std::move(d));
  }
  cursor_.take();
  if (!is_whole) throw Failure{};
  return node;
}

} // namespace ast
} // namespace language
} // namespace dalembert
