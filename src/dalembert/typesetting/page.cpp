#include <dalembert/typesetting/page.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace typesetting {

namespace {

/// Starts the lines after the first where the text of a row starts.
std::string hanging(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '\n') out.append(Page::label_columns, ' ');
  }
  return out;
}

} // namespace

void Page::title(std::string_view name, std::string_view what) {
  rows_.push_back({PageRow::Kind::title, std::string(name), std::string(what)});
}

void Page::row(std::string_view label, std::string_view text) {
  rows_.push_back({PageRow::Kind::broken, std::string(label), std::string(text)});
}

void Page::exact_row(std::string_view label, std::string_view text) {
  rows_.push_back({PageRow::Kind::exact, std::string(label), std::string(text)});
}

void Page::gap() {
  if (!rows_.empty()) rows_.push_back({PageRow::Kind::gap, {}, {}});
}

std::string Page::text() const {
  std::string out;
  for (const PageRow& row : rows_) {
    const std::string label = padded(paint(Ink::label, row.label, style_), label_columns);
    switch (row.kind) {
    case PageRow::Kind::title:
      out += paint(Ink::title, row.label, style_);
      if (!row.text.empty()) out += fmt::format("  {}", row.text);
      break;
    case PageRow::Kind::broken:
      out += label + hanging(wrapped(row.text, room()));
      break;
    case PageRow::Kind::exact:
      out += label + row.text;
      break;
    case PageRow::Kind::gap:
      break;
    }
    out += '\n';
  }
  return out;
}

} // namespace typesetting
} // namespace dalembert
