#include <dalembert/base/edit_distance.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace base {

namespace {

int replacement(char a, char b, const SlipCosts& costs) {
  if (a == b) return 0;
  const bool is_same_letter =
      std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  return is_same_letter ? costs.other_case : costs.letter;
}

} // namespace

int edit_distance(std::string_view a, std::string_view b, const SlipCosts& costs) {
  std::vector<int> before(b.size() + 1);
  std::vector<int> last(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    last[j] = static_cast<int>(j) * costs.letter;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i) * costs.letter;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min(
          {last[j - 1] + replacement(a[i - 1], b[j - 1], costs), last[j] + costs.letter, row[j - 1] + costs.letter});
      const bool is_exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_exchanged) row[j] = std::min(row[j], before[j - 2] + costs.exchanged);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

} // namespace base
} // namespace dalembert
