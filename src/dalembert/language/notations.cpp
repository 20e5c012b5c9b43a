#include <dalembert/base/dimension.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/complaint.h>
#include <dalembert/language/notations.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr auto applied_words = std::to_array<std::string_view>(
    {"sin", "cos",  "tan", "asin", "acos", "atan",   "sinh",   "cosh",   "tanh",  "exp",  "log",
     "ln",  "sqrt", "abs", "sign", "cot",  "arcsin", "arccos", "arctan", "log10", "asinh"});

bool is_here(const Token& token) {
  return TokenView::is_near(token, Break::forbidden);
}

/// The index behind the operand that starts at token `i`: a number with its unit, a name with indices, primes and
/// arguments, or a bracket; `i` where none starts.
std::size_t operand_end(const TokenView& cursor, std::size_t i) {
  const std::vector<std::uint32_t>& partner = cursor.all().partner;
  const Token& first = cursor.token(i);
  std::size_t end = i;
  if (first.kind == TokenKind::round_open && i < partner.size() && partner[i] > i)
    end = partner[i] + 1;
  else if (first.kind == TokenKind::number || cursor.is_name(first))
    end = i + 1;
  else
    return i;
  while (true) {
    const Token& next = cursor.token(end);
    const bool touches = next.gap == Gap::none;
    const bool is_bracket = next.kind == TokenKind::square_open || next.kind == TokenKind::round_open;
    const bool is_unit = first.kind == TokenKind::number && next.kind == TokenKind::square_open && is_here(next);
    const bool is_part = first.kind != TokenKind::number && touches && is_bracket;
    if ((is_part || is_unit) && end < partner.size() && partner[end] > end)
      end = partner[end] + 1;
    else if (touches && next.kind == TokenKind::prime)
      ++end;
    else
      return end;
  }
}

std::string text_of(const TokenView& cursor, std::size_t begin, std::size_t end) {
  return std::string(cursor.text(cursor.token(begin).begin, cursor.token(end - 1).end));
}

/// An operand as the argument of a function: between round brackets.
std::string as_argument(const TokenView& cursor, std::size_t begin, std::size_t end) {
  const std::string text = text_of(cursor, begin, end);
  const bool has_brackets = cursor.token(begin).kind == TokenKind::round_open && cursor.all().partner[begin] + 1 == end;
  return has_brackets ? text : "(" + text + ")";
}

/// True where what follows an argument without brackets might belong to it.
bool may_go_on(const TokenView& cursor, std::size_t begin, std::size_t end) {
  const Token& next = cursor.token(end);
  if (!is_here(next)) return false;
  switch (next.kind) {
  case TokenKind::caret:
  case TokenKind::superscript:
  case TokenKind::slash:
  case TokenKind::number:
  case TokenKind::round_open:
    return true;
  case TokenKind::star:
    return cursor.token(begin).kind == TokenKind::number ||
           !is_applied_without_brackets(cursor.text(cursor.token(end + 1)));
  case TokenKind::word:
    return cursor.is_name(next) && !is_applied_without_brackets(cursor.text(next));
  default:
    return false;
  }
}

/// True where a statement of the file declares `word`, or another file may.
bool is_declared(const TokenView& cursor, std::string_view word) {
  static constexpr auto lists = std::to_array<std::string_view>({"param", "coord", "count", "input", "speed"});
  static constexpr auto single = std::to_array<std::string_view>({"let", "function", "force", "reaction", "friction"});
  const auto is_one_of = [](const auto& words, std::string_view w) {
    return std::find(words.begin(), words.end(), w) != words.end();
  };
  const std::string name = normal_name(word);
  bool is_in_list = false;
  for (std::size_t i = 0; i + 1 < cursor.all().tokens.size(); ++i) {
    const Token& token = cursor.token(i);
    const bool starts = i == 0 || is_on_new_line(token) || cursor.token(i - 1).kind == TokenKind::semicolon;
    if (token.kind == TokenKind::word && cursor.text(token) == "include") return true;
    if (starts && !(i > 0 && cursor.token(i - 1).kind == TokenKind::comma))
      is_in_list = token.kind == TokenKind::word && is_one_of(lists, cursor.text(token));
    const bool follows_comma = token.kind == TokenKind::comma && is_in_list;
    const bool follows_word =
        starts && token.kind == TokenKind::word && (is_in_list || is_one_of(single, cursor.text(token)));
    const Token& next = cursor.token(i + 1);
    if ((follows_comma || follows_word) && next.kind == TokenKind::word && normal_name(cursor.text(next)) == name)
      return true;
  }
  return false;
}

/// Writes `text` instead of the tokens [begin, end).
Diagnostic instead(const TokenView& cursor, std::size_t begin, std::size_t end, std::string message,
                   const std::string& text) {
  const SourceSpan span = cursor.span(cursor.token(begin).begin, cursor.token(end - 1).end);
  Diagnostic d = complaint("E0108", span, std::move(message));
  d.help = fmt::format("write `{}`", text);
  d.edit = Edit{span, text};
  return d;
}

/// The number at `i` as an exponent: `^2` or ², and the index behind it.
struct Exponent {
  std::string text;
  std::size_t end = 0;
};

std::optional<Exponent> exponent_at(const TokenView& cursor, std::size_t i) {
  const Token& sign = cursor.token(i);
  if (sign.kind == TokenKind::superscript) {
    std::string digits;
    const std::string_view text = cursor.text(sign);
    for (std::size_t at = 0; at < text.size();) {
      const CodePoint c = decode(text, at);
      digits += superscript(c.value);
      at += c.length;
    }
    return Exponent{std::move(digits), i + 1};
  }
  if (sign.kind != TokenKind::caret) return std::nullopt;
  std::size_t end = i + 1;
  if (cursor.token(end).kind == TokenKind::minus) ++end;
  const Token& value = cursor.token(end);
  if (value.kind == TokenKind::number || cursor.is_name(value))
    ++end;
  else if (value.kind == TokenKind::round_open && cursor.all().partner[end] > end)
    end = cursor.all().partner[end] + 1;
  else
    return std::nullopt;
  return Exponent{text_of(cursor, i + 1, end), end};
}

/// `d^2theta/dt^2` and `d^2/dt^2 theta`, the word `d` being taken.
std::optional<Notation> second_derivative(const TokenView& cursor) {
  const std::size_t begin = cursor.index() - 1;
  const std::optional<Exponent> order = exponent_at(cursor, cursor.index());
  if (!order || order->text != "2") return std::nullopt;
  std::size_t operand = order->end;
  const bool is_before = cursor.token(operand).kind != TokenKind::slash;
  std::size_t at = is_before ? operand_end(cursor, operand) : operand;
  const std::size_t operand_ends = at;
  const bool is_by_time = cursor.token(at).kind == TokenKind::slash && cursor.text(cursor.token(at + 1)) == "dt";
  if (!is_by_time || (is_before && operand_ends == operand)) return std::nullopt;
  const std::optional<Exponent> below = exponent_at(cursor, at + 2);
  if (!below || below->text != "2") return std::nullopt;
  at = below->end;
  std::string what;
  if (is_before) {
    what = text_of(cursor, operand, operand_ends);
  } else {
    operand = at;
    at = operand_end(cursor, operand);
    if (at == operand) return std::nullopt;
    what = text_of(cursor, operand, at);
  }
  return Notation{instead(cursor, begin, at, "a time derivative is written with primes", what + "''"), at};
}

} // namespace

bool is_applied_without_brackets(std::string_view word) {
  return std::find(applied_words.begin(), applied_words.end(), word) != applied_words.end();
}

std::optional<Diagnostic> unbracketed_argument(const TokenView& cursor) {
  const std::size_t i = cursor.index();
  if (i == 0 || cursor.previous().kind != TokenKind::word) return std::nullopt;
  const std::string_view function = cursor.text(cursor.previous());
  if (!is_applied_without_brackets(function)) return std::nullopt;
  const std::size_t end = operand_end(cursor, i);
  if (end == i) return std::nullopt;
  const std::string argument = as_argument(cursor, i, end);
  Diagnostic d = complaint("E0108", cursor.span(cursor.token(i - 1).begin, cursor.token(end - 1).end),
                           fmt::format("the argument of `{}` needs parentheses", function));
  if (may_go_on(cursor, i, end)) {
    d.help = fmt::format("write `{}{}` if that is the whole argument", function, argument);
    return d;
  }
  d.help = fmt::format("write `{}{}`", function, argument);
  d.edit = Edit{cursor.span(cursor.previous().end, cursor.token(end - 1).end), argument};
  return d;
}

std::optional<Diagnostic> unbracketed_unit(const TokenView& cursor) {
  const std::size_t i = cursor.index();
  if (i == 0 || cursor.peek().kind != TokenKind::word) return std::nullopt;
  const Token& before = cursor.previous();
  const bool follows_number = before.kind == TokenKind::number;
  const bool follows_value = before.kind == TokenKind::round_close ||
                             (before.kind == TokenKind::word && normal_name(cursor.text(before)) == "pi");
  if (!follows_number && !follows_value) return std::nullopt;
  std::size_t end = i;
  bool has_new_word = false;
  bool has_new_word_so_far = false;
  constexpr std::size_t longest = 16; // tokens of a unit
  for (std::size_t k = i; k < i + longest && is_here(cursor.token(k)) && cursor.token(k).kind != TokenKind::end; ++k) {
    if (cursor.token(k).kind == TokenKind::word)
      has_new_word_so_far = has_new_word_so_far || !is_declared(cursor, cursor.text(cursor.token(k)));
    const std::string unit = text_of(cursor, i, k + 1);
    UnitError error;
    if (unit_length("[" + unit + "]") != unit.size() + 2 || !parse_unit(unit, error)) continue;
    end = k + 1;
    has_new_word = has_new_word_so_far;
  }
  if (end == i || !has_new_word) return std::nullopt;
  const std::string unit = text_of(cursor, i, end);
  // A letter in the middle of a product, or behind a fraction, is a name: 1/2 J*w^2.
  const Token& next = cursor.token(end);
  const bool goes_on = is_here(next) && (next.kind == TokenKind::star || next.kind == TokenKind::slash ||
                                         next.kind == TokenKind::caret || next.kind == TokenKind::prime ||
                                         next.kind == TokenKind::round_open || cursor.is_name(next));
  const bool is_below = i >= 2 && cursor.token(i - 2).kind == TokenKind::slash;
  if (unit.size() == 1 && (goes_on || is_below)) return std::nullopt;
  Diagnostic d =
      complaint("E0113", cursor.span(cursor.peek().begin, cursor.token(end - 1).end), "a unit is written in brackets");
  // Behind a divisor or an exponent the unit would be that of this number alone: pi/6 deg is pi/6*1 [deg].
  const bool is_inner = is_below || (i >= 2 && cursor.token(i - 2).kind == TokenKind::caret);
  const bool is_whole = follows_number && !is_inner;
  const std::string text = fmt::format("{} [{}]", is_whole ? "" : "*1", unit);
  d.help = is_whole ? fmt::format("write {} [{}]", cursor.text(before), unit)
                    : fmt::format("a unit follows a number: multiply by 1 [{}]", unit);
  d.edit = Edit{cursor.span(before.end, cursor.token(end - 1).end), text};
  return d;
}

std::optional<Diagnostic> grouped_digits(const TokenView& cursor) {
  const std::size_t i = cursor.index();
  if (i < 1) return std::nullopt;
  const Token& here = cursor.peek();
  const std::string_view text = cursor.text(here);
  std::size_t begin = i - 1;
  std::string number(cursor.text(cursor.token(begin)));
  if (here.gap != Gap::none) return std::nullopt;
  if (cursor.previous().kind == TokenKind::number && here.kind == TokenKind::word && text.front() == '_') {
    for (const char c : text) {
      if (c != '_' && !is_digit(static_cast<unsigned char>(c))) return std::nullopt;
      if (c != '_') number += c;
    }
  } else if (i >= 2 && cursor.previous().kind == TokenKind::prime && cursor.previous().gap == Gap::none &&
             cursor.token(i - 2).kind == TokenKind::number && here.kind == TokenKind::number && text.size() == 3) {
    begin = i - 2;
    number = std::string(cursor.text(cursor.token(begin))) + std::string(text);
  } else {
    return std::nullopt;
  }
  return instead(cursor, begin, i + 1, "the digits of a number are written without separators", number);
}

std::optional<Diagnostic> prefixed_derivative(const TokenView& cursor) {
  const std::size_t i = cursor.index();
  const bool follows = i >= 3 && cursor.text(cursor.previous()) == "dt" &&
                       cursor.token(i - 2).kind == TokenKind::slash && cursor.text(cursor.token(i - 3)) == "d";
  const std::size_t end = operand_end(cursor, i);
  if (!follows || end == i) return std::nullopt;
  return instead(cursor, i - 3, end, "a time derivative is written with a prime", text_of(cursor, i, end) + "'");
}

std::optional<Notation> power_of_word(const TokenView& cursor) {
  const std::size_t i = cursor.index();
  if (i == 0) return std::nullopt;
  const std::string_view function = cursor.text(cursor.previous());
  if (function == "d") return second_derivative(cursor);
  if (!is_applied_without_brackets(function)) return std::nullopt;
  const std::optional<Exponent> exponent = exponent_at(cursor, i);
  if (!exponent || !is_here(cursor.token(exponent->end))) return std::nullopt;
  const std::size_t end = operand_end(cursor, exponent->end);
  if (end == exponent->end) return std::nullopt;
  const std::string argument = as_argument(cursor, exponent->end, end);
  const std::string power = exponent->text;
  if (power == "-1" || power == "(-1)") {
    const bool has_inverse = function == "sin" || function == "cos" || function == "tan";
    const std::string message =
        fmt::format("the inverse of `{0}` is written `a{0}`, its reciprocal `1/{0}(…)`", function);
    Notation out{instead(cursor, i - 1, end, message, fmt::format("a{}{}", function, argument)), end};
    if (!has_inverse) {
      out.diagnostic.message = "a power is written after the parentheses of the function";
      out.diagnostic.help.clear();
      out.diagnostic.edit.reset();
    }
    return out;
  }
  return Notation{instead(cursor, i - 1, end, "a power is written after the parentheses of the function",
                          fmt::format("{}{}^{}", function, argument, power)),
                  end};
}

} // namespace ast
} // namespace language
} // namespace dalembert
