#pragma once

#include <dalembert/export/fmu_variables.h>

#include <string>

namespace dalembert {
inline namespace exporting {

/// modelDescription.xml of FMI 2.0 for Model Exchange and Co-Simulation. `made_by`: the tool, `dalembert 0.1.0`.
[[nodiscard]] std::string fmu_description(const FmuModel& model, const FmuTable& table, const std::string& made_by);

} // namespace exporting
} // namespace dalembert
