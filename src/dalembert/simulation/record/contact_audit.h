#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/results/result.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// How a state of a run was found.
enum class StateOrigin {
  reached, ///< the end of a step, or a state behind a change
  inside   ///< dense output of a step
};

/// Judges the contacts of a run state by state, by g ≥ 0 where they are open and λ ≥ 0 where they are closed: what
/// violates these by more than rounding, or of dense output by more than its errors, is no motion of the model.
/// Source: docs/theory/certificate.md.
class ContactAudit {
public:
  ContactAudit(const Engine& engine, double tolerance);

  /// Takes in a state whose equations are solved.
  void take(std::span<const double> inputs, const Dynamics& dynamics, StateOrigin origin);
  /// What the certificate fails by.
  [[nodiscard]] std::vector<Certificate::Failure> failures() const;
  /// Hands over all that was seen.
  void archive(Archive& with) { with(pulls_, depths_, force_); }

private:
  /// The state at which a contact is farthest from one of its laws.
  struct Breach {
    double size = 0.0;  ///< of λ or g over what counts as none, of each unit of force or of size
    double value = 0.0; ///< λ, or g in its unit
    double time = 0.0;  ///< s
    void take(double value, double allowed, double time);
    void archive(Archive& with) { with(size, value, time); }
  };
  void take_push(std::size_t contact, std::span<const double> inputs, const Dynamics& dynamics);
  void take_gap(std::size_t contact, std::span<const double> inputs);
  [[nodiscard]] double size_of_gap(std::size_t contact, std::span<const double> inputs);

  const Engine& engine_;
  RunTolerance tolerance_;
  double allowed_ = 0.0;       ///< at the state at hand
  std::vector<Breach> pulls_;  ///< of those that are closed
  std::vector<Breach> depths_; ///< of those that are open
  double force_ = 0.0;         ///< the largest λ so far, and h where a contact pulls: what a net force is rounding of
  ProgramInstance gaps_;
  ProgramInstance impacts_;
  std::vector<double> gap_values_;
  std::vector<double> impact_values_;
};

} // namespace simulation
} // namespace dalembert
