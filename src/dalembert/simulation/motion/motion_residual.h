#pragma once

#include <dalembert/numerics/step/residual_problem.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A motion by the residual of Lagrange's equations with multipliers, and its Jacobian: what IDA follows. It solves no
/// linear equations of its own, but for the multipliers of the first state. For models without friction, contacts and
/// functions that are held at jumps, in the form lagrange; rows that repeat others have no such residual.
class MotionResidual {
public:
  explicit MotionResidual(const Engine& engine) : engine_(engine) {}

  /// The problem from here on; refers to this object.
  [[nodiscard]] ResidualProblem problem();

private:
  /// The parts of x = (q, v, Λ, Γ), and of ẋ.
  struct Unknowns {
    Unknowns(const Engine& engine, std::span<const double> x);
    std::span<const double> positions;
    std::span<const double> rates;
    std::span<const double> of_rates;     ///< Λ
    std::span<const double> of_positions; ///< Γ
  };
  struct Programs {
    explicit Programs(const Engine& engine);
    ProgramInstance dynamics;
    std::vector<double> equations;
    RowValues positions;
    RowValues rates;
    std::optional<ProgramInstance> derivatives;
    std::vector<double> derivative_values;
  };

  void put(double t, std::span<const double> x, std::span<const double> slope);
  void evaluate_equations();
  void evaluate(double t, std::span<const double> x, std::span<const double> slope, std::span<double> residual);
  void linearise(double t, double c, std::span<const double> x, std::span<const double> slope,
                 std::span<double> matrix);
  void start(double t, std::span<const double> y, std::span<double> multipliers);

  const Engine& engine_;
  std::optional<Programs> programs_;
  std::vector<double> inputs_;
};

/// True where the motion has a residual: Lagrange's equations without friction, contacts and functions that are held.
[[nodiscard]] bool has_residual(const Engine& engine);

} // namespace simulation
} // namespace dalembert
