// Parts that many statements share: descriptions, blocks, clauses, parameters.
#include <dalembert/language/complaints.h>
#include <dalembert/language/statement_parser.h>

#include <fmt/format.h>

#include <optional>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

std::optional<ClauseKind> clause_kind(std::string_view word) {
  if (word == "at") return ClauseKind::at;
  if (word == "on") return ClauseKind::on;
  if (word == "against") return ClauseKind::against;
  if (word == "along") return ClauseKind::along;
  if (word == "conjugate") return ClauseKind::conjugate;
  return std::nullopt;
}

} // namespace

const Text* StatementParser::description() {
  if (!cursor_.sees(TokenKind::string)) return nullptr;
  return cursor_.arena().make<Text>(text("a string"));
}

Text StatementParser::text(std::string_view what) {
  const Token& token = cursor_.expect(TokenKind::string, what);
  const std::string_view quoted = cursor_.text(token);
  const bool is_closed = !token.is_lookalike;
  return {cursor_.arena().text(quoted.substr(1, quoted.size() - (is_closed ? 2 : 1))), cursor_.span(token)};
}

const Block* StatementParser::optional_block() {
  return cursor_.sees(TokenKind::curly_open) ? block() : nullptr;
}

const Block* StatementParser::block() {
  const std::uint32_t begin = cursor_.peek().begin;
  if (!cursor_.sees(TokenKind::curly_open)) cursor_.fail_expecting("`{`");
  cursor_.open();
  std::vector<Setting> settings;
  while (!cursor_.sees(TokenKind::curly_close, Break::allowed)) {
    settings.push_back(setting());
    const bool is_separated = cursor_.accept(TokenKind::semicolon) || cursor_.accept(TokenKind::comma);
    if (is_separated || cursor_.peek().gap == Gap::line || cursor_.sees(TokenKind::curly_close, Break::allowed))
      continue;
    if (cursor_.sees(TokenKind::word) && cursor_.peek(1).kind == TokenKind::equal) {
      Diagnostic d = complaint("E0117", cursor_.behind(), "a `;` is missing between two settings");
      d.edit = Edit{d.span, ";"};
      cursor_.report(std::move(d));
      continue;
    }
    break;
  }
  cursor_.close();
  return cursor_.arena().make<Block>(cursor_.since(begin), cursor_.arena().list(settings));
}

Setting StatementParser::setting() {
  const std::uint32_t begin = cursor_.peek().begin;
  Setting node;
  if (cursor_.sees(TokenKind::end, Break::allowed)) cursor_.fail(unclosed(cursor_));
  node.key = cursor_.expect_any_word("the name of a setting or `}`", Break::allowed);
  cursor_.expect(TokenKind::equal, "`=`");
  Arena& arena = cursor_.arena();
  if (cursor_.sees(TokenKind::string, Break::allowed)) {
    const Token& token = cursor_.peek();
    const std::string_view quoted = cursor_.text(token);
    cursor_.take();
    node.value = arena.make<Text>(arena.text(quoted.substr(1, quoted.size() - (token.is_lookalike ? 1 : 2))),
                                  cursor_.span(token));
  } else {
    const std::uint32_t value_begin = cursor_.peek().begin;
    const Expr* value = expressions_.expression();
    if (cursor_.accept(TokenKind::range)) {
      const Expr* upper = expressions_.upper_end();
      node.value = arena.make<Range>(cursor_.since(value_begin), value, upper, unit_of_number(upper));
    } else {
      node.value = value;
    }
  }
  node.span = cursor_.since(begin);
  return node;
}

List<Name> StatementParser::parameters() {
  cursor_.open();
  std::vector<Name> names;
  do
    names.push_back(cursor_.expect_name("a name"));
  while (cursor_.accept(TokenKind::comma));
  cursor_.close(Break::forbidden);
  return cursor_.arena().list(names);
}

std::vector<Clause> StatementParser::clauses() {
  std::vector<Clause> out;
  while (cursor_.peek().kind == TokenKind::word) {
    const auto kind = clause_kind(cursor_.text(cursor_.peek()));
    if (!kind) break;
    out.push_back(clause(*kind, Break::allowed));
  }
  return out;
}

Clause StatementParser::clause(ClauseKind kind, Break line_break) {
  const Token& word = cursor_.take();
  Clause node;
  node.kind = kind;
  node.keyword = cursor_.span(word);
  if (line_break == Break::allowed) {
    node.values = expressions_.expressions();
  } else {
    const std::vector<const Expr*> one{expressions_.expression_here()};
    node.values = cursor_.arena().list(one);
  }
  node.span = cursor_.since(word.begin);
  return node;
}

List<Relation> StatementParser::relations() {
  std::vector<Relation> out;
  if (!Cursor::is_near(cursor_.peek(), Break::forbidden)) cursor_.fail_expecting("a relation such as x = 0");
  do
    out.push_back(expressions_.relation());
  while (cursor_.accept(TokenKind::comma));
  return cursor_.arena().list(out);
}

void StatementParser::report_missing_comma(std::string_view between) {
  Diagnostic d = complaint("E0117", cursor_.behind(), fmt::format("a comma is missing between two {}", between));
  d.edit = Edit{d.span, ","};
  cursor_.report(std::move(d));
}

const Expr* StatementParser::conjugate_speed() {
  cursor_.expect_word("conjugate");
  return expressions_.expression();
}

} // namespace ast
} // namespace language
} // namespace dalembert
