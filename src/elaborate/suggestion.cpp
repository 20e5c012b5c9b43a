#include <dalembert/elaborate/suggestion.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace dalembert::elaboration {

namespace {

constexpr int letter = 2;     // the cost of a wrong, missing or extra letter
constexpr int other_case = 1; // of a capital for a small letter, or of two letters exchanged

int replacement(char a, char b) {
  if (a == b) return 0;
  const bool same_letter = std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  return same_letter ? other_case : letter;
}

int distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1);
  std::vector<int> last(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    last[j] = static_cast<int>(j) * letter;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i) * letter;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j - 1] + replacement(a[i - 1], b[j - 1]), last[j] + letter, row[j - 1] + letter});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + other_case);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

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
    const int d = distance(word, candidate);
    if (d >= best) continue;
    best = d;
    nearest = candidate;
  }
  return nearest;
}

} // namespace dalembert::elaboration
