// Sums in the notations of Python, Mathematica, MATLAB and of speech, rewritten as `i in 1..n: …`.
#include <dalembert/language/fold_habits.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

/// The tokens between two brackets, or a part of them; brackets inside are passed as one.
class TokenRange {
public:
  TokenRange(const TokenView& cursor, std::size_t first, std::size_t last)
      : cursor_(cursor), first_(first), last_(last) {}

  [[nodiscard]] std::size_t first() const { return first_; }
  [[nodiscard]] std::size_t last() const { return last_; } ///< behind the last token
  [[nodiscard]] bool is_empty() const { return first_ >= last_; }
  [[nodiscard]] TokenRange part(std::size_t first, std::size_t last) const { return {cursor_, first, last}; }
  [[nodiscard]] TokenRange from(std::size_t first) const { return {cursor_, first, last_}; }
  [[nodiscard]] const Token& token(std::size_t at) const { return cursor_.token(at); }
  [[nodiscard]] bool is_name(std::size_t at) const { return at < last_ && cursor_.is_name(token(at)); }
  [[nodiscard]] bool is_word(std::size_t at, std::string_view word) const {
    return at < last_ && token(at).kind == TokenKind::word && cursor_.text(token(at)) == word;
  }
  [[nodiscard]] std::string_view text() const {
    return is_empty() ? std::string_view() : cursor_.text(token(first_).begin, token(last_ - 1).end);
  }
  [[nodiscard]] std::string_view text(std::size_t at) const { return cursor_.text(token(at)); }

  /// The first token that `is_wanted`, or last().
  template <typename Wanted>
  [[nodiscard]] std::size_t find(Wanted is_wanted) const {
    for (std::size_t at = first_; at < last_; at = next(at))
      if (is_wanted(at)) return at;
    return last_;
  }
  [[nodiscard]] std::size_t find(TokenKind kind) const {
    return find([this, kind](std::size_t at) { return token(at).kind == kind; });
  }
  [[nodiscard]] std::size_t find_word(std::string_view word) const {
    return find([this, word](std::size_t at) { return is_word(at, word); });
  }
  /// The partner of the bracket at `at`, or `at` where none opens there.
  [[nodiscard]] std::size_t partner(std::size_t at) const {
    const std::uint32_t partner = cursor_.all().partner[at];
    return partner > at && partner < last_ ? partner : at;
  }

private:
  [[nodiscard]] std::size_t next(std::size_t at) const { return partner(at) + 1; }

  const TokenView& cursor_;
  std::size_t first_;
  std::size_t last_;
};

std::optional<std::string> ends(const TokenRange& low, const TokenRange& high) {
  if (low.is_empty() || high.is_empty()) return std::nullopt;
  return fmt::format("{}..{}", low.text(), high.text());
}

/// `1..n`, `1 to n`, `1...n`, `[1, n]`, `1:n` as `1..n`.
std::optional<std::string> range_of(const TokenRange& tokens) {
  if (tokens.is_empty()) return std::nullopt;
  const std::size_t first = tokens.first();
  if (tokens.token(first).kind == TokenKind::square_open && tokens.partner(first) + 1 == tokens.last()) {
    const TokenRange inside = tokens.part(first + 1, tokens.last() - 1);
    const std::size_t comma = inside.find(TokenKind::comma);
    return comma == inside.last() ? std::nullopt : ends(inside.part(first + 1, comma), inside.from(comma + 1));
  }
  const auto separates = [&tokens](std::size_t at) {
    const TokenKind kind = tokens.token(at).kind;
    return kind == TokenKind::range || kind == TokenKind::colon || tokens.is_word(at, "to");
  };
  const std::size_t sign = tokens.find(separates);
  if (sign == tokens.last()) return std::nullopt;
  const bool has_third_dot = sign + 1 < tokens.last() && tokens.token(sign).kind == TokenKind::range &&
                             tokens.token(sign + 1).kind == TokenKind::dot;
  return ends(tokens.part(first, sign), tokens.from(sign + (has_third_dot ? 2 : 1)));
}

/// `x[i] for i in 1..n`.
std::optional<std::string> comprehension(const TokenRange& inside) {
  const std::size_t word = inside.find_word("for");
  if (word == inside.first() || !inside.is_name(word + 1) || !inside.is_word(word + 2, "in")) return std::nullopt;
  const std::optional<std::string> range = range_of(inside.from(word + 3));
  if (!range) return std::nullopt;
  return fmt::format("{} in {}: {}", inside.text(word + 1), *range, inside.part(inside.first(), word).text());
}

/// `x[i], i = 1..n` and `x[i], {i, 1, n}`.
std::optional<std::string> index_behind(const TokenRange& inside) {
  const std::size_t comma = inside.find(TokenKind::comma);
  if (comma == inside.first() || comma + 1 >= inside.last()) return std::nullopt;
  const std::string_view body = inside.part(inside.first(), comma).text();
  const std::size_t open = comma + 1;
  if (inside.is_name(open) && open + 1 < inside.last() &&
      (inside.token(open + 1).kind == TokenKind::equal || inside.is_word(open + 1, "in"))) {
    const std::optional<std::string> range = range_of(inside.from(open + 2));
    return range ? std::optional(fmt::format("{} in {}: {}", inside.text(open), *range, body)) : std::nullopt;
  }
  const bool is_list = inside.token(open).kind == TokenKind::curly_open && inside.partner(open) + 1 == inside.last();
  if (!is_list || !inside.is_name(open + 1) || inside.token(open + 2).kind != TokenKind::comma) return std::nullopt;
  const TokenRange bounds = inside.part(open + 3, inside.last() - 1);
  const std::size_t between = bounds.find(TokenKind::comma);
  if (between == bounds.last()) return std::nullopt;
  const std::optional<std::string> range = ends(bounds.part(open + 3, between), bounds.from(between + 1));
  return range ? std::optional(fmt::format("{} in {}: {}", inside.text(open + 1), *range, body)) : std::nullopt;
}

/// `i in 1 to n: …`, `i from 1 to n: …`, `i in 1:n: …`, `i in [1, n]: …`, `i in 1...n: …`.
std::optional<std::string> other_range(const TokenRange& inside) {
  const std::size_t first = inside.first();
  const bool starts = inside.is_name(first) && (inside.is_word(first + 1, "in") || inside.is_word(first + 1, "from") ||
                                                inside.token(first + 1).kind == TokenKind::equal);
  if (!starts) return std::nullopt;
  const TokenRange behind = inside.from(first + 2);
  std::size_t colon = behind.find(TokenKind::colon);
  if (colon >= behind.last()) return std::nullopt;
  const std::size_t second = behind.from(colon + 1).find(TokenKind::colon);
  if (second < behind.last()) colon = second; // 1:n: …
  const std::optional<std::string> range = range_of(behind.part(first + 2, colon));
  const TokenRange body = behind.from(colon + 1);
  if (!range || body.is_empty()) return std::nullopt;
  return fmt::format("{} in {}: {}", inside.text(first), *range, body.text());
}

} // namespace

std::optional<std::string> rewritten_fold(const TokenView& cursor, std::size_t first, std::size_t close) {
  const TokenRange inside(cursor, first, close);
  if (inside.is_empty()) return std::nullopt;
  if (auto text = comprehension(inside)) return text;
  if (auto text = other_range(inside)) return text;
  return index_behind(inside);
}

} // namespace ast
} // namespace language
} // namespace dalembert
