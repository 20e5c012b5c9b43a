#include <dalembert/base/errors.h>
#include <dalembert/numerics/radau/radau_tableau.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

// More digits than a double has, of which the last few are lost.
using Long = long double;
using LongComplex = std::complex<Long>;

/// Square, row by row.
struct LongMatrix {
  std::size_t size;
  std::vector<LongComplex> entries;
  explicit LongMatrix(std::size_t n) : size(n), entries(n * n) {}
  LongComplex& at(std::size_t i, std::size_t j) { return entries[i * size + j]; }
};

/// Legendre's polynomials P_{s−1}(x) and P_s(x).
std::pair<Long, Long> legendre(int s, Long x) {
  Long before = 1;
  Long at = x;
  for (int k = 1; k < s; ++k)
    before = std::exchange(at, ((2 * k + 1) * x * at - k * before) / (k + 1));
  return {before, at};
}

/// The zeros of P_s − P_{s−1} on (−1, 1), by halving, then 1.
std::vector<Long> radau_zeros(int s) {
  const auto value = [s](Long x) {
    const auto [before, at] = legendre(s, x);
    return at - before;
  };
  constexpr int cells = 1000; // the closest zeros are 0.05 apart
  std::vector<Long> out;
  for (int i = 0; i + 1 < cells; ++i) {
    Long low = -1 + 2 * static_cast<Long>(i) / cells;
    Long high = -1 + 2 * static_cast<Long>(i + 1) / cells;
    const Long at_low = value(low);
    if ((at_low < 0) == (value(high) < 0)) continue;
    for (int halving = 0; halving < 70; ++halving) {
      const Long middle = (low + high) / 2;
      ((value(middle) < 0) == (at_low < 0) ? low : high) = middle;
    }
    out.push_back((low + high) / 2);
  }
  out.push_back(1);
  ENSURE(static_cast<int>(out.size()) == s);
  return out;
}

/// The j-th of Lagrange's polynomials on `nodes` at x.
Long lagrange(std::span<const Long> nodes, std::size_t j, Long x) {
  Long out = 1;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (i != j) out *= (x - nodes[i]) / (nodes[j] - nodes[i]);
  return out;
}

/// The slope of the same at node k.
Long lagrange_slope(std::span<const Long> nodes, std::size_t j, std::size_t k) {
  Long out = 0;
  for (std::size_t left_out = 0; left_out < nodes.size(); ++left_out) {
    if (left_out == j) continue;
    Long term = 1 / (nodes[j] - nodes[left_out]);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (i != j && i != left_out) term *= (nodes[k] - nodes[i]) / (nodes[j] - nodes[i]);
    out += term;
  }
  return out;
}

/// The eigenvalues of A⁻¹, which are the zeros of the denominator of the stability function, Padé's (s − 1, s):
///   Σⱼ s! (2s − 1 − j)! / ((2s − 1)! j! (s − j)!) (−z)ʲ
/// by the iteration of Weierstrass.
std::vector<LongComplex> eigenvalues_of_inverse(int s) {
  std::vector<Long> coefficients{1}; // of (−z)ʲ
  for (int j = 0; j < s; ++j)
    coefficients.push_back(coefficients.back() * (s - j) / (static_cast<Long>(2 * s - 1 - j) * (j + 1)));
  const auto value = [&coefficients](LongComplex z) {
    LongComplex sum = 0;
    for (std::size_t j = coefficients.size(); j-- > 0;)
      sum = sum * -z + coefficients[j];
    return sum;
  };
  const Long leading = coefficients.back() * (s % 2 == 0 ? 1 : -1);
  std::vector<LongComplex> zeros;
  zeros.reserve(static_cast<std::size_t>(s));
  for (int k = 0; k < s; ++k)
    zeros.push_back(std::polar(static_cast<Long>(2 * s), static_cast<Long>(0.3 + 2 * k)));
  for (int iteration = 0; iteration < 300; ++iteration)
    for (LongComplex& zero : zeros) {
      LongComplex others = leading;
      for (const LongComplex& other : zeros)
        if (&other != &zero) others *= zero - other;
      zero -= value(zero) / others;
    }
  return zeros;
}

LongMatrix inverse(LongMatrix a) {
  const std::size_t n = a.size;
  LongMatrix out(n);
  for (std::size_t i = 0; i < n; ++i)
    out.at(i, i) = 1;
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t best = p;
    for (std::size_t i = p + 1; i < n; ++i)
      if (std::abs(a.at(i, p)) > std::abs(a.at(best, p))) best = i;
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(a.at(p, j), a.at(best, j));
      std::swap(out.at(p, j), out.at(best, j));
    }
    const LongComplex pivot = a.at(p, p);
    for (std::size_t j = 0; j < n; ++j) {
      a.at(p, j) /= pivot;
      out.at(p, j) /= pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == p) continue;
      const LongComplex factor = a.at(i, p);
      for (std::size_t j = 0; j < n; ++j) {
        a.at(i, j) -= factor * a.at(p, j);
        out.at(i, j) -= factor * out.at(p, j);
      }
    }
  }
  return out;
}

/// The eigenvectors of A, one column for each eigenvalue of A⁻¹, by inverse iteration.
LongMatrix eigenvectors(const LongMatrix& a, std::span<const LongComplex> values) {
  const std::size_t s = a.size;
  LongMatrix out(s);
  for (std::size_t k = 0; k < s; ++k) {
    LongMatrix shifted = a;
    const LongComplex beside = (1 + 1e-11L) / values[k];
    for (std::size_t i = 0; i < s; ++i)
      shifted.at(i, i) -= beside;
    LongMatrix pull = inverse(shifted);
    std::vector<LongComplex> x(s, 1);
    for (int iteration = 0; iteration < 3; ++iteration) {
      std::vector<LongComplex> image(s);
      for (std::size_t i = 0; i < s; ++i)
        for (std::size_t j = 0; j < s; ++j)
          image[i] += pull.at(i, j) * x[j];
      const LongComplex last = image.back();
      for (LongComplex& entry : image)
        entry /= last;
      x = std::move(image);
    }
    for (std::size_t i = 0; i < s; ++i)
      out.at(i, k) = x[i];
  }
  return out;
}

RadauTableau made_tableau(int stages) {
  const auto s = static_cast<std::size_t>(stages);
  const std::vector<Long> axis = radau_zeros(stages);
  std::vector<Long> c;
  std::vector<Long> weights;
  for (const Long x : axis) {
    const Long p = legendre(stages, x).first;
    c.push_back((1 + x) / 2);
    weights.push_back((1 + x) / (2 * static_cast<Long>(stages * stages) * p * p));
  }
  RadauTableau out;
  out.stages = stages;
  out.nodes.assign(c.begin(), c.end());
  // aᵢⱼ is the integral of a polynomial of degree s − 1 up to cᵢ, which the method's own quadrature gives exactly.
  LongMatrix a(s);
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j) {
      Long sum = 0;
      for (std::size_t k = 0; k < s; ++k)
        sum += weights[k] * lagrange(c, j, c[i] * c[k]);
      a.at(i, j) = c[i] * sum;
      out.matrix.push_back(static_cast<double>(c[i] * sum));
    }
  std::vector<Long> with_begin{0};
  with_begin.insert(with_begin.end(), c.begin(), c.end());
  for (std::size_t j = 1; j <= s; ++j) {
    out.slope_at_begin.push_back(static_cast<double>(lagrange_slope(with_begin, j, 0)));
    out.slope_at_end.push_back(static_cast<double>(lagrange_slope(with_begin, j, s)));
  }
  const std::vector<LongComplex> values = eigenvalues_of_inverse(stages);
  LongMatrix columns = eigenvectors(a, values);
  LongMatrix rows = inverse(columns);
  for (std::size_t k = 0; k < s; ++k) {
    constexpr Long real_to = 1e-10L; // the pairs lie off the axis by more than 1
    if (values[k].imag() < -real_to) continue;
    if (values[k].imag() > real_to) {
      auto& pair = out.pairs.emplace_back();
      pair.value = RadauTableau::Complex(values[k]);
      for (std::size_t i = 0; i < s; ++i) {
        pair.column.emplace_back(columns.at(i, k));
        pair.row.emplace_back(rows.at(k, i));
      }
      continue;
    }
    out.real.value = static_cast<double>(values[k].real());
    for (std::size_t i = 0; i < s; ++i) {
      out.real.column.push_back(static_cast<double>(columns.at(i, k).real()));
      out.real.row.push_back(static_cast<double>(rows.at(k, i).real()));
    }
  }
  ENSURE(2 * out.pairs.size() + 1 == s);
  return out;
}

} // namespace

const RadauTableau& radau_tableau(int stages) {
  static const RadauTableau three = made_tableau(3);
  static const RadauTableau five = made_tableau(5);
  static const RadauTableau seven = made_tableau(7);
  ENSURE(stages == 3 || stages == 5 || stages == 7);
  return stages == 3 ? three : stages == 5 ? five : seven;
}

} // namespace numerics
} // namespace dalembert
