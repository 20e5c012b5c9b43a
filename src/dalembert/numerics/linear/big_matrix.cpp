#include <dalembert/numerics/linear/big_matrix.h>
#include <dalembert/numerics/linear/elimination.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace numerics {

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

/// The largest entry of the block from (k, k) on; nothing where it is at most `nothing`.
std::optional<PivotPlace> largest_from(const BigMatrix& a, std::size_t k, double nothing) {
  PivotPlace out{k, k};
  double best = 0.0;
  for (std::size_t i = k; i < a.rows; ++i)
    for (std::size_t j = k; j < a.columns; ++j) {
      if (a.at(i, j).is_zero()) continue;
      const double size = std::abs(a.at(i, j).to_double());
      if (size <= best) continue;
      best = size;
      out = {i, j};
    }
  return best > nothing ? std::optional<PivotPlace>(out) : std::nullopt;
}

/// The same of the column k alone.
std::optional<PivotPlace> largest_below(const BigMatrix& a, std::size_t k, double nothing) {
  std::size_t best = k;
  for (std::size_t i = k + 1; i < a.rows; ++i)
    if (abs(a.at(best, k)) < abs(a.at(i, k))) best = i;
  return std::abs(a.at(best, k).to_double()) > nothing ? std::optional<PivotPlace>(PivotPlace{best, k}) : std::nullopt;
}

} // namespace

std::optional<BigMatrix> solve_precisely(BigMatrix a, const BigMatrix& right, PivotChoice choice, double zero_pivot) {
  const std::size_t n = a.rows;
  const double nothing = zero_pivot * largest(a);
  if (!std::isfinite(nothing) || !std::isfinite(largest(right))) return std::nullopt;
  const auto pivot = choice == PivotChoice::of_rest ? largest_from : largest_below;
  const Factorisation<BigFloat> parts = factorise(
      std::move(a), [pivot, nothing](const BigMatrix& rest, std::size_t k) { return pivot(rest, k, nothing); });
  if (parts.rank < n) return std::nullopt;
  const BigMatrix& entries = parts.entries;
  BigMatrix b = right.row_selection(parts.rows);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t c = 0; c < b.columns && !entries.at(i, k).is_zero(); ++c)
        if (!b.at(k, c).is_zero()) b.at(i, c) -= entries.at(i, k) * b.at(k, c);
  BigMatrix out(n, b.columns);
  for (std::size_t c = 0; c < b.columns; ++c)
    for (std::size_t k = n; k-- > 0;) {
      BigFloat sum = b.at(k, c);
      for (std::size_t j = k + 1; j < n; ++j)
        if (!entries.at(k, j).is_zero()) sum -= entries.at(k, j) * out.at(parts.columns[j], c);
      out.at(parts.columns[k], c) = sum / entries.at(k, k);
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
  const auto [entries, rows, columns, rank] = factorise(
      std::move(a), [nothing](const BigMatrix& rest, std::size_t k) { return largest_from(rest, k, nothing); });
  RankFactors out{BigMatrix(n, rank), BigMatrix(rank, n)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < rank; ++k) {
      if (i >= k) out.left.at(rows[i], k) = i == k ? BigFloat(1.0) : entries.at(i, k);
      if (i >= k) out.right.at(k, columns[i]) = entries.at(k, i);
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

} // namespace numerics
} // namespace dalembert
