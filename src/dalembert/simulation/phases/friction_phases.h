#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/friction_mode.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/phases/contacts.h>
#include <dalembert/simulation/phases/repetition_guard.h>
#include <dalembert/simulation/phases/reserve.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The frictions of a run: which stick and which slide, and what happens at an instant at which that changes.
class FrictionPhases : public Reserves {
public:
  FrictionPhases(const Engine& engine, Motion& motion, Contacts& contacts, RunResult& result);

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const override { return engine_.programs->layout.frictions; }
  [[nodiscard]] const std::vector<FrictionMode>& modes() const { return motion_.dynamics().frictions().modes(); }
  /// The first step, s, of a run of this length: short where a slip in a plane may begin, whose direction changes
  /// within its first moments; 0 where nothing asks for one.
  [[nodiscard]] double first_step(double length) const;

  /// The slip in the direction of sliding, or the margin to the bound of the friction force.
  [[nodiscard]] double reserve(std::size_t friction, double t, std::span<const double> y) override;
  [[nodiscard]] double negligible(std::size_t friction) const override;
  /// True of one that slides; of those that stick and act along one line, of the first. Of a slip in a plane the first
  /// component is watched for its end, the second one for the instant from which it turns.
  [[nodiscard]] bool is_watched(std::size_t friction) const override;

  /// Directions of reference of slips that turn follow them.
  void take_step(double t, std::span<const double> y) override;
  void take_back_step() override;
  [[nodiscard]] bool needs_forces(std::size_t friction) const override { return modes()[friction].holds(); }

  /// Takes in the first state; `y` becomes the one that the motion starts from.
  /// @throws ModelError (E0712) where a static coefficient is smaller than that of sliding
  void start(double t, std::vector<double>& y);
  /// Takes in the instant at which `friction` comes to rest, or can no longer hold; `y` becomes the state behind it.
  /// @throws SolveError where what follows is not determined, or does not end
  void pass(double t, std::size_t friction, std::vector<double>& y);
  /// Takes in a jump of the equations in time; true where something changes what it does.
  bool pass_jump(double t, std::vector<double>& y);
  /// Records what has changed elsewhere: an impact decides everything anew.
  void note_changes(double t);
  /// What frictions do is handed over by the motion.
  void archive(Archive& with) { with(known_, guard_, is_warned_, broken_, break_time_); }

private:
  [[nodiscard]] const HeldSlip* group_of(std::size_t friction) const;
  [[nodiscard]] const PlanarSlips& planes() const { return motion_.dynamics().frictions().planes(); }
  /// The scaled slip of a plane, and the sizes of it at which it begins and ends; at the state at hand.
  struct PlanarSlip {
    std::array<double, 2> slip{};
    double size = 0.0;
    double rates = 0.0; ///< the sizes of the rates in it
    double small = 0.0; ///< at an end it counts as used up
    double end = 0.0;   ///< from there on it goes straight to its end
    double begin = 0.0; ///< up to there it begins
  };
  [[nodiscard]] PlanarSlip planar_slip(std::size_t plane) const;
  [[nodiscard]] double slip_used_in_step(std::size_t plane) const;
  [[nodiscard]] double planar_reserve(std::size_t plane, std::size_t friction);
  [[nodiscard]] double size_of_rates(const SlipView& slip) const;
  /// Goes on with the slip of a plane in the direction that it has, without a decision; false where it is used up.
  bool goes_on_sliding(double t, std::size_t friction, const std::vector<double>& y);
  void refer_turning();
  void go_along(std::size_t plane, FrictionMode::Kind kind, std::vector<FrictionMode>& modes) const;
  [[nodiscard]] bool shares_forces() const;
  [[nodiscard]] FrictionSolver::Margin hold_margin(std::size_t friction) const;
  void hold(double t, std::size_t plane, std::vector<double>& y);
  [[nodiscard]] bool hold_all(double t, std::vector<double>& y);
  [[nodiscard]] std::vector<FrictionMode> held_with(const std::vector<std::size_t>& added) const;
  void break_hold(std::size_t friction);
  void break_plane(std::size_t plane, std::span<const double> forces);
  [[nodiscard]] std::vector<FrictionMode> reopened(double t, std::span<const double> y);
  void decide(double t, const std::vector<FrictionMode>& modes, std::vector<double>& y);
  void settle(double t, std::vector<double>& y);
  void require_larger_static(double t, std::span<const double> y);
  void warn_of_undetermined(double t);
  void note_open_forces();
  void warn_of_lines();

  const Engine& engine_;
  Motion& motion_;
  Contacts& contacts_;
  RunResult& result_;
  ProgramInstance slips_;
  std::vector<double> slip_values_;
  std::vector<FrictionMode> before_step_; ///< where the step taken in last has changed them
  std::vector<FrictionMode> known_;       ///< as recorded; of one that is idle what it did before
  RepetitionGuard guard_{"frictions stick and slide"};
  /// One that could no longer hold, and the direction in which it begins to slide.
  struct Broken {
    std::size_t friction = 0;
    double direction = 0.0;
    void archive(Archive& with) { with(friction, direction); }
  };
  std::vector<Broken> broken_; ///< at the last such instant
  double break_time_ = 0.0;    ///< s
  bool is_warned_ = false;     ///< that forces at rest are not determined
};

} // namespace simulation
} // namespace dalembert
