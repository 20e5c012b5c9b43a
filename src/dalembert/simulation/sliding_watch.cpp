#include <dalembert/numerics/root.h>
#include <dalembert/simulation/sliding_watch.h>

#include <fmt/format.h>

namespace dalembert::inline simulation {

std::optional<std::size_t> SlidingWatch::at_rest(double t, std::span<const double> y) {
  motion_.unpack(t, y);
  motion_.solve();
  const Dynamics& dynamics = motion_.dynamics();
  for (std::size_t f = 0; f < dynamics.slips().size(); ++f)
    if (dynamics.slips()[f] * dynamics.directions()[f] < 0.0) return f;
  return std::nullopt;
}

std::vector<Event> SlidingWatch::inside(Stepper& stepper) {
  if (engine_.programs->layout.frictions == 0 || !at_rest(stepper.time(), stepper.state())) return {};
  const std::optional<Root> rest = locate_root(stepper, [this](double t, std::span<const double> y) {
    return at_rest(t, y) ? RootSide::behind : RootSide::before;
  });
  std::vector<double> y(stepper.state().size());
  stepper.interpolate(rest->behind, y);
  const std::string& name = engine_.system().frictions[at_rest(rest->behind, y).value()].name;
  return {{rest->behind, EventKind::end_of_sliding, EventEffect::ends_there,
           fmt::format("friction {} stops sliding at t = {:.10g} s; sticking and reversal are not supported yet, so "
                       "the run ends here",
                       name, rest->behind)}};
}

} // namespace dalembert::inline simulation
