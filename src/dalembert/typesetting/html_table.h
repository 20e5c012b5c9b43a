#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace typesetting {

/// A table of a page, in a box of its own that scrolls where the table is too wide. Cells are HTML.
class HtmlTable {
public:
  /// How a column is set: words to the left, prose in a column of some width, a list of values in a wide one; numbers
  /// to the right, all digits of one width.
  enum class Column : std::uint8_t { words, prose, list, numbers };
  /// How the table is printed on paper: a list of short rows may stand in two columns.
  enum class Layout : std::uint8_t { table, list };

  explicit HtmlTable(std::string_view caption, Layout layout = Layout::table) : caption_(caption), layout_(layout) {}

  void column(std::string_view heading, Column kind = Column::words);
  /// Adds a row, one cell for each column. Precondition: the columns are known.
  void row(const std::vector<std::string>& cells);
  [[nodiscard]] bool is_empty() const { return count_ == 0; }
  /// The table; rows beyond `most_rows` are counted. Empty without rows.
  [[nodiscard]] std::string text() const;

  static constexpr std::size_t most_rows = 60; ///< a family of hundreds says no more than its first members

private:
  std::string caption_;
  Layout layout_;
  std::vector<Column> kinds_;
  std::string head_;
  std::string body_;
  std::size_t count_ = 0;
};

/// The values of a column with as many decimals each, five digits for the largest; 0 where all are below `round_off`.
[[nodiscard]] std::vector<std::string> aligned_numbers(const std::vector<double>& values, double round_off);

} // namespace typesetting
} // namespace dalembert
