// A function that a file gives: `table("road.csv", x, "height")`.
#include <dalembert/language/complaints.h>
#include <dalembert/language/expression_parser.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <array>

namespace dalembert {
inline namespace language {
namespace ast {

/// True where `table("` stands here; any other `table` is a name.
bool ExpressionParser::starts_table() const {
  const auto touches = [this](std::size_t ahead) { return cursor_.peek(ahead).gap == Gap::none; };
  return cursor_.text(cursor_.peek()) == "table" && cursor_.peek(1).kind == TokenKind::round_open && touches(1) &&
         cursor_.peek(2).kind == TokenKind::string;
}

/// The string that stands here.
Text ExpressionParser::text(std::string_view what) {
  const Token& token = cursor_.expect(TokenKind::string, what, Break::allowed);
  const std::string_view quoted = cursor_.text(token);
  const std::size_t quotes = token.is_lookalike ? 1 : 2; // a string that is not closed is a look-alike
  return {cursor_.arena().text(quoted.substr(1, quoted.size() - quotes)), cursor_.span(token)};
}

const Expr* ExpressionParser::table() {
  const std::uint32_t begin = cursor_.take().begin;
  cursor_.open();
  Arena& arena = cursor_.arena();
  Table node;
  node.file = arena.make<Text>(text("the name of a file in double quotes"));
  cursor_.expect(TokenKind::comma, "`,` and the argument of the table", Break::allowed);
  node.argument = expression();
  if (cursor_.accept(TokenKind::comma, Break::allowed))
    node.column = arena.make<Text>(text("the name of a column in double quotes"));
  cursor_.close();
  return make(begin, node.argument->height + 1, node);
}

namespace {

/// `'road.csv'` at the cursor.
Diagnostic single_quotes(const Cursor& cursor) {
  Diagnostic d = complaint("E0114", cursor.span(cursor.peek()), "the name of a file is written in double quotes");
  std::size_t ahead = 1;
  while (Cursor::is_near(cursor.peek(ahead), Break::forbidden) && cursor.peek(ahead).kind != TokenKind::prime &&
         cursor.peek(ahead).kind != TokenKind::end)
    ++ahead;
  if (ahead == 1 || cursor.peek(ahead).kind != TokenKind::prime) return d;
  const std::string_view name = cursor.text(cursor.peek().end, cursor.peek(ahead).begin);
  d.span = cursor.span(cursor.peek().begin, cursor.peek(ahead).end);
  d.help = fmt::format("write \"{}\"", name);
  d.edit = Edit{d.span, fmt::format("\"{}\"", name)};
  return d;
}

} // namespace

/// Fails where a string stands as the first argument of a call: only `table` takes one, in double quotes.
void ExpressionParser::refuse_file_name(const Expr& callee) {
  const Name* name = std::get_if<Name>(&callee.node);
  const Token& token = cursor_.peek();
  if (name && name->text == "table" && token.kind == TokenKind::prime) cursor_.fail(single_quotes(cursor_));
  if (!name || token.kind != TokenKind::string) return;
  Diagnostic d = complaint("E0114", name->span, fmt::format("`{}` takes no text in double quotes", name->text));
  d.help = "a function that a file gives is written table(\"points.csv\", t)";
  static constexpr auto word = std::to_array<std::string_view>({"table"});
  const Token& behind = cursor_.peek(1);
  if (!nearest(name->text, word).empty() && behind.kind == TokenKind::comma) {
    d.help = fmt::format("write `table({}, …)`", cursor_.text(token));
    d.edit = Edit{name->span, "table"};
  }
  cursor_.fail(std::move(d));
}

} // namespace ast
} // namespace language
} // namespace dalembert
