#include <dalembert/base/shown_text.h>
#include <dalembert/base/watch.h>
#include <dalembert/elaborate/names/table_file.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string_view unquoted(std::string_view text) {
  text = trimmed(text);
  const bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return is_quoted ? trimmed(text.substr(1, text.size() - 2)) : text;
}

/// Where the cell that starts at `at` ends: at the first of `separators` outside quotes, else at the end of the row.
/// Quotes count where a cell starts with one: in `5" pipe [m]` the mark is part of the name.
std::size_t cell_end(std::string_view row, std::size_t at, std::string_view separators) {
  const auto is_separator = [separators](char c) { return separators.find(c) != std::string_view::npos; };
  std::size_t i = at;
  while (i < row.size() && blanks.find(row[i]) != std::string_view::npos && !is_separator(row[i]))
    ++i;
  const bool has_quotes = i < row.size() && row[i] == '"';
  for (bool is_quoted = false; i < row.size(); ++i) {
    if (has_quotes && row[i] == '"') is_quoted = !is_quoted;
    if (!is_quoted && is_separator(row[i])) return i;
  }
  return row.size();
}

/// The separator of a table: a semicolon or a tab where its header has one outside quotes, else the comma.
char separator_of(std::string_view header) {
  std::string_view found;
  for (std::size_t at = 0; at < header.size(); ++at) {
    at = cell_end(header, at, ",;\t");
    if (at < header.size() && header[at] == ';') return ';';
    if (at < header.size() && header[at] == '\t') found = "\t";
  }
  return found.empty() ? ',' : found.front();
}

/// A cell in a message, where it is short enough to be one.
std::string shown_cell(std::string_view cell) {
  constexpr std::size_t longest = 24; // bytes: no more of another file is repeated
  return shown_text(cell.substr(0, longest)) + (cell.size() > longest ? "…" : "");
}

/// Reads all of `cell`; nothing where it is no decimal number.
std::optional<double> decimal(std::string_view cell, bool& is_beyond) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  const std::size_t digit = cell.starts_with('-') ? 1 : 0;
  const bool is_numeric = cell.size() > digit && (cell[digit] == '.' || (cell[digit] >= '0' && cell[digit] <= '9'));
  if (!is_numeric) return std::nullopt;
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (end != cell.data() + cell.size()) return std::nullopt;
  is_beyond = error == std::errc::result_out_of_range;
  return value;
}

bool has_decimal_comma(std::string_view cell) {
  std::string point(cell);
  const std::size_t comma = point.find(',');
  if (comma == std::string::npos) return false;
  point[comma] = '.';
  bool is_beyond = false;
  return decimal(point, is_beyond).has_value();
}

} // namespace

TableFile::TableFile(std::string name, std::string_view text) : name_(std::move(name)), text_(text) {
  if (text_.starts_with("\xEF\xBB\xBF")) begin_ = 3; // a byte order mark
  std::size_t line = 1;
  for (std::size_t at = 0; at < text_.size();) {
    const TextUnit unit = text_unit(text_, at);
    const bool is_control = unit.value < 0x20 && unit.value != '\n' && unit.value != '\r' && unit.value != '\t';
    if (!unit.is_valid || is_control) {
      fault_ = {"E0217", fmt::format("the table {} is not a text file: line {} contains {}", name_, line,
                                     unit.is_valid ? "a control character" : "bytes that are not UTF-8")};
      return;
    }
    if (text_[at] == '\n') ++line;
    at += unit.length;
    poll();
  }
  read_header();
}

std::optional<TableFile::Row> TableFile::next(std::size_t& at, std::size_t& line) const {
  while (at < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    const std::string_view row = trimmed(text_.substr(at, end - at));
    const std::string_view whole = text_.substr(at, end - at);
    at = end + 1;
    ++line;
    if (!row.empty() && row.front() != '#') return Row{whole, line};
  }
  return std::nullopt;
}

void TableFile::split(std::string_view row, std::vector<std::string_view>& cells) const {
  cells.clear();
  for (std::size_t begin = 0; begin <= row.size();) {
    const std::size_t end = cell_end(row, begin, {&separator_, 1});
    cells.push_back(row.substr(begin, end - begin));
    begin = end + 1;
  }
}

void TableFile::read_header() {
  const std::optional<Row> header = next(begin_, first_line_);
  if (!header) {
    fault_ = {"E0217", fmt::format("the table {} is empty", name_),
              "its first line names the columns and their units: `x [m], z [mm]`"};
    return;
  }
  separator_ = separator_of(header->text);
  std::vector<std::string_view> cells;
  split(header->text, cells);
  const std::string_view wanted = "the first line names each column and its unit: `x [m], z [mm]`; `[1]` for a number";
  bool is_beyond = false;
  if (std::ranges::all_of(cells, [&](std::string_view c) { return decimal(unquoted(c), is_beyond).has_value(); })) {
    fault_ = {"E0218", fmt::format("{}: the table has no header", place(*header)), std::string(wanted)};
    return;
  }
  for (const std::string_view cell : cells) {
    const std::string_view text = unquoted(cell);
    const std::size_t open = text.rfind('[');
    const bool has_unit = open != std::string_view::npos && text.ends_with(']');
    const std::string_view name = unquoted(has_unit ? text.substr(0, open) : text);
    const std::size_t number = columns_.size() + 1;
    if (name.empty() || !has_unit) {
      const std::string what = name.empty() ? fmt::format("column {} has no name", number)
                                            : fmt::format("column `{}` has no unit", shown_cell(name));
      fault_ = {"E0218", fmt::format("{}: {}", place(*header), what), std::string(wanted)};
      return;
    }
    if (std::ranges::any_of(columns_, [name](const Header& known) { return known.name == name; })) {
      fault_ = {"E0218", fmt::format("{}: two columns are called `{}`", place(*header), shown_cell(name))};
      return;
    }
    columns_.push_back({std::string(name), std::string(trimmed(text.substr(open + 1, text.size() - open - 2)))});
  }
  if (columns_.size() >= 2 && columns_.size() <= most_columns) return;
  fault_ = {
      "E0218",
      fmt::format("{}: the table has {} column{}", place(*header), columns_.size(), columns_.size() == 1 ? "" : "s"),
      columns_.size() == 1 ? "it needs two, the argument and the value, separated by a comma, a semicolon or a tab"
                           : fmt::format("at most {} are read", most_columns)};
}

std::string TableFile::place(const Row& row) const {
  return fmt::format("{}, line {}", name_, row.line);
}

std::optional<double> TableFile::number(std::string_view cell, const Row& row, Numbers& out) const {
  const std::string_view text = unquoted(cell);
  bool is_beyond = false;
  const std::optional<double> value = decimal(text, is_beyond);
  if (value && !is_beyond) return value;
  const auto column = static_cast<std::size_t>(cell.data() - row.text.data()) +
                      (text.empty() ? 1 : static_cast<std::size_t>(text.data() - cell.data()) + 1);
  const std::string at = fmt::format("{}, column {}", place(row), column);
  if (value)
    out.fault = {"E0219", fmt::format("{}: {} is too large or too small for a double", at, shown_cell(text))};
  else if (text.empty())
    out.fault = {"E0219", fmt::format("{}: a number is missing", at)};
  else if (has_decimal_comma(text))
    out.fault = {"E0219", fmt::format("{}: `{}` has a decimal comma", at, shown_cell(text)),
                 "numbers are written with a decimal point"};
  else
    out.fault = {"E0219", fmt::format("{}: expected a number, found `{}`", at, shown_cell(text)),
                 "every row contains finite numbers such as `1.5` or `2e-3`; lines that start with `#` are ignored"};
  return std::nullopt;
}

bool TableFile::read_row(const Row& row, std::size_t argument, std::size_t value, Numbers& out) const {
  std::size_t column = 0;
  std::string_view found[2];
  for (std::size_t begin = 0; begin <= row.text.size(); ++column) {
    const std::size_t end = cell_end(row.text, begin, {&separator_, 1});
    if (column == argument) found[0] = row.text.substr(begin, end - begin);
    if (column == value) found[1] = row.text.substr(begin, end - begin);
    begin = end + 1;
  }
  if (column != columns_.size()) {
    out.fault = {"E0219", fmt::format("{}: the row has {} cell{}, the header {}", place(row), column,
                                      column == 1 ? "" : "s", columns_.size())};
    if (separator_ == ',' && column == 2 * columns_.size())
      out.fault->help = "a comma separates cells; numbers are written with a decimal point";
    return false;
  }
  const std::optional<double> x = number(found[0], row, out);
  const std::optional<double> y = x ? number(found[1], row, out) : std::nullopt;
  if (!y) return false;
  if (!out.arguments.empty() && !(*x > out.arguments.back())) {
    out.fault = {"E0220",
                 fmt::format("{}: `{}` does not increase: {} comes after {}", place(row),
                             shown_cell(columns_[argument].name), *x, out.arguments.back()),
                 "the first column is the argument; its numbers must be strictly increasing"};
    return false;
  }
  out.arguments.push_back(*x);
  out.values.push_back(*y);
  return true;
}

TableFile::Numbers TableFile::read(std::size_t argument, std::size_t value) const {
  Numbers out;
  std::size_t at = begin_;
  std::size_t line = first_line_;
  while (const std::optional<Row> row = next(at, line)) {
    poll(row->text.size());
    if (out.arguments.size() == most_rows) {
      out.fault = {"E0217", fmt::format("the table {} has more than {} rows", name_, most_rows)};
      return out;
    }
    if (!read_row(*row, argument, value, out)) return out;
  }
  if (out.arguments.size() < 2)
    out.fault = {"E0220", fmt::format("the table {} has {} row{} of numbers; it needs two", name_,
                                      out.arguments.empty() ? "no" : "one", out.arguments.empty() ? "s" : "")};
  return out;
}

} // namespace elaboration
} // namespace dalembert
