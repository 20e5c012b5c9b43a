#include <dalembert/algebra/elimination.h>
#include <dalembert/base/errors.h>

#include <numeric>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr std::size_t most_elimination_work = 1'000'000; ///< products of terms, about a quarter of a second

/// The entry of fewest terms in the rows and columns from `first` on.
std::pair<std::size_t, std::size_t> pivot(const LinearRows& rows, std::size_t first) {
  std::pair<std::size_t, std::size_t> best{rows.size(), rows.size()};
  std::size_t least = 0;
  for (std::size_t i = first; i < rows.size(); ++i) {
    for (std::size_t j = first; j < rows.size(); ++j) {
      const std::size_t size = rows[i][j].terms().size();
      if (size == 0 || (least != 0 && size >= least)) continue;
      least = size;
      best = {i, j};
    }
  }
  return best;
}

class Elimination {
public:
  explicit Elimination(LinearRows& rows) : rows_(rows) {}

  /// Clears column k of every row but the k-th.
  void clear(std::size_t k) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i == k) continue;
      const ExponentialPolynomial factor = rows_[i][k];
      for (std::size_t j = 0; j <= rows_.size(); ++j)
        if (j != k && (j > k || i < k)) rows_[i][j] = updated(i, j, k, factor);
      rows_[i][k] = {};
    }
    previous_ = rows_[k][k];
  }

private:
  ExponentialPolynomial updated(std::size_t i, std::size_t j, std::size_t k, const ExponentialPolynomial& factor) {
    const ExponentialPolynomial& head = rows_[k][k];
    work_ += head.terms().size() * rows_[i][j].terms().size() + factor.terms().size() * rows_[k][j].terms().size();
    if (work_ > most_elimination_work) throw BudgetSpent{};
    const ExponentialPolynomial cross = head * rows_[i][j] - factor * rows_[k][j];
    auto exact = quotient(cross, previous_);
    ENSURE(exact.has_value());
    return std::move(*exact);
  }

  LinearRows& rows_;
  ExponentialPolynomial previous_{Gaussian{Rational(1), {}}};
  std::size_t work_ = 0;
};

} // namespace

LinearQuotients solve_without_fractions(LinearRows rows) {
  const std::size_t n = rows.size();
  std::vector<std::size_t> unknown(n);
  std::iota(unknown.begin(), unknown.end(), std::size_t{0});
  Elimination elimination(rows);
  LinearQuotients out;
  out.numerators.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto [row, column] = pivot(rows, k);
    if (row == n) return out;
    std::swap(rows[k], rows[row]);
    for (auto& r : rows)
      std::swap(r[k], r[column]);
    std::swap(unknown[k], unknown[column]);
    elimination.clear(k);
  }
  out.denominator = rows[n - 1][n - 1];
  for (std::size_t k = 0; k < n; ++k)
    out.numerators[unknown[k]] = rows[k][n];
  return out;
}

} // namespace algebra
} // namespace dalembert
