#pragma once

#include <dalembert/export/fmu_variables.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace exporting {

// The functions of FMI 2.0 in C, the same for every model; sizes, names and defaults are macros and tables. @ stands
// for the prefix.

/// Instances, their modes, values of variables.
[[nodiscard]] std::string_view fmu_instance_calls();
/// States of the unit, directional derivatives, Model Exchange.
[[nodiscard]] std::string_view fmu_exchange_calls();
/// Co-Simulation.
[[nodiscard]] std::string_view fmu_step_calls();

/// `fmu.c`: the macros and tables of `model`, then all calls.
[[nodiscard]] std::string fmu_source(const FmuModel& model);

} // namespace exporting
} // namespace dalembert
