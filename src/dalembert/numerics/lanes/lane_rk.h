#pragma once

#include <dalembert/numerics/lanes/lane_kernels.h>
#include <dalembert/numerics/linear/aligned_numbers.h>
#include <dalembert/numerics/methods/explicit_rk.h>
#include <dalembert/numerics/step/tableau.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Several first-order systems ẏ = f(t, y) of one shape. Times are one number for each lane.
struct LaneProblem {
  /// Writes f of the lanes of `wanted`, of others what comes; returns those where it could be evaluated.
  std::function<LaneMask(LaneMask wanted, const double* t, const double* y, double* dydt)> rhs;
  /// Moves y of these lanes onto the manifold; returns those where that could be done. Optional.
  std::function<LaneMask(LaneMask wanted, const double* t, double* y)> project = {};
};

/// Eight motions side by side, each by the steps that ExplicitRk makes of it alone, bit for bit: every lane has its own
/// time, step, error and end. A lane that is empty, or waits, costs as much as one that does not.
/// Cost of an attempt: the evaluations that one step takes, for all lanes together.
class LaneRk {
public:
  LaneRk(const Tableau& tableau, std::size_t components, LaneProblem problem);

  /// A motion takes its place: it goes on from where `begun` is, up to `end`, as that would. The options are those that
  /// it was made with, without max_steps and passable.
  void seat(std::size_t lane, const ExplicitRk& begun, const StepOptions& options, double end);
  void leave(std::size_t lane) { seated_ = static_cast<LaneMask>(seated_ & ~lane_bit(lane)); }
  [[nodiscard]] LaneMask seated() const { return seated_; }

  /// Tries a step of each seated lane; returns those that made one. `has_given_up` then has those that the stepper of
  /// one system would have to shorten a step of, because something could not be evaluated, or to give up.
  [[nodiscard]] LaneMask try_steps();
  [[nodiscard]] LaneMask given_up() const { return given_up_; }

  /// Evaluates what `interpolate` needs inside the last steps of these lanes; returns those where that could be done.
  [[nodiscard]] LaneMask prepare_inside(LaneMask wanted);
  /// As Stepper::interpolate, behind `prepare_inside`.
  void interpolate(std::size_t lane, double t, std::span<double> y) const;
  /// ExplicitRk::stiffness of these lanes, behind `try_steps` that made a step of them.
  void stiffness(std::span<double, lane_count> out);

  [[nodiscard]] double time(std::size_t lane) const { return clocks_[lane].time; }
  [[nodiscard]] double previous_time(std::size_t lane) const { return clocks_[lane].previous_time; }
  [[nodiscard]] std::size_t components() const { return n_; }
  /// y and f of all lanes.
  [[nodiscard]] const double* states() const { return state_.data(); }
  [[nodiscard]] const StepStatistics& statistics(std::size_t lane) const { return clocks_[lane].statistics; }

private:
  /// What AdaptiveStepper and ExplicitRk know of the steps of one system.
  struct Clock {
    double time = 0;
    double previous_time = 0;
    double end = 0;
    double max_step = 0;
    std::function<double(double t)> longest_step;
    double next_step = 0;
    double previous_error = 0;
    double shortest = 0;
    double wanted = 0;
    bool may_grow = true;
    bool is_cut = false;
    bool is_new_step = true;
    int attempts = 0;
    StepStatistics statistics;
  };
  using OfLanes = std::array<double, lane_count>;

  [[nodiscard]] double* slope(std::size_t stage) { return slopes_.data() + stage * n_ * lane_count; }
  void combine(const TableauRow& row, double* out);
  [[nodiscard]] LaneMask choose_steps();
  void propose(Clock& clock, std::size_t lane);
  [[nodiscard]] LaneMask evaluate(LaneMask wanted, const OfLanes& t, const double* y, double* dydt);
  [[nodiscard]] LaneMask evaluate_stages(LaneMask wanted);
  [[nodiscard]] LaneMask judge(LaneMask tried);
  void reject(Clock& clock, std::size_t lane, double error_norm);
  void accept(Clock& clock, std::size_t lane, double error_norm);
  void give_up(std::size_t lane) { given_up_ = static_cast<LaneMask>(given_up_ | lane_bit(lane)); }

  const Tableau& tableau_;
  std::size_t n_;
  LaneProblem problem_;
  const LaneKernels& kernels_;
  LaneMask seated_ = 0;
  LaneMask given_up_ = 0;
  std::array<Clock, lane_count> clocks_;
  OfLanes length_{}; ///< of the step that is tried
  OfLanes new_time_{};
  OfLanes relative_{};
  OfLanes errors_{};
  AlignedNumbers absolute_;
  AlignedNumbers state_;
  AlignedNumbers previous_state_;
  AlignedNumbers rate_;
  AlignedNumbers trial_;
  AlignedNumbers carry_;
  AlignedNumbers trial_carry_;
  AlignedNumbers error_;
  AlignedNumbers slopes_;
  AlignedNumbers last_stage_;
  AlignedNumbers dense_;
  std::vector<LaneTerm> terms_;
};

} // namespace numerics
} // namespace dalembert
