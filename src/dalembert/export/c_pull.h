#pragma once

#include <string_view>

namespace dalembert {
inline namespace exporting {

/// C that gives accelerations and, beside them, one Newton step of the projection; @ stands for the prefix.
[[nodiscard]] std::string_view c_pull();

/// C that differentiates the motion and what is known at a state along a direction; @ stands for the prefix.
[[nodiscard]] std::string_view c_direction();

} // namespace exporting
} // namespace dalembert
