#include <dalembert/base/characters.h>
#include <dalembert/typesetting/formula_token.h>

namespace dalembert {
inline namespace typesetting {

namespace {

using TokenKind = FormulaToken::Kind;

constexpr std::string_view ellipsis = "…"; ///< between the first and the last of a run: `1…5`

bool is_dots(std::string_view text, std::size_t at) {
  return text.substr(at, ellipsis.size()) == ellipsis;
}

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && continues_name(text[at]) && !is_dots(text, at))
    ++at;
  return at;
}

/// The end of a name with its members, index brackets (no blank before them) and primes.
std::size_t name_end(std::string_view text, std::size_t at) {
  at = word_end(text, at);
  while (at < text.size()) {
    if (text[at] == '.' && at + 1 < text.size() && starts_name(text[at + 1])) {
      at = word_end(text, at + 1);
    } else if (text[at] == '[') {
      const std::size_t close = text.find(']', at);
      if (close == std::string_view::npos) return at;
      at = close + 1;
    } else if (text[at] == '\'') {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

std::size_t number_end(std::string_view text, std::size_t at) {
  const auto digits = [&text, &at] {
    while (at < text.size() && is_digit(text[at]))
      ++at;
  };
  digits();
  if (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1])) {
    ++at;
    digits();
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+') ? 2 : 1;
    if (at + sign < text.size() && is_digit(text[at + sign])) {
      at += sign;
      digits();
    }
  }
  return at;
}

FormulaToken next_token(std::string_view text, std::size_t at) {
  const char c = text[at];
  const auto piece = [&text, at](TokenKind kind, std::size_t end) {
    return FormulaToken{kind, text.substr(at, end - at), 0};
  };
  if (is_dots(text, at)) return piece(TokenKind::other, at + ellipsis.size());
  if (starts_name(c)) return piece(TokenKind::name, name_end(text, at));
  if (is_digit(c)) return piece(TokenKind::number, number_end(text, at));
  if (c == ' ') return piece(TokenKind::blank, at + 1);
  if (c == '(') return piece(TokenKind::open, at + 1);
  if (c == ')') return piece(TokenKind::close, at + 1);
  if (c == '[') {
    const std::size_t close = text.find(']', at);
    return piece(TokenKind::unit, close == std::string_view::npos ? at + 1 : close + 1);
  }
  const std::string_view two = text.substr(at, 2);
  if (two == "<=" || two == ">=" || two == "!=" || two == "==") return piece(TokenKind::sign, at + 2);
  return piece(std::string_view("+-*/^=<>").find(c) != std::string_view::npos ? TokenKind::sign : TokenKind::other,
               at + 1);
}

} // namespace

std::vector<FormulaToken> formula_tokens(std::string_view text) {
  std::vector<FormulaToken> tokens;
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < text.size(); at += tokens.back().text.size()) {
    FormulaToken token = next_token(text, at);
    const std::size_t index = tokens.size();
    token.partner = index;
    if (token.kind == FormulaToken::Kind::open) open.push_back(index);
    if (token.kind == FormulaToken::Kind::close && !open.empty()) {
      token.partner = open.back();
      tokens[open.back()].partner = index;
      open.pop_back();
    }
    tokens.push_back(token);
  }
  return tokens;
}

} // namespace typesetting
} // namespace dalembert
