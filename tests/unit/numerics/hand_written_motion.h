#pragma once

#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/numerics/step/stepper.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace dalembert::test {

/// A motion written by hand: `count` rows over n coordinates, M, f and the rows with their derivatives. The rates of
/// y = (q, v) come from the saddle-point system.
struct HandWritten {
  std::size_t n;
  std::vector<bool> is_row_of_rates;
  std::function<void(std::span<const double> q, std::span<double> mass)> mass;
  /// ∂T/∂q and the forces but for those of the rows
  std::function<void(double t, std::span<const double> q, std::span<const double> v, std::span<double> f)> forces;
  /// v-dependent part of d/dt(M v) that f is less than M·v̇ by: h = forces − Ṁ v
  std::function<void(std::span<const double> q, std::span<const double> v, std::span<double> rate)> mass_rate_times_v =
      {};
  std::function<void(double t, std::span<const double> q, std::span<const double> v, std::span<double> gap)> rows = {};
  std::function<void(double t, std::span<const double> q, std::span<double> matrix)> matrix = {};
  std::function<void(double t, std::span<const double> q, std::span<const double> v, std::span<double> rates)> rates =
      {};
  std::function<void(double t, std::span<const double> q, std::span<const double> v, std::span<double> gamma)>
      row_forcing = {};
  /// ∂φ̇/∂q, where M is singular
  std::function<void(std::span<const double> q, std::span<const double> v, std::span<double> gradients)>
      rate_gradients = {};
  KktOptions kkt = {};

  [[nodiscard]] std::size_t m() const { return is_row_of_rates.size(); }

  [[nodiscard]] std::vector<double> accelerations(double t, std::span<const double> q, std::span<const double> v,
                                                  std::span<double> lambda) const {
    std::vector<double> mass_at(n * n);
    std::vector<double> matrix_at(m() * n);
    std::vector<double> h(n);
    std::vector<double> gamma(m());
    std::vector<double> out(n);
    mass(q, mass_at);
    forces(t, q, v, h);
    if (mass_rate_times_v) {
      std::vector<double> rate(n);
      mass_rate_times_v(q, v, rate);
      for (std::size_t i = 0; i < n; ++i)
        h[i] -= rate[i];
    }
    if (m() > 0) {
      matrix(t, q, matrix_at);
      row_forcing(t, q, v, gamma);
    }
    KktSolver solver(static_cast<int>(n), static_cast<int>(m()), kkt);
    solver.factor({mass_at, matrix_at});
    solver.solve(h, gamma, out, lambda);
    return out;
  }

  [[nodiscard]] OdeProblem problem() const {
    OdeProblem out;
    const HandWritten self = *this;
    out.rhs = [self](double t, std::span<const double> y, std::span<double> dydt) {
      std::vector<double> lambda(self.m());
      const std::vector<double> a = self.accelerations(t, y.first(self.n), y.subspan(self.n), lambda);
      std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(self.n), self.n, dydt.begin());
      std::ranges::copy(a, dydt.begin() + static_cast<std::ptrdiff_t>(self.n));
    };
    MomentumProblem momenta;
    momenta.coordinates = n;
    momenta.is_row_of_rates = is_row_of_rates;
    momenta.kkt = kkt;
    momenta.evaluate = [self](double t, std::span<const double> q, std::span<const double> v,
                              std::span<const double> multipliers, const MomentumProblem::Values& values) {
      std::vector<double> mass_at(self.n * self.n);
      std::vector<double> matrix_at(self.m() * self.n);
      self.mass(q, mass_at);
      self.forces(t, q, v, values.forces);
      if (self.m() > 0) {
        self.matrix(t, q, matrix_at);
        self.rows(t, q, v, values.rows);
      }
      for (std::size_t i = 0; i < self.n; ++i) {
        values.momenta[i] = 0;
        for (std::size_t j = 0; j < self.n; ++j)
          values.momenta[i] += mass_at[i * self.n + j] * v[j];
        for (std::size_t k = 0; k < self.m(); ++k)
          values.forces[i] += matrix_at[k * self.n + i] * multipliers[k];
      }
    };
    momenta.linearise = [self](double t, std::span<const double> q, std::span<const double> v,
                               const MomentumProblem::Linear& linear) {
      self.mass(q, linear.mass);
      if (self.m() == 0) return;
      self.matrix(t, q, linear.matrix);
      self.rates(t, q, v, linear.rates);
    };
    if (rate_gradients)
      momenta.rate_gradients = [self](double, std::span<const double> q, std::span<const double> v,
                                      std::span<double> gradients) { self.rate_gradients(q, v, gradients); };
    out.momenta = std::move(momenta);
    return out;
  }
};

} // namespace dalembert::test
