#include <dalembert/base/errors.h>
#include <dalembert/language/token_view.h>
#include <dalembert/language/words.h>

#include <algorithm>

namespace dalembert {
inline namespace language {
namespace ast {

TokenView::TokenView(std::string_view text, std::uint32_t file, const Tokens& tokens)
    : text_(text), file_(file), all_(tokens) {
  ENSURE(!tokens.tokens.empty());
}

const Token& TokenView::token(std::size_t index) const {
  return all_.tokens[std::min(index, all_.tokens.size() - 1)];
}

bool TokenView::is_near(const Token& token, Break line_break) {
  return line_break == Break::allowed || token.gap == Gap::none || token.gap == Gap::blanks;
}

bool TokenView::sees(TokenKind kind, Break line_break) const {
  return peek().kind == kind && is_near(peek(), line_break);
}

bool TokenView::sees_word(std::string_view word, Break line_break) const {
  return sees(TokenKind::word, line_break) && text(peek()) == word;
}

bool TokenView::is_name(const Token& token) const {
  return token.kind == TokenKind::word && !is_reserved(text(token));
}

bool TokenView::is_contextual_start(std::size_t index) const {
  const Token& word = token(index);
  if (word.kind != TokenKind::word || !is_contextual(text(word))) return false;
  const Token& next = token(index + 1);
  const bool is_drawn =
      is_name(next) ? !is_draw_clause_name(text(next)) : text(next) == "point" || text(next) == "frame";
  return is_drawn && next.gap == Gap::blanks;
}

bool TokenView::sees_name(Break line_break) const {
  return is_name(peek()) && is_near(peek(), line_break);
}

TokenKind TokenView::innermost() const {
  return open_.empty() ? TokenKind::end : token(open_.back()).kind;
}

void TokenView::stand_at(std::size_t index) {
  at_ = std::min(index, all_.tokens.size() - 1);
  if (at_ > 0) last_end_ = token(at_ - 1).end;
}

void TokenView::go_back_to(const Place& place) {
  at_ = place.at;
  last_end_ = place.last_end;
  open_.resize(place.depth);
}

} // namespace ast
} // namespace language
} // namespace dalembert
