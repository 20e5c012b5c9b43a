#pragma once

#include <dalembert/typesetting/style.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace typesetting {

/// A row of a page. A gap has neither label nor text; a title has its name as label.
struct PageRow {
  enum class Kind { title, broken, exact, gap };
  Kind kind = Kind::broken;
  std::string label;
  std::string text;
};

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
  /// Takes all rows away.
  void clear() { rows_.clear(); }

  /// The columns that are left for the text of a row.
  [[nodiscard]] std::size_t room() const { return static_cast<std::size_t>(style_.width) - label_columns; }
  [[nodiscard]] const Style& style() const { return style_; }
  [[nodiscard]] const std::vector<PageRow>& rows() const { return rows_; }
  /// The page for a terminal.
  [[nodiscard]] std::string text() const;

  static constexpr std::size_t label_columns = 15;

private:
  Style style_;
  std::vector<PageRow> rows_;
};

} // namespace typesetting
} // namespace dalembert
