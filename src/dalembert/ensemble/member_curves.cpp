#include <dalembert/ensemble/member_curves.h>

#include <algorithm>

namespace dalembert {
inline namespace ensemble {

std::vector<std::pair<std::size_t, const Quantity*>> curves_of(const Study& study, const Observed& observed) {
  std::vector<std::pair<std::size_t, const Quantity*>> out;
  const auto is_state = [&study](Expr e) {
    return std::ranges::any_of(study.system.coordinates,
                               [e](const Coordinate& q) { return q.position == e || q.rate == e; });
  };
  for (std::size_t p = 0; p < study.plots.size(); ++p)
    for (std::size_t k = 0; k < study.plots[p].curves.size(); ++k) {
      const Quantity& curve = study.plots[p].curves[k];
      const auto is_same = [&curve](const auto& known) { return known.second->value == curve.value; };
      if (!is_state(curve.value) && std::ranges::none_of(out, is_same)) out.emplace_back(observed.plots[p][k], &curve);
    }
  return out;
}

} // namespace ensemble
} // namespace dalembert
