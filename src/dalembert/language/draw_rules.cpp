// The statement `draw`, whose clauses are in any order, and what is often written instead.
#include <dalembert/language/complaints.h>
#include <dalembert/language/statement_parser.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr auto draw_clauses_in_order =
    std::to_array<std::string_view>({"at", "from", "to", "through", "along", "turned", "of"});

std::optional<DrawClauseKind> draw_clause_kind(std::string_view word) {
  const auto* const found = std::ranges::find(draw_clauses_in_order, word);
  if (found == draw_clauses_in_order.end()) return std::nullopt;
  return static_cast<DrawClauseKind>(found - draw_clauses_in_order.begin());
}

bool takes_points(DrawClauseKind kind) {
  return kind == DrawClauseKind::at || kind == DrawClauseKind::from || kind == DrawClauseKind::to ||
         kind == DrawClauseKind::through || kind == DrawClauseKind::along;
}

} // namespace

Statement::Node StatementParser::draw() {
  Draw node;
  node.kind = drawn_kind();
  drawn_arguments(node);
  if (node.arguments.empty()) explain_bare_argument();
  expressions_.set_clauses(ExpressionParser::Clauses::of_draw);
  const std::vector<DrawClause> clauses = draw_clauses();
  node.clauses = cursor_.arena().list(clauses);
  if (cursor_.sees_word("for")) node.indices = draw_indices();
  expressions_.set_clauses(ExpressionParser::Clauses::none);
  node.block = optional_block();
  node.description = description();
  explain_rest_of_draw(node);
  return node;
}

Name StatementParser::drawn_kind() {
  if (cursor_.sees_word("point") || cursor_.sees_word("frame")) return cursor_.expect_any_word("a kind");
  if (cursor_.sees_name()) return cursor_.expect_name("a kind");
  const bool is_clause = cursor_.sees(TokenKind::word) && draw_clause_kind(cursor_.text(cursor_.peek()));
  if (!is_clause) cursor_.fail_expecting("what to draw, such as `mass` or `rod`,");
  Diagnostic d = complaint("E0114", cursor_.span(cursor_.peek()), "expected what to draw before this");
  d.help = fmt::format("write `draw mass {} …`, or another kind", cursor_.text(cursor_.peek()));
  cursor_.fail(std::move(d));
}

/// `(R, L)` behind the kind.
void StatementParser::drawn_arguments(Draw& node) {
  if (!cursor_.sees(TokenKind::round_open)) return;
  const std::uint32_t begin = cursor_.peek().begin;
  cursor_.open();
  std::vector<const Expr*> arguments;
  do
    arguments.push_back(expressions_.expression());
  while (cursor_.accept(TokenKind::comma));
  cursor_.close();
  node.arguments = cursor_.arena().list(arguments);
  node.arguments_span = cursor_.since(begin);
}

std::vector<DrawClause> StatementParser::draw_clauses() {
  std::vector<DrawClause> out;
  while (cursor_.peek().kind == TokenKind::word) {
    const auto kind = draw_clause_kind(cursor_.text(cursor_.peek()));
    if (!kind) break;
    out.push_back(draw_clause(*kind));
  }
  return out;
}

DrawClause StatementParser::draw_clause(DrawClauseKind kind) {
  const Token& word = cursor_.take();
  DrawClause node;
  node.kind = kind;
  node.keyword = cursor_.span(word);
  if (rotation_follows())
    node.rotations = rotations_in_brackets();
  else
    node.values = expressions_.expressions();
  node.span = cursor_.since(word.begin);
  return node;
}

/// True at `rotation(axis: …`; `rotation(x)` is a call of a function of that name.
bool StatementParser::rotation_follows() const {
  const bool is_opened = cursor_.sees_word("rotation", Break::allowed) &&
                         cursor_.peek(1).kind == TokenKind::round_open &&
                         Cursor::is_near(cursor_.peek(1), Break::forbidden);
  if (!is_opened) return false;
  std::size_t last = cursor_.index() + 2; // of the axis
  const Token& axis = cursor_.token(last);
  if (axis.kind == TokenKind::round_open) {
    const std::uint32_t partner = cursor_.all().partner[std::min(last, cursor_.all().partner.size() - 1)];
    if (partner <= last) return false;
    last = partner;
  } else if (axis.kind != TokenKind::word) {
    return false;
  }
  const Token& colon = cursor_.token(last + 1);
  return colon.kind == TokenKind::colon && Cursor::is_near(colon, Break::forbidden);
}

List<Rotation> StatementParser::rotations_in_brackets() {
  cursor_.take();
  cursor_.open();
  std::vector<Rotation> out;
  do
    out.push_back(rotation());
  while (cursor_.accept(TokenKind::comma));
  cursor_.close();
  return cursor_.arena().list(out);
}

List<DrawIndex> StatementParser::draw_indices() {
  cursor_.take();
  std::vector<DrawIndex> out;
  do {
    DrawIndex index;
    const std::uint32_t begin = cursor_.peek().begin;
    index.name = cursor_.expect_name("the name of an index", out.empty() ? Break::forbidden : Break::allowed);
    cursor_.expect_word("in");
    index.range = expressions_.range();
    index.span = cursor_.since(begin);
    out.push_back(index);
  } while (cursor_.accept(TokenKind::comma));
  return cursor_.arena().list(out);
}

// ---- what is often written instead

/// `draw disc R at …`: the sizes of a shape stand in brackets.
void StatementParser::explain_bare_argument() {
  const Token& token = cursor_.peek();
  const bool is_candidate = cursor_.sees(TokenKind::number) || cursor_.sees_name();
  if (!is_candidate || draw_clause_kind(cursor_.text(token))) return;
  if (cursor_.text(token) == "between") explain_between();
  const std::string_view near_clause =
      token.kind == TokenKind::word ? nearest(cursor_.text(token), draw_clauses_in_order) : std::string_view{};
  const std::string kind(cursor_.text(cursor_.previous()));
  if (!near_clause.empty() && cursor_.peek(1).kind == TokenKind::round_open) {
    Diagnostic d = complaint("E0103", cursor_.span(token), fmt::format("`{}` is not a keyword", cursor_.text(token)));
    d.help = fmt::format("did you mean `{}`?", near_clause);
    d.edit = Edit{d.span, std::string(near_clause)};
    cursor_.fail(std::move(d));
  }
  const Token& next = cursor_.peek(1);
  const bool ends = is_on_new_line(next) || next.kind == TokenKind::end || next.kind == TokenKind::semicolon ||
                    (next.kind == TokenKind::word && draw_clause_kind(cursor_.text(next)));
  Diagnostic d = complaint("E0114", cursor_.span(token), "expected a clause, such as `at`, or arguments in brackets");
  d.help = fmt::format("arguments stand in brackets: `{}({})`", kind, cursor_.text(token));
  if (ends) d.edit = Edit{cursor_.span(cursor_.previous().end, token.end), fmt::format("({})", cursor_.text(token))};
  cursor_.fail(std::move(d));
}

/// `draw rod between A and B`.
void StatementParser::explain_between() {
  const Token& between = cursor_.peek();
  Diagnostic d =
      complaint("E0114", cursor_.span(between), "a thing between two points is drawn `from` one `to` the other");
  d.help = "write `from A to B`";
  int depth = 0;
  for (std::size_t i = cursor_.index() + 1; !is_on_new_line(cursor_.token(i)); ++i) {
    const Token& token = cursor_.token(i);
    if (token.kind == TokenKind::end) break;
    if (token.kind == TokenKind::round_open) ++depth;
    if (is_closer(token.kind)) --depth;
    if (depth != 0 || cursor_.text(token) != "and") continue;
    d.edit =
        Edit{cursor_.span(between.begin, token.end), fmt::format("from{}to", cursor_.text(between.end, token.begin))};
    break;
  }
  cursor_.fail(std::move(d));
}

/// `at x y` and `at x`: a point of which the brackets and the comma are missing.
void StatementParser::explain_point_without_brackets(const DrawClause& last) {
  if (!takes_points(last.kind) || last.values.empty()) return;
  const Expr& value = *last.values.back();
  if (std::holds_alternative<Tuple>(value.node)) return;
  Diagnostic d = complaint("E0114", cursor_.span(cursor_.peek()), "a point is written in brackets, with a comma");
  const std::string point =
      fmt::format("({}, {})", cursor_.text(value.span.begin, value.span.end), cursor_.text(cursor_.peek()));
  d.help = fmt::format("write `{}`", point);
  const Token& next = cursor_.peek(1);
  const bool ends = is_on_new_line(next) || next.kind == TokenKind::end || next.kind == TokenKind::semicolon ||
                    (next.kind == TokenKind::word && draw_clause_kind(cursor_.text(next)));
  if (ends) d.edit = Edit{cursor_.span(value.span.begin, cursor_.peek().end), point};
  cursor_.fail(std::move(d));
}

void StatementParser::explain_rest_of_draw(const Draw& node) {
  const Token& token = cursor_.peek();
  if (is_on_new_line(token) || node.block != nullptr || node.description != nullptr) return;
  if (!cursor_.sees_name() && token.kind != TokenKind::number) return;
  const std::string_view near_clause =
      token.kind == TokenKind::word ? nearest(cursor_.text(token), draw_clauses_in_order) : std::string_view{};
  if (!near_clause.empty() && near_clause.size() > 2 && node.indices.empty()) {
    Diagnostic d = complaint("E0103", cursor_.span(token), fmt::format("`{}` is not a keyword", cursor_.text(token)));
    d.help = fmt::format("did you mean `{}`?", near_clause);
    d.edit = Edit{d.span, std::string(near_clause)};
    cursor_.fail(std::move(d));
  }
  if (!node.clauses.empty() && node.indices.empty()) explain_point_without_brackets(node.clauses.back());
}

} // namespace ast
} // namespace language
} // namespace dalembert
