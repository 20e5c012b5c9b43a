#pragma once

#include <dalembert/numerics/step/stepper.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace dalembert::test {

/// A power series in one variable, cut off behind order 33, with the arithmetic of the textbook: what the problems of
/// the tests are expanded by, apart from the program's own way.
class CutSeries {
public:
  static constexpr std::size_t size = 34;

  CutSeries() = default;
  CutSeries(double constant) { c[0] = constant; } // NOLINT(google-explicit-constructor)

  friend CutSeries operator+(CutSeries a, const CutSeries& b) {
    for (std::size_t k = 0; k < size; ++k)
      a.c[k] += b.c[k];
    return a;
  }
  friend CutSeries operator-(CutSeries a) {
    for (double& x : a.c)
      x = -x;
    return a;
  }
  friend CutSeries operator-(const CutSeries& a, const CutSeries& b) { return a + -b; }
  friend CutSeries operator*(const CutSeries& a, const CutSeries& b) {
    CutSeries out;
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t j = 0; j <= k; ++j)
        out.c[k] += a.c[j] * b.c[k - j];
    return out;
  }
  friend CutSeries operator/(const CutSeries& a, const CutSeries& b) {
    CutSeries out;
    for (std::size_t k = 0; k < size; ++k) {
      out.c[k] = a.c[k];
      for (std::size_t j = 0; j < k; ++j)
        out.c[k] -= out.c[j] * b.c[k - j];
      out.c[k] /= b.c[0];
    }
    return out;
  }
  friend CutSeries sqrt(const CutSeries& a) {
    CutSeries out(std::sqrt(a.c[0]));
    for (std::size_t k = 1; k < size; ++k) {
      out.c[k] = a.c[k];
      for (std::size_t j = 1; j < k; ++j)
        out.c[k] -= out.c[j] * out.c[k - j];
      out.c[k] /= 2 * out.c[0];
    }
    return out;
  }
  friend CutSeries sin(const CutSeries& a) { return circle(a)[0]; }
  friend CutSeries cos(const CutSeries& a) { return circle(a)[1]; }
  friend bool operator>(const CutSeries& a, double b) { return a.c[0] > b; }

  std::array<double, size> c{};

private:
  static std::array<CutSeries, 2> circle(const CutSeries& a) {
    CutSeries s(std::sin(a.c[0]));
    CutSeries c(std::cos(a.c[0]));
    for (std::size_t k = 1; k < size; ++k) {
      for (std::size_t j = 1; j <= k; ++j) {
        s.c[k] += static_cast<double>(j) * a.c[j] * c.c[k - j];
        c.c[k] -= static_cast<double>(j) * a.c[j] * s.c[k - j];
      }
      s.c[k] /= static_cast<double>(k);
      c.c[k] /= static_cast<double>(k);
    }
    return {s, c};
  }
};

/// An OdeProblem of f(t, y, out), a template of the number: of doubles for `rhs`, of series for `series`, which come
/// order by order from ẏ = f, and for the residual ẏ − f.
template <typename F>
OdeProblem smooth(F f) {
  OdeProblem out;
  out.rhs = [f](double t, std::span<const double> y, std::span<double> dydt) { f(t, y, dydt); };
  out.series = [f](double t, std::span<const double> y, double unit, std::span<double> coefficients) {
    const std::size_t n = y.size();
    CutSeries time(t);
    time.c[1] = unit;
    std::vector<CutSeries> state(y.begin(), y.end());
    std::vector<CutSeries> rates(n);
    for (std::size_t k = 0; (k + 1) * n <= coefficients.size(); ++k) {
      for (std::size_t i = 0; i < n; ++i)
        coefficients[k * n + i] = state[i].c[k];
      if (k + 1 == CutSeries::size) break;
      f(time, std::span<const CutSeries>(state), std::span<CutSeries>(rates));
      for (std::size_t i = 0; i < n; ++i)
        state[i].c[k + 1] = unit * rates[i].c[k] / static_cast<double>(k + 1);
    }
    return 0.0;
  };
  out.residual = ResidualProblem();
  out.residual->residual = [f](double t, std::span<const double> y, std::span<const double> slope,
                               std::span<double> residual) {
    f(t, y, residual);
    for (std::size_t i = 0; i < y.size(); ++i)
      residual[i] = slope[i] - residual[i];
  };
  out.residual->jacobian = [f](double t, double c, std::span<const double> y, std::span<const double>,
                               std::span<double> matrix) {
    const std::size_t n = y.size();
    std::vector<double> at(y.begin(), y.end());
    std::vector<double> here(n);
    std::vector<double> beside(n);
    f(t, y, std::span<double>(here));
    for (std::size_t j = 0; j < n; ++j) {
      const double width = 1e-7 * std::max(1.0, std::abs(y[j]));
      at[j] = y[j] + width;
      f(t, std::span<const double>(at), std::span<double>(beside));
      at[j] = y[j];
      for (std::size_t i = 0; i < n; ++i)
        matrix[j * n + i] = (i == j ? c : 0.0) - (beside[i] - here[i]) / width;
    }
  };
  out.residual->start = [](double, std::span<const double>, std::span<double>) {};
  return out;
}

} // namespace dalembert::test
