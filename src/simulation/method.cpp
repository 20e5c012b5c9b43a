#include <dalembert/base/errors.h>
#include <dalembert/simulation/method.h>

#include <fmt/format.h>

#include <string>

namespace dalembert {

void choose_method(const Study& study, const RunOptions& options, RunStatistics& statistics) {
  const std::string asked =
      options.method ? *options.method : (study.simulate ? study.simulate->method.value_or("auto") : "auto");
  if (asked != "auto" && asked != "rk8" && asked != "rk5") {
    Diagnostic d;
    d.code = "E0710";
    d.span = study.simulate ? study.simulate->span : study.system.span;
    d.message = fmt::format("the method {} is not supported yet", asked);
    d.help = "write auto, rk8 (order 8) or rk5 (order 5)";
    throw ModelError(d);
  }
  statistics.method = asked == "rk5" ? "rk5" : "rk8";
  statistics.reason = asked == "auto" ? "explicit, order 8" : "as requested";
}

void limit_steps(const Study& study, const RunOptions& options, const NarrowPlaces& places, RkOptions& settings) {
  if (study.simulate && study.simulate->max_step) settings.max_step = *study.simulate->max_step;
  if (options.max_step) settings.max_step = *options.max_step;
  const StepLimits& limits = places.scan.limits;
  if (!limits.is_empty()) settings.longest_step = [&limits](double t) { return limits.longest(t); };
  CoordinateWatch& coordinates = places.coordinates;
  if (!coordinates.is_empty())
    settings.passable = [&coordinates](double h, std::span<const double> from, std::span<const double> to) {
      return coordinates.passable(h, from, to);
    };
}

} // namespace dalembert
