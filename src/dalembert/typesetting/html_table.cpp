#include <dalembert/base/errors.h>
#include <dalembert/typesetting/html_table.h>

#include <fmt/format.h>

namespace dalembert::inline typesetting {

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

} // namespace dalembert::inline typesetting
