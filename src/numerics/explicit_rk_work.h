#pragma once

#include <dalembert/numerics/explicit_rk.h>
#include <dalembert/numerics/tableau.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {

/// The state of an integration and the room that its steps need.
struct ExplicitRk::Work {
  using Vector = std::vector<double>;
  enum class Attempt { good, inaccurate, refused, too_far };

  Work(OdeProblem posed, RkOptions chosen)
      : problem(std::move(posed)),
        options(std::move(chosen)),
        tableau(options.method == RkMethod::order8 ? dormand_prince8() : dormand_prince5()) {}

  OdeProblem problem;
  RkOptions options;
  const Tableau& tableau;
  RkStatistics statistics;

  std::size_t n = 0;
  double time = 0;
  double previous_time = 0;
  double next_step = 0; ///< what the controller wants, signed; 0 before the first step
  double previous_error = 1e-4;
  bool may_grow = true;
  bool has_step = false;
  double passed = 1;         ///< share of the last attempt that may be made
  bool is_cut_first = false; ///< the step just made is the first one, and a stop cut it
  bool has_dense = false;
  Vector state;
  Vector carry; ///< what rounding has cost each component so far
  Vector old_carry;
  Vector previous_state;
  Vector trial;
  Vector error;
  Vector coarse;
  Vector slopes; ///< k₀, k₁, … one after the other
  Vector end_slope;
  Vector dense;
  std::string failure;            ///< why the last refused attempt was refused
  int attempts_since_refusal = 0; ///< a singularity is approached by steps that are refused and accepted in turn

  [[nodiscard]] double* slope(int stage) { return &slopes[static_cast<std::size_t>(stage) * n]; }
  [[nodiscard]] std::string name(std::size_t i) const {
    return problem.name ? problem.name(i) : fmt::format("component {}", i);
  }

  /// out ← Σ weight · k
  void combine(const TableauRow& row, double* out) {
    std::fill_n(out, n, 0.0);
    for (const TableauEntry& entry : row) {
      const double* k = slope(entry.stage);
      for (std::size_t i = 0; i < n; ++i)
        out[i] += entry.weight * k[i];
    }
  }

  /// Evaluates f and says whether it could be; why not is left in `failure`.
  [[nodiscard]] bool evaluate(double t, std::span<const double> y, double* dydt) {
    ++statistics.evaluations;
    try {
      problem.rhs(t, y, {dydt, n});
    } catch (const SolveError& refusal) {
      failure = refusal.what();
      return false;
    }
    const auto* bad = std::find_if(dydt, dydt + n, [](double v) { return !std::isfinite(v); });
    if (bad == dydt + n) return true;
    failure = fmt::format("the rate of {} is not finite", name(static_cast<std::size_t>(bad - dydt)));
    return false;
  }

  [[nodiscard]] double scale(std::size_t i, double a, double b) const {
    const Vector& absolute = options.absolute_tolerance;
    return std::max(absolute[absolute.size() == 1 ? 0 : i],
                    options.relative_tolerance * std::max(std::abs(a), std::abs(b)));
  }

  /// Largest v/scale over the components that steer: each of them keeps its tolerance, however many there are.
  [[nodiscard]] double norm(const Vector& v, const Vector& a, const Vector& b) const {
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double s = scale(i, a[i], b[i]);
      if (std::isinf(s)) continue;
      const double share = std::abs(v[i]) / s;
      if (std::isnan(share)) return share;
      largest = std::max(largest, share);
    }
    return largest;
  }

  [[nodiscard]] double longest_step() const {
    return options.longest_step ? std::min(options.max_step, options.longest_step(time)) : options.max_step;
  }

  void start(double t, std::span<const double> y);
  void choose_first_step(double t_stop);
  [[nodiscard]] Attempt attempt(double t_new, double& error_norm);
  [[nodiscard]] double predicted_share(double h);
  [[nodiscard]] bool evaluate_stages(double h);
  [[nodiscard]] double measure_error(double h);
  [[nodiscard]] bool finish(double t_new);
  void accept(double t_new, double h);
  void step(double t_stop);
  void jump(double t);
  void build_dense();
  [[noreturn]] void give_up(double h, double error_norm, Attempt last) const;
};

} // namespace dalembert
