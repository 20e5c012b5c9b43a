#include <dalembert/numerics/step/tableau.h>

#include "hand_methods.h"

#include <algorithm>
#include <boost/numeric/odeint.hpp>
#include <cmath>

namespace dalembert::bench {

namespace {

using Values = std::vector<double>;

/// ẏ = (v, a), counted.
class FirstOrder {
public:
  explicit FirstOrder(const HandProblem& problem) : motion_(problem), n_(problem.size()) {}

  void operator()(const double* y, double* dydt) {
    ++evaluations_;
    motion_.solve(y, y + n_);
    std::copy_n(y + n_, n_, dydt);
    std::copy_n(motion_.accelerations().begin(), n_, dydt + n_);
  }
  [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

private:
  HandMotion motion_;
  std::size_t n_;
  std::uint64_t evaluations_ = 0;
};

Values begin_of(const HandProblem& problem) {
  Values y = problem.q;
  y.insert(y.end(), problem.v.begin(), problem.v.end());
  return y;
}

HandRun ended(const Values& y, std::uint64_t evaluations, std::uint64_t steps) {
  const auto middle = y.begin() + static_cast<std::ptrdiff_t>(y.size() / 2);
  return {{y.begin(), middle}, {middle, y.end()}, evaluations, steps};
}

constexpr std::uint64_t most_steps = 2'000'000;

} // namespace

std::optional<HandRun> run_dop853(const HandProblem& problem, double tolerance) {
  const Tableau& pair = dormand_prince8();
  FirstOrder f(problem);
  Values y = begin_of(problem);
  const std::size_t n = y.size();
  const auto stages = static_cast<std::size_t>(pair.stages);
  std::vector<Values> k(stages + 1, Values(n));
  Values trial(n);
  Values error(n);
  Values coarse(n);
  const auto combine = [&](const TableauRow& row, Values& out) {
    std::ranges::fill(out, 0.0);
    for (const TableauEntry& entry : row)
      for (std::size_t i = 0; i < n; ++i)
        out[i] += entry.weight * k[static_cast<std::size_t>(entry.stage)][i];
  };
  double t = 0;
  double h = std::min(problem.end, 1e-4 * problem.end);
  std::uint64_t steps = 0;
  f(y.data(), k[0].data());
  for (std::uint64_t tried = 0; t < problem.end; ++tried) {
    if (tried == most_steps) return std::nullopt;
    const bool is_last = t + h >= problem.end;
    if (is_last) h = problem.end - t;
    for (std::size_t s = 1; s < stages; ++s) {
      combine(pair.rows[s], trial);
      for (std::size_t i = 0; i < n; ++i)
        trial[i] = y[i] + h * trial[i];
      f(trial.data(), k[s].data());
    }
    combine(pair.rows[stages], trial);
    combine(pair.error, error);
    combine(pair.coarse_error, coarse);
    double fine = 0;
    double rough = 0;
    for (std::size_t i = 0; i < n; ++i) {
      trial[i] = y[i] + h * trial[i];
      const double scale = tolerance * (1 + std::max(std::abs(y[i]), std::abs(trial[i])));
      fine += error[i] * error[i] / (scale * scale);
      rough += coarse[i] * coarse[i] / (scale * scale);
    }
    const double below = fine + 0.01 * rough;
    const double size = h * fine / std::sqrt(static_cast<double>(n) * (below > 0 ? below : 1.0));
    if (!std::isfinite(size)) return std::nullopt;
    const double factor = std::clamp(0.9 * std::pow(std::max(size, 1e-16), -1.0 / 8), 0.333, 6.0);
    if (size <= 1) {
      t = is_last ? problem.end : t + h;
      std::swap(y, trial);
      f(y.data(), k[0].data());
      ++steps;
    }
    h *= size <= 1 ? factor : std::min(factor, 1.0);
  }
  return ended(y, f.evaluations(), steps);
}

std::optional<HandRun> run_odeint(const HandProblem& problem, double tolerance) {
  namespace odeint = boost::numeric::odeint;
  FirstOrder f(problem);
  Values y = begin_of(problem);
  auto stepper = odeint::make_controlled<odeint::runge_kutta_fehlberg78<Values>>(tolerance, tolerance);
  const auto slope = [&f](const Values& state, Values& dydt, double /*t*/) { f(state.data(), dydt.data()); };
  std::uint64_t steps = 0;
  double t = 0;
  double h = 1e-4 * problem.end;
  for (std::uint64_t tried = 0; t < problem.end; ++tried) {
    if (tried == most_steps || !std::isfinite(h) || h <= 0) return std::nullopt;
    const double left = problem.end - t;
    const bool is_last = h >= left;
    if (is_last) h = left;
    if (stepper.try_step(slope, y, t, h) == odeint::success) {
      ++steps;
      if (is_last) break;
    }
  }
  return ended(y, f.evaluations(), steps);
}

} // namespace dalembert::bench
