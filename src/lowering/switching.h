#pragma once

#include <dalembert/mechanics/system.h>

#include <string>

namespace dalembert {

/// The functions in the energies, forces and constraints that jump or have a kink where a coordinate or a rate passes a
/// value: `sign(x')`. Those of the time alone are left out.
[[nodiscard]] std::string switching_functions(const System& system);

} // namespace dalembert
