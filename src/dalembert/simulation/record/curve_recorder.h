#pragma once

#include <dalembert/results/result_archive.h>
#include <dalembert/simulation/engine/observables.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Keeps the observables at a few times inside every step of a run, for curves that show what the steps resolve. At
/// most 40 000 points are held: beyond, every second one is dropped, and every second one taken from there on.
class CurveRecorder {
public:
  /// `per_step` points are taken of every step; none where it is 0.
  CurveRecorder(const Engine& engine, std::size_t per_step) : observables_(engine), per_step_(per_step) {}

  /// Returns the times wanted inside the step (after, until), its ends excluded.
  [[nodiscard]] std::vector<double> times_inside(double after, double until) const;

  /// Takes in the state in `inputs` (v̇, λ, F solved; work, impulses and drifts filled in).
  void take(std::span<const double> inputs);

  /// Takes in the last state of the run, whatever was dropped before.
  void close(std::span<const double> inputs);

  [[nodiscard]] const Curves& curves() const { return curves_; }
  void archive(Archive& with) { with(stride_, offered_, curves_); }

private:
  void keep(std::span<const double> inputs);

  Observables observables_;
  std::size_t per_step_;
  std::size_t stride_ = 1;
  std::size_t offered_ = 0;
  Curves curves_;
};

} // namespace simulation
} // namespace dalembert
