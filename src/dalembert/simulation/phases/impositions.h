#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/phases/contacts.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The constraints of a run that do not act all the time (Study::imposed): which act, and what happens at an instant at
/// which that changes.
///
/// Positions stay where a constraint is imposed, and satisfy it already. The rates jump by its impulse, while all
/// constraints that act persist:
///   v⁺ = v⁻ − M⁻¹Aᵀ (A M⁻¹Aᵀ)⁻¹ (A v⁻ + b),      Λ = −(A M⁻¹Aᵀ)⁻¹ (A v⁻ + b)
/// A constraint is released without an impulse. Source: docs/theory/impulse.md (10), (11).
class Impositions {
public:
  Impositions(const Engine& engine, Motion& motion, Contacts& contacts, RunResult& result);

  [[nodiscard]] bool empty() const { return acts_.empty(); }

  /// Takes in those that are imposed before the run begins, or as it does; `y` becomes the state behind it.
  /// @throws ModelError (E0715) where the positions do not satisfy one
  void start(double t, std::vector<double>& y);
  /// The first time behind `after` at which one is imposed or released, s.
  [[nodiscard]] std::optional<double> next_time(double after) const;
  /// True where an event of the model imposes or releases one.
  [[nodiscard]] bool waits_for(std::size_t event) const;
  /// Tells that an event happens at the instant that `pass` is called for next.
  void take(std::size_t event) { taken_.push_back(event); }
  /// True where the constraints change at `t`, by its time or by the events taken.
  [[nodiscard]] bool are_due(double t) const;
  /// Takes in what changes at `t`; `y` becomes the state behind it. Returns what the energy h changes by, J.
  /// @throws SolveError where the positions do not satisfy a constraint, where the rates cannot, and where what follows
  ///         is not determined, with the reason
  double pass(double t, std::vector<double>& y);

  /// Hands over which act, with the ranks of the rows.
  void archive(Archive& with);

private:
  struct Change {
    std::vector<std::size_t> imposed;
    std::vector<std::size_t> released;
  };
  [[nodiscard]] bool happens(const std::optional<Moment>& moment, double time, double t) const;
  [[nodiscard]] Change change_at(double t) const;
  [[nodiscard]] const Imposed& imposed(std::size_t index) const { return engine_.study->imposed[index]; }
  [[nodiscard]] double from(std::size_t index) const { return engine_.range().from(engine_.coordinates(), index); }
  [[nodiscard]] double until(std::size_t index) const { return engine_.range().until(engine_.coordinates(), index); }
  void require_finite_times() const;
  /// What says that the positions do not satisfy it; nothing where they do.
  [[nodiscard]] std::optional<Diagnostic> violation(std::size_t index, double t, std::span<const double> y);
  void act(double t, std::span<const double> y);
  void warn_of_undetermined(double t, const std::vector<std::size_t>& which);
  void set_equations();

  const Engine& engine_;
  Motion& motion_;
  Contacts& contacts_;
  RunResult& result_;
  std::vector<bool> acts_;
  std::vector<bool> has_acted_;    ///< one that a time imposes is not imposed again
  bool has_changed_ = false;       ///< others act than at first
  std::optional<RowRanks> ranks_;  ///< of the equations that act, where these are redundant
  std::vector<bool> is_warned_;    ///< that its force is not determined
  std::vector<std::size_t> taken_; ///< events of this instant
};

} // namespace simulation
} // namespace dalembert
