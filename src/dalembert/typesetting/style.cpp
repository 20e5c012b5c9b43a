#include <dalembert/typesetting/style.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace typesetting {

namespace {

std::string_view code(Ink ink) {
  switch (ink) {
  case Ink::plain:
    return "0";
  case Ink::title:
    return "1";
  case Ink::label:
    return "34";
  case Ink::good:
    return "32";
  case Ink::bad:
    return "1;31";
  case Ink::caution:
    return "33";
  case Ink::faint:
    return "2";
  }
  return "0";
}

/// The code point that starts at `at`, and its length in bytes; a stray byte counts as one character.
struct Character {
  char32_t value;
  std::size_t length;
};

Character character(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 1 || at + length > text.size()) return {lead, 1};
  char32_t value = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i)
    value = (value << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
  return {value, length};
}

bool is_combining(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x20D0 && c <= 0x20FF);
}

/// Bytes of the ANSI colour that starts at `at`, 0 where none does.
std::size_t escape_length(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "\033[") return 0;
  const std::size_t end = text.find('m', at);
  return end == std::string_view::npos ? 0 : end + 1 - at;
}

} // namespace

std::string paint(Ink ink, std::string_view text, const Style& style) {
  if (!style.color || ink == Ink::plain || text.empty()) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", code(ink), text);
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t escape = escape_length(text, i); escape > 0) {
      i += escape;
      continue;
    }
    const Character c = character(text, i);
    if (!is_combining(c.value)) ++columns;
    i += c.length;
  }
  return columns;
}

std::string padded(std::string_view text, std::size_t columns) {
  std::string out(text);
  const std::size_t width = display_width(text);
  if (width < columns) out.append(columns - width, ' ');
  return out;
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    const std::size_t width = display_width(word);
    if (column > 0 && column + 1 + width > columns) {
      out.erase(out.find_last_not_of(' ') + 1);
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

} // namespace typesetting
} // namespace dalembert
