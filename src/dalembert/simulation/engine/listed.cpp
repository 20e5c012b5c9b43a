#include <dalembert/simulation/engine/listed.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  if (names.size() <= most + 1) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + most, ", "), names.size() - most);
}

void add_labels(Diagnostic& diagnostic, std::span<const SourceSpan> places, const std::string& words) {
  constexpr std::size_t most = 8;
  for (const SourceSpan& place : places.first(std::min(most, places.size())))
    diagnostic.labels.push_back({place, words});
}

} // namespace simulation
} // namespace dalembert
