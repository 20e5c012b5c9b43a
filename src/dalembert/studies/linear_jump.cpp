#include <dalembert/lowering/switching.h>
#include <dalembert/studies/linear_jump.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert {
inline namespace studies {

namespace {

/// The numbers of a linearisation that a jump would show in, and the size of each kind.
struct LinearNumbers {
  std::vector<double> accelerations;
  std::vector<double> derivatives;
};

LinearNumbers numbers_at(Lineariser& lineariser, const State& state) {
  const Linearisation at = lineariser.at(state);
  LinearNumbers out{at.accelerations, at.acceleration_by_position.entries};
  out.derivatives.insert(out.derivatives.end(), at.acceleration_by_rate.entries.begin(),
                         at.acceleration_by_rate.entries.end());
  return out;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    out = std::max(out, std::abs(a[i] - b[i]));
  return out;
}

double size_of_largest(const std::vector<double>& a) {
  double out = 0.0;
  for (const double x : a)
    out = std::max(out, std::abs(x));
  return out;
}

/// How much the numbers differ between `x` + step and `x` − step, beside their size.
struct Change {
  double accelerations = 0.0;
  double derivatives = 0.0;
};

Change change_over(Lineariser& lineariser, State& state, double& x, double step) {
  const double middle = x;
  x = middle + step;
  const LinearNumbers above = numbers_at(lineariser, state);
  x = middle - step;
  const LinearNumbers below = numbers_at(lineariser, state);
  x = middle;
  const double slope = std::max({size_of_largest(above.derivatives), size_of_largest(below.derivatives), 1e-300});
  const double size =
      std::max({size_of_largest(above.accelerations), size_of_largest(below.accelerations), slope, 1e-300});
  return {largest_difference(above.accelerations, below.accelerations) / size,
          largest_difference(above.derivatives, below.derivatives) / slope};
}

} // namespace

bool has_jump(Lineariser& lineariser, const State& state) {
  if (!has_kinks(lineariser.engine().system())) return false;
  constexpr double wide = 1e-5; // of the size of a coordinate
  constexpr double narrow = 1e-6;
  constexpr double round_off = 1e-7;
  constexpr double shrunk = 0.5; // a tenth where the equations are smooth
  const auto jumps = [](double over_wide, double over_narrow) {
    return over_narrow > round_off && over_narrow > shrunk * over_wide;
  };
  State near = state;
  const std::size_t n = near.q.size();
  for (std::size_t i = 0; i < 2 * n; ++i) {
    double& x = i < n ? near.q[i] : near.v[i - n];
    const double scale = std::max(1.0, std::abs(x));
    const Change over_wide = change_over(lineariser, near, x, wide * scale);
    const Change over_narrow = change_over(lineariser, near, x, narrow * scale);
    if (jumps(over_wide.accelerations, over_narrow.accelerations)) return true;
    if (jumps(over_wide.derivatives, over_narrow.derivatives)) return true;
  }
  return false;
}

} // namespace studies
} // namespace dalembert
