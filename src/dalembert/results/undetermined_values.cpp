#include <dalembert/results/undetermined_values.h>

#include <fmt/format.h>

#include <utility>

namespace dalembert {
inline namespace results {

UndeterminedValues as_choices(OpenForces open, std::string_view reason) {
  UndeterminedValues out;
  if (!open.any()) return out;
  out.multipliers = std::move(open.multipliers);
  out.reactions = std::move(open.reactions);
  out.reason = fmt::format("{}: of forces that are not determined, one choice of those that give the same motion is "
                           "shown",
                           reason);
  return out;
}

bool are_choices(const UndeterminedValues& values) {
  return values.any() && values.accelerations.empty();
}

} // namespace results
} // namespace dalembert
