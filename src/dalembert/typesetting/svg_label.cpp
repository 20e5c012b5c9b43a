#include <dalembert/base/characters.h>
#include <dalembert/base/shown_text.h>
#include <dalembert/typesetting/svg_label.h>
#include <dalembert/typesetting/symbol.h>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace dalembert {

namespace {

enum class Piece { upright, italic, lowered, raised };

struct Chunk {
  Piece piece = Piece::upright;
  std::string text;
};

/// Cuts an expression into chunks of one kind of setting each.
class Typesetter {
public:
  explicit Typesetter(std::string_view text) : text_(text) {}

  std::vector<Chunk> chunks() {
    while (at_ < text_.size())
      next();
    return std::move(chunks_);
  }

private:
  void add(Piece piece, std::string_view text) {
    if (text.empty()) return;
    if (chunks_.empty() || chunks_.back().piece != piece) chunks_.push_back({piece, {}});
    chunks_.back().text += text;
  }

  void next() {
    const char c = text_[at_];
    if (starts_name(c)) return name();
    if (is_digit(c)) return number();
    if (c == '^' && exponent()) return;
    ++at_;
    if (c == '*')
      add(Piece::upright, "·");
    else if (c == ' ')
      add(Piece::upright, "\u00A0"); // a common blank would be lost beside a change of setting
    else if (c == '-')
      add(Piece::upright, "\u2212");
    else
      add(Piece::upright, std::string_view(&c, 1));
  }

  void number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.'))
      ++at_;
    add(Piece::upright, text_.substr(begin, at_ - begin));
  }

  /// A raised whole number; anything longer keeps its `^`.
  bool exponent() {
    std::size_t end = at_ + 1;
    if (end < text_.size() && text_[end] == '-') ++end;
    const std::size_t digits = end;
    while (end < text_.size() && is_digit(text_[end]))
      ++end;
    if (end == digits) return false;
    std::string raised(text_.substr(at_ + 1, end - at_ - 1));
    if (raised.front() == '-') raised.replace(0, 1, "\u2212");
    add(Piece::raised, raised);
    at_ = end;
    return true;
  }

  /// The whole of a name: `theta_1`, `lambda.blade`, `q[2]''`.
  std::string_view lexeme() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (continues_name(text_[at_]) || (text_[at_] == '.' && at_ + 1 < text_.size() && starts_name(text_[at_ + 1]))))
      ++at_;
    if (at_ < text_.size() && text_[at_] == '[')
      if (const std::size_t close = text_.find(']', at_); close != std::string_view::npos) at_ = close + 1;
    while (at_ < text_.size() && text_[at_] == '\'')
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void name() {
    const std::string_view whole = lexeme();
    if (at_ < text_.size() && text_[at_] == '(') return add(Piece::upright, whole);
    const Symbol s = symbol(whole);
    add(Piece::italic, unicode_name(std::string(s.head) + std::string(static_cast<std::size_t>(s.primes), '\'')));
    add(Piece::italic, s.tail);
    std::string below = s.subscript;
    if (!s.index.empty()) below += (below.empty() ? "" : ",") + std::string(s.index);
    std::string_view rest = below;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const std::string_view part = rest.substr(0, end);
      add(Piece::lowered, greek(part).empty() ? part : greek(part));
      if (end < rest.size()) add(Piece::lowered, ",");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Chunk> chunks_;
};

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
  for (const Chunk& chunk : Typesetter(expression).chunks()) {
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
  for (const Chunk& chunk : Typesetter(expression).chunks()) {
    const bool is_small = chunk.piece == Piece::lowered || chunk.piece == Piece::raised;
    width += average * (is_small ? 0.7 : 1.0) * static_cast<double>(characters(chunk.text));
  }
  return width;
}

} // namespace dalembert
