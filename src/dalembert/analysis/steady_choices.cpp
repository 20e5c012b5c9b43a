#include <dalembert/analysis/steady_choices.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace analysis {

std::optional<Expr> fixed_value(Graph& graph, SteadyChoice choice) {
  switch (choice) {
  case SteadyChoice::zero:
    return graph.zero();
  case SteadyChoice::quarter:
    return graph.scale(Rational(1, 2), graph.pi());
  case SteadyChoice::half:
    return graph.pi();
  case SteadyChoice::any:
  case SteadyChoice::solved:
    break;
  }
  return std::nullopt;
}

std::vector<std::vector<SteadyChoice>> steady_choices(const std::vector<bool>& angular, std::size_t speeds) {
  std::vector<std::vector<SteadyChoice>> out{{}};
  for (std::size_t place = 0; place < angular.size() + speeds; ++place) {
    std::vector<SteadyChoice> choices{SteadyChoice::any, SteadyChoice::solved, SteadyChoice::zero};
    if (place < angular.size() && angular[place])
      choices.insert(choices.end(), {SteadyChoice::quarter, SteadyChoice::half});
    std::vector<std::vector<SteadyChoice>> more;
    for (const std::vector<SteadyChoice>& begun : out)
      for (const SteadyChoice choice : choices) {
        more.push_back(begun);
        more.back().push_back(choice);
      }
    if (more.size() > most_steady_choices) return {};
    out = std::move(more);
  }
  const auto fixed = [](const std::vector<SteadyChoice>& choices) {
    return std::count_if(choices.begin(), choices.end(), [](SteadyChoice w) { return w != SteadyChoice::any; });
  };
  std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return fixed(a) < fixed(b); });
  return out;
}

} // namespace analysis
} // namespace dalembert
