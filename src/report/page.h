#pragma once

#include <dalembert/report/style.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace dalembert {

/// A page of text made of labelled rows: the label stands in a column of its own, what is said beside it, and further
/// lines of the same row under it.
class Page {
public:
  explicit Page(const Style& style) : style_(style) {}

  void title(std::string_view name, std::string_view what);
  /// Adds a row; an empty label continues the row above. Text that is too wide is broken at blanks.
  void row(std::string_view label, std::string_view text);
  /// Adds a row that is never broken.
  void exact_row(std::string_view label, std::string_view text);
  void gap();

  /// The columns that are left for the text of a row.
  [[nodiscard]] std::size_t room() const { return static_cast<std::size_t>(style_.width) - label_columns; }
  [[nodiscard]] const Style& style() const { return style_; }
  [[nodiscard]] std::string text() const { return out_; }

  static constexpr std::size_t label_columns = 15;

private:
  void label(std::string_view label);

  Style style_;
  std::string out_;
};

} // namespace dalembert
