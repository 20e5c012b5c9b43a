#include <dalembert/analysis/steady_ways.h>

#include <algorithm>
#include <utility>

namespace dalembert::inline analysis {

std::vector<std::vector<Way>> steady_ways(const std::vector<bool>& angular, std::size_t speeds) {
  std::vector<std::vector<Way>> out{{}};
  for (std::size_t place = 0; place < angular.size() + speeds; ++place) {
    std::vector<Way> ways{Way::any, Way::solved, Way::zero};
    if (place < angular.size() && angular[place]) ways.insert(ways.end(), {Way::quarter, Way::half});
    std::vector<std::vector<Way>> more;
    for (const std::vector<Way>& begun : out)
      for (const Way way : ways) {
        more.push_back(begun);
        more.back().push_back(way);
      }
    if (more.size() > most_steady_ways) return {};
    out = std::move(more);
  }
  const auto fixed = [](const std::vector<Way>& ways) {
    return std::count_if(ways.begin(), ways.end(), [](Way w) { return w != Way::any; });
  };
  std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return fixed(a) < fixed(b); });
  return out;
}

} // namespace dalembert::inline analysis
