#include <dalembert/numerics/big_matrix.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace dalembert {

double largest(const BigMatrix& matrix) {
  double out = 0.0;
  for (const BigFloat& entry : matrix.entries) {
    if (!entry.is_finite()) return std::numeric_limits<double>::infinity();
    out = std::max(out, std::abs(entry.to_double()));
  }
  return out;
}

DenseMatrix rounded(const BigMatrix& matrix, double nothing) {
  DenseMatrix out(matrix.rows, matrix.columns);
  for (std::size_t i = 0; i < matrix.entries.size(); ++i) {
    const double value = matrix.entries[i].to_double();
    out.entries[i] = std::abs(value) <= nothing ? 0.0 : value;
  }
  return out;
}

namespace {

struct Place {
  std::size_t row = 0;
  std::size_t column = 0;
};

/// The largest entry of the block from (k, k) on; nothing where it is at most `nothing`.
std::optional<Place> largest_from(const BigMatrix& a, std::size_t k, double nothing) {
  Place out{k, k};
  double best = 0.0;
  for (std::size_t i = k; i < a.rows; ++i)
    for (std::size_t j = k; j < a.columns; ++j) {
      if (a.at(i, j).is_zero()) continue;
      const double size = std::abs(a.at(i, j).to_double());
      if (size <= best) continue;
      best = size;
      out = {i, j};
    }
  return best > nothing ? std::optional<Place>(out) : std::nullopt;
}

void swap_rows(BigMatrix& a, std::size_t i, std::size_t k) {
  for (std::size_t j = 0; i != k && j < a.columns; ++j)
    std::swap(a.at(i, j), a.at(k, j));
}

void swap_columns(BigMatrix& a, std::size_t j, std::size_t k) {
  for (std::size_t i = 0; j != k && i < a.rows; ++i)
    std::swap(a.at(i, j), a.at(i, k));
}

} // namespace

std::optional<BigMatrix> solve_precisely(BigMatrix a, BigMatrix b, double zero_pivot) {
  const std::size_t n = a.rows;
  const double size = largest(a);
  if (!std::isfinite(size) || !std::isfinite(largest(b))) return std::nullopt;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = 0; k < n; ++k) {
    const std::optional<Place> pivot = largest_from(a, k, zero_pivot * size);
    if (!pivot) return std::nullopt;
    swap_rows(a, pivot->row, k);
    swap_rows(b, pivot->row, k);
    swap_columns(a, pivot->column, k);
    std::swap(order[pivot->column], order[k]);
    for (std::size_t i = k + 1; i < n; ++i) {
      if (a.at(i, k).is_zero()) continue;
      const BigFloat factor = a.at(i, k) / a.at(k, k);
      for (std::size_t j = k + 1; j < n; ++j)
        if (!a.at(k, j).is_zero()) a.at(i, j) -= factor * a.at(k, j);
      for (std::size_t j = 0; j < b.columns; ++j)
        if (!b.at(k, j).is_zero()) b.at(i, j) -= factor * b.at(k, j);
    }
  }
  BigMatrix out(n, b.columns);
  for (std::size_t c = 0; c < b.columns; ++c)
    for (std::size_t k = n; k-- > 0;) {
      BigFloat sum = b.at(k, c);
      for (std::size_t j = k + 1; j < n; ++j)
        if (!a.at(k, j).is_zero()) sum -= a.at(k, j) * out.at(order[j], c);
      out.at(order[k], c) = sum / a.at(k, k);
    }
  return out;
}

namespace {

/// D⁻¹·A·D with powers of 2 in D, so that row k is about as large as column k (Parlett, Reinsch 1969).
BigMatrix balanced(BigMatrix a) {
  constexpr int most_sweeps = 12;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool is_done = true;
    for (std::size_t k = 0; k < a.rows; ++k) {
      double row = 0.0;
      double column = 0.0;
      for (std::size_t i = 0; i < a.rows; ++i)
        if (i != k) {
          row += std::abs(a.at(k, i).to_double());
          column += std::abs(a.at(i, k).to_double());
        }
      if (row == 0.0 || column == 0.0) continue;
      const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
      if (factor == 1.0) continue;
      is_done = false;
      for (std::size_t i = 0; i < a.rows; ++i) {
        a.at(i, k) = a.at(i, k) * BigFloat(factor);
        a.at(k, i) = a.at(k, i) / BigFloat(factor);
      }
    }
    if (is_done) break;
  }
  return a;
}

/// A = left·right with as many columns of `left` as A has rank.
struct RankFactors {
  BigMatrix left;
  BigMatrix right;
};

RankFactors rank_factors(BigMatrix a, double nothing) {
  const std::size_t n = a.rows;
  std::vector<std::size_t> rows(n);
  std::vector<std::size_t> columns(n);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::size_t rank = 0;
  for (; rank < n; ++rank) {
    const std::optional<Place> pivot = largest_from(a, rank, nothing);
    if (!pivot) break;
    swap_rows(a, pivot->row, rank);
    swap_columns(a, pivot->column, rank);
    std::swap(rows[pivot->row], rows[rank]);
    std::swap(columns[pivot->column], columns[rank]);
    for (std::size_t i = rank + 1; i < n; ++i) { // the factor takes the place of what it eliminates
      const BigFloat factor = a.at(i, rank) / a.at(rank, rank);
      a.at(i, rank) = factor;
      if (factor.is_zero()) continue;
      for (std::size_t j = rank + 1; j < n; ++j)
        a.at(i, j) = a.at(i, j) - factor * a.at(rank, j);
    }
  }
  RankFactors out{BigMatrix(n, rank), BigMatrix(rank, n)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < rank; ++k) {
      if (i >= k) out.left.at(rows[i], k) = i == k ? BigFloat(1.0) : a.at(i, k);
      if (i >= k) out.right.at(k, columns[i]) = a.at(k, i);
    }
  return out;
}

} // namespace

std::size_t ZeroEigenvalue::multiplicity() const {
  return std::accumulate(chains.begin(), chains.end(), std::size_t{0});
}

ZeroEigenvalue split_zero(const BigMatrix& matrix, double nothing) {
  ZeroEigenvalue out;
  out.rest = balanced(matrix);
  const double size = largest(out.rest);
  while (out.rest.rows > 0) {
    RankFactors factors = rank_factors(out.rest, nothing * size);
    const std::size_t lost = out.rest.rows - factors.right.rows;
    if (lost == 0) break;
    // So many chains reach this length.
    out.chains.resize(std::max(out.chains.size(), lost), 0);
    for (std::size_t c = 0; c < lost; ++c)
      ++out.chains[c];
    out.rest = factors.right * factors.left;
  }
  return out;
}

} // namespace dalembert
