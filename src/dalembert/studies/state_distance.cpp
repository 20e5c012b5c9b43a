#include <dalembert/studies/state_distance.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace studies {

double distance(const State& a, const State& b, const std::vector<bool>& is_free) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.q.size(); ++i) {
    const double q = (a.q[i] - b.q[i]) / (1.0 + std::abs(b.q[i]));
    const double v = (a.v[i] - b.v[i]) / (1.0 + std::abs(b.v[i]));
    sum += (is_free[i] ? 0.0 : q * q) + v * v;
  }
  return std::sqrt(sum);
}

double fastest(const State& state) {
  double out = 1.0;
  for (const double v : state.v)
    out = std::max(out, std::abs(v));
  return out;
}

} // namespace studies
} // namespace dalembert
