#include <dalembert/language/lexer.h>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

bool opens(TokenKind kind) {
  return kind == TokenKind::round_open || kind == TokenKind::square_open || kind == TokenKind::curly_open;
}

TokenKind opener(TokenKind kind) {
  switch (kind) {
  case TokenKind::round_close:
    return TokenKind::round_open;
  case TokenKind::square_close:
    return TokenKind::square_open;
  case TokenKind::curly_close:
    return TokenKind::curly_open;
  default:
    return TokenKind::end;
  }
}

bool is_relation(TokenKind kind) {
  return kind == TokenKind::equal || kind == TokenKind::less || kind == TokenKind::less_equal ||
         kind == TokenKind::greater || kind == TokenKind::greater_equal;
}

/// What stands directly between an open bracket and its partner.
struct Open {
  std::uint32_t token = 0;
  bool has_if = false;
  bool has_relation = false;
  bool last_group_holds_condition = false;
};

} // namespace

void match_brackets(Tokens& all, std::string_view text) {
  const std::vector<Token>& tokens = all.tokens;
  all.partner.assign(tokens.size(), 0);
  all.holds_condition.assign(tokens.size(), false);
  std::vector<Open> open;
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (opens(token.kind)) {
      open.push_back({i, false, false, false});
      continue;
    }
    if (open.empty()) continue;
    Open& inside = open.back();
    if (is_relation(token.kind)) inside.has_relation = true;
    if (token.kind == TokenKind::word) {
      const std::string_view word = text.substr(token.begin, token.end - token.begin);
      inside.has_if = inside.has_if || word == "if";
      inside.has_relation = inside.has_relation || word == "and" || word == "or" || word == "not";
    }
    if (opener(token.kind) != tokens[inside.token].kind) continue;
    all.partner[inside.token] = i;
    all.partner[i] = inside.token;
    // ((a < b)): the inner pair fills the outer one
    const bool is_filled = inside.last_group_holds_condition && all.partner[i - 1] == inside.token + 1;
    const bool is_condition =
        token.kind == TokenKind::round_close && !inside.has_if && (inside.has_relation || is_filled);
    all.holds_condition[inside.token] = is_condition;
    open.pop_back();
    if (!open.empty()) open.back().last_group_holds_condition = is_condition;
  }
}

} // namespace ast
} // namespace language
} // namespace dalembert
