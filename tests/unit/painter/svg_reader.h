#pragma once

#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

// A small reader of the SVG that the painter writes.
namespace dalembert {

struct ReadElement {
  std::string name;
  std::string attributes; ///< as written
  std::string text;       ///< directly inside
  double dx = 0.0;        ///< shift by the groups around it, px
  double dy = 0.0;

  [[nodiscard]] std::string get(const std::string& key) const {
    const std::size_t at = (" " + attributes).find(" " + key + "=\"");
    if (at == std::string::npos) return {};
    const std::size_t start = at + key.size() + 2;
    return attributes.substr(start, attributes.find('"', start) - start);
  }
  [[nodiscard]] double number(const std::string& key) const { return std::strtod(get(key).c_str(), nullptr); }
  [[nodiscard]] bool has_class(const std::string& name_of_class) const {
    return (" " + get("class") + " ").find(" " + name_of_class + " ") != std::string::npos;
  }
};

/// The elements of a document; nothing where it is not well formed.
inline std::optional<std::vector<ReadElement>> read_svg(const std::string& document) {
  std::vector<ReadElement> out;
  std::vector<std::size_t> open;
  std::size_t at = 0;
  while (at < document.size()) {
    const std::size_t mark = document.find('<', at);
    const std::string text = document.substr(at, mark == std::string::npos ? mark : mark - at);
    if (text.find('>') != std::string::npos && (open.empty() || out[open.back()].name != "style")) return std::nullopt;
    for (const char c : text)
      if (static_cast<unsigned char>(c) < 0x20U && c != '\n' && c != '\t') return std::nullopt;
    for (std::size_t amp = text.find('&'); amp != std::string::npos; amp = text.find('&', amp + 1))
      if (const std::size_t end = text.find(';', amp); end == std::string::npos || end - amp > 8) return std::nullopt;
    if (!open.empty()) out[open.back()].text += text;
    if (mark == std::string::npos) break;
    const std::size_t end = document.find('>', mark);
    if (end == std::string::npos) return std::nullopt;
    std::string tag = document.substr(mark + 1, end - mark - 1);
    if (tag.find('<') != std::string::npos || tag.empty()) return std::nullopt;
    at = end + 1;
    if (tag.front() == '/') {
      if (open.empty() || out[open.back()].name != tag.substr(1)) return std::nullopt;
      open.pop_back();
      continue;
    }
    const bool is_closed = tag.back() == '/';
    if (is_closed) tag.pop_back();
    ReadElement element;
    const std::size_t blank = tag.find(' ');
    element.name = tag.substr(0, blank);
    if (blank != std::string::npos) element.attributes = tag.substr(blank + 1);
    std::size_t quotes = 0;
    for (const char c : element.attributes)
      quotes += c == '"' ? 1 : 0;
    if (quotes % 2 != 0) return std::nullopt;
    if (!open.empty()) {
      element.dx = out[open.back()].dx;
      element.dy = out[open.back()].dy;
    }
    if (const std::string shift = element.get("transform"); shift.starts_with("translate(")) {
      char* rest = nullptr;
      element.dx += std::strtod(shift.c_str() + 10, &rest);
      element.dy += std::strtod(rest, nullptr);
    }
    out.push_back(element);
    if (!is_closed) open.push_back(out.size() - 1);
  }
  if (!open.empty()) return std::nullopt;
  return out;
}

struct ReadSpot {
  double x = 0.0;
  double y = 0.0;
};

/// The points of path data, those between included; a circle gives its leftmost and its rightmost point.
inline std::vector<ReadSpot> read_path(const std::string& data) {
  std::vector<ReadSpot> out;
  ReadSpot now;
  ReadSpot start;
  const char* at = data.c_str();
  char letter = 'M';
  const auto number = [&at] {
    char* end = nullptr;
    const double value = std::strtod(at, &end);
    at = end;
    while (*at == ' ')
      ++at;
    return value;
  };
  const auto shift = [&](bool is_kept) {
    const double x = number();
    const double y = number();
    out.push_back({now.x + x, now.y + y});
    if (is_kept) now = out.back();
  };
  while (*at != '\0') {
    if (std::isalpha(static_cast<unsigned char>(*at)) != 0) letter = *at++;
    if (letter == 'M') {
      now.x = number();
      now.y = number();
      start = now;
      out.push_back(now);
    } else if (letter == 'l') {
      shift(true);
    } else if (letter == 'c') {
      shift(false);
      shift(false);
      shift(true);
    } else if (letter == 'a') {
      for (int i = 0; i < 5; ++i)
        static_cast<void>(number());
      shift(true);
    } else {
      now = start;
    }
  }
  return out;
}

/// The paths of one class.
inline std::vector<ReadElement> paths_with(const std::string& document, const std::string& name_of_class) {
  std::vector<ReadElement> out;
  const std::optional<std::vector<ReadElement>> read = read_svg(document);
  if (!read) return out;
  for (const ReadElement& element : *read)
    if (element.name == "path" && element.has_class(name_of_class)) out.push_back(element);
  return out;
}

} // namespace dalembert
