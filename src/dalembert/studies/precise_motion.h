#pragma once

#include <dalembert/lowering/variation.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/numerics/linear/big_matrix.h>
#include <dalembert/results/result.h>
#include <dalembert/studies/reduced_flow.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace studies {

/// The conditions F = (φ, ẇ, q̇ of `still`) = 0 of a steady state, solved by changing q of `positions` and, where
/// `has_speeds`, w. Of a family only as many unknowns move as F has rank.
struct SteadyConditions {
  std::vector<std::size_t> holonomic_rows;
  std::vector<std::size_t> positions;
  std::vector<std::size_t> still;
  bool has_speeds = false;
  std::vector<std::size_t> pivot_rows;    ///< of F: independent ones
  std::vector<std::size_t> pivot_columns; ///< of the unknowns, as many
  DenseMatrix jacobian;                   ///< ∂F/∂unknowns near by, in doubles
};

/// A state that stays and the motion near it, (6) of docs/theory/analysis.md, in sixty digits.
struct PreciseMotion {
  State state;                 ///< rounded
  BigMatrix rate_by_position;  ///< q_q, n×n
  BigMatrix rate_by_speed;     ///< q_w, n×k
  BigMatrix speed_by_position; ///< w_q, k×n
  BigMatrix speed_by_speed;    ///< w_w
  BigMatrix rows;              ///< A
  BigMatrix mass;              ///< M
  BigMatrix conditions;        ///< ∂F/∂unknowns
};

/// Computes motions near steady states in sixty digits, so that exact zeros are distinguished from small values.
/// Parameters that the model gives as decimals are taken as these decimals, not as the nearest doubles.
class PreciseMotions {
public:
  /// `parameters`: SI, declaration order.
  PreciseMotions(const Study& study, const Equations& equations, const VariationProgram& variation,
                 const std::vector<double>& parameters);
  ~PreciseMotions();
  PreciseMotions(const PreciseMotions&) = delete;
  PreciseMotions& operator=(const PreciseMotions&) = delete;
  struct Data;

  /// True where F = 0 can be solved near by with an unknown beside `wanted.pivot_columns` moved a little, all of them
  /// at once or `only` one: they belong to a family of such states.
  [[nodiscard]] bool is_family(const State& near, const Freedoms& freedoms, const SteadyConditions& wanted,
                               std::optional<std::size_t> only = std::nullopt);

  /// Solves F = 0 from `near`, angles and lengths near 0 or a multiple of π/2 being tried there first, and linearises.
  /// Nothing where the system is too large, F = 0 has no solution of sixty digits near by, the equations of motion are
  /// singular there, or a function has no value.
  [[nodiscard]] std::optional<PreciseMotion> at(const State& near, const Freedoms& freedoms,
                                                const SteadyConditions& wanted);

private:
  std::unique_ptr<Data> data_;
};

} // namespace studies
} // namespace dalembert
