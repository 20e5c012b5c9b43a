#include <dalembert/mechanics/method_names.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace mechanics {

std::span<const std::string_view> method_names() {
  static constexpr auto names =
      std::to_array<std::string_view>({"auto", "rk8", "rk5", "radau", "radau5", "radau9", "radau13", "taylor", "rattle",
                                       "spark4", "spark6", "symmetric", "rk4", "ida"});
  return names;
}

bool is_method_name(std::string_view name) {
  return std::ranges::find(method_names(), name) != method_names().end();
}

std::string listed_methods() {
  std::string out;
  for (const std::string_view name : method_names())
    out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

} // namespace mechanics
} // namespace dalembert
