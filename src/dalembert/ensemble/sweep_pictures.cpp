#include <dalembert/ensemble/sweep_pictures.h>
#include <dalembert/plot/heat_map.h>
#include <dalembert/plot/svg_plot.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace dalembert::inline ensemble {

namespace {

constexpr std::size_t most_drawn_members = 200'000;
constexpr std::size_t most_drawn_columns = 24;

/// True for final values; the end time and the extremes along a run are not drawn.
bool is_drawn_column(const MemberColumn& column) {
  return column.name != "t" && !column.name.ends_with(".min") && !column.name.ends_with(".max");
}

/// True where the values of an axis are the middles of cells of one size; those of a list may not be.
bool is_of_even_cells(const SweepAxis& axis) {
  constexpr double rounding = 1e-9;
  if (!axis.is_listed()) return true;
  const double step = axis.values[1] - axis.values[0];
  for (std::size_t k = 1; k < axis.values.size(); ++k)
    if (!(std::abs(axis.values[k] - axis.values[k - 1] - step) <= rounding * std::abs(step))) return false;
  return step > 0.0;
}

std::string file_name(const std::string& column) {
  std::string out = "map_";
  for (const char c : column)
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : c == '\'' ? 't' : '_';
  return out + ".svg";
}

} // namespace

SweepPictures::SweepPictures(const SweepPlan& plan, const std::vector<MemberColumn>& columns)
    : plan_(plan), columns_(columns) {
  const bool is_map = plan.axes.size() == 2 && !plan.is_random() && std::ranges::all_of(plan.axes, is_of_even_cells);
  if ((plan.axes.size() != 1 && !is_map) || plan.members() > most_drawn_members) return;
  for (std::size_t c = 0; c < columns.size() && drawn_columns_.size() < most_drawn_columns; ++c)
    if (is_drawn_column(columns[c])) drawn_columns_.push_back(c);
  values_.resize(drawn_columns_.size());
}

void SweepPictures::add(const MemberResult& result) {
  const bool has_values = result.end == MemberEnd::completed || result.end == MemberEnd::stopped;
  for (std::size_t k = 0; k < drawn_columns_.size(); ++k)
    values_[k].push_back(has_values ? result.values[drawn_columns_[k]] : std::numeric_limits<double>::quiet_NaN());
}

std::vector<SweepPicture> SweepPictures::drawn() const {
  std::vector<SweepPicture> out;
  if (drawn_columns_.empty() || values_.front().empty()) return out;
  if (plan_.axes.size() == 1) {
    out.push_back(curves());
    return out;
  }
  for (std::size_t k = 0; k < drawn_columns_.size(); ++k) {
    SweepPicture picture = map(k);
    const auto has_name = [&picture](const SweepPicture& other) { return other.name == picture.name; };
    if (std::ranges::any_of(out, has_name)) picture.name.insert(picture.name.size() - 4, fmt::format("_{}", k));
    out.push_back(std::move(picture));
  }
  return out;
}

SweepPicture SweepPictures::curves() const {
  const Sweep& varied = plan_.axes.front().varied;
  Figure figure;
  figure.title = "at the end";
  figure.x_label = varied.name;
  figure.x_unit = varied.measure.unit();
  const bool is_in_order = std::ranges::is_sorted(plan_.axes.front().values);
  figure.mark = plan_.is_random() || !is_in_order ? Figure::Mark::points : Figure::Mark::line;
  std::vector<double> given;
  for (std::size_t member = 0; member < values_.front().size(); ++member)
    given.push_back(plan_.values(member).front());
  for (std::size_t k = 0; k < drawn_columns_.size(); ++k) {
    const MemberColumn& column = columns_[drawn_columns_[k]];
    figure.series.push_back({column.name, column.unit, given, values_[k]});
  }
  return {"curves.svg", svg(figure)};
}

SweepPicture SweepPictures::map(std::size_t k) const {
  const auto axis_of = [](const SweepAxis& axis) {
    MapAxis out{axis.varied.name, axis.varied.measure.unit(), {}, axis.varied.initial ? "at the start" : ""};
    for (std::size_t i = 0; i < axis.varied.count; ++i)
      out.values.push_back(axis.even(i));
    return out;
  };
  const MemberColumn& column = columns_[drawn_columns_[k]];
  // The last axis is the fastest one.
  HeatMap map{axis_of(plan_.axes[1]), axis_of(plan_.axes[0]), column.name, column.unit, "at the end", values_[k]};
  map.values.resize(plan_.members(), std::numeric_limits<double>::quiet_NaN());
  return {file_name(column.name), svg(map)};
}

} // namespace dalembert::inline ensemble
