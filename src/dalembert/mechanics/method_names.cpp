#include <dalembert/mechanics/method_names.h>

#include <algorithm>
#include <array>

namespace dalembert::inline mechanics {

std::span<const MethodName> method_names() {
  static constexpr std::array<MethodName, 13> names{{{"auto", true},
                                                     {"rk8", true},
                                                     {"rk5", true},
                                                     {"radau", true},
                                                     {"radau5", true},
                                                     {"radau9", true},
                                                     {"radau13", true},
                                                     {"taylor", true},
                                                     {"rattle", true},
                                                     {"spark4", true},
                                                     {"spark6", true},
                                                     {"symmetric", true},
                                                     {"ida", true}}};
  return names;
}

const MethodName* method_name(std::string_view name) {
  const std::span<const MethodName> all = method_names();
  const auto found = std::ranges::find(all, name, &MethodName::name);
  return found == all.end() ? nullptr : &*found;
}

std::string available_methods() {
  std::string out;
  for (const MethodName& method : method_names())
    if (method.is_available) out += (out.empty() ? "" : ", ") + std::string(method.name);
  return out;
}

} // namespace dalembert::inline mechanics
