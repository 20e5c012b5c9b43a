#pragma once

#include <dalembert/api/parameter_value.h>
#include <dalembert/mechanics/system.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace api {

/// Evaluates the parameters of `system` in SI units; `replaced` values win, and others that are declared in terms of
/// them follow. Absent where no value was given, or where it needs one that was not.
[[nodiscard]] std::vector<std::optional<double>> parameter_values(const System& system,
                                                                  const std::vector<ParameterValue>& replaced);

/// Returns the values of all parameters. @throws ModelError (E0721) naming every parameter without one
[[nodiscard]] std::vector<double> required_values(const System& system,
                                                  const std::vector<std::optional<double>>& values);

} // namespace api
} // namespace dalembert
