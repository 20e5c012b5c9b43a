#include <dalembert/base/dimension.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/complaint.h>
#include <dalembert/language/habits.h>
#include <dalembert/language/notations.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

bool touches(const Token& token) {
  return token.gap == Gap::none;
}

std::string superscript_digits(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode(text, i);
    digits += superscript(c.value);
    i += c.length;
  }
  return digits;
}

std::string_view plain_sign(TokenKind kind) {
  switch (kind) {
  case TokenKind::equal:
    return "=";
  case TokenKind::less_equal:
    return "<=";
  case TokenKind::greater_equal:
    return ">=";
  case TokenKind::caret:
    return "^";
  case TokenKind::minus:
    return "-";
  case TokenKind::star:
    return "*";
  case TokenKind::slash:
    return "/";
  case TokenKind::tilde:
    return "~";
  case TokenKind::prime:
    return "'";
  case TokenKind::range:
    return "..";
  default:
    return "";
  }
}

std::string_view meaning(TokenKind kind) {
  switch (kind) {
  case TokenKind::equal:
    return "equality is written `=`";
  case TokenKind::caret:
    return "a power is written `^`";
  case TokenKind::less_equal:
    return "\"at most\" is written `<=`";
  case TokenKind::greater_equal:
    return "\"at least\" is written `>=`";
  default:
    return "";
  }
}

/// `0,5` where a list cannot stand: the comma at or just before the current token.
std::optional<Diagnostic> decimal_comma(const TokenView& cursor) {
  const std::size_t at = cursor.index();
  std::size_t comma = at;
  while (comma > 0 && comma + 2 > at && cursor.token(comma).kind != TokenKind::comma)
    --comma;
  if (comma == 0 || cursor.token(comma).kind != TokenKind::comma) return std::nullopt;
  const Token& whole = cursor.token(comma - 1);
  const Token& fraction = cursor.token(comma + 1);
  const bool is_number = whole.kind == TokenKind::number && fraction.kind == TokenKind::number &&
                         touches(cursor.token(comma)) && touches(fraction);
  if (!is_number) return std::nullopt;
  Diagnostic d = complaint("E0111", cursor.span(whole.begin, fraction.end),
                           "a decimal fraction is written with a point, not a comma");
  d.help = fmt::format("write {}.{}", cursor.text(whole), cursor.text(fraction));
  d.edit = Edit{cursor.span(cursor.token(comma)), "."};
  return d;
}

/// `.5` and `1.`.
std::optional<Diagnostic> bare_point(const TokenView& cursor) {
  const Token& dot = cursor.peek();
  if (dot.kind != TokenKind::dot) return std::nullopt;
  const Token& next = cursor.peek(1);
  const bool is_operator =
      next.kind == TokenKind::star || next.kind == TokenKind::slash || next.kind == TokenKind::caret;
  if (is_operator && touches(next)) {
    Diagnostic d = complaint("E0108", cursor.span(dot.begin, next.end), "an operator has no point before it");
    d.help = fmt::format("write `{}`", cursor.text(next));
    d.edit = Edit{cursor.span(dot), ""};
    return d;
  }
  if (cursor.index() > 0 && cursor.previous().kind == TokenKind::range && touches(dot)) {
    Diagnostic d =
        complaint("E0108", cursor.span(cursor.previous().begin, dot.end), "a range is written with two dots");
    d.help = "write 1..n";
    d.edit = Edit{cursor.span(dot), ""};
    return d;
  }
  const bool follows_number = cursor.index() > 0 && cursor.previous().kind == TokenKind::number && touches(dot);
  const std::string_view before = follows_number ? cursor.text(cursor.previous()) : std::string_view();
  if (before.find_first_of(".eE") != std::string_view::npos) {
    Diagnostic d = complaint("E0112", cursor.span(cursor.previous().begin, touches(next) ? next.end : dot.end),
                             "a number has one decimal point, before its exponent");
    d.note = "one decimal point too many";
    return d;
  }
  if (next.kind == TokenKind::number && touches(next)) {
    Diagnostic d = complaint("E0112", cursor.span(dot.begin, next.end), "a number starts with a digit");
    d.help = fmt::format("write 0.{}", cursor.text(next));
    d.edit = Edit{cursor.span(dot.begin, dot.begin), "0"};
    return d;
  }
  if (follows_number) {
    Diagnostic d =
        complaint("E0112", cursor.span(cursor.previous().begin, dot.end), "a decimal point has digits on both sides");
    d.help = fmt::format("write {0}.0 or {0}", cursor.text(cursor.previous()));
    d.edit = Edit{cursor.span(dot), ".0"};
    return d;
  }
  return std::nullopt;
}

bool ends_operand(TokenKind kind) {
  return kind == TokenKind::word || kind == TokenKind::number || kind == TokenKind::prime || is_closer(kind);
}

/// A square bracket after a blank: an index that should touch, or a unit that is not allowed here.
Diagnostic detached_bracket(const TokenView& cursor) {
  const Token& token = cursor.peek();
  const std::uint32_t partner = cursor.all().partner[cursor.index()];
  const std::uint32_t end = partner > cursor.index() ? cursor.token(partner).end : token.end;
  const SourceSpan bracket = cursor.span(token.begin, end);
  if (cursor.previous().kind == TokenKind::number) {
    return unreadable_unit(cursor, bracket);
  }
  UnitError error;
  const bool is_unit = unit_length(cursor.rest(token)) != 0 && parse_unit(cursor.text(token.begin + 1, end - 1), error);
  if (!is_unit) {
    Diagnostic d = complaint("E0109", bracket, "no space is allowed between a name and its index");
    d.edit = Edit{cursor.span(cursor.previous().end, token.begin), ""};
    return d;
  }
  Diagnostic d = complaint("E0113", bracket, "a unit may only follow a number or a declared name");
  d.help = "a name or an expression already has its unit";
  d.edit = Edit{cursor.span(cursor.previous().end, end), ""};
  return d;
}

/// A bracket or prime that should touch what stands before it.
std::optional<Diagnostic> detached(const TokenView& cursor) {
  const Token& token = cursor.peek();
  if (token.gap != Gap::blanks || cursor.index() == 0 || !ends_operand(cursor.previous().kind)) return std::nullopt;
  if (token.kind == TokenKind::square_open) return detached_bracket(cursor);
  if (token.kind != TokenKind::prime && token.kind != TokenKind::dot) return std::nullopt;
  Diagnostic d =
      complaint("E0109", cursor.span(token), fmt::format("no space is allowed before `{}`", cursor.text(token)));
  d.edit = Edit{cursor.span(cursor.previous().end, token.begin), ""};
  return d;
}

} // namespace

Diagnostic unreadable_unit(const TokenView& cursor, SourceSpan bracket) {
  Diagnostic d = complaint("E0113", bracket, "this is not a valid unit");
  d.help = "units look like [kg*m^2], [m/s^2], [N*m*s/rad], [m^(1/2)], [deg]";
  const std::string_view inside = cursor.text(bracket.begin + 1, std::max(bracket.begin + 1, bracket.end - 1));
  if (const std::optional<std::string> unit = corrected_unit(inside)) {
    d.help = fmt::format("write [{}]", *unit);
    d.edit = Edit{bracket, fmt::format("[{}]", *unit)};
  }
  return d;
}

std::optional<Diagnostic> stray_character(const TokenView& cursor) {
  const Token& token = cursor.peek();
  if (token.kind == TokenKind::superscript) return lookalike(cursor, token);
  if (token.kind == TokenKind::other) {
    if (auto foreign = foreign_sign(cursor)) return foreign;
    Diagnostic d = complaint("E0101", cursor.span(token),
                             fmt::format("the character {} has no meaning here", shown(cursor.text(token))));
    if (cursor.text(token) == "%") d.help = "a comment starts with `#`; a percentage is a unit, `5 [%]`";
    if (cursor.text(token) == "\"") d.help = "a string is written between two double quotes on one line";
    if (cursor.text(token) == "\xC2\xA0") {
      d.message = "this is a no-break space (U+00A0)";
      d.help = "write an ordinary space";
      d.edit = Edit{d.span, " "};
    }
    return d;
  }
  return std::nullopt;
}

std::optional<Diagnostic> broken_line(const TokenView& cursor) {
  const Token& token = cursor.peek();
  const bool is_glue = token.kind == TokenKind::comma || token.kind == TokenKind::range ||
                       token.kind == TokenKind::caret || token.kind == TokenKind::colon ||
                       token.kind == TokenKind::curly_open;
  if (!is_glue || !is_on_new_line(token)) return std::nullopt;
  const std::string sign = shown(cursor.text(token));
  Diagnostic d = complaint("E0116", cursor.span(token), fmt::format("a line cannot start with `{}` here", sign));
  d.help = token.kind == TokenKind::comma ? "put the comma at the end of the line before"
                                          : fmt::format("put `{}` on the line before", sign);
  return d;
}

Diagnostic lookalike(const TokenView& cursor, const Token& token) {
  const std::string_view text = cursor.text(token);
  const SourceSpan span = cursor.span(token);
  if (token.kind == TokenKind::word) {
    if (const std::optional<std::string> plain = without_dots(text)) {
      Diagnostic dotted = complaint("E0101", span, "a time derivative is written with primes");
      dotted.help = fmt::format("write `{}`", *plain);
      dotted.edit = Edit{span, *plain};
      return dotted;
    }
    Diagnostic d =
        complaint("E0101", span, fmt::format("the name `{}` has letters that are neither Latin nor Greek", text));
    d.help = "names are made of A to Z, a to z, Greek letters, digits and _";
    return d;
  }
  if (token.kind == TokenKind::superscript) {
    const std::string digits = superscript_digits(text);
    Diagnostic d = complaint("E0108", span, fmt::format("a power is written `^{}`", digits));
    d.edit = Edit{span, "^" + digits};
    return d;
  }
  const std::string_view plain = plain_sign(token.kind);
  const std::string_view said = meaning(token.kind);
  const bool is_habit = static_cast<unsigned char>(text.front()) < 0x80;
  Diagnostic d = complaint(is_habit ? "E0108" : "E0101", span, std::string(said));
  if (said.empty() || !is_habit) d.message = fmt::format("the character {} is written `{}` here", shown(text), plain);
  d.help = fmt::format("write `{}` for `{}`", plain, shown(text));
  d.edit = Edit{span, std::string(plain)};
  return d;
}

std::optional<Diagnostic> habit(const TokenView& cursor) {
  if (auto d = decimal_comma(cursor)) return d;
  if (auto d = bare_point(cursor)) return d;
  if (auto d = stray_character(cursor)) return d;
  if (auto d = broken_line(cursor)) return d;
  return detached(cursor);
}

} // namespace ast
} // namespace language
} // namespace dalembert
