#include <dalembert/base/errors.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/derivation/row_subset.h>

#include <algorithm>
#include <utility>

namespace dalembert {

std::shared_ptr<const Equations> derive_by(const Equations& equations, const std::vector<std::size_t>& rows) {
  ENSURE(equations.frictions.empty());
  const System& whole = *equations.system;
  System part = whole;
  part.constraints.clear();
  std::vector<int> place(whole.constraints.size(), -1);
  for (const std::size_t k : rows) {
    place[k] = static_cast<int>(part.constraints.size());
    part.constraints.push_back(whole.constraints[k]);
  }
  const auto is_left_out = [&place](int k) { return place[static_cast<std::size_t>(k)] < 0; };
  std::erase_if(part.reactions, [&](const Reaction& r) { return std::ranges::any_of(r.of, is_left_out); });
  for (Reaction& reaction : part.reactions)
    for (int& k : reaction.of)
      k = place[static_cast<std::size_t>(k)];
  part.impacts.clear();
  return std::make_shared<const Equations>(derive(std::make_shared<const System>(std::move(part))));
}

} // namespace dalembert
