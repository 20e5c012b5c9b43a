#pragma once

#include <dalembert/mechanics/study.h>
#include <dalembert/mechanics/system.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// The functions in the energies, forces and constraints that jump or have a kink where a coordinate or a rate passes a
/// value: `sign(x')`. Those of the time alone are left out.
[[nodiscard]] std::string switching_functions(const System& system);

/// True where the energies, forces or constraints hold such a function, or a table, of a coordinate or a rate.
[[nodiscard]] bool has_kinks(const System& system);

/// Whether such a function holds the position of a coordinate, for each: a slope that vanishes beside its kinks does
/// not make V = F·|x| independent of x.
[[nodiscard]] std::vector<bool> switched_coordinates(const System& system);

/// True where a side of `check` holds such a function, of whatever it may be.
[[nodiscard]] bool holds_switching_function(const System& system, const Check& check);

} // namespace lowering
} // namespace dalembert
