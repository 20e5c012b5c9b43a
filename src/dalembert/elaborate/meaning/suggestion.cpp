#include <dalembert/base/edit_distance.h>
#include <dalembert/elaborate/meaning/suggestion.h>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr int letter = 2;
constexpr int other_case = 1; // or two letters exchanged

} // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t longest = 60;
  if (word.empty() || word.size() > longest) return {};
  // One slip in a word of up to three letters, two in one of up to eight, three beyond; a single letter may change
  // case.
  int best = word.size() == 1   ? other_case + 1
             : word.size() <= 3 ? letter + 1
             : word.size() <= 8 ? 2 * letter + 1
                                : 3 * letter + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest) continue;
    const int d = edit_distance(word, candidate, {letter, other_case, other_case});
    if (d >= best) continue;
    best = d;
    nearest = candidate;
  }
  return nearest;
}

} // namespace elaboration
} // namespace dalembert
