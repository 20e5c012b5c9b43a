#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace mechanics {

/// The names that `method` of `simulate` and --method accept; `auto` leaves the choice to the run.
[[nodiscard]] std::span<const std::string_view> method_names();

[[nodiscard]] bool is_method_name(std::string_view name);

/// Returns all of them: "auto, rk8, rk5, radau, …".
[[nodiscard]] std::string listed_methods();

} // namespace mechanics
} // namespace dalembert
