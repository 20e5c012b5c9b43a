#include "hand_problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert::bench {

HandMotion::HandMotion(const HandProblem& problem) : problem_(problem) {
  const std::size_t n = problem.size();
  const std::size_t m = problem.constraints();
  at_ = {std::vector<double>(n * n), std::vector<double>(n), std::vector<double>(m * n), std::vector<double>(m)};
  matrix_.resize((n + m) * (n + m));
  right_.resize(n + m);
  a_.resize(n);
  lambda_.resize(m);
}

void HandMotion::solve(const double* q, const double* v) {
  if (problem_.accelerations != nullptr) {
    problem_.accelerations(q, v, a_.data(), lambda_.data());
    return;
  }
  problem_.equations(q, v, at_);
  eliminate();
}

void HandMotion::eliminate() {
  const std::size_t n = a_.size();
  const std::size_t m = lambda_.size();
  const std::size_t size = n + m;
  double* const x = matrix_.data();
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(&at_.mass[i * n], n, x + i * size);
    for (std::size_t k = 0; k < m; ++k)
      x[i * size + n + k] = -at_.rows[k * n + i];
    right_[i] = at_.forces[i];
  }
  for (std::size_t k = 0; k < m; ++k) {
    std::copy_n(&at_.rows[k * n], n, x + (n + k) * size);
    std::fill_n(x + (n + k) * size + n, m, 0.0);
    right_[n + k] = at_.forcing[k];
  }
  for (std::size_t c = 0; c < size; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < size; ++r)
      if (std::abs(x[r * size + c]) > std::abs(x[pivot * size + c])) pivot = r;
    if (pivot != c) {
      std::swap_ranges(x + c * size + c, x + (c + 1) * size, x + pivot * size + c);
      std::swap(right_[c], right_[pivot]);
    }
    const double inverse = 1 / x[c * size + c];
    for (std::size_t r = c + 1; r < size; ++r) {
      const double factor = x[r * size + c] * inverse;
      if (factor == 0) continue;
      for (std::size_t k = c + 1; k < size; ++k)
        x[r * size + k] -= factor * x[c * size + k];
      right_[r] -= factor * right_[c];
    }
  }
  for (std::size_t r = size; r-- > 0;) {
    for (std::size_t k = r + 1; k < size; ++k)
      right_[r] -= x[r * size + k] * right_[k];
    right_[r] /= x[r * size + r];
  }
  std::copy_n(right_.begin(), n, a_.begin());
  std::copy_n(right_.begin() + static_cast<std::ptrdiff_t>(n), m, lambda_.begin());
}

} // namespace dalembert::bench
