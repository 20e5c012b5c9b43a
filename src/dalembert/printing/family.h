#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/typesetting/style.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace printing {

/// Declarations [begin, end) that are shown as one: members of one family, or a single name.
struct FamilyRun {
  std::size_t begin = 0;
  std::size_t end = 0;
  [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Cuts a list of declarations into runs: neighbours of one family for which `alike(i, i + 1)` holds stay together.
template <typename Item, typename Alike>
[[nodiscard]] std::vector<FamilyRun> family_runs(const std::vector<Item>& items, Alike&& alike) {
  std::vector<FamilyRun> runs;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool joins = i > 0 && !items[i].member.family.empty() &&
                       items[i].member.family == items[i - 1].member.family && alike(i - 1, i);
    if (joins)
      runs.back().end = i + 1;
    else
      runs.push_back({i, i + 1});
  }
  return runs;
}

/// Names a run: `theta`, or `link[1..10]` from its first and last member; with `primes` what is so often
/// differentiated.
[[nodiscard]] std::string run_name(const Declared& first, const Declared& last, const Style& style,
                                   std::size_t primes = 0);

} // namespace printing
} // namespace dalembert
