#include <dalembert/base/errors.h>
#include <dalembert/report/csv.h>

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace dalembert {
inline namespace report {

std::string csv_heading(const std::string& name, const std::string& unit) {
  return csv_field(unit.empty() || unit == "1" ? name : fmt::format("{} [{}]", name, unit));
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

void write_csv(const std::vector<CsvSource>& columns, std::size_t rows, const TextSink& sink) {
  TextPieces out(sink);
  for (const CsvSource& column : columns)
    out.add((&column == &columns.front() ? "" : ",") + csv_heading(column.name, column.unit));
  out.add("\n");
  for (std::size_t row = 0; row < rows; ++row)
    for (const CsvSource& column : columns) {
      const double value = column.value(row);
      if (std::isfinite(value)) out.add(fmt::format("{}", value));
      out.add(&column == &columns.back() ? "\n" : ",");
    }
  out.finish();
}

std::string csv(const std::vector<CsvColumn>& columns) {
  std::vector<CsvSource> sources;
  for (const CsvColumn& column : columns) {
    ENSURE(column.values.size() == columns.front().values.size());
    sources.push_back({column.name, column.unit, [&column](std::size_t row) { return column.values[row]; }});
  }
  std::string out;
  write_csv(sources, columns.empty() ? 0 : columns.front().values.size(), [&out](std::string_view s) { out += s; });
  return out;
}

} // namespace report
} // namespace dalembert
