#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/impact_parts.h>
#include <dalembert/simulation/engine/row_values.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The impulsive equations (1), (2) of docs/theory/impulse.md at one state, for some of the impacts of a system.
class ImpulsiveEquations {
public:
  ImpulsiveEquations(const Engine& engine, const State& before, const ImpactParts& parts);

  /// c⁻ of the contacts of the parts.
  [[nodiscard]] const std::vector<double>& speeds() const { return speeds_; }
  [[nodiscard]] const std::vector<double>& restitution() const { return restitution_; }
  /// Number `i` of all impacts of the system, struck or not.
  [[nodiscard]] ContactView all(std::size_t i) const { return {i, n_, contacts_}; }

  /// The impulses that change the contact speeds by `change`.
  /// @throws SolveError where the constraints fix a contact speed
  [[nodiscard]] std::vector<double> impulses_for(const std::vector<double>& change) const;

  /// The jump of v and the impulses Λ of the constraints under given contact impulses; rows that are imposed hold
  /// behind it, A·v⁺ + b = 0.
  struct Response {
    std::vector<double> jump;
    std::vector<double> multipliers;
  };
  /// @throws SolveError where no rates satisfy what is imposed together with the other constraints
  [[nodiscard]] Response response(const std::vector<double>& impulses) const;
  [[nodiscard]] std::vector<double> speed_change(const std::vector<double>& jump) const;
  /// The change of the speed of each contact by a unit impulse on each: of contact i by j at place i·r + j.
  [[nodiscard]] std::vector<double> responses() const;
  /// The rank of the constraints and the contacts together.
  [[nodiscard]] int rank() const;

private:
  [[nodiscard]] std::span<const double> row(std::size_t i) const { return all(parts_.contacts[i]).direction; }
  [[nodiscard]] std::span<const double> mass() const { return rates_.view().mass; }

  void require_met(const std::vector<double>& change, const std::vector<double>& jump) const;

  const Engine& engine_;
  std::size_t n_;
  std::size_t m_;
  std::size_t r_;
  ImpactParts parts_;
  std::vector<double> inputs_;
  double time_;
  RowValues rates_;
  std::vector<double> contacts_;
  std::vector<double> speeds_;
  std::vector<double> restitution_;
  std::vector<double> stacked_; ///< the rows of the constraints, and of the contacts behind them
};

} // namespace simulation
} // namespace dalembert
