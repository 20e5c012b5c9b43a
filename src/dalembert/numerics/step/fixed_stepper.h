#pragma once

#include <dalembert/numerics/step/stepper.h>

#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// What steppers of one step length have in common: the grid of the steps, stops, dense output.
///
/// From where it stands to a stop the steps are equal, as few as are not longer than StepOptions::step; their length is
/// one and the same number, so that rounding of times does not disturb what a method keeps. Where `longest_step`,
/// `max_step` or `passable` bind, and where `initial_step` is shorter, a step is taken in pieces. Nothing tests the
/// error.
///
/// Dense output is the polynomial through values and slopes at both ends, and through slopes that f has at states on
/// the polynomial of one order less: 3, 4 (2 evaluations) or 6 (7 evaluations a step in which it is asked for).
/// Source of that bootstrap: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.6.
class FixedStepper : public Stepper {
public:
  void start(double t, std::span<const double> y) override;
  void step(double t_stop) override;
  void jump(double t) override;
  void interpolate(double t, std::span<double> y) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] double previous_time() const override { return previous_time_; }
  [[nodiscard]] std::span<const double> state() const override { return state_; }
  [[nodiscard]] std::span<const double> derivative() const override { return rate_; }
  [[nodiscard]] const StepStatistics& statistics() const override { return statistics_; }

  [[nodiscard]] bool archive(Archive& with) override;

protected:
  using Vector = std::vector<double>;

  /// `dense_order`: 3, 4 or 6.
  FixedStepper(OdeProblem problem, StepOptions options, int dense_order);

  /// Makes room for `components()` and begins at `time_` and `state_`.
  virtual void prepare() = 0;
  /// Makes the step of length `h` to `t_new`: leaves its end in `trial_`. @throws SolveError where it cannot
  virtual void advance(double t_new, double h) = 0;
  /// Takes in that the step just made is accepted: time and state are those of its end, whose f is in `rate_`.
  virtual void take_in(double h) = 0;

  [[nodiscard]] std::size_t components() const { return n_; }
  /// Evaluates f. @throws SolveError where it cannot be, or is not finite
  void evaluate(double t, std::span<const double> y, std::span<double> dydt);
  /// `component i` by its name.
  [[nodiscard]] std::string name_of(std::size_t i) const;

  OdeProblem problem_;
  StepOptions options_;
  StepStatistics statistics_;
  double time_ = 0;
  double previous_time_ = 0;
  Vector state_;
  Vector previous_state_;
  Vector rate_;
  Vector previous_rate_;
  Vector trial_;

private:
  /// Where the next step ends, and its length.
  struct Target {
    double time = 0;
    double length = 0; ///< s, signed
    bool is_on_grid = false;
  };
  void lay_grid(double t_stop);
  [[nodiscard]] Target next_target();
  [[nodiscard]] bool try_step(const Target& target, double shortest, double& share);
  void accept(const Target& target);
  [[nodiscard]] bool has_room(double h, std::span<const double> end, double& share) const;
  void build_dense();
  void sum_dense(double theta, std::size_t nodes, std::span<double> y) const;
  void fit_slopes(std::span<const double> nodes);

  int dense_order_;
  std::size_t n_ = 0;
  double origin_ = 0;    ///< s, of the grid
  double grid_stop_ = 0; ///< s
  double length_ = 0;    ///< s, signed; 0: there is no grid
  double count_ = 0;     ///< of its steps
  double passed_ = 0;    ///< of them
  double first_ = 0;     ///< s, the longest first step; endless behind it
  bool is_on_grid_ = true;
  double piece_ = 0; ///< s, the longest piece of the step at hand that may be made, as far as tries say
  bool has_step_ = false;
  bool has_dense_ = false;
  Vector bulge_; ///< coefficients of θ²(1 − θ)²·θᵏ, a row of n for each k
};

} // namespace numerics
} // namespace dalembert
