#pragma once

#include <dalembert/numerics/methods/sundials.h>
#include <dalembert/numerics/step/stepper.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// IDA of SUNDIALS: backward differentiation formulas of order 1 to 5 and variable step, on OdeProblem::residual. A
/// second opinion: the code, the equations that it solves (with multipliers, stabilised) and their Jacobian are others
/// than those of all other methods.
///
/// The integrals Λ, Γ of the multipliers have no part in the error test, nor in the test of Newton's iteration. IDA
/// goes its own way; the states it is asked for are put back onto the manifold, without an effect on what follows.
/// Integrals of the problem are summed up by Gauss's formula of order 6 in every step, from f. Dense output is IDA's,
/// bent to the projected ends. Source: Hindmarsh et al., ACM TOMS 31 (2005) 363–396; Gear, Numerical Mathematics 2006
/// ("index reduction by integrals").
class IdaStepper final : public Stepper {
public:
  /// @pre the problem has `residual`, and `why_no_sundials()` is empty
  IdaStepper(OdeProblem problem, StepOptions options);
  ~IdaStepper() override;

  void start(double t, std::span<const double> y) override;
  void step(double t_stop) override;
  void jump(double t) override;
  void interpolate(double t, std::span<double> y) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] double previous_time() const override { return previous_time_; }
  [[nodiscard]] std::span<const double> state() const override { return state_; }
  [[nodiscard]] std::span<const double> derivative() const override { return rate_; }
  [[nodiscard]] const StepStatistics& statistics() const override { return statistics_; }

  /// What IDA remembers cannot be read out: it is made anew by the same steps from the same begin, without what else a
  /// step takes. @throws ArchiveError where IDA does not make them
  [[nodiscard]] bool archive(Archive& with) override;

private:
  using Vector = std::vector<double>;
  struct Memory;
  /// Where IDA began, and the times it was to stop at, each with how many steps were made towards it.
  struct History {
    struct Stop {
      double time = 0;
      std::uint64_t steps = 0;
      void archive(Archive& with) { with(time, steps); }
    };
    double begin = 0; ///< s
    Vector x;
    Vector slope;
    double first_step = 0; ///< s
    std::vector<Stop> stops;
    void archive(Archive& with) { with(begin, x, slope, first_step, stops); }
  };

  static int write_residual(double t, void* x, void* slope, void* residual, void* user);
  static int write_jacobian(double t, double c, void* x, void* slope, void* residual, void* matrix, void* user, void*,
                            void*, void*);
  static void take_message(int code, const char* module, const char* function, char* message, void* user);

  [[nodiscard]] std::size_t steering() const { return state_.size() - problem_.integrals; }
  void begin();
  void make_memory();
  /// Lets IDA make one step from `from`; false where it cannot.
  [[nodiscard]] bool advance(double from, double t_stop, double& reached);
  [[nodiscard]] double first_step() const;
  void sum_integrals(double h);
  void count();
  [[nodiscard]] std::string not_finite(std::size_t i, double t) const;
  [[noreturn]] void give_up(const std::string& reason) const;

  OdeProblem problem_;
  StepOptions options_;
  StepStatistics statistics_;
  std::unique_ptr<Memory> memory_;
  History history_;
  StepStatistics before_; ///< of memories given up
  double time_ = 0;
  double previous_time_ = 0;
  bool has_step_ = false;
  Vector state_;
  Vector previous_state_;
  Vector rate_;
  Vector bend_begin_; ///< what the projected ends of the last step have more than those of IDA
  Vector bend_end_;
  std::string failure_; ///< what IDA says of the step at hand
  std::string refusal_; ///< why a state of it has no value
};

[[nodiscard]] std::unique_ptr<Stepper> make_ida(OdeProblem problem, StepOptions options);

} // namespace numerics
} // namespace dalembert
