#pragma once

#include <dalembert/numerics/stepper.h>
#include <dalembert/numerics/tableau.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert::inline numerics {

/// An embedded explicit Runge–Kutta pair.
///
/// The pair measures the error of a step; a PI controller chooses the next one. Increments are added with compensation,
/// and the step is the exact difference of two floating-point times, so that long runs keep their digits. Cost: 12
/// evaluations an accepted step (order 8), 6 (order 5); 3 more where dense output of order 7 is asked for. Source:
/// Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, sections II.4–II.6.
class ExplicitRk final : public Stepper {
public:
  /// `tableau` is referred to.
  ExplicitRk(const Tableau& tableau, OdeProblem problem, StepOptions options);

  void start(double t, std::span<const double> y) override;
  void step(double t_stop) override;
  void jump(double t) override;
  void interpolate(double t, std::span<double> y) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] double previous_time() const override { return previous_time_; }
  [[nodiscard]] std::span<const double> state() const override { return state_; }
  [[nodiscard]] std::span<const double> derivative() const override;
  [[nodiscard]] const StepStatistics& statistics() const override { return statistics_; }

private:
  using Vector = std::vector<double>;
  enum class Attempt { good, inaccurate, refused, too_far };

  [[nodiscard]] double* slope(int stage) { return &slopes_[static_cast<std::size_t>(stage) * n_]; }
  void combine(const TableauRow& row, double* out);
  [[nodiscard]] bool evaluate(double t, std::span<const double> y, double* dydt);
  [[nodiscard]] double scale(std::size_t i, double a, double b) const;
  [[nodiscard]] double norm(const Vector& v, const Vector& a, const Vector& b) const;
  [[nodiscard]] double longest_step() const;
  void choose_first_step(double t_stop);
  [[nodiscard]] Attempt attempt(double t_new, double& error_norm);
  [[nodiscard]] double predicted_share(double h);
  [[nodiscard]] bool evaluate_stages(double h);
  [[nodiscard]] double measure_error(double h);
  [[nodiscard]] bool finish(double t_new);
  void accept(double t_new, double h);
  void build_dense();
  [[noreturn]] void give_up(double h, double error_norm, Attempt last) const;

  OdeProblem problem_;
  StepOptions options_;
  const Tableau& tableau_;
  StepStatistics statistics_;

  std::size_t n_ = 0;
  double time_ = 0;
  double previous_time_ = 0;
  double next_step_ = 0; ///< what the controller wants, signed; 0 before the first step
  double previous_error_ = 1e-4;
  bool may_grow_ = true;
  bool has_step_ = false;
  double passed_ = 1;         ///< share of the last attempt that may be made
  bool is_cut_first_ = false; ///< the step just made is the first one, and a stop cut it
  bool has_dense_ = false;
  Vector state_;
  Vector carry_; ///< what rounding has cost each component so far
  Vector old_carry_;
  Vector previous_state_;
  Vector trial_;
  Vector error_;
  Vector coarse_;
  Vector slopes_; ///< k₀, k₁, … one after the other
  Vector end_slope_;
  Vector dense_;
  std::string failure_;            ///< why the last refused attempt was refused
  int attempts_since_refusal_ = 0; ///< a singularity is approached by steps that are refused and accepted in turn
};

[[nodiscard]] std::unique_ptr<Stepper> make_dormand_prince5(OdeProblem problem, StepOptions options);
[[nodiscard]] std::unique_ptr<Stepper> make_dormand_prince8(OdeProblem problem, StepOptions options);

} // namespace dalembert::inline numerics
