#include <dalembert/base/random_stream.h>
#include <dalembert/ensemble/plan.h>
#include <dalembert/results/run_options.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace ensemble {

double SweepAxis::even(std::size_t k) const {
  if (is_listed()) return values[k];
  if (varied.count < 2) return mean;
  if (k + 1 == varied.count) return high;
  return low + (high - low) * (static_cast<double>(k) / static_cast<double>(varied.count - 1));
}

double SweepAxis::drawn(std::uint64_t seed, std::size_t member, std::size_t axis) const {
  // Streams with neighbouring numbers overlap, so each number is mixed first.
  const std::uint64_t of_member = RandomStream(RandomStream(seed)() ^ member)();
  RandomStream random(RandomStream(of_member ^ axis)());
  if (varied.choice == Sweep::Choice::uniform) return random.between(low, high);
  // Box and Muller 1958: √(−2·ln u)·cos(2π·w) is normal for u in (0, 1] and w in [0, 1).
  const double u = 1.0 - random.between(0.0, 1.0);
  const double w = random.between(0.0, 1.0);
  const double normal = std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * w);
  return mean + deviation * normal;
}

std::size_t SweepPlan::members() const {
  double count = static_cast<double>(draws);
  std::size_t out = draws;
  for (const SweepAxis& axis : axes) {
    if (axis.is_drawn()) continue;
    count *= static_cast<double>(axis.varied.count);
    if (count > static_cast<double>(most_members)) break;
    out *= axis.varied.count;
  }
  if (count > static_cast<double>(most_members))
    throw OptionError(fmt::format("a sweep has at most {} members; vary fewer values", most_members));
  return out;
}

std::vector<double> SweepPlan::values(std::size_t member) const {
  std::vector<double> out(axes.size());
  std::size_t rest = member / draws;
  for (std::size_t a = axes.size(); a-- > 0;) {
    const SweepAxis& axis = axes[a];
    if (axis.is_drawn()) {
      out[a] = axis.drawn(seed, member, a);
      continue;
    }
    out[a] = axis.even(rest % axis.varied.count);
    rest /= axis.varied.count;
  }
  return out;
}

bool SweepPlan::is_random() const {
  return std::ranges::any_of(axes, [](const SweepAxis& axis) { return axis.is_drawn(); });
}

} // namespace ensemble
} // namespace dalembert
