// What a run says of its frictions.
#include <dalembert/simulation/phases/friction_phases.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace dalembert {
inline namespace simulation {

/// Says which frictions of one reaction do not act as one.
void FrictionPhases::warn_of_lines() {
  const System& system = engine_.system();
  const auto warn = [&](const SourceSpan& at, const std::string& names, std::string_view reason) {
    Diagnostic d;
    d.code = "W0835";
    d.severity = Severity::warning;
    d.span = at;
    d.message = fmt::format("the frictions {} of one reaction act along lines of their own, each with the whole bound, "
                            "and not as one friction of a slip in a plane: {}",
                            names, reason);
    d.help = "along two lines that slide together their force is larger than the coefficient times the reaction; give "
             "frictions that are meant so reactions of their own";
    result_.warnings.push_back(std::move(d));
  };
  for (const SlipPlane& plane : planes().refused())
    warn(system.frictions[plane[0]].span,
         fmt::format("{} and {}", system.frictions[plane[0]].name, system.frictions[plane[1]].name),
         "a coefficient is 0 at the start, or both slips are along one line");
  for (const std::size_t reaction : reactions_of_many_frictions(system)) {
    std::string names;
    const SourceSpan* at = nullptr;
    for (const Friction& friction : system.frictions) {
      if (static_cast<std::size_t>(friction.of) != reaction) continue;
      if (at == nullptr) at = &friction.span;
      names += (names.empty() ? "" : ", ") + friction.name;
    }
    warn(*at, names, "there are more than two");
  }
}

/// Notes which forces are open from here on; at the state at hand.
void FrictionPhases::note_open_forces() {
  result_.open_at_end = motion_.open_friction_forces();
  result_.open_at_end.add(contacts_.open_forces());
  result_.open_forces.add(result_.open_at_end);
}

/// Says once that slips which depend on one another leave the forces open.
void FrictionPhases::warn_of_undetermined(double t) {
  const auto is_open = [](const FrictionMode& mode) { return mode.leans() || mode.shares(); };
  if (is_warned_ || std::ranges::none_of(modes(), is_open)) return;
  is_warned_ = true;
  Diagnostic d;
  d.code = "W0828";
  d.severity = Severity::warning;
  std::string names;
  for (std::size_t f = 0; f < size(); ++f) {
    if (!modes()[f].holds()) continue;
    if (names.empty()) d.span = engine_.system().frictions[f].span;
    names += (names.empty() ? "" : ", ") + engine_.system().frictions[f].name;
  }
  d.message = fmt::format("the frictions {} stick from t = {:.6g} s, and their slips depend on one another: the model "
                          "does not determine their forces",
                          names, t);
  d.help = shares_forces() ? "the motion is unique; of the possible forces those farthest from the bounds are reported"
                           : "the motion is unique; of the possible forces one set is reported, with as many at their "
                             "bounds as are open";
  result_.warnings.push_back(std::move(d));
}

} // namespace simulation
} // namespace dalembert
