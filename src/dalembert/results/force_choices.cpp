#include <dalembert/results/force_choices.h>

#include <algorithm>
#include <cstddef>

namespace dalembert {
inline namespace results {

namespace {

void merge(std::vector<bool>& into, const std::vector<bool>& others) {
  into.resize(std::max(into.size(), others.size()), false);
  for (std::size_t i = 0; i < others.size(); ++i)
    if (others[i]) into[i] = true;
}

} // namespace

bool OpenForces::any() const {
  return std::ranges::find(multipliers, true) != multipliers.end() ||
         std::ranges::find(reactions, true) != reactions.end();
}

void OpenForces::add(const OpenForces& others) {
  merge(multipliers, others.multipliers);
  merge(reactions, others.reactions);
}

} // namespace results
} // namespace dalembert
