#pragma once

#include <dalembert/typesetting/text_pieces.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

/// One column of a table: values in `unit`.
struct CsvColumn {
  std::string name;
  std::string unit; ///< `1` or empty where there is none
  std::vector<double> values;
};

/// One column of a table that is not gathered: its value at a row.
struct CsvSource {
  std::string name;
  std::string unit; ///< `1` or empty where there is none
  std::function<double(std::size_t row)> value;
};

/// Writes columns of equal length as comma-separated values (RFC 4180, lines ended by '\n'): a header row `t [s],x
/// [m]`, then one row for each index. Numbers are the shortest that read back to the same double; what is not finite is
/// an empty field.
[[nodiscard]] std::string csv(const std::vector<CsvColumn>& columns);
/// The same in pieces, row by row.
void write_csv(const std::vector<CsvSource>& columns, std::size_t rows, const TextSink& sink);

/// Quotes `text` where a comma, a quote or a line end in it would be misread as the end of a field.
[[nodiscard]] std::string csv_field(std::string_view text);
/// The heading of a column, `t [s]`; without a unit where that is `1` or empty.
[[nodiscard]] std::string csv_heading(const std::string& name, const std::string& unit);

} // namespace report
} // namespace dalembert
