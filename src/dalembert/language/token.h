#pragma once

#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

enum class TokenKind : std::uint8_t {
  end, ///< past the last character
  word,
  number,
  string,
  superscript, ///< a run of ² ³ …, never right
  other,       ///< a character that no rule uses outside units, strings and comments
  round_open,
  round_close,
  square_open,
  square_close,
  curly_open,
  curly_close,
  comma,
  semicolon,
  colon,
  dot,
  range, ///< `..`
  prime,
  bar,
  plus,
  minus,
  star,
  slash,
  caret,
  equal,
  tilde,
  less,
  less_equal,
  greater,
  greater_equal,
};

/// A round, square or curly bracket that closes.
[[nodiscard]] inline bool is_closer(TokenKind kind) {
  return kind == TokenKind::round_close || kind == TokenKind::square_close || kind == TokenKind::curly_close;
}

/// What stands before a token: where a line may not break only `none` and `blanks` do, and only `line` separates
/// statements.
enum class Gap : std::uint8_t {
  none,
  blanks, ///< spaces and tabs
  line,   ///< blanks, perhaps a comment, and a line end; then anything
  odd,    ///< a comment that ends the file, or a carriage return that ends no line
};

/// One token: bytes `[begin, end)` of the text.
struct Token {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  TokenKind kind = TokenKind::end;
  Gap gap = Gap::none;
  bool is_lookalike = false; ///< written `==`, `−`, `²` …: read as `kind`, but to be reported
};

/// True where a line ends before the token.
[[nodiscard]] inline bool is_on_new_line(const Token& token) {
  return token.gap == Gap::line || token.gap == Gap::odd;
}

/// The tokens of a text; the last one is `end`. For each bracket `partner` gives the other one (0 where it has none),
/// and `holds_condition` tells a parenthesis that must be read as a condition (`(a < b and c = d)`) from one round an
/// expression.
struct Tokens {
  std::vector<Token> tokens;
  std::vector<std::uint32_t> partner;
  std::vector<bool> holds_condition;
};

} // namespace ast
} // namespace language
} // namespace dalembert
