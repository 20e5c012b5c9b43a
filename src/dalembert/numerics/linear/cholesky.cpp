#include <dalembert/base/watch.h>
#include <dalembert/numerics/linear/cholesky.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace dalembert {
inline namespace numerics {
namespace detail {

void Envelope::read(const std::vector<double>& matrix, std::size_t n) {
  first.clear();
  if (n < least) return;
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = &matrix[i * n];
    first.push_back(static_cast<std::size_t>(std::find_if(row, row + i, [](double v) { return v != 0.0; }) - row));
  }
}

namespace {

constexpr std::size_t flops_per_unit = 64; ///< of `poll`
constexpr std::size_t least_watched = 24;  ///< rows; fewer take no time

constexpr std::size_t rows_at_once = 4;

constexpr std::size_t pair_size = 2;
using Pair [[gnu::vector_size(pair_size * sizeof(double))]] = double;

Pair pair_at(const double* place) {
  Pair out;
  std::memcpy(&out, place, sizeof out);
  return out;
}

/// The dot products of `rows_at_once` rows of width n with one vector, each added up as `dot` does.
std::array<double, rows_at_once> dots(const double* rows, std::size_t n, const double* with, std::size_t count) {
  std::array<double, rows_at_once> out{};
  std::size_t i = 0;
  if (count >= 2 * pair_size) { // four lanes, in pairs that one instruction adds
    std::array<Pair, rows_at_once> first{};
    std::array<Pair, rows_at_once> second{};
    for (; i + 2 * pair_size <= count; i += 2 * pair_size) {
      const Pair a = pair_at(with + i);
      const Pair b = pair_at(with + i + pair_size);
      for (std::size_t r = 0; r < rows_at_once; ++r) {
        first[r] += pair_at(rows + r * n + i) * a;
        second[r] += pair_at(rows + r * n + i + pair_size) * b;
      }
    }
    for (std::size_t r = 0; r < rows_at_once; ++r)
      out[r] = (first[r][0] + first[r][1]) + (second[r][0] + second[r][1]);
  }
  for (; i < count; ++i)
    for (std::size_t r = 0; r < rows_at_once; ++r)
      out[r] += rows[r * n + i] * with[i];
  return out;
}

/// True where all these rows from i on begin at 0.
template <class Begin>
bool are_full(std::size_t i, Begin begin) {
  for (std::size_t r = 0; r < rows_at_once; ++r)
    if (begin(i + r) != 0) return false;
  return true;
}

/// The entries of row i of the factor before column `end`. `begin(i)`: where row i begins. A function that is always 0
/// costs nothing.
template <class Begin>
void factor_row(std::vector<double>& matrix, std::size_t n, std::size_t i, std::size_t from, std::size_t end,
                Begin begin) {
  double* const row = &matrix[i * n];
  const std::size_t first = begin(i);
  for (std::size_t j = std::max(first, from); j < end; ++j) {
    const std::size_t both = std::max(first, begin(j));
    const double* const above = &matrix[j * n];
    row[j] = (row[j] - dot(row + both, above + both, j - both)) * above[j];
  }
}

/// The same for the `rows_at_once` full rows from i on: their sums of products run side by side.
void factor_rows(std::vector<double>& matrix, std::size_t n, std::size_t i) {
  double* const row = &matrix[i * n];
  for (std::size_t j = 0; j < i; ++j) {
    const double* const above = &matrix[j * n];
    const std::array<double, rows_at_once> sums = dots(row, n, above, j);
    for (std::size_t r = 0; r < rows_at_once; ++r)
      row[r * n + j] = (row[r * n + j] - sums[r]) * above[j];
  }
}

template <class Begin>
Pivots factor_rows_from(std::vector<double>& matrix, std::size_t n, double floor, Begin begin) {
  Pivots found;
  std::size_t done = 0; // columns of the row that its block has finished
  std::size_t block_end = 0;
  bool is_full = true; // all rows above begin at 0: another beginning would group the sums in another way
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = &matrix[i * n];
    const std::size_t first = begin(i);
    if (i >= least_watched) poll((i - first) * (i - first) / flops_per_unit);
    if (is_full && i >= least_watched && i >= block_end && i + rows_at_once <= n && are_full(i, begin)) {
      factor_rows(matrix, n, i);
      done = i;
      block_end = i + rows_at_once;
    }
    is_full = is_full && first == 0;
    factor_row(matrix, n, i, i < block_end ? done : 0, i, begin);
    const double pivot = row[i] - dot(row + first, row + first, i - first);
    found.is_trusted = pivot * found.smallest > floor;
    found.smallest = std::min(found.smallest, pivot);
    if (!found.is_trusted) return found;
    row[i] = 1 / std::sqrt(pivot);
  }
  return found;
}

constexpr auto at_zero = [](std::size_t) -> std::size_t { return 0; };

} // namespace

Pivots factor_cholesky(std::vector<double>& matrix, std::size_t n, double floor, const Envelope& envelope) {
  if (envelope.first.empty()) return factor_rows_from(matrix, n, floor, at_zero);
  return factor_rows_from(matrix, n, floor, [&envelope](std::size_t i) { return envelope.first[i]; });
}

namespace {

/// Exchanges rows and columns a < b of a symmetric matrix of which only the lower triangle is kept.
void exchange(std::vector<double>& matrix, std::size_t n, std::size_t a, std::size_t b) {
  for (std::size_t j = 0; j < a; ++j)
    std::swap(matrix[a * n + j], matrix[b * n + j]);
  for (std::size_t j = a + 1; j < b; ++j)
    std::swap(matrix[j * n + a], matrix[b * n + j]);
  for (std::size_t i = b + 1; i < n; ++i)
    std::swap(matrix[i * n + a], matrix[i * n + b]);
  std::swap(matrix[a * n + a], matrix[b * n + b]);
}

} // namespace

Pivots factor_cholesky_by_size(std::vector<double>& matrix, std::vector<std::size_t>& order, double floor) {
  const std::size_t n = order.size();
  for (std::size_t i = 0; i < n; ++i)
    order[i] = i;
  Pivots found;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    if (n >= least_watched) poll((n - k) * (n - k) / flops_per_unit);
    for (std::size_t i = k + 1; i < n; ++i)
      if (matrix[i * n + i] > matrix[best * n + best]) best = i;
    if (best != k) {
      exchange(matrix, n, k, best);
      std::swap(order[k], order[best]);
    }
    const double pivot = matrix[k * n + k];
    found.smallest = std::min(found.smallest, pivot);
    found.is_trusted = pivot > floor;
    if (!found.is_trusted) return found;
    const double inverse = matrix[k * n + k] = 1 / std::sqrt(pivot);
    for (std::size_t i = k + 1; i < n; ++i)
      matrix[i * n + k] *= inverse;
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j <= i; ++j)
        matrix[i * n + j] -= matrix[i * n + k] * matrix[j * n + k];
  }
  return found;
}

Extent solve_lower(const std::vector<double>& lower, std::size_t n, double* x, const Envelope& envelope) {
  if (envelope.first.empty()) {
    for (std::size_t i = 0; i < n; ++i)
      x[i] = (x[i] - dot(&lower[i * n], x, i)) * lower[i * n + i];
    return {0, n};
  }
  Extent found{static_cast<std::size_t>(std::find_if(x, x + n, [](double v) { return v != 0.0; }) - x), 0};
  found.end = found.begin;
  for (std::size_t i = found.begin; i < n; ++i) {
    const std::size_t begin = std::max(envelope.first[i], found.begin);
    if (begin < i) x[i] -= dot(&lower[i * n + begin], x + begin, i - begin);
    x[i] *= lower[i * n + i];
    if (x[i] != 0.0) found.end = i + 1;
  }
  return found;
}

void solve_lower_transposed(const std::vector<double>& lower, std::size_t n, double* x, const Envelope& envelope) {
  const bool is_full = envelope.first.empty();
  for (std::size_t i = n; i-- > 0;) {
    x[i] *= lower[i * n + i];
    const double* row = &lower[i * n];
    for (std::size_t j = is_full ? 0 : envelope.first[i]; j < i; ++j)
      x[j] -= row[j] * x[i];
  }
}

Pivots factor_lu(std::vector<double>& matrix, std::vector<std::size_t>& order, std::size_t m, double floor) {
  Pivots found;
  for (std::size_t k = 0; k < m; ++k) {
    std::size_t best = k;
    if (m >= least_watched) poll((m - k) * (m - k) / flops_per_unit);
    for (std::size_t i = k + 1; i < m; ++i)
      if (std::abs(matrix[i * m + k]) > std::abs(matrix[best * m + k])) best = i;
    order[k] = best;
    const double pivot = matrix[best * m + k];
    found.smallest = std::min(found.smallest, std::abs(pivot));
    found.is_trusted = std::abs(pivot) > floor;
    if (!found.is_trusted) return found;
    if (best != k) std::swap_ranges(&matrix[k * m], &matrix[k * m] + m, &matrix[best * m]);
    for (std::size_t i = k + 1; i < m; ++i) {
      const double share = matrix[i * m + k] /= pivot;
      for (std::size_t j = k + 1; j < m; ++j)
        matrix[i * m + j] -= share * matrix[k * m + j];
    }
  }
  return found;
}

void solve_lu(const std::vector<double>& matrix, const std::vector<std::size_t>& order, std::size_t m, double* x) {
  for (std::size_t k = 0; k < m; ++k)
    std::swap(x[k], x[order[k]]);
  for (std::size_t i = 0; i < m; ++i)
    x[i] -= dot(&matrix[i * m], x, i);
  for (std::size_t i = m; i-- > 0;)
    x[i] = (x[i] - dot(&matrix[i * m + i + 1], x + i + 1, m - i - 1)) / matrix[i * m + i];
}

} // namespace detail
} // namespace numerics
} // namespace dalembert
