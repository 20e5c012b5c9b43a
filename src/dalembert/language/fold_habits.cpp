#include <dalembert/language/complaint.h>
#include <dalembert/language/fold_habits.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

/// One `i in 1..n` and the index of the token behind it.
struct Binder {
  std::string text;
  std::size_t end = 0;
};

/// The index of the next comma, semicolon or colon from `at` on that stands in no bracket of its own, or of the token
/// that ends the fold.
std::size_t next_separator(const TokenView& cursor, std::size_t at) {
  const Tokens& all = cursor.all();
  while (at < all.tokens.size()) {
    switch (all.tokens[at].kind) {
    case TokenKind::comma:
    case TokenKind::semicolon:
    case TokenKind::colon:
    case TokenKind::round_close:
    case TokenKind::square_close:
    case TokenKind::curly_open:
    case TokenKind::curly_close:
    case TokenKind::end:
      return at;
    case TokenKind::round_open:
    case TokenKind::square_open:
      if (all.partner[at] <= at) return all.tokens.size() - 1;
      at = all.partner[at] + 1;
      break;
    default:
      ++at;
    }
  }
  return all.tokens.size() - 1;
}

/// The binder that starts at token `at`, if a name and `in` or `=` stand there.
std::optional<Binder> binder(const TokenView& cursor, std::size_t at) {
  const Token& name = cursor.token(at);
  const Token& in = cursor.token(at + 1);
  const bool has_in = in.kind == TokenKind::equal || (in.kind == TokenKind::word && cursor.text(in) == "in");
  if (!cursor.is_name(name) || !has_in) return std::nullopt;
  const std::size_t end = next_separator(cursor, at + 2);
  if (end <= at + 2) return std::nullopt;
  const std::string_view range = cursor.text(cursor.token(at + 2).begin, cursor.token(end - 1).end);
  if (range.find("..") == std::string_view::npos) return std::nullopt;
  return Binder{fmt::format("{} in {}", cursor.text(name), range), end};
}

/// `sum(i in 1..n: sum(j in 1..m: body))` for binders that stand in one bracket; the text from the first binder up to
/// and with the closing bracket.
std::string nested(std::string_view word, const std::vector<std::string>& binders, std::string_view body) {
  std::string out = binders.front();
  for (std::size_t i = 1; i < binders.size(); ++i)
    out += fmt::format(": {}({}", word, binders[i]);
  return fmt::format("{}: {}{}", out, body, std::string(binders.size(), ')'));
}

Diagnostic several_binders(std::string_view word, SourceSpan bracket, std::string text) {
  Diagnostic d = complaint("E0114", bracket, fmt::format("a `{}` has one index", word));
  d.help = fmt::format("write a `{0}` inside a `{0}`: {0}({1}", word, text);
  d.edit = Edit{bracket, std::move(text)};
  return d;
}

/// The bracket behind token `word`, read as binders, a colon and a body.
std::optional<Diagnostic> read_binders(const TokenView& cursor, std::size_t word, std::vector<std::string> binders,
                                       std::size_t at) {
  const std::size_t close = cursor.all().partner[word + 1];
  while (cursor.token(at).kind == TokenKind::comma || cursor.token(at).kind == TokenKind::semicolon) {
    const std::optional<Binder> next = binder(cursor, at + 1);
    if (!next) return std::nullopt;
    binders.push_back(next->text);
    at = next->end;
  }
  if (cursor.token(at).kind != TokenKind::colon || at + 1 >= close || binders.size() < 2) return std::nullopt;
  const std::string_view body = cursor.text(cursor.token(at + 1).begin, cursor.token(close - 1).end);
  const std::string_view name = cursor.text(cursor.token(word));
  return several_binders(name, cursor.span(cursor.token(word + 2).begin, cursor.token(close).end),
                         nested(name, binders, body));
}

/// True where the bracket behind token `word` opens there and closes on the way.
bool is_bracketed(const TokenView& cursor, std::size_t word) {
  const Token& open = cursor.token(word + 1);
  return open.kind == TokenKind::round_open && open.gap == Gap::none && cursor.all().partner[word + 1] > word + 1;
}

/// `sum(i, j in 1..n: …)`: several indices over one range.
std::optional<Diagnostic> indices_of_one_range(const TokenView& cursor, std::size_t word) {
  std::vector<std::string_view> names;
  std::size_t at = word + 2;
  while (cursor.is_name(cursor.token(at)) && cursor.token(at + 1).kind == TokenKind::comma) {
    names.push_back(cursor.text(cursor.token(at)));
    at += 2;
  }
  const std::optional<Binder> last = names.empty() ? std::nullopt : binder(cursor, at);
  if (!last) return std::nullopt;
  const std::string_view own = cursor.text(cursor.token(at));
  const std::string range = last->text.substr(own.size());
  std::vector<std::string> binders;
  binders.reserve(names.size() + 1);
  for (const std::string_view name : names)
    binders.push_back(std::string(name) + range);
  binders.push_back(last->text);
  return read_binders(cursor, word, std::move(binders), last->end);
}

std::optional<Diagnostic> in_another_notation(const TokenView& cursor, std::size_t word) {
  const std::size_t close = cursor.all().partner[word + 1];
  const std::optional<std::string> text = rewritten_fold(cursor, word + 2, close);
  if (!text) return std::nullopt;
  const std::string_view name = cursor.text(cursor.token(word));
  Diagnostic d = complaint("E0114", cursor.span(cursor.token(word + 2).begin, cursor.token(close - 1).end),
                           fmt::format("a `{}` starts with its index and the range of it", name));
  d.help = fmt::format("write {}({})", name, *text);
  d.edit = Edit{d.span, *text};
  return d;
}

} // namespace

std::optional<Diagnostic> fold_of_another_notation(const TokenView& cursor) {
  const std::size_t word = cursor.index();
  if (!is_bracketed(cursor, word)) return std::nullopt;
  if (auto d = indices_of_one_range(cursor, word)) return d;
  const std::optional<Binder> first = binder(cursor, word + 2);
  const Token& sign = cursor.token(word + 3);
  if (!first || sign.kind != TokenKind::equal) return in_another_notation(cursor, word);
  if (auto d = read_binders(cursor, word, {first->text}, first->end)) return d;
  Diagnostic d = complaint("E0114", cursor.span(sign), "the range of an index follows `in`, not `=`");
  d.help = fmt::format("write `{}`", first->text);
  d.edit = Edit{cursor.span(cursor.token(word + 2).end, cursor.token(word + 4).begin), " in "};
  return d;
}

Diagnostic unknown_fold(const TokenView& cursor) {
  static constexpr auto words = std::to_array<std::string_view>({"sum", "prod", "min", "max", "all"});
  const std::string_view name = cursor.text(cursor.peek());
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  Diagnostic d = complaint("E0114", cursor.span(cursor.peek()), fmt::format("`{}` takes no index and range", name));
  d.help = "sum, prod, min, max and all do: sum(i in 1..n: …)";
  const std::string_view meant = small == "product" ? std::string_view("prod") : nearest(small, words);
  if (meant.empty()) return d;
  d.help = fmt::format("write `{}`", meant);
  d.edit = Edit{d.span, std::string(meant)};
  return d;
}

std::optional<Diagnostic> separator_of_fold(const TokenView& cursor) {
  const Token& sign = cursor.peek();
  if (sign.kind != TokenKind::comma && sign.kind != TokenKind::semicolon) return std::nullopt;
  std::size_t word = cursor.index();
  while (word > 0 && (cursor.token(word).kind != TokenKind::round_open || cursor.all().partner[word] < cursor.index()))
    --word;
  if (word == 0) return std::nullopt;
  --word;
  const std::optional<Binder> first = binder(cursor, word + 2);
  if (!first) return std::nullopt;
  if (auto d = read_binders(cursor, word, {first->text}, cursor.index())) return d;
  Diagnostic d = complaint("E0114", cursor.span(sign), "the range and what is summed are separated by `:`");
  if (cursor.text(cursor.token(word)) != "sum") d.message = "the range and the expression are separated by `:`";
  d.help = fmt::format("write `{}: …`", first->text);
  d.edit = Edit{cursor.span(sign), ":"};
  return d;
}

} // namespace ast
} // namespace language
} // namespace dalembert
