// A function that a file gives: `table("road.csv", x, "height")`.
#include <dalembert/language/expression_parser.h>

namespace dalembert::ast {

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

} // namespace dalembert::ast
