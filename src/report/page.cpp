#include <dalembert/report/page.h>

#include <fmt/format.h>

namespace dalembert {

void Page::title(std::string_view name, std::string_view what) {
  out_ += paint(Ink::title, name, style_);
  if (!what.empty()) out_ += fmt::format("  {}", what);
  out_ += '\n';
}

void Page::label(std::string_view label) {
  out_ += padded(paint(Ink::label, label, style_), label_columns);
}

void Page::row(std::string_view label_text, std::string_view text) {
  label(label_text);
  for (const char c : wrapped(text, room())) {
    out_ += c;
    if (c == '\n') out_.append(label_columns, ' ');
  }
  out_ += '\n';
}

void Page::exact_row(std::string_view label_text, std::string_view text) {
  label(label_text);
  out_ += text;
  out_ += '\n';
}

void Page::gap() {
  if (!out_.empty()) out_ += '\n';
}

} // namespace dalembert
