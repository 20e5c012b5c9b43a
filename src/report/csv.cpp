#include <dalembert/base/errors.h>
#include <dalembert/report/csv.h>

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string_view>

namespace dalembert {

namespace {

std::string heading(const CsvColumn& column) {
  if (column.unit.empty() || column.unit == "1") return csv_field(column.name);
  return csv_field(fmt::format("{} [{}]", column.name, column.unit));
}

} // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string csv(const std::vector<CsvColumn>& columns) {
  std::string out;
  for (const CsvColumn& column : columns) {
    ENSURE(column.values.size() == columns.front().values.size());
    out += (&column == &columns.front() ? "" : ",") + heading(column);
  }
  out += '\n';
  const std::size_t rows = columns.empty() ? 0 : columns.front().values.size();
  for (std::size_t row = 0; row < rows; ++row)
    for (const CsvColumn& column : columns) {
      const double value = column.values[row];
      if (std::isfinite(value)) fmt::format_to(std::back_inserter(out), "{}", value);
      out += &column == &columns.back() ? '\n' : ',';
    }
  return out;
}

} // namespace dalembert
