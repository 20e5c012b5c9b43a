#pragma once

#include <string_view>

namespace dalembert {
inline namespace exporting {

/// `fmi2.h`: the types and functions of the Functional Mock-up Interface 2.0 as its text describes them, in C99. With
/// FMI2_FUNCTION_PREFIX defined the names of the functions begin with it, for an importer that links sources.
[[nodiscard]] std::string_view fmi2_interface();

} // namespace exporting
} // namespace dalembert
