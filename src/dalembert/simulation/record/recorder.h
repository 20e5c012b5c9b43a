#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/lowering/views.h>
#include <dalembert/results/result.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/engine/drift_observer.h>
#include <dalembert/simulation/engine/observables.h>
#include <dalembert/simulation/record/contact_audit.h>
#include <dalembert/simulation/record/usual_sizes.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/residual_measure.h>

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Watches a run state by state: keeps the certificate, the checks and the histories (`drift`) up to date.
class Recorder {
public:
  Recorder(const Engine& engine, double tolerance, const std::vector<std::optional<CheckResult>>& settled);

  /// Tells how long the run will be, s: what residuals are measured by where nothing accelerates.
  void start(double duration) { residual_.start(duration); }

  /// A state at `t` is told as one at `at`: that of the one side of a jump in time which lies between the two.
  void tell(double t, double at) { told_ = {t, at}; }

  /// Who writes v̇ and λ of a solved state as they are to be shown, close to a singular position, and says whether that
  /// was done.
  void show_forces_by(std::function<bool()> writer) { forces_ = std::move(writer); }
  /// Has them written where that is close.
  bool put_forces() { return forces_ && forces_(); }
  /// The same, and all forces of an evaluation of the state in `inputs` follow. NaN where they have no value.
  void put_forces(std::span<double> inputs, const Dynamics& dynamics, Evaluation& at);

  /// Takes in the state in `inputs` (v̇, λ, F solved; work and impulses filled in), writes the drifts into it, and
  /// returns what is known there, until the next call. `supplied` is ∫ power dt from the start, J.
  Evaluation& visit(std::span<double> inputs, const Dynamics& dynamics, double supplied) {
    visit(inputs, dynamics, supplied, visited_);
    return visited_;
  }
  /// The same into what is there, whose memory is used again. `known`: what the programs give at this state; null: they
  /// are evaluated.
  void visit(std::span<double> inputs, const Dynamics& dynamics, double supplied, Evaluation& at,
             const RecordedState* known = nullptr);

  /// Takes in the contacts of a solved state inside a step, which a row shows.
  void visit_inside(std::span<const double> inputs, const Dynamics& dynamics) {
    contact_audit_.take(inputs, dynamics, StateOrigin::inside);
  }
  /// Takes in a state inside a step that a row shows, with what `account` has measured there: it counts where it is
  /// clearly wrong: off by more than a projection may change, or with another energy.
  void take_shown(const Evaluation& at, const Account& account, std::span<const double> inputs, double supplied);

  /// Writes the drifts known so far into the histories of `inputs`.
  void put_drifts(std::span<double> inputs) const;

  [[nodiscard]] Certificate certificate() const;
  [[nodiscard]] std::vector<CheckResult> checks() const;

  /// Hands over all that was seen.
  void archive(Archive& with);

private:
  /// The course of one scalar: where it started, how far it went from there, how large it became.
  struct Course {
    bool started = false;
    bool is_defined = true; ///< at every state so far
    double first = 0.0;
    double deviation = 0.0;
    double deviation_time = 0.0;
    double largest = 0.0;
    void take(double value, double t);
    void archive(Archive& with) { with(started, is_defined, first, deviation, deviation_time, largest); }
  };
  struct CheckCourse {
    double worst = -std::numeric_limits<double>::infinity();
    double worst_time = 0.0;
    double largest = 0.0;
    double nearest = -std::numeric_limits<double>::infinity(); ///< of an inequality: excess over the terms beside it
    std::optional<double> undefined_time;                      ///< where a side is not finite
    std::size_t visible_failures = 0; ///< states at which it fails by far: no rounding, no loose tolerance explains it
    double rounding = 0.0;            ///< the largest violation that rounding explained at one of the states
    Course constant;
    std::vector<double> first_inputs; ///< of a constant: the state that it is compared with
    void archive(Archive& with) {
      with(worst, worst_time, largest, nearest, undefined_time, visible_failures, rounding, constant, first_inputs);
    }
  };

  void take_violations(const Evaluation& at);
  void take_slips(const Evaluation& at, const FrictionSolver& frictions);
  void take_energy(const Evaluation& at, double supplied);
  void take_momenta(const Evaluation& at);
  void take_drifts(std::span<double> inputs, const RecordedState* known);
  void take_checks(const Evaluation& at, std::span<const double> inputs);
  void take_sides(std::size_t index, const CheckView& values, double t, std::span<const double> inputs);
  [[nodiscard]] bool is_rounding_of_nothing(double excess, std::span<const double> inputs) const;
  [[nodiscard]] bool is_left_by_rounding(std::size_t index, double excess, double allowed,
                                         std::span<const double> inputs);
  [[nodiscard]] double allowance(const Check& check) const;
  [[nodiscard]] double allowed(const Check& check, double size) const;
  [[nodiscard]] static double excess_of(const Check& check, const CheckView& values);
  void count_visible(std::size_t index, double excess, double size, std::span<const double> inputs);
  [[nodiscard]] bool is_explained_by_errors(std::size_t index, double share, double excess,
                                            std::span<const double> inputs);
  [[nodiscard]] double effect_of_rounding(std::size_t index, std::span<const double> inputs) const;
  [[nodiscard]] double effect_of_errors(std::size_t index, double share, double enough, std::span<const double> inputs);
  [[nodiscard]] CheckResult judge(std::size_t index) const;
  [[nodiscard]] CheckResult judge_course(std::size_t index) const;
  [[nodiscard]] CheckResult judge_proved(std::size_t index) const;
  [[nodiscard]] double drift_size(std::size_t index) const;

  const Engine& engine_;
  RunTolerance tolerance_;
  const std::vector<std::optional<CheckResult>>& settled_;
  const Observed& observed_;
  Account account_;
  ContactAudit contact_audit_;
  Observables observables_;
  DriftObserver drift_observer_;
  Certificate certificate_;
  UsualSizes position_sizes_;
  UsualSizes velocity_sizes_;
  Extreme shown_defect_; ///< of the energy, J, at the states that rows show inside steps
  ResidualMeasure residual_;
  const std::vector<std::size_t>& conserved_; ///< coordinates whose momentum nothing changes
  std::vector<Course> momenta_;
  std::vector<double> momentum_sizes_; ///< √(2·T·Mᵢᵢ), largest
  std::vector<Course> invariants_;     ///< those that the programs were asked to watch
  std::vector<Course> drifts_;
  std::vector<bool> are_energies_; ///< of these
  std::vector<CheckCourse> checks_;
  std::vector<double> values_;
  std::function<bool()> forces_;     ///< close to a singular position
  std::pair<double, double> told_;   ///< s
  Evaluation visited_;               ///< memory
  const Dynamics* solved_ = nullptr; ///< of the state that is visited
  std::optional<double> first_energy_;
  double unseen_energy_ = 0.0; ///< J, of rates as large as their absolute tolerances
  std::size_t states_ = 0;
};

} // namespace simulation
} // namespace dalembert
