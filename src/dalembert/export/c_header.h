#pragma once

#include <dalembert/export/c_model.h>

#include <string>

namespace dalembert {
inline namespace exporting {

/// Returns the header of `model`: sizes, names of indices, and what each function takes and gives.
[[nodiscard]] std::string c_header(const CModel& model, const std::string& prefix);

/// Returns the arrays that the header declares: names, units, default parameters, initial state.
[[nodiscard]] std::string c_arrays(const CModel& model, const std::string& prefix);

} // namespace exporting
} // namespace dalembert
