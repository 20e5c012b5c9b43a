#pragma once

#include <dalembert/numerics/linear/spectrum.h>
#include <dalembert/studies/precise_motion.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace studies {

enum class Wanted { equilibrium, steady_motion };
/// What stays as it starts while the rest is solved for.
enum class Held { nothing, positions, speeds };

/// Newton's method for states that stay, (7) of docs/theory/analysis.md, in doubles.
class SteadyNewton {
public:
  SteadyNewton(Lineariser& lineariser, const Freedoms& freedoms, Wanted wanted, Held held);

  struct Found {
    State state;
    Linearisation at;
    double residual = 0.0;   ///< ‖F‖ with every row in units of its derivatives
    std::size_t nullity = 0; ///< of the Jacobian
    DenseMatrix directions;  ///< of a family, on the unknowns
    SteadyConditions conditions;

    /// True where a coordinate that should stay is accelerated after all.
    [[nodiscard]] bool is_moving() const;
    /// Coordinates that are ignorable, or that the family leaves free by themselves.
    [[nodiscard]] std::vector<bool> free_coordinates(const std::vector<bool>& is_ignorable) const;
  };

  /// Goes to a state that stays, with steps of least norm. @throws SolveError where the motion is singular on the way
  [[nodiscard]] std::optional<Found> from(State state);
  /// Takes `state` itself where it stays, rounding aside. @throws SolveError as `from`
  [[nodiscard]] std::optional<Found> at(State state);

private:
  struct System {
    Linearisation at;
    DenseMatrix jacobian;
    std::vector<double> right; ///< −F
  };

  [[nodiscard]] bool has_speeds() const { return wanted_ == Wanted::steady_motion; }
  bool make_consistent(State& state);
  System system_at(const State& state);
  std::vector<double> violations(const State& state);
  static double norm(const System& system);
  [[nodiscard]] double largest_unknown(const State& state, const DenseMatrix& jacobian) const;
  [[nodiscard]] State moved(const State& state, const std::vector<double>& step, double share) const;
  bool advance(System& here, const std::vector<double>& step, double& size);
  [[nodiscard]] DenseMatrix without_held(DenseMatrix jacobian) const;
  std::optional<Found> finish(System here);
  std::optional<Found> finish(System here, LeastNorm last);

  Lineariser& lineariser_;
  const Engine& engine_;
  const Freedoms& freedoms_;
  Wanted wanted_;
  Held held_;
  std::vector<std::size_t> rows_;      ///< holonomic rows that must be met
  std::vector<std::size_t> positions_; ///< unknown coordinates
  std::vector<std::size_t> still_;     ///< coordinates whose rate must vanish
};

} // namespace studies
} // namespace dalembert
