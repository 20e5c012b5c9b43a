// Characters of other notations: LaTeX commands, degree signs, roots, fractions, dots above letters.
#include <dalembert/base/dimension.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/complaint.h>
#include <dalembert/language/notations.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr auto latex_names = std::to_array<std::string_view>(
    {"alpha", "beta",  "gamma", "delta",  "epsilon", "zeta",  "eta",  "theta", "iota",  "kappa", "lambda",
     "mu",    "nu",    "xi",    "pi",     "rho",     "sigma", "tau",  "phi",   "chi",   "psi",   "omega",
     "Gamma", "Delta", "Theta", "Lambda", "Xi",      "Sigma", "Phi",  "Psi",   "Omega", "sin",   "cos",
     "tan",   "exp",   "log",   "ln",     "sinh",    "cosh",  "tanh", "max",   "min"});

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Reads the LaTeX at the start of a text.
class LatexReader {
public:
  explicit LatexReader(std::string_view text) : text_(text) {}

  /// What the command stands for here, or nothing; `length()` characters of the text are read then.
  std::optional<std::string> command() {
    const std::string name = command_name();
    if (name == "dot" || name == "ddot") {
      const std::optional<std::string> of = argument();
      return of ? std::optional(*of + (name == "dot" ? "'" : "''")) : std::nullopt;
    }
    if (name == "frac" || name == "tfrac" || name == "dfrac") {
      const std::optional<std::string> above = argument();
      const std::optional<std::string> below = argument();
      return above && below ? std::optional(fmt::format("({})/({})", *above, *below)) : std::nullopt;
    }
    if (name == "sqrt") {
      const std::optional<std::string> of = argument();
      return of ? std::optional(fmt::format("sqrt({})", *of)) : std::nullopt;
    }
    if (name == "cdot" || name == "times") return "*";
    if (name == "left" || name == "right") return "";
    const std::string plain = name.starts_with("var") ? name.substr(3) : name;
    if (std::find(latex_names.begin(), latex_names.end(), plain) != latex_names.end()) return plain;
    return std::nullopt;
  }
  [[nodiscard]] std::size_t length() const { return at_; }

private:
  std::string command_name() {
    std::string name;
    ++at_; // the backslash
    while (at_ < text_.size() && is_letter(text_[at_]))
      name += text_[at_++];
    return name;
  }

  /// `{…}`, `\theta` or one letter.
  std::optional<std::string> argument() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
    if (at_ >= text_.size()) return std::nullopt;
    if (text_[at_] == '\\') return command();
    if (is_letter(text_[at_])) return std::string(1, text_[at_++]);
    if (text_[at_] != '{') return std::nullopt;
    int depth = 0;
    const std::size_t begin = at_ + 1;
    for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      depth += text_[at_] == '{' ? 1 : text_[at_] == '}' ? -1 : 0;
      if (depth > 0) continue;
      const std::string_view inside = text_.substr(begin, at_++ - begin);
      LatexReader inner(inside);
      if (inside.starts_with("\\"))
        if (std::optional<std::string> whole = inner.command(); whole && inner.length() == inside.size()) return whole;
      return std::string(inside);
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Diagnostic replaced(const TokenView& cursor, std::uint32_t begin, std::uint32_t end, std::string message,
                    std::string text) {
  Diagnostic d = complaint("E0101", cursor.span(cursor.peek().begin, end), std::move(message));
  d.help = fmt::format("write `{}`", text);
  d.edit = Edit{cursor.span(begin, end), std::move(text)};
  return d;
}

Diagnostic latex_command(const TokenView& cursor) {
  const Token& token = cursor.peek();
  LatexReader reader(cursor.rest(token));
  if (std::optional<std::string> meant = reader.command()) {
    const auto end = token.begin + static_cast<std::uint32_t>(reader.length());
    return replaced(cursor, token.begin, end, "LaTeX commands are not part of the language", std::move(*meant));
  }
  Diagnostic d = complaint("E0101", cursor.span(token), "LaTeX commands are not part of the language");
  d.help = "write names without a backslash, derivatives with primes, fractions with `/`";
  return d;
}

/// What dots above it make of a letter: the letter and how many primes.
struct Dotted {
  char32_t letter;
  int primes;
};

std::optional<Dotted> dotted(char32_t c) {
  constexpr auto table = std::to_array<std::pair<char32_t, Dotted>>(
      {{0x0227, {'a', 1}}, {0x1E03, {'b', 1}}, {0x010B, {'c', 1}}, {0x1E0B, {'d', 1}}, {0x0117, {'e', 1}},
       {0x1E1F, {'f', 1}}, {0x0121, {'g', 1}}, {0x1E23, {'h', 1}}, {0x1E41, {'m', 1}}, {0x1E45, {'n', 1}},
       {0x022F, {'o', 1}}, {0x1E57, {'p', 1}}, {0x1E59, {'r', 1}}, {0x1E61, {'s', 1}}, {0x1E6B, {'t', 1}},
       {0x1E87, {'w', 1}}, {0x1E8B, {'x', 1}}, {0x1E8F, {'y', 1}}, {0x017C, {'z', 1}}, {0x00E4, {'a', 2}},
       {0x00EB, {'e', 2}}, {0x1E27, {'h', 2}}, {0x00F6, {'o', 2}}, {0x1E97, {'t', 2}}, {0x00FC, {'u', 2}},
       {0x1E85, {'w', 2}}, {0x1E8D, {'x', 2}}, {0x00FF, {'y', 2}}});
  for (const auto& [character, meaning] : table)
    if (character == c) return meaning;
  return std::nullopt;
}

} // namespace

std::optional<std::string> without_dots(std::string_view word) {
  std::string out;
  int primes = 0;
  std::size_t letters = 0;
  for (std::size_t i = 0; i < word.size();) {
    const CodePoint c = decode(word, i);
    const std::string_view character = word.substr(i, c.length);
    i += c.length;
    const std::optional<Dotted> known = dotted(c.value);
    const bool is_mark = c.value == 0x0307 || c.value == 0x0308;
    if ((known || is_mark) && primes != 0) return std::nullopt;
    if (known && letters == 0) {
      primes = known->primes;
      out += static_cast<char>(known->letter);
    } else if (is_mark && letters > 0) {
      primes = c.value == 0x0307 ? 1 : 2;
      continue;
    } else if (known || is_foreign_letter(c.value)) {
      return std::nullopt;
    } else {
      out += character;
    }
    ++letters;
  }
  if (primes == 0) return std::nullopt;
  // An umlaut stands in a word, two dots above a letter that is a whole name.
  const bool may_be_umlaut = primes == 2 && std::string_view("aeiouy").find(out.front()) != std::string_view::npos;
  const bool is_one_letter = out.size() == 1 || !is_letter(out[1]);
  if (may_be_umlaut && !is_one_letter) return std::nullopt;
  return out + std::string(static_cast<std::size_t>(primes), '\'');
}

namespace {

/// A unit with the powers and products of typeset text in plain characters: kg·m²·s⁻¹.
std::string plain_unit(std::string_view unit) {
  std::string out;
  bool is_in_power = false;
  for (std::size_t i = 0; i < unit.size();) {
    const CodePoint c = decode(unit, i);
    const char raised = superscript(c.value);
    if (raised != 0 && !is_in_power) out += '^';
    is_in_power = raised != 0;
    if (raised != 0)
      out += raised;
    else if (c.value == U'·' || c.value == U'⋅' || c.value == U'×')
      out += '*';
    else if (c.value == U'−')
      out += '-';
    else
      out += unit.substr(i, c.length);
    i += c.length;
  }
  return out;
}

} // namespace

std::optional<std::string> corrected_unit(std::string_view written) {
  const std::string unit = plain_unit(written);
  std::string out;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool is_power = std::string_view(unit).substr(i).starts_with("**");
    if (is_power) ++i;
    const bool follows_letter = !out.empty() && is_letter(out.back());
    if (is_power)
      out += '^';
    else if (follows_letter && is_digit(static_cast<unsigned char>(unit[i])))
      out += fmt::format("^{}", unit[i]);
    else
      out += unit[i];
  }
  UnitError error;
  const bool is_unit = unit_length("[" + out + "]") == out.size() + 2 && parse_unit(out, error).has_value();
  if (out == written || !is_unit) return std::nullopt;
  return out;
}

std::optional<Diagnostic> foreign_sign(const TokenView& cursor) {
  const Token& token = cursor.peek();
  const std::string_view sign = cursor.text(token);
  const bool follows_number = cursor.index() > 0 && cursor.previous().kind == TokenKind::number;
  if (sign == "\\") return latex_command(cursor);
  if (follows_number && (sign == "°" || sign == "%")) {
    const std::string unit = sign == "°" ? "deg" : "%";
    Diagnostic d =
        replaced(cursor, cursor.previous().end, token.end, "a unit is written in brackets", fmt::format(" [{}]", unit));
    d.help = fmt::format("write {} [{}]", cursor.text(cursor.previous()), unit);
    return d;
  }
  constexpr auto plain = std::to_array<std::pair<std::string_view, std::string_view>>({{"″", "''"},
                                                                                       {"”", "''"},
                                                                                       {"‴", "'''"},
                                                                                       {"´", "'"},
                                                                                       {"`", "'"},
                                                                                       {"‘", "'"},
                                                                                       {"½", "(1/2)"},
                                                                                       {"¼", "(1/4)"},
                                                                                       {"¾", "(3/4)"},
                                                                                       {"⅓", "(1/3)"},
                                                                                       {"⅔", "(2/3)"},
                                                                                       {"∕", "/"},
                                                                                       {"⁄", "/"}});
  for (const auto& [foreign, text] : plain)
    if (sign == foreign)
      return replaced(cursor, token.begin, token.end, fmt::format("the character {} is written `{}` here", sign, text),
                      std::string(text));
  if (sign != "√") return std::nullopt;
  const Token& next = cursor.peek(1);
  if (next.kind == TokenKind::round_open)
    return replaced(cursor, token.begin, token.end, "a root is written `sqrt(…)`", "sqrt");
  if (next.kind != TokenKind::number && !cursor.is_name(next)) return std::nullopt;
  return replaced(cursor, token.begin, next.end, "a root is written `sqrt(…)`",
                  fmt::format("sqrt({})", cursor.text(next)));
}

} // namespace ast
} // namespace language
} // namespace dalembert
