#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dalembert::inline mechanics {

/// A name that `method` of `simulate` and --method accept; `auto` leaves the choice to the run.
struct MethodName {
  std::string_view name;
  bool is_available = false; ///< false: reserved for a method to come
};

[[nodiscard]] std::span<const MethodName> method_names();

/// Returns the name, null where it is none.
[[nodiscard]] const MethodName* method_name(std::string_view name);

/// Returns those that are available: "auto, rk8, rk5, radau, …".
[[nodiscard]] std::string available_methods();

} // namespace dalembert::inline mechanics
