#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace numerics {
namespace detail {

/// Σ aᵢ bᵢ.
[[nodiscard]] inline double dot(const double* a, const double* b, std::size_t count) {
  constexpr std::size_t lanes = 4; // chains of additions that run side by side
  std::size_t i = 0;
  if (count < lanes) { // the matrices of most models are as small
    double few = 0;
    for (; i < count; ++i)
      few += a[i] * b[i];
    return few;
  }
  std::array<double, lanes> sums{};
  for (; i + lanes <= count; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k)
      sums[k] += a[i + k] * b[i + k];
  double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; i < count; ++i)
    sum += a[i] * b[i];
  return sum;
}

/// What a Cholesky factorisation found.
struct Pivots {
  double smallest = 1;
  bool is_trusted = true; ///< every pivot is larger than what cancellation may have left of a zero
};

/// Where the rows of a lower triangle begin: the entries before first[i] are zero, in the matrix and in its Cholesky
/// factor. Empty: all rows begin at 0.
struct Envelope {
  static constexpr std::size_t least = 24; ///< rows
  std::vector<std::size_t> first;

  /// Reads the envelope off a matrix of 24 rows or more; below, looking for zeros costs more than it saves.
  void read(const std::vector<double>& matrix, std::size_t n);
};

/// The part of a vector outside which it is zero.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0; ///< one past the last
};

/// Replaces the lower triangle of the n×n matrix (row-major, unit diagonal) by L with L Lᵀ equal to it; the diagonal of
/// the result holds 1/Lᵢᵢ. Pivots are taken as they stand; a pivot of round-off is as large as ε over the smallest
/// pivot before it, so that one is trusted only above `floor` over that pivot. Stops at the first that is not.
/// Cost: Σ wᵢ² of the widths wᵢ = i − first[i] of the envelope.
[[nodiscard]] Pivots factor_cholesky(std::vector<double>& matrix, std::size_t n, double floor,
                                     const Envelope& envelope = {});

/// The same with the largest pivot first: order[p] is the row of the matrix that stands at place p of L. Every pivot is
/// then the largest entry of what is left, its round-off a few ε, and one above `floor` is trusted.
[[nodiscard]] Pivots factor_cholesky_by_size(std::vector<double>& matrix, std::vector<std::size_t>& order,
                                             double floor);

/// x ← L⁻¹ x; returns where the result is not zero.
Extent solve_lower(const std::vector<double>& lower, std::size_t n, double* x, const Envelope& envelope = {});
/// x ← L⁻ᵀ x
void solve_lower_transposed(const std::vector<double>& lower, std::size_t n, double* x, const Envelope& envelope = {});

/// LU with row exchanges of the m×m matrix, in place; stops at the first pivot that is not above `floor`.
[[nodiscard]] Pivots factor_lu(std::vector<double>& matrix, std::vector<std::size_t>& order, std::size_t m,
                               double floor);
void solve_lu(const std::vector<double>& matrix, const std::vector<std::size_t>& order, std::size_t m, double* x);

} // namespace detail
} // namespace numerics
} // namespace dalembert
