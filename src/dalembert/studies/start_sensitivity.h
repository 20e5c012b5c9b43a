#pragma once

#include <dalembert/lowering/tangent.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/start/initial_conditions.h>
#include <dalembert/studies/sensitivity.h>

#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace dalembert {
inline namespace studies {

/// An initial state that does not follow smoothly what it is made from; the message says why.
class NotSmooth : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Differentiates the consistent initial state of an engine by what it is made from.
///
/// Each level x = q, v is nearest to its start x₀ on its rows (LevelTangent): S(x, μ, x₀, p) = 0, r(x, p) = 0, so
///   [ ∂S/∂x  −(∂r/∂x)ᵀ ] [ ∂x/∂p ]   [ −S′ ]
///   [ ∂r/∂x       0    ] [ ∂μ/∂p ] = [ −r′ ]
/// for the components that may move, those that are fixed following their values. With second derivatives of the rows:
/// exact also where a guess was moved far.
class StartSensitivity {
public:
  /// `parameters`: those that move.
  StartSensitivity(const Engine& engine, const Equations& equations, std::vector<std::size_t> parameters);

  /// Returns ∂(q, v)/∂cause at the beginning of the run, and t̂ = ∂t₀/∂cause beside it.
  /// `state`: the initial state. @throws NotSmooth, SolveError
  struct Derivative {
    std::vector<double> q;
    std::vector<double> v;
    double t = 0.0;
  };
  [[nodiscard]] Derivative by(const SensitivityCause& cause, const State& state);

private:
  struct LevelParts;
  [[nodiscard]] std::vector<double> direction_of(const SensitivityCause& cause, const State& state);
  [[nodiscard]] std::vector<double> start_direction(const InitialConditions::Start& start, Level level,
                                                    std::span<const double> inputs, std::vector<double> direction,
                                                    const SensitivityCause& cause);
  void differentiate(Level level, const State& state, const SensitivityCause& cause, std::vector<double>& direction);
  [[nodiscard]] const LevelTangent& tangent(Level level);

  const Engine& engine_;
  const Equations& equations_;
  InitialConditions conditions_;
  StartTangent start_;
  ProgramInstance values_;
  ProgramInstance begin_;
  std::vector<std::optional<LevelTangent>> levels_;
};

} // namespace studies
} // namespace dalembert
