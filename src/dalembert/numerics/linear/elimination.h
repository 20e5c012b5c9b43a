#pragma once

#include <dalembert/numerics/linear/matrix.h>

#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace numerics {

struct PivotPlace {
  std::size_t row = 0;
  std::size_t column = 0;
};

/// A matrix taken apart by Gaussian elimination, A = Pᵀ·L·U·Qᵀ, as far as pivots were found: `rank` of them.
template <class Number>
struct Factorisation {
  Matrix<Number> entries;           ///< U on and above the diagonal, L below it (ones on its diagonal left out)
  std::vector<std::size_t> rows;    ///< row k of `entries` is row rows[k] of A
  std::vector<std::size_t> columns; ///< likewise
  std::size_t rank = 0;
};

/// Eliminates over any field. `choose(entries, k)` gives the place of the k-th pivot among the rows and columns from k
/// on, or nothing: then the elimination ends. Numbers have −, ·, /, -= and is_zero(). Cost: rank·rows·columns products.
/// Not for entries whose zeros are found by a proof (expressions, `derivation/linear_solve.h`), nor for those whose
/// quotients are to be avoided (polynomials, `algebra/elimination.h`), nor modulo a prime, where sums are reduced late
/// (`expr/residue_echelon.h`), nor for doubles whose rank is to be decided, where tolerances, scales and ties are the
/// point (`pivots.h`, `kkt_rank.h`), or that are reduced further to be read (`kkt_facts.cpp`,
/// `simulation/solving/redundancy.h`).
template <class Number, class Choose>
[[nodiscard]] Factorisation<Number> factorise(Matrix<Number> a, const Choose& choose) {
  Factorisation<Number> out{std::move(a), {}, {}};
  Matrix<Number>& entries = out.entries;
  out.rows.resize(entries.rows);
  out.columns.resize(entries.columns);
  std::iota(out.rows.begin(), out.rows.end(), std::size_t{0});
  std::iota(out.columns.begin(), out.columns.end(), std::size_t{0});
  for (std::size_t& k = out.rank; k < entries.rows && k < entries.columns; ++k) {
    const std::optional<PivotPlace> pivot = choose(std::as_const(entries), k);
    if (!pivot) break;
    for (std::size_t j = 0; pivot->row != k && j < entries.columns; ++j)
      std::swap(entries.at(pivot->row, j), entries.at(k, j));
    for (std::size_t i = 0; pivot->column != k && i < entries.rows; ++i)
      std::swap(entries.at(i, pivot->column), entries.at(i, k));
    std::swap(out.rows[pivot->row], out.rows[k]);
    std::swap(out.columns[pivot->column], out.columns[k]);
    for (std::size_t i = k + 1; i < entries.rows; ++i) {
      if (entries.at(i, k).is_zero()) continue;
      const Number factor = entries.at(i, k) / entries.at(k, k);
      entries.at(i, k) = factor;
      for (std::size_t j = k + 1; j < entries.columns; ++j)
        if (!entries.at(k, j).is_zero()) entries.at(i, j) -= factor * entries.at(k, j);
    }
  }
  return out;
}

} // namespace numerics
} // namespace dalembert
