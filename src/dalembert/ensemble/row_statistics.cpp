#include <dalembert/base/random_stream.h>
#include <dalembert/ensemble/row_statistics.h>
#include <dalembert/report/csv.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace dalembert {
inline namespace ensemble {

void InstantStatistics::add(double value) {
  if (!std::isfinite(value)) return;
  least = count == 0 ? value : std::min(least, value);
  greatest = count == 0 ? value : std::max(greatest, value);
  ++count;
  // Welford 1962, as for the columns.
  const double before = value - mean;
  mean += before / static_cast<double>(count);
  squares += before * (value - mean);
}

double InstantStatistics::deviation() const {
  return count < 2 ? 0.0 : std::sqrt(squares / static_cast<double>(count - 1));
}

RowStatistics::RowStatistics(const RowLayout& layout, std::size_t members)
    : times_(layout.times),
      instants_(layout.instants()),
      width_(layout.width()),
      members_(members),
      stretches_(std::clamp<std::size_t>(most_kept_bytes / (sizeof(double) * instants_ * width_), 1, members)),
      all_(instants_ * width_) {}

bool RowStatistics::is_kept(std::size_t member) const {
  if (keeps_all()) return true;
  // Of the members of one stretch that whose number is drawn.
  const auto first_of = [this](std::size_t stretch) {
    return static_cast<std::size_t>(static_cast<double>(stretch) * static_cast<double>(members_) /
                                    static_cast<double>(stretches_));
  };
  auto stretch = static_cast<std::size_t>(static_cast<double>(member) * static_cast<double>(stretches_) /
                                          static_cast<double>(members_));
  while (first_of(stretch) > member)
    --stretch;
  while (stretch + 1 < stretches_ && first_of(stretch + 1) <= member)
    ++stretch;
  const std::size_t first = first_of(stretch);
  const std::size_t end = stretch + 1 < stretches_ ? first_of(stretch + 1) : members_;
  const std::uint64_t mixed = RandomStream(stretch)();
  RandomStream random(mixed);
  return member - first == random() % (end - first);
}

void RowStatistics::add(std::size_t member, const MemberResult& result) {
  if (result.end == MemberEnd::failed || result.end == MemberEnd::refused) return;
  const std::size_t planned = std::min(result.rows.planned, instants_);
  for (std::size_t instant = 0; instant < planned; ++instant)
    if (result.rows.values[instant * width_] != times_[instant])
      throw OptionError(
          fmt::format("--statistics compares the members at the same instants, and those of member {} are "
                      "others than those of the model: its end follows what is varied; give all one end "
                      "with --to",
                      member));
  for (std::size_t place = 0; place < planned * width_; ++place)
    all_[place].add(result.rows.values[place]);
  if (is_kept(member))
    kept_.emplace_back(result.rows.values.begin(),
                       result.rows.values.begin() + static_cast<std::ptrdiff_t>(planned * width_));
}

std::array<double, RowStatistics::quantiles.size()> RowStatistics::quantiles_at(std::size_t instant,
                                                                                std::size_t quantity) const {
  std::array<double, quantiles.size()> out{};
  out.fill(std::numeric_limits<double>::quiet_NaN());
  const std::size_t place = instant * width_ + quantity;
  std::vector<double> values;
  for (const std::vector<double>& member : kept_)
    if (place < member.size() && std::isfinite(member[place])) values.push_back(member[place]);
  if (values.empty()) return out;
  std::ranges::sort(values);
  for (std::size_t k = 0; k < quantiles.size(); ++k) {
    const double at = quantiles[k] * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    out[k] = values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
  }
  return out;
}

std::string statistics_csv(const RowStatistics& statistics, const RowLayout& layout) {
  std::string out = csv_heading(layout.quantities.front().name, layout.quantities.front().unit);
  for (std::size_t q = 1; q < layout.width(); ++q) {
    const MemberColumn& quantity = layout.quantities[q];
    out += "," + csv_heading(quantity.name + " count", "");
    for (const char* what : {"mean", "deviation", "least", "greatest"})
      out += "," + csv_heading(quantity.name + " " + what, quantity.unit);
    for (const double quantile : RowStatistics::quantiles)
      out += "," + csv_heading(fmt::format("{} q{}", quantity.name, quantile), quantity.unit);
  }
  out += "\n";
  const auto number = [](double value) { return std::isfinite(value) ? fmt::format(",{}", value) : std::string(","); };
  for (std::size_t instant = 0; instant < layout.instants(); ++instant) {
    out += fmt::format("{}", layout.times[instant]);
    for (std::size_t q = 1; q < layout.width(); ++q) {
      const InstantStatistics& all = statistics.at(instant, q);
      constexpr double none = std::numeric_limits<double>::quiet_NaN();
      out += fmt::format(",{}", all.count);
      for (const double value : {all.mean, all.deviation(), all.least, all.greatest})
        out += number(all.count > 0 ? value : none);
      for (const double value : statistics.quantiles_at(instant, q))
        out += number(value);
    }
    out += "\n";
  }
  return out;
}

} // namespace ensemble
} // namespace dalembert
