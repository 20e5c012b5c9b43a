#include <dalembert/numerics/explicit_rk.h>
#include <dalembert/numerics/stepper.h>

#include <algorithm>
#include <array>

namespace dalembert::inline numerics {

std::span<const StepMethod> step_methods() {
  static constexpr std::array<StepMethod, 2> methods{{
      // Stages of order 8 leave 0.333 … 0.6 free, those of order 5 0.3 … 0.8.
      {"rk8", "explicit, order 8", 8, 7, 0.466, make_dormand_prince8},
      {"rk5", "explicit, order 5", 5, 4, 0.55, make_dormand_prince5},
  }};
  return methods;
}

const StepMethod* step_method(std::string_view name) {
  const std::span<const StepMethod> all = step_methods();
  const auto found = std::ranges::find(all, name, &StepMethod::name);
  return found == all.end() ? nullptr : &*found;
}

} // namespace dalembert::inline numerics
