#include <dalembert/base/characters.h>
#include <dalembert/base/shown_text.h>
#include <dalembert/typesetting/formula_reader.h>
#include <dalembert/typesetting/svg_label.h>
#include <dalembert/typesetting/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace typesetting {

namespace {

enum class Piece { roman, italic, lowered, raised };

struct Chunk {
  Piece piece = Piece::roman;
  std::string text;
};

/// Cuts a formula into chunks of one kind of setting each.
class Typesetter {
public:
  void add(const Formula& formula) {
    switch (formula.kind) {
    case Formula::Kind::number:
      return add(Piece::roman, formula.text);
    case Formula::Kind::name:
      return name(formula.text);
    case Formula::Kind::row:
    case Formula::Kind::product:
      return row(formula.parts);
    case Formula::Kind::power:
      add(formula.parts[0]);
      return exponent(formula.parts[1]);
    case Formula::Kind::call:
      add(Piece::roman, formula.text);
      [[fallthrough]];
    case Formula::Kind::fenced:
      add(Piece::roman, "(");
      add(formula.parts.front());
      return add(Piece::roman, ")");
    case Formula::Kind::primed:
      add(formula.parts.front());
      return signs(formula.text);
    case Formula::Kind::range:
      add(formula.parts[0]);
      return signs(formula.text + written(formula.parts[1]) + ".." + written(formula.parts[2]));
    case Formula::Kind::big_sum:
      add(Piece::roman, "sum(");
      add(formula.parts[0]);
      signs(formula.text);
      add(formula.parts[1]);
      return add(Piece::roman, ")");
    default:
      return signs(formula.text);
    }
  }

  std::vector<Chunk> chunks() { return std::move(chunks_); }

private:
  void add(Piece piece, std::string_view text) {
    if (text.empty()) return;
    if (chunks_.empty() || chunks_.back().piece != piece) chunks_.push_back({piece, {}});
    chunks_.back().text += text;
  }

  void row(const std::vector<Formula>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool opens = parts[i].is(Formula::Kind::name) && i + 1 < parts.size() && parts[i + 1].text == "(";
      if (opens)
        add(Piece::roman, parts[i].text); // a function whose bracket does not close
      else
        add(parts[i]);
    }
  }

  void signs(std::string_view text) {
    for (const char c : text)
      add(Piece::roman, c == '*'   ? std::string_view("·")
                        : c == ' ' ? std::string_view("\u00A0") // a common blank is lost beside a change of setting
                        : c == '-' ? std::string_view("\u2212")
                                   : std::string_view(&c, 1));
  }

  /// A raised whole number; anything longer keeps its `^`.
  void exponent(const Formula& exponent) {
    const bool is_negative = exponent.is(Formula::Kind::row);
    const Formula& digits = is_negative ? exponent.parts.back() : exponent;
    if (digits.is(Formula::Kind::number)) return add(Piece::raised, (is_negative ? "\u2212" : "") + digits.text);
    signs("^");
    add(exponent);
  }

  void name(std::string_view whole) {
    const Symbol s = symbol(whole);
    const bool is_word = s.head.size() > 1 && greek(s.head).empty();
    add(is_word ? Piece::roman : Piece::italic,
        unicode_name(std::string(s.head) + std::string(static_cast<std::size_t>(s.primes), '\'')));
    std::string below(s.tail);
    for (const std::string_view part : {std::string_view(s.subscript), std::string_view(s.index)})
      if (!part.empty()) below += (below.empty() ? "" : ",") + std::string(part);
    bool is_first = true;
    for (const SubscriptPart& part : subscript_parts(below)) {
      if (!std::exchange(is_first, false)) add(Piece::lowered, ",");
      const std::string_view in_greek = greek(part.letters);
      add(Piece::lowered, in_greek.empty() ? part.letters : in_greek);
      add(Piece::lowered, part.below);
    }
  }

  std::vector<Chunk> chunks_;
};

std::vector<Chunk> chunks_of(std::string_view expression) {
  Typesetter typesetter;
  typesetter.add(read_formula(expression));
  return typesetter.chunks();
}

std::size_t characters(std::string_view text) {
  // Continuation bytes and combining dots take no room of their own.
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte & 0xC0U) != 0x80U && byte != 0xCCU;
  }));
}

} // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const TextUnit unit = text_unit(text, i);
    const char c = unit.length == 1 && unit.is_valid ? text[i] : '\0';
    i += unit.length;
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      // XML forbids control characters, also as references; what turns the direction of writing is shown.
      if (unit.is_valid && unit.value < 0x20U && c != '\t' && c != '\n') break;
      out += !unit.is_valid          ? std::string("\uFFFD")
             : is_obeyed(unit.value) ? fmt::format("\u27E8U+{:04X}\u27E9", static_cast<unsigned>(unit.value))
                                     : std::string(text.substr(i - unit.length, unit.length));
    }
  }
  return out;
}

std::string svg_unit(std::string_view unit) {
  std::string out;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] == '*')
      out += "·";
    else if (unit[i] == '^' && i + 1 < unit.size() && (is_digit(unit[i + 1]) || unit[i + 1] == '-')) {
      const std::size_t end = std::min(unit.find_first_not_of("-0123456789", i + 1), unit.size());
      out += superscript(unit.substr(i + 1, end - i - 1));
      i = end - 1;
    } else
      out += is_letter(unit[i]) ? std::string(1, unit[i]) : xml_escaped(unit.substr(i, 1));
  }
  return out;
}

std::string svg_label(std::string_view expression, std::string_view behind) {
  // dy moves all that follows, in ems of its own chunk: small chunks are set at 70 %.
  constexpr double lowered_by = 0.25;
  constexpr double raised_by = -0.4;
  constexpr double small = 0.7;
  std::string out;
  double level = 0.0;
  for (const Chunk& chunk : chunks_of(expression)) {
    const bool is_small = chunk.piece == Piece::lowered || chunk.piece == Piece::raised;
    const double wanted = !is_small ? 0.0 : chunk.piece == Piece::lowered ? lowered_by : raised_by;
    std::string attributes;
    if (chunk.piece == Piece::italic) attributes += " font-style=\"italic\"";
    if (is_small) attributes += " font-size=\"70%\"";
    if (wanted != level) attributes += fmt::format(" dy=\"{:.3g}em\"", (wanted - level) / (is_small ? small : 1.0));
    level = wanted;
    const std::string text = xml_escaped(chunk.text);
    out += attributes.empty() ? text : fmt::format("<tspan{}>{}</tspan>", attributes, text);
  }
  if (level == 0.0 || behind.empty()) return out.append(behind);
  return out + fmt::format("<tspan dy=\"{:.3g}em\">{}</tspan>", -level, behind);
}

double label_width(std::string_view expression) {
  constexpr double average = 0.58; // of the characters of a sans-serif face
  double width = 0.0;
  for (const Chunk& chunk : chunks_of(expression)) {
    const bool is_small = chunk.piece == Piece::lowered || chunk.piece == Piece::raised;
    width += average * (is_small ? 0.7 : 1.0) * static_cast<double>(characters(chunk.text));
  }
  return width;
}

} // namespace typesetting
} // namespace dalembert
