#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/fastest_rate.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr int power_steps = 20;
constexpr int measured_steps = 8; ///< the last of them: complex pairs turn the vector

using Vector = std::vector<double>;

double dot_of(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The share of decay in the pair λ² + p·λ + q = 0 that A²z + p·Az + q·z = 0 fits best, whatever the units of z: an
/// oscillation has p = 0. Where Az is along z there is one λ.
double decay_share_of(const Vector& z, const Vector& once, const Vector& twice) {
  constexpr double parallel = 1e-12; // square of the sine: differences leave less of what is not linear
  const double zz = dot_of(z, z);
  const double oo = dot_of(once, once);
  const double zo = dot_of(z, once);
  const double area = zz * oo - zo * zo;
  if (!(area > parallel * zz * oo)) return zo > 0 ? -1.0 : 1.0;
  const double zt = dot_of(z, twice);
  const double ot = dot_of(once, twice);
  const double p = (zo * zt - zz * ot) / area;
  const double q = (zo * ot - oo * zt) / area;
  const double below = p * p / 4 - q;
  if (below < 0) return std::clamp(p / 2 / std::sqrt(q), -1.0, 1.0);
  return p >= 0 ? 1.0 : -1.0; // of the larger root
}

} // namespace

std::optional<FastestRate> fastest_rate(const OdeProblem& problem, double t, std::span<const double> state) {
  const std::size_t n = state.size() - problem.integrals; // nothing depends on these
  Vector f(state.size());
  Vector moved(state.size());
  Vector y(state.begin(), state.end());
  Vector z(n);
  const auto scale = [&state](std::size_t i) { return std::max(1.0, std::abs(state[i])); };
  for (std::size_t i = 0; i < n; ++i)
    z[i] = 1.0 + 0.37 * std::sin(1.7 * static_cast<double>(i + 1));
  double growth = 0.0;
  Vector before; // z of the last step but one, its image, and the image of that one, normalised
  Vector once;
  Vector twice;
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
      for (std::size_t i = 0; i < n; ++i) {
        moved[i] = (moved[i] - f[i]) / (small * scale(i));
        size += moved[i] * moved[i];
      }
      const Vector image(moved.begin(), moved.begin() + static_cast<std::ptrdiff_t>(n));
      if (step == power_steps - 1) twice = image;
      if (step == power_steps - 2) {
        before = z;
        once = image;
      }
      z = image;
      if (step < power_steps - measured_steps) continue;
      growth += std::log(std::max(std::sqrt(size), 1e-300));
    }
  } catch (const SolveError&) { // no value near by
    return std::nullopt;
  }
  const double length = std::sqrt(dot_of(once, once)); // by which `twice` is too short
  for (double& x : twice)
    x *= length;
  return FastestRate{std::exp(growth / measured_steps), decay_share_of(before, once, twice)};
}

} // namespace numerics
} // namespace dalembert
