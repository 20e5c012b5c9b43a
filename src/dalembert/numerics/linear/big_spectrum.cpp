#include <dalembert/numerics/linear/big_matrix.h>
#include <dalembert/numerics/linear/elimination.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace numerics {

double BigComplex::size() const {
  return std::hypot(re.to_double(), im.to_double());
}

namespace {

BigFloat square(const BigComplex& z) {
  return z.re * z.re + z.im * z.im;
}

/// True where the imaginary parts need no arithmetic.
bool are_real(const BigComplex& a, const BigComplex& b) {
  return a.im.is_zero() && b.im.is_zero();
}

} // namespace

// Not in the nameless namespace: `factorise` finds them by the type of their operands.
static BigComplex operator+(const BigComplex& a, const BigComplex& b) {
  if (are_real(a, b)) return {a.re + b.re, BigFloat()};
  return {a.re + b.re, a.im + b.im};
}
static BigComplex operator-(const BigComplex& a, const BigComplex& b) {
  if (are_real(a, b)) return {a.re - b.re, BigFloat()};
  return {a.re - b.re, a.im - b.im};
}
static BigComplex operator*(const BigComplex& a, const BigComplex& b) {
  if (are_real(a, b)) return {a.re * b.re, BigFloat()};
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static BigComplex operator*(const BigFloat& a, const BigComplex& b) {
  return {a * b.re, a * b.im};
}
static BigComplex operator/(const BigComplex& a, const BigComplex& b) {
  if (are_real(a, b)) return {a.re / b.re, BigFloat()};
  const BigFloat below = square(b);
  const BigComplex above = a * b.conjugate();
  return {above.re / below, above.im / below};
}
static BigComplex& operator-=(BigComplex& a, const BigComplex& b) {
  return a = a - b;
}

namespace {

constexpr double negligible = 1e-57; // beside 2⁻²⁰⁰
constexpr double uncertain = 1e-20;  // what a triple eigenvalue has lost of 60 digits

BigComplex root(const BigComplex& z) {
  const BigFloat size = sqrt(square(z));
  if (size.is_zero()) return z;
  const BigFloat half(0.5);
  if (!(z.re < BigFloat(0.0))) {
    const BigFloat re = sqrt(half * (size + z.re));
    return {re, half * z.im / re};
  }
  const BigFloat im = sqrt(half * (size - z.re));
  const BigFloat sign(z.im < BigFloat(0.0) ? -1.0 : 1.0);
  return {half * abs(z.im) / im, sign * im};
}

/// The QR method on a Hessenberg matrix, one eigenvalue after another.
class QrMethod {
public:
  explicit QrMethod(const BigMatrix& matrix) : n_(matrix.rows), h_(n_ * n_) {
    for (std::size_t i = 0; i < h_.size(); ++i)
      h_[i].re = matrix.entries[i];
    make_hessenberg();
  }

  std::optional<std::vector<BigComplex>> run() {
    constexpr int most_steps = 60;
    std::vector<BigComplex> out;
    std::size_t high = n_;
    int steps = 0;
    while (high > 0) {
      const std::size_t low = begin_of_block(high - 1);
      if (low == high - 1) {
        BigComplex value = at(low, low);
        const double nothing = uncertain * value.size();
        if (std::abs(value.re.to_double()) <= nothing) value.re = BigFloat(0.0);
        if (std::abs(value.im.to_double()) <= nothing) value.im = BigFloat(0.0);
        out.push_back(std::move(value));
        --high;
        steps = 0;
        continue;
      }
      if (++steps > most_steps) return std::nullopt;
      step(low, high - 1, steps % 10 == 0 ? exceptional_shift(high - 1) : wilkinson_shift(high - 1));
    }
    return out;
  }

private:
  BigComplex& at(std::size_t i, std::size_t j) { return h_[i * n_ + j]; }

  /// Eliminates below the first subdiagonal with the largest pivot of each column.
  void make_hessenberg() {
    for (std::size_t k = 1; k + 1 < n_; ++k) {
      std::size_t best = k;
      for (std::size_t i = k + 1; i < n_; ++i)
        if (at(i, k - 1).size() > at(best, k - 1).size()) best = i;
      if (at(best, k - 1).is_zero()) continue;
      for (std::size_t j = 0; j < n_ && best != k; ++j)
        std::swap(at(best, j), at(k, j));
      for (std::size_t i = 0; i < n_ && best != k; ++i)
        std::swap(at(i, best), at(i, k));
      for (std::size_t i = k + 1; i < n_; ++i) {
        if (at(i, k - 1).is_zero()) continue;
        const BigComplex factor = at(i, k - 1) / at(k, k - 1);
        for (std::size_t j = k - 1; j < n_; ++j)
          at(i, j) = at(i, j) - factor * at(k, j);
        for (std::size_t j = 0; j < n_; ++j)
          at(j, k) = at(j, k) + factor * at(j, i);
      }
    }
  }

  /// Where the block that ends at `last` begins: above it the subdiagonal is negligible.
  std::size_t begin_of_block(std::size_t last) {
    for (std::size_t k = last; k > 0; --k) {
      const double beside = at(k, k).size() + at(k - 1, k - 1).size();
      if (at(k, k - 1).size() <= negligible * beside) {
        at(k, k - 1) = BigComplex{};
        return k;
      }
    }
    return 0;
  }

  /// The eigenvalue of the last 2×2 block that is nearer to its last entry.
  BigComplex wilkinson_shift(std::size_t last) {
    const BigComplex& d = at(last, last);
    const BigComplex half = BigFloat(0.5) * (at(last - 1, last - 1) - d);
    const BigComplex product = at(last - 1, last) * at(last, last - 1);
    const BigComplex r = root(half * half + product);
    const BigComplex plus = half + r;
    const BigComplex minus = half - r;
    const BigComplex& larger = plus.size() < minus.size() ? minus : plus;
    return larger.is_zero() ? d : d - product / larger;
  }

  BigComplex exceptional_shift(std::size_t last) {
    return {BigFloat(at(last, last - 1).size()), BigFloat(0.3 * at(last, last).size())};
  }

  /// H − σ = Q·R, H := R·Q + σ on the block, by rotations.
  void step(std::size_t low, std::size_t high, const BigComplex& shift) {
    struct Rotation {
      BigFloat c;
      BigComplex s;
    };
    std::vector<Rotation> rotations;
    for (std::size_t k = low; k <= high; ++k)
      at(k, k) = at(k, k) - shift;
    for (std::size_t k = low; k < high; ++k) {
      const BigComplex a = at(k, k);
      const BigComplex b = at(k + 1, k);
      const BigFloat a_size = sqrt(square(a));
      const BigFloat length = sqrt(square(a) + square(b));
      Rotation r{BigFloat(1.0), BigComplex{}};
      if (a_size.is_zero() && !length.is_zero()) r = {BigFloat(0.0), BigComplex{BigFloat(1.0), BigFloat(0.0)}};
      if (!a_size.is_zero()) {
        const BigFloat scale = BigFloat(1.0) / (a_size * length);
        r = {a_size / length, scale * (a * b.conjugate())};
      }
      for (std::size_t j = k; j <= high; ++j) {
        const BigComplex x = at(k, j);
        const BigComplex y = at(k + 1, j);
        at(k, j) = r.c * x + r.s * y;
        at(k + 1, j) = r.c * y - r.s.conjugate() * x;
      }
      rotations.push_back(std::move(r));
    }
    for (std::size_t k = low; k < high; ++k) {
      const Rotation& r = rotations[k - low];
      for (std::size_t i = low; i <= std::min(k + 1, high); ++i) {
        const BigComplex x = at(i, k);
        const BigComplex y = at(i, k + 1);
        at(i, k) = r.c * x + r.s.conjugate() * y;
        at(i, k + 1) = r.c * y - r.s * x;
      }
    }
    for (std::size_t k = low; k <= high; ++k)
      at(k, k) = at(k, k) + shift;
  }

  std::size_t n_;
  std::vector<BigComplex> h_;
};

} // namespace

std::optional<std::vector<BigComplex>> eigenvalues_precisely(const BigMatrix& matrix) {
  return QrMethod(matrix).run();
}

namespace {

/// The largest entry of the block from (k, k) on; nothing where it is at most `nothing`.
std::optional<PivotPlace> largest_of_rest(const Matrix<BigComplex>& a, std::size_t k, double nothing) {
  PivotPlace out{k, k};
  double largest = 0.0;
  for (std::size_t i = k; i < a.rows; ++i)
    for (std::size_t j = k; j < a.columns; ++j) {
      const double here = a.at(i, j).is_zero() ? 0.0 : a.at(i, j).size();
      if (!(here > largest)) continue;
      largest = here;
      out = {i, j};
    }
  return largest > nothing ? std::optional<PivotPlace>(out) : std::nullopt;
}

/// The vector of the null space that has 1 at the column `open` of the factors, its largest entry then 1.
std::vector<std::complex<double>> null_vector(const Factorisation<BigComplex>& parts, std::size_t open) {
  const std::size_t n = parts.columns.size();
  std::vector<BigComplex> x(n);
  x[open] = {BigFloat(1.0), BigFloat(0.0)};
  for (std::size_t k = parts.rank; k-- > 0;) {
    BigComplex sum;
    for (std::size_t j = k + 1; j < n; ++j)
      if (!x[j].is_zero()) sum -= parts.entries.at(k, j) * x[j];
    x[k] = sum / parts.entries.at(k, k);
  }
  std::size_t largest = 0;
  for (std::size_t k = 0; k < n; ++k)
    if (x[k].size() > x[largest].size()) largest = k;
  std::vector<std::complex<double>> out(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::complex<double> entry = (x[k] / x[largest]).rounded();
    const auto chopped = [](double part) { return std::abs(part) <= uncertain ? 0.0 : part; };
    out[parts.columns[k]] = {chopped(entry.real()), chopped(entry.imag())};
  }
  return out;
}

} // namespace

std::vector<std::vector<std::complex<double>>> eigenvectors_precisely(const BigMatrix& matrix,
                                                                      const BigComplex& value) {
  const std::size_t n = matrix.rows;
  Matrix<BigComplex> shifted(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      shifted.at(i, j).re = matrix.at(i, j);
  for (std::size_t i = 0; i < n; ++i)
    shifted.at(i, i) -= value;
  double size = 0.0;
  for (const BigComplex& entry : shifted.entries)
    size = std::max(size, entry.size());
  const auto pivot = [n, nothing = uncertain * size](const Matrix<BigComplex>& rest, std::size_t k) {
    return k + 1 < n ? largest_of_rest(rest, k, nothing) : std::nullopt; // an eigenvalue leaves one direction at least
  };
  const Factorisation<BigComplex> parts = factorise(std::move(shifted), pivot);
  std::vector<std::vector<std::complex<double>>> out;
  for (std::size_t open = parts.rank; open < n; ++open)
    out.push_back(null_vector(parts, open));
  return out;
}

} // namespace numerics
} // namespace dalembert
