#include <dalembert/ensemble/sweep_pictures.h>
#include <dalembert/plot/heat_map.h>
#include <dalembert/plot/svg_plot.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

namespace dalembert {
inline namespace ensemble {

namespace {

constexpr std::size_t most_drawn_members = 200'000;
constexpr std::size_t most_drawn_points = 20'000;
constexpr std::size_t most_drawn_cells = 400; // along an axis
constexpr std::size_t most_drawn_columns = 24;

/// True for final values; the end time and the extremes along a run are not drawn.
bool is_drawn_column(const MemberColumn& column) {
  return column.name != "t" && !column.name.ends_with(".min") && !column.name.ends_with(".max");
}

/// So that every n-th of `count` is no more than `most`.
std::size_t step_for(std::size_t count, std::size_t most) {
  return std::max<std::size_t>(1, (count + most - 1) / most);
}

MapAxis axis_over(const SweepAxis& axis) {
  return {axis.varied.name, axis.varied.measure.unit(), {}, axis.varied.initial ? "at the start" : ""};
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
  if (plan.axes.size() > 2) return;
  if (plan.axes.size() == 1 || is_of_points()) {
    step_ = step_for(plan.members(), is_of_points() ? most_drawn_points : most_drawn_members);
  } else {
    row_step_ = step_for(plan.axes[0].varied.count, most_drawn_cells);
    column_step_ = step_for(plan.axes[1].varied.count, most_drawn_cells);
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!is_drawn_column(columns[c])) continue;
    if (drawn_columns_.size() < most_drawn_columns)
      drawn_columns_.push_back(c);
    else
      ++without_picture_;
  }
  values_.resize(drawn_columns_.size());
}

bool SweepPictures::is_kept(std::size_t member) const {
  if (plan_.axes.size() == 1 || is_of_points()) return member % step_ == 0;
  const std::size_t columns = plan_.axes[1].varied.count;
  return member % columns % column_step_ == 0 && member / columns % row_step_ == 0;
}

std::string SweepPictures::remark() const {
  if (plan_.axes.size() > 2)
    return fmt::format("no maps: {} quantities are varied, and a picture has room for two", plan_.axes.size());
  std::string out;
  if (step_ > 1) out = fmt::format("one of {} members is drawn", step_);
  if (row_step_ > 1 || column_step_ > 1)
    out = fmt::format("of {} one of {} values is drawn, of {} one of {}", plan_.axes[0].varied.name, row_step_,
                      plan_.axes[1].varied.name, column_step_);
  if (without_picture_ > 0)
    out += fmt::format("{}{} more quantities stand in the table alone", out.empty() ? "" : "; ", without_picture_);
  return out;
}

void SweepPictures::add(const MemberResult& result) {
  if (!is_kept(added_++)) return;
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
  for (std::size_t kept = 0; kept < values_.front().size(); ++kept)
    given.push_back(plan_.values(kept * step_).front());
  for (std::size_t k = 0; k < drawn_columns_.size(); ++k) {
    const MemberColumn& column = columns_[drawn_columns_[k]];
    figure.series.push_back({column.name, column.unit, given, values_[k]});
  }
  return {"curves.svg", svg(figure)};
}

SweepPicture SweepPictures::map(std::size_t k) const {
  const MemberColumn& column = columns_[drawn_columns_[k]];
  // The last axis is the fastest one.
  HeatMap map{axis_over(plan_.axes[1]), axis_over(plan_.axes[0]), column.name, column.unit, "at the end", values_[k]};
  if (is_of_points()) {
    map.marks = HeatMap::Marks::points;
    for (std::size_t kept = 0; kept < map.values.size(); ++kept) {
      const std::vector<double> given = plan_.values(kept * step_);
      map.y.values.push_back(given[0]);
      map.x.values.push_back(given[1]);
    }
  } else {
    for (std::size_t i = 0; i < plan_.axes[0].varied.count; i += row_step_)
      map.y.values.push_back(plan_.axes[0].even(i));
    for (std::size_t i = 0; i < plan_.axes[1].varied.count; i += column_step_)
      map.x.values.push_back(plan_.axes[1].even(i));
    map.values.resize(map.x.values.size() * map.y.values.size(), std::numeric_limits<double>::quiet_NaN());
  }
  return {file_name(column.name), svg(map)};
}

} // namespace ensemble
} // namespace dalembert
