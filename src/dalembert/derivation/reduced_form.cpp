#include <dalembert/derivation/form_sweeps.h>
#include <dalembert/derivation/reduced_form.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dalembert {
inline namespace derivation {

namespace {

/// The declared speeds, then every rate that is not one of the speeds.
void add_kinematic_parts(const System& system, const SpeedFrame& frame, MotionForm& form) {
  bool has_declared = false;
  for (std::size_t r = 0; r < frame.speeds.size(); ++r) {
    if (frame.coordinates[r] >= 0) continue;
    has_declared = true;
    form.parts.push_back({PartKind::speed, frame.names[r], {}, frame.values[r]});
  }
  for (std::size_t i = 0; i < frame.rates.size(); ++i) {
    if (std::ranges::find(frame.coordinates, static_cast<int>(i)) != frame.coordinates.end()) continue;
    form.parts.push_back({has_declared ? PartKind::kinematics : PartKind::dependent_rate,
                          system.coordinates[i].name + "'",
                          {},
                          frame.rates[i]});
  }
}

} // namespace

MotionForm form_on(const Equations& equations, const SpeedFrame& frame, std::string name) {
  const System& system = *equations.system;
  MotionForm form;
  form.system = equations.system;
  form.name = std::move(name);
  form.speeds = frame.speeds;
  form.speed_rates = frame.speed_rates;
  form.speed_values = frame.values;
  form.kinematic_matrix = frame.directions;
  form.kinematic_drift = frame.drift;
  form.rates = frame.rates;
  add_convective(equations, form);
  add_kinematic_parts(system, frame, form);
  if (system.constraints.empty())
    form.notes.emplace_back("no constraint: nothing is eliminated");
  else
    form.notes.push_back(fmt::format("independent speeds: {}", fmt::join(frame.names, ", ")));
  if (!frame.passed_by.empty())
    form.notes.push_back(fmt::format("not taken as speeds, being dependent on these or not linear in the rates: {}",
                                     fmt::join(frame.passed_by, ", ")));
  return form;
}

std::string label_of(const System& system, const SpeedFrame& frame, int r) {
  const int coordinate = frame.coordinates[static_cast<std::size_t>(r)];
  return coordinate < 0 ? frame.names[static_cast<std::size_t>(r)]
                        : system.coordinates[static_cast<std::size_t>(coordinate)].name;
}

} // namespace derivation
} // namespace dalembert
