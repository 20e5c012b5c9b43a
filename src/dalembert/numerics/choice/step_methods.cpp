#include <dalembert/numerics/choice/series_first_stepper.h>
#include <dalembert/numerics/choice/switching_stepper.h>
#include <dalembert/numerics/methods/explicit_rk.h>
#include <dalembert/numerics/methods/ida_stepper.h>
#include <dalembert/numerics/methods/lobatto_stepper.h>
#include <dalembert/numerics/methods/runge_kutta4.h>
#include <dalembert/numerics/methods/taylor_stepper.h>
#include <dalembert/numerics/radau/radau.h>
#include <dalembert/numerics/step/stepper.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace numerics {

std::span<const StepMethod> step_methods() {
  static constexpr std::array<StepMethod, 13> methods{{
      // Stages of order 8 leave 0.333 … 0.6 free, those of order 5 0.3 … 0.8.
      {"rk8", "explicit, order 8", 8, 7, 0.466, make_dormand_prince8, 8},
      {"rk5", "explicit, order 5", 5, 4, 0.55, make_dormand_prince5, 5},
      // Its series knows the begin of a step, and its end is tested.
      {"taylor", "Taylor series, order 14 to 32, for tight tolerances on smooth equations", 32, 32, 0.5, make_taylor,
       14, false, true},
      // The widest part between two stages lies about their middle.
      {"radau", "implicit, for stiff equations, order 5, 9 or 13", 13, 7, 0.4, make_radau, 5, true},
      {"radau5", "implicit, order 5", 5, 3, 0.4, make_radau5, 5, true},
      {"radau9", "implicit, order 9", 9, 5, 0.43, make_radau9, 9, true},
      {"radau13", "implicit, order 13", 13, 7, 0.448, make_radau13, 13, true},
      // Methods of momenta look nowhere between their stages, which have equal parts but for those of order 6.
      {"rattle", "RATTLE, order 2, fixed steps, for long runs with constraints of positions", 2, 2, 0.5, make_rattle, 2,
       false, false, true, true, false},
      {"spark4", "Lobatto IIIA–IIIB (SPARK), order 4, likewise", 4, 4, 0.25, make_spark4, 4, false, false, true, true,
       false},
      {"spark6", "Lobatto IIIA–IIIB (SPARK), order 6, likewise", 6, 6, 0.5, make_spark6, 6, false, false, true, true,
       false},
      {"symmetric", "symmetric, order 2, fixed steps, for long runs with constraints of rates", 2, 2, 0.5, make_rattle,
       2, false, false, true, true},
      // Its two middle stages are one instant.
      {"rk4", "explicit, order 4, fixed steps, for ensembles", 4, 4, 0.25, make_rk4, 4, false, false, false, true},
      {"ida", "IDA of SUNDIALS, order 1 to 5, a second opinion by another code", 5, 5, 0.5, make_ida, 1, true, false,
       false, false, true, true},
  }};
  return methods;
}

const StepMethod& switching_method() {
  static constexpr StepMethod method{"auto", "explicit, order 8", 8, 7, 0.466, make_switching, 8};
  return method;
}

const StepMethod& series_first_method() {
  // What ends its steps, ends those of the explicit method that follows it.
  static constexpr StepMethod method{
      "auto", "Taylor series, order 14 to 32", 32, 32, 0.466, make_series_first, 8, false, true};
  return method;
}

const StepMethod* step_method(std::string_view name) {
  const std::span<const StepMethod> all = step_methods();
  const auto found = std::ranges::find(all, name, &StepMethod::name);
  return found == all.end() ? nullptr : &*found;
}

} // namespace numerics
} // namespace dalembert
