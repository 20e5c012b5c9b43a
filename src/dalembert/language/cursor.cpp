#include <dalembert/base/errors.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/complaints.h>
#include <dalembert/language/cursor.h>
#include <dalembert/language/habits.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

TokenKind closer(TokenKind open) {
  if (open == TokenKind::round_open) return TokenKind::round_close;
  if (open == TokenKind::square_open) return TokenKind::square_close;
  return TokenKind::curly_close;
}

} // namespace

Cursor::Cursor(std::string_view text, std::uint32_t file, const Tokens& tokens, Arena& arena)
    : TokenView(text, file, tokens), arena_(arena) {}

const Token& Cursor::take() {
  const Token& token = peek();
  if (token.is_lookalike && token.kind != TokenKind::string) report(lookalike(*this, token));
  move_to(index() + 1);
  return token;
}

bool Cursor::accept(TokenKind kind, Break line_break) {
  if (!sees(kind, line_break)) return false;
  take();
  return true;
}

bool Cursor::accept_word(std::string_view word, Break line_break) {
  if (!sees_word(word, line_break)) return false;
  take();
  return true;
}

const Token& Cursor::expect(TokenKind kind, std::string_view what, Break line_break) {
  if (!sees(kind, line_break)) fail_expecting(what, line_break);
  return take();
}

SourceSpan Cursor::expect_word(std::string_view word, Break line_break) {
  if (!sees_word(word, line_break)) fail_expecting(fmt::format("`{}`", word), line_break);
  return span(take());
}

Name Cursor::expect_name(std::string_view what, Break line_break) {
  if (!sees_name(line_break)) fail_expecting(what, line_break);
  const Token& token = take();
  return {arena_.text(normal_name(text(token))), span(token)};
}

Name Cursor::expect_any_word(std::string_view what, Break line_break) {
  const Token& token = expect(TokenKind::word, what, line_break);
  return {arena_.text(normal_name(text(token))), span(token)};
}

const UnitText* Cursor::accept_unit() {
  if (!sees(TokenKind::square_open)) return nullptr;
  const Token& first = peek();
  const std::size_t length = unit_length(rest(first));
  if (length == 0) return nullptr;
  const auto end = first.begin + static_cast<std::uint32_t>(length);
  std::size_t last = index();
  while (token(last).end < end)
    ++last;
  move_to(last + 1);
  return arena_.make<UnitText>(arena_.text(text(first.begin + 1, end - 1)), span(first.begin, end));
}

void Cursor::open() {
  const TokenKind kind = peek().kind;
  ENSURE(kind == TokenKind::round_open || kind == TokenKind::square_open || kind == TokenKind::curly_open);
  open_here();
  take();
}

void Cursor::close(Break line_break) {
  ENSURE(depth() > 0);
  if (!sees(closer(innermost()), line_break)) {
    if (auto known = habit(*this)) fail(std::move(*known));
    fail(unclosed(*this));
  }
  take();
  close_innermost();
}

void Cursor::rewind(const Mark& mark) {
  go_back_to(mark.place);
  diagnostics_.resize(mark.diagnostics);
}

void Cursor::report(Diagnostic diagnostic) {
  diagnostics_.push_back(std::move(diagnostic));
}

void Cursor::fail(Diagnostic diagnostic) {
  report(std::move(diagnostic));
  throw Failure{};
}

void Cursor::fail_expecting(std::string_view what, Break line_break) {
  fail(unexpected(*this, what, line_break));
}

} // namespace ast
} // namespace language
} // namespace dalembert
