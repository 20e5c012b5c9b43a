#pragma once

#include <dalembert/mechanics/system.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace printing {

/// The names of a system's quantities in the order of declaration, as JSON and tables spell them.
struct QuantityNames {
  explicit QuantityNames(const System& system);

  std::vector<std::string> coordinates;   ///< `theta`
  std::vector<std::string> rates;         ///< `theta'`
  std::vector<std::string> accelerations; ///< `theta''`
  std::vector<std::string> multipliers;   ///< `lambda.blade`
  std::vector<std::string> reactions;     ///< reactions, then frictions
  std::vector<std::string> constraints;
};

/// Their coherent SI units, in the same order; empty in a model without units.
struct QuantityUnits {
  explicit QuantityUnits(const System& system);

  std::string time;
  std::string energy;
  std::vector<std::string> coordinates;
  std::vector<std::string> rates;
  std::vector<std::string> accelerations;
  std::vector<std::string> multipliers;
  std::vector<std::string> reactions;
  std::vector<std::string> constraint_forces; ///< of Qc, per coordinate
};

/// True where L and E are T: a kinetic energy is given, no potential and no Lagrangian.
[[nodiscard]] bool is_energy_kinetic(const System& system);

/// The unit of a force, moment, multiplier or impulse: `N·m` where an energy would be `J`.
[[nodiscard]] std::string force_unit(const Measure& measure);

/// The unit of coordinate, rate or acceleration `name` (`theta'`), empty where there is none.
[[nodiscard]] std::string unit_of(const System& system, std::string_view name);

} // namespace printing
} // namespace dalembert
