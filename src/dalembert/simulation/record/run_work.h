#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>
#include <dalembert/simulation/solving/manifold.h>

#include <cstddef>

namespace dalembert {
inline namespace simulation {

/// Counts the operations of a run, whatever machine it is on: instructions of programs, entries of matrices and
/// multiply-adds of factorisations, weighed by what they take beside one another.
class RunWork {
public:
  explicit RunWork(const Engine& engine);

  /// Counts `states` more at which the equations of motion were solved, as expensive as the last one.
  void add_states(std::size_t states, const Dynamics& dynamics);
  /// Counts a step: the evaluations of the equations since the last one, of which there were `evaluations` in all, and
  /// its end, which was put back onto the constraints, looked at and recorded.
  void add_step(std::size_t evaluations, const Dynamics& dynamics, const Manifold& manifold);
  /// Counts that a state inside a step was put onto the constraints.
  void add_projection(const Dynamics& dynamics, const Manifold& manifold);
  /// Counts what a method has factorised since the last step, `count` matrices in all with `rows` rows.
  void add_factorisations(std::size_t count, std::size_t rows);
  /// Counts a point of the curves.
  void add_point() { spent_ += of_point_; }

  [[nodiscard]] double spent() const { return spent_; }
  void archive(Archive& with) { with(spent_, evaluations_, factorisations_); }

private:
  [[nodiscard]] double of_solution(const Dynamics& dynamics) const;

  bool is_constrained_;
  double of_state_;
  double of_visit_;
  double of_projection_;
  double of_point_;
  double spent_ = 0.0;
  std::size_t evaluations_ = 0; ///< counted so far
  std::size_t factorisations_ = 0;
};

} // namespace simulation
} // namespace dalembert
