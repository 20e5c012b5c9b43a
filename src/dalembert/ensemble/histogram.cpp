#include <dalembert/ensemble/histogram.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace ensemble {

namespace {

std::size_t usual_bins(std::size_t values) {
  const double rice = 2.0 * std::cbrt(static_cast<double>(values));
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(rice)), 10, 100);
}

} // namespace

std::vector<double> Histogram::edges() const {
  std::vector<double> out;
  const auto all = static_cast<double>(counts.size());
  for (std::size_t k = 0; k <= counts.size(); ++k)
    out.push_back(k == counts.size() ? high : low + (high - low) * (static_cast<double>(k) / all));
  return out;
}

Histograms::Histograms(const std::vector<HistogramRequest>& asked, const std::vector<MemberColumn>& columns) {
  for (const HistogramRequest& each : asked) {
    const auto found = std::ranges::find(columns, each.column, &MemberColumn::name);
    if (found == columns.end()) {
      std::string names;
      for (const MemberColumn& column : columns)
        names += (names.empty() ? "" : ", ") + column.name;
      throw OptionError(fmt::format("--histogram {}: no member has such a number; there are {}", each.column, names));
    }
    all_.push_back({each, static_cast<std::size_t>(found - columns.begin()), found->unit, {}, 0});
  }
}

void Histograms::add(const MemberResult& result) {
  const bool has_values = result.end == MemberEnd::completed || result.end == MemberEnd::stopped;
  for (Collected& each : all_)
    if (has_values && std::isfinite(result.values[each.column]))
      each.values.push_back(result.values[each.column]);
    else
      ++each.without;
}

std::vector<Histogram> Histograms::counted() const {
  std::vector<Histogram> out;
  for (const Collected& each : all_) {
    Histogram histogram{each.asked.column, each.unit, 0.0, 0.0, {}, each.without};
    if (!each.values.empty()) {
      const auto [low, high] = std::ranges::minmax(each.values);
      histogram.low = low;
      histogram.high = high;
      const std::size_t bins =
          low < high ? (each.asked.bins > 0 ? each.asked.bins : usual_bins(each.values.size())) : 1;
      histogram.counts.resize(bins);
      for (const double value : each.values) {
        const double part = low < high ? (value - low) / (high - low) : 0.0;
        ++histogram.counts[std::min(static_cast<std::size_t>(part * static_cast<double>(bins)), bins - 1)];
      }
    }
    out.push_back(std::move(histogram));
  }
  return out;
}

} // namespace ensemble
} // namespace dalembert
