#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/manifold.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace studies {

/// True from 60 coordinates and constraints on: no state of such a system is drawn from afar.
[[nodiscard]] bool is_large(const Engine& engine);

/// Returns a manifold that gives up after a few iterations where the system is large.
[[nodiscard]] Manifold patient_manifold(const Engine& engine);

/// Real states on the motion of a system: coordinates, rates and the time of a given one changed by random short
/// numbers, and after the first eight every second time far away, by random numbers of both signs in the place of
/// coordinates and rates; then put onto the constraints by Newton's method in the mass metric (Manifold), and the
/// equations of motion solved there. Of a large system every state is near: it moves by a share of these numbers, which
/// shrinks where Newton's method does not end after a few iterations. States at which the rank of the rows falls, or
/// nearly does, are left out: what is computed there is no value of the motion. Where no near position can be put onto
/// the constraints, that of the origin is kept (x = b·sign x has no other solution near x = 0), and time and rates
/// change. Reproducible.
class RealStates {
public:
  /// `origin`: an admissible state; the states are made round it.
  RealStates(const Engine& engine, State origin);

  /// Returns how many of `wanted` states are sought in a system of this size: a projection factors a matrix of n + m
  /// rows some twenty times, and all states together may take 2·10⁹ multiplications; at least two.
  [[nodiscard]] static std::size_t affordable(const Engine& engine, std::size_t wanted);

  /// Returns the next state with everything known there; nothing where Newton's method or the equations fail (try
  /// again). The first one is `origin` itself.
  [[nodiscard]] std::optional<Evaluation> next();

  /// Returns a state so near to `at` that what does not vanish keeps its value to six digits there; nothing where it
  /// cannot be made. What changes by its own size between the two is round-off.
  [[nodiscard]] std::optional<Evaluation> beside(const Evaluation& at);

  /// M, h, A and γ at the state that was found last.
  struct Matrices {
    std::vector<double> mass;        ///< n×n
    std::vector<double> forcing;     ///< n
    std::vector<double> rows;        ///< m×n
    std::vector<double> row_forcing; ///< m
    bool are_rows_independent = true;
  };
  [[nodiscard]] const Matrices& matrices() const { return matrices_; }

private:
  double step();
  void come_nearer();
  double far_value(double size);
  void move_near(State& state);
  void move_far(State& state);
  [[nodiscard]] std::optional<Evaluation> evaluated(const State& state, bool is_projected);
  [[nodiscard]] Evaluation solved(const State& state);
  [[nodiscard]] std::vector<double> rows_at(std::vector<double>& inputs);
  [[nodiscard]] std::optional<int> clear_rank(std::vector<double>& inputs);
  void find_rank();

  const Engine& engine_;
  State origin_;
  RowRanks ranks_;
  Manifold manifold_;
  std::uint64_t random_ = 1;
  int drawn_ = 0;
  bool has_moved_ = false; ///< another state than the origin was found
  double reach_ = 1.0;     ///< share of the steps that is taken
  Matrices matrices_;
  std::optional<int> rank_; ///< of the rows at almost all states; none where it is not clear
};

} // namespace studies
} // namespace dalembert
