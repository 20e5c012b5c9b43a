#include <dalembert/ensemble/statistics_pictures.h>
#include <dalembert/plot/band_chart.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace dalembert {
inline namespace ensemble {

namespace {

constexpr std::size_t most_fans = 24;

/// The name of a picture that no other has yet.
std::string picture_name(const std::string& kind, const std::string& of, const std::vector<SweepPicture>& others) {
  std::string name = kind;
  for (const char c : of)
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : c == '\'' ? 't' : '_';
  const auto is_taken = [&others](const std::string& file) {
    return std::ranges::any_of(others, [&file](const SweepPicture& other) { return other.name == file; });
  };
  return is_taken(name + ".svg") ? fmt::format("{}_{}.svg", name, others.size()) : name + ".svg";
}

} // namespace

std::vector<SweepPicture> fan_charts(const RowStatistics& statistics, const RowLayout& layout) {
  static_assert(RowStatistics::quantiles == std::array{0.05, 0.25, 0.5, 0.75, 0.95});
  std::vector<SweepPicture> out;
  for (std::size_t q = 1; q + 1 < layout.width() && out.size() < most_fans; ++q) {
    const MemberColumn& quantity = layout.quantities[q];
    BandChart chart;
    chart.title = statistics.keeps_all() ? fmt::format("{} members", statistics.kept())
                                         : fmt::format("{} members drawn from all", statistics.kept());
    chart.x_label = layout.quantities.front().name;
    chart.x_unit = layout.quantities.front().unit;
    chart.y_label = quantity.name;
    chart.y_unit = quantity.unit;
    chart.x = layout.times;
    chart.bands = {{"5 % to 95 %", {}, {}}, {"25 % to 75 %", {}, {}}};
    chart.lines = {{"median", {}}, {"mean", {}}};
    for (std::size_t instant = 0; instant < layout.instants(); ++instant) {
      const auto at = statistics.quantiles_at(instant, q);
      chart.bands[0].low.push_back(at[0]);
      chart.bands[1].low.push_back(at[1]);
      chart.lines[0].y.push_back(at[2]);
      chart.bands[1].high.push_back(at[3]);
      chart.bands[0].high.push_back(at[4]);
      const InstantStatistics& all = statistics.at(instant, q);
      chart.lines[1].y.push_back(all.count > 0 ? all.mean : at[2]);
    }
    out.push_back({picture_name("fan_", quantity.name, out), svg(chart)});
  }
  return out;
}

std::vector<SweepPicture> histogram_pictures(const std::vector<Histogram>& histograms) {
  std::vector<SweepPicture> out;
  for (const Histogram& histogram : histograms) {
    BandChart chart;
    chart.x_label = histogram.column;
    chart.x_unit = histogram.unit;
    chart.y_label = "members";
    chart.bands = {{"", {}, {}}};
    const std::vector<double> edges = histogram.edges();
    std::size_t members = 0;
    for (std::size_t k = 0; k < histogram.counts.size(); ++k) {
      members += histogram.counts[k];
      for (const double edge : {edges[k], edges[k + 1]}) {
        chart.x.push_back(edge);
        chart.bands[0].low.push_back(0.0);
        chart.bands[0].high.push_back(static_cast<double>(histogram.counts[k]));
      }
    }
    chart.title = fmt::format("{} members, {} intervals", members, histogram.counts.size());
    chart.lines = {{"", chart.bands[0].high}};
    out.push_back({picture_name("histogram_", histogram.column, out), svg(chart)});
  }
  return out;
}

} // namespace ensemble
} // namespace dalembert
