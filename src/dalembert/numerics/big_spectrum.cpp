#include <dalembert/numerics/big_matrix.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {

double BigComplex::size() const {
  return std::hypot(re.to_double(), im.to_double());
}

namespace {

constexpr double negligible = 1e-57; // beside 2⁻²⁰⁰
constexpr double uncertain = 1e-20;  // what a triple eigenvalue has lost of 60 digits

BigFloat square(const BigComplex& z) {
  return z.re * z.re + z.im * z.im;
}

/// True where the imaginary parts need no arithmetic.
bool are_real(const BigComplex& a, const BigComplex& b) {
  return a.im.is_zero() && b.im.is_zero();
}

BigComplex operator+(const BigComplex& a, const BigComplex& b) {
  if (are_real(a, b)) return {a.re + b.re, BigFloat()};
  return {a.re + b.re, a.im + b.im};
}
BigComplex operator-(const BigComplex& a, const BigComplex& b) {
  if (are_real(a, b)) return {a.re - b.re, BigFloat()};
  return {a.re - b.re, a.im - b.im};
}
BigComplex operator*(const BigComplex& a, const BigComplex& b) {
  if (are_real(a, b)) return {a.re * b.re, BigFloat()};
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
BigComplex operator*(const BigFloat& a, const BigComplex& b) {
  return {a * b.re, a * b.im};
}
BigComplex operator/(const BigComplex& a, const BigComplex& b) {
  if (are_real(a, b)) return {a.re / b.re, BigFloat()};
  const BigFloat below = square(b);
  const BigComplex above = a * b.conjugate();
  return {above.re / below, above.im / below};
}

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

/// A complex square matrix that is eliminated with the largest pivot of the rest.
class NullSpaceSearch {
public:
  NullSpaceSearch(const BigMatrix& matrix, const BigComplex& value) : n_(matrix.rows), a_(n_ * n_), order_(n_) {
    for (std::size_t i = 0; i < a_.size(); ++i)
      a_[i].re = matrix.entries[i];
    for (std::size_t i = 0; i < n_; ++i) {
      at(i, i) = at(i, i) - value;
      order_[i] = i;
    }
  }

  std::vector<std::vector<std::complex<double>>> run() {
    eliminate();
    std::vector<std::vector<std::complex<double>>> out;
    for (std::size_t open = rank_; open < n_; ++open)
      out.push_back(solution(open));
    return out;
  }

private:
  BigComplex& at(std::size_t i, std::size_t j) { return a_[i * n_ + j]; }

  void eliminate() {
    double size = 0.0;
    for (const BigComplex& entry : a_)
      size = std::max(size, entry.size());
    while (rank_ + 1 < n_ && pivot_at(rank_, size)) { // an eigenvalue leaves one direction at least
      for (std::size_t i = rank_ + 1; i < n_; ++i) {
        if (at(i, rank_).is_zero()) continue;
        const BigComplex factor = at(i, rank_) / at(rank_, rank_);
        for (std::size_t j = rank_ + 1; j < n_; ++j)
          if (!at(rank_, j).is_zero()) at(i, j) = at(i, j) - factor * at(rank_, j);
      }
      ++rank_;
    }
  }

  /// Brings the largest entry of the rest to (k, k); false where nothing is left.
  bool pivot_at(std::size_t k, double size) {
    std::size_t row = k;
    std::size_t column = k;
    double largest = 0.0;
    for (std::size_t i = k; i < n_; ++i)
      for (std::size_t j = k; j < n_; ++j) {
        const double here = at(i, j).is_zero() ? 0.0 : at(i, j).size();
        if (!(here > largest)) continue;
        largest = here;
        row = i;
        column = j;
      }
    if (largest <= uncertain * size) return false;
    for (std::size_t j = 0; j < n_ && row != k; ++j)
      std::swap(at(row, j), at(k, j));
    for (std::size_t i = 0; i < n_ && column != k; ++i)
      std::swap(at(i, column), at(i, k));
    std::swap(order_[column], order_[k]);
    return true;
  }

  std::vector<std::complex<double>> solution(std::size_t open) {
    std::vector<BigComplex> x(n_);
    x[open] = {BigFloat(1.0), BigFloat(0.0)};
    for (std::size_t k = rank_; k-- > 0;) {
      BigComplex sum;
      for (std::size_t j = k + 1; j < n_; ++j)
        if (!x[j].is_zero()) sum = sum - at(k, j) * x[j];
      x[k] = sum / at(k, k);
    }
    std::size_t largest = 0;
    for (std::size_t k = 0; k < n_; ++k)
      if (x[k].size() > x[largest].size()) largest = k;
    std::vector<std::complex<double>> out(n_);
    for (std::size_t k = 0; k < n_; ++k) {
      const std::complex<double> entry = (x[k] / x[largest]).rounded();
      const auto chopped = [](double part) { return std::abs(part) <= uncertain ? 0.0 : part; };
      out[order_[k]] = {chopped(entry.real()), chopped(entry.imag())};
    }
    return out;
  }

  std::size_t n_;
  std::vector<BigComplex> a_;
  std::vector<std::size_t> order_; ///< of the columns
  std::size_t rank_ = 0;
};

} // namespace

std::vector<std::vector<std::complex<double>>> eigenvectors_precisely(const BigMatrix& matrix,
                                                                      const BigComplex& value) {
  return NullSpaceSearch(matrix, value).run();
}

} // namespace dalembert
