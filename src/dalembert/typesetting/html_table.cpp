#include <dalembert/base/errors.h>
#include <dalembert/typesetting/formula.h>
#include <dalembert/typesetting/html.h>
#include <dalembert/typesetting/html_table.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace typesetting {

namespace {

constexpr std::size_t rows_of_two_columns = 8;
constexpr std::size_t many_columns = 8; // set smaller on paper

std::string_view class_of(HtmlTable::Column kind) {
  switch (kind) {
  case HtmlTable::Column::words:
    break;
  case HtmlTable::Column::prose:
    return R"( class="prose")";
  case HtmlTable::Column::list:
    return R"( class="values")";
  case HtmlTable::Column::numbers:
    return R"( class="value")";
  }
  return {};
}

} // namespace

std::vector<std::string> aligned_numbers(const std::vector<double>& values, double round_off) {
  constexpr int digits = 5;
  constexpr double least = 1e-2;
  constexpr double most = 1e5;
  double largest = 0.0;
  for (const double value : values)
    largest = std::max(largest, std::abs(value));
  if (largest < round_off) return std::vector<std::string>(values.size(), "0");
  const bool is_plain = largest >= least && largest < most; // false where a value is not finite
  const int decimals = is_plain ? std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(largest)))) : 0;
  std::vector<std::string> out;
  for (const double value : values) {
    if (!is_plain) {
      out.push_back(number_text(value, html_style(), digits));
      continue;
    }
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.front() == '-')
      text = (text.find_first_not_of("-0.") == std::string::npos ? "" : "\u2212") + text.substr(1);
    out.push_back(std::move(text));
  }
  return out;
}

void HtmlTable::column(std::string_view heading, Column kind) {
  ENSURE(count_ == 0);
  kinds_.push_back(kind);
  head_ += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(kind), heading);
}

void HtmlTable::row(const std::vector<std::string>& cells) {
  ENSURE(cells.size() == kinds_.size());
  if (++count_ > most_rows) return;
  body_ += "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i)
    body_ += fmt::format("<td{}>{}</td>", class_of(kinds_[i]), cells[i]);
  body_ += "</tr>\n";
}

std::string HtmlTable::text() const {
  if (count_ == 0) return {};
  const bool is_list = layout_ == Layout::list && count_ >= rows_of_two_columns;
  std::string out = fmt::format("<div class=\"scroll{}{}\"><table>\n", is_list ? " list" : "",
                                kinds_.size() >= many_columns ? " wide" : "");
  if (!caption_.empty()) out += fmt::format("<caption>{}</caption>\n", caption_);
  out += fmt::format("<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table></div>\n", head_, body_);
  if (count_ > most_rows) out += fmt::format("<p class=\"soft\">and {} more</p>\n", count_ - most_rows);
  return out;
}

} // namespace typesetting
} // namespace dalembert
