#include <dalembert/numerics/step/root.h>
#include <dalembert/numerics/step/time_order.h>

#include <vector>

namespace dalembert {
inline namespace numerics {

std::optional<Root> locate_root(Stepper& stepper,
                                const std::function<RootSide(double t, std::span<const double> y)>& side) {
  std::vector<double> y(stepper.state().size());
  Root found{stepper.previous_time(), stepper.time()};
  const TimeOrder order(found.before, found.behind);
  while (true) {
    const double middle = found.before + (found.behind - found.before) / 2;
    if (!order.precedes(found.before, middle) || !order.precedes(middle, found.behind)) return found;
    stepper.interpolate(middle, y);
    const RootSide answer = side(middle, y);
    if (answer == RootSide::nowhere) return std::nullopt;
    (answer == RootSide::behind ? found.behind : found.before) = middle;
  }
}

} // namespace numerics
} // namespace dalembert
