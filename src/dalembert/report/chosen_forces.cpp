#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/chosen_forces.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>

namespace dalembert {
inline namespace report {

bool is_chosen_force(const Overview& overview, std::size_t reaction) {
  if (overview.equations == nullptr) return false;
  const std::vector<Friction>& frictions = overview.study->system.frictions;
  const std::size_t reactions = overview.equations->reactions.size();
  if (reaction >= reactions && reaction - reactions < frictions.size())
    return is_chosen_force(overview, static_cast<std::size_t>(frictions[reaction - reactions].of));
  if (reaction >= reactions) return false;
  return overview.open_reactions[reaction] ||
         overview.equations->reactions[reaction].determination == Determination::combination;
}

std::vector<std::string> chosen_forces(const Overview& overview) {
  const QuantityNames names(overview.study->system);
  std::vector<std::string> out;
  for (std::size_t k = 0; k < names.multipliers.size() && k < overview.open_multipliers.size(); ++k)
    if (overview.open_multipliers[k]) out.push_back(names.multipliers[k]);
  for (std::size_t r = 0; r < names.reactions.size(); ++r)
    if (is_chosen_force(overview, r)) out.push_back(names.reactions[r]);
  return out;
}

std::vector<std::string> chosen_forces(const Overview& overview, const OpenForces& along) {
  std::vector<std::string> out = chosen_forces(overview);
  const QuantityNames names(overview.study->closed ? overview.study->closed->system : overview.study->system);
  const auto add = [&out](const std::vector<std::string>& all, const std::vector<bool>& open) {
    for (std::size_t i = 0; i < open.size(); ++i)
      if (open[i] && std::ranges::find(out, all[i]) == out.end()) out.push_back(all[i]);
  };
  add(names.multipliers, along.multipliers);
  add(names.reactions, along.reactions);
  return out;
}

std::string mark_of(const std::vector<std::string>& chosen, std::string_view force) {
  return std::ranges::find(chosen, force) == chosen.end() ? std::string() : " (not determined)";
}

std::vector<double> without_rounding(std::vector<double> values, const std::vector<std::string>& units,
                                     const std::vector<double>& scales) {
  constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();
  std::map<std::string, double> largest;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double& size = largest[units[i]];
    size = std::max({size, std::abs(values[i]), i < scales.size() ? std::abs(scales[i]) : 0.0});
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::abs(values[i]) <= rounding * largest[units[i]]) values[i] = 0.0;
  return values;
}

void mark_chosen_forces(const std::vector<std::string>& chosen, Figure& figure) {
  std::string names;
  for (const Series& curve : figure.series)
    if (!mark_of(chosen, curve.label).empty()) names += (names.empty() ? "" : ", ") + curve.label;
  if (!names.empty()) figure.title += (figure.title.empty() ? "" : "; ") + ("not determined: " + names);
}

} // namespace report
} // namespace dalembert
