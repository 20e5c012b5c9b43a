#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// What is wrong with a table, without its place in the model.
struct TableFault {
  std::string code;
  std::string message;
  std::string help = {};
};

/// The text of a table: a header line `x [m], z [mm]`, then rows of numbers with as many cells. Cells are separated by
/// commas, or by semicolons or tabs where the header has these. Empty lines and lines that start with `#` count for
/// nothing. The text outlives this.
class TableFile {
public:
  static constexpr std::size_t most_rows = 1'000'000;
  static constexpr std::size_t most_columns = 1000;

  struct Header {
    std::string name; ///< without its unit and quotes
    std::string unit; ///< without its brackets
  };

  /// Reads the header of `text`; `name` is what messages call the file.
  TableFile(std::string name, std::string_view text);

  [[nodiscard]] const std::optional<TableFault>& fault() const { return fault_; }
  [[nodiscard]] const std::vector<Header>& columns() const { return columns_; }

  /// Reads the numbers of two columns, each finite, those of `argument` rising from row to row, at least two.
  struct Numbers {
    std::vector<double> arguments;
    std::vector<double> values;
    std::optional<TableFault> fault;
  };
  [[nodiscard]] Numbers read(std::size_t argument, std::size_t value) const;

private:
  struct Row {
    std::string_view text;
    std::size_t line = 0; ///< from 1
  };
  /// Takes the next line that says something from `at` on; nothing at the end.
  [[nodiscard]] std::optional<Row> next(std::size_t& at, std::size_t& line) const;
  void read_header();
  void split(std::string_view row, std::vector<std::string_view>& cells) const;
  bool read_row(const Row& row, std::size_t argument, std::size_t value, Numbers& out) const;
  std::optional<double> number(std::string_view cell, const Row& row, Numbers& out) const;
  [[nodiscard]] std::string place(const Row& row) const;

  std::string name_;
  std::string_view text_;
  std::size_t begin_ = 0;      ///< of the rows
  std::size_t first_line_ = 0; ///< lines before them
  char separator_ = ',';
  std::vector<Header> columns_;
  std::optional<TableFault> fault_;
};

} // namespace elaboration
} // namespace dalembert
