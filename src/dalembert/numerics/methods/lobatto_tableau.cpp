#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/lobatto_tableau.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

// More digits than a double has, of which the last few are lost.
using ExtendedMatrix = Matrix<long double>;

/// ∫ from 0 to x of the j-th of Lagrange's polynomials on `nodes`.
long double lobatto_integral(const std::vector<long double>& nodes, std::size_t j, long double x) {
  std::vector<long double> polynomial{1.0L};
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (k == j) continue;
    std::vector<long double> next(polynomial.size() + 1, 0.0L);
    for (std::size_t i = 0; i < polynomial.size(); ++i) {
      next[i + 1] += polynomial[i] / (nodes[j] - nodes[k]);
      next[i] -= polynomial[i] * nodes[k] / (nodes[j] - nodes[k]);
    }
    polynomial = std::move(next);
  }
  long double sum = 0.0L;
  for (std::size_t i = polynomial.size(); i-- > 0;)
    sum = (sum + polynomial[i] / static_cast<long double>(i + 1)) * x;
  return sum;
}

/// Gauss and Jordan's elimination; `a` is regular and at most 3×3.
ExtendedMatrix inverse_of(ExtendedMatrix a) {
  const std::size_t n = a.rows;
  ExtendedMatrix out = ExtendedMatrix::identity(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(a.at(i, k)) > std::abs(a.at(pivot, k))) pivot = i;
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(a.at(k, j), a.at(pivot, j));
      std::swap(out.at(k, j), out.at(pivot, j));
    }
    const long double divisor = a.at(k, k);
    for (std::size_t j = 0; j < n; ++j) {
      a.at(k, j) /= divisor;
      out.at(k, j) /= divisor;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const long double factor = a.at(i, k);
      for (std::size_t j = 0; j < n; ++j) {
        a.at(i, j) -= factor * a.at(k, j);
        out.at(i, j) -= factor * out.at(k, j);
      }
    }
  }
  return out;
}

LobattoTableau made_lobatto_tableau(const std::vector<long double>& nodes) {
  const std::size_t s = nodes.size();
  std::vector<long double> weights;
  ExtendedMatrix positions(s, s);
  for (std::size_t j = 0; j < s; ++j) {
    weights.push_back(lobatto_integral(nodes, j, 1.0L));
    for (std::size_t i = 0; i < s; ++i)
      positions.at(i, j) = lobatto_integral(nodes, j, nodes[i]);
  }
  ExtendedMatrix momenta(s, s);
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j + 1 < s; ++j) // the last column is 0
      momenta.at(i, j) = weights[j] * (1.0L - positions.at(j, i) / weights[i]);
  ExtendedMatrix later(s - 1, s); // rows 2 … s of a
  ExtendedMatrix early(s, s - 1); // columns 1 … s − 1 of â
  ExtendedMatrix inner(s - 1, s - 1);
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j + 1 < s; ++j) {
      later.at(j, i) = positions.at(j + 1, i);
      early.at(i, j) = momenta.at(i, j);
      if (i > 0) inner.at(i - 1, j) = positions.at(i, j + 1);
    }
  LobattoTableau out;
  out.stages = static_cast<int>(s);
  out.nodes.assign(nodes.begin(), nodes.end());
  out.weights.assign(weights.begin(), weights.end());
  out.positions = DenseMatrix(positions);
  out.momenta = DenseMatrix(momenta);
  out.forces_by_shift = DenseMatrix(inverse_of(later * early));
  out.rates_by_shift = DenseMatrix(inverse_of(inner));
  return out;
}

} // namespace

const LobattoTableau& lobatto_tableau(int stages) {
  static const LobattoTableau two = made_lobatto_tableau({0.0L, 1.0L});
  static const LobattoTableau three = made_lobatto_tableau({0.0L, 0.5L, 1.0L});
  static const LobattoTableau four =
      made_lobatto_tableau({0.0L, (5.0L - std::sqrt(5.0L)) / 10.0L, (5.0L + std::sqrt(5.0L)) / 10.0L, 1.0L});
  ENSURE(stages >= 2 && stages <= 4);
  return stages == 2 ? two : stages == 3 ? three : four;
}

} // namespace numerics
} // namespace dalembert
