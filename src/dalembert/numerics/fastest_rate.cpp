#include <dalembert/base/errors.h>
#include <dalembert/numerics/fastest_rate.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert::inline numerics {

namespace {

constexpr int power_steps = 20;
constexpr int measured_steps = 8; ///< the last of them: complex pairs turn the vector

} // namespace

std::optional<FastestRate> fastest_rate(const OdeProblem& problem, double t, std::span<const double> state) {
  const std::size_t n = state.size();
  std::vector<double> f(n);
  std::vector<double> moved(n);
  std::vector<double> y(n);
  std::vector<double> z(n);
  const auto scale = [&state](std::size_t i) { return std::max(1.0, std::abs(state[i])); };
  for (std::size_t i = 0; i < n; ++i)
    z[i] = 1.0 + 0.37 * std::sin(1.7 * static_cast<double>(i + 1));
  double growth = 0.0;
  double along = 0.0;
  try {
    problem.rhs(t, state, f);
    for (int step = 0; step < power_steps; ++step) {
      double length = 0.0;
      for (const double x : z)
        length += x * x;
      length = std::sqrt(length);
      if (!(length > 0.0) || !std::isfinite(length)) return FastestRate{};
      constexpr double small = 1e-7;
      for (std::size_t i = 0; i < n; ++i) {
        z[i] /= length;
        y[i] = state[i] + small * scale(i) * z[i];
      }
      problem.rhs(t, y, moved);
      double size = 0.0;
      double projection = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        const double image = (moved[i] - f[i]) / (small * scale(i));
        size += image * image;
        projection += image * z[i];
        moved[i] = image;
      }
      z.swap(moved);
      if (step < power_steps - measured_steps) continue;
      growth += std::log(std::max(std::sqrt(size), 1e-300));
      along += projection;
    }
  } catch (const SolveError&) { // no value near by
    return std::nullopt;
  }
  const double size = std::exp(growth / measured_steps);
  return FastestRate{size, -along / measured_steps / size};
}

} // namespace dalembert::inline numerics
