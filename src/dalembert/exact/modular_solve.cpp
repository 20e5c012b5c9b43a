#include <dalembert/exact/modular_solve.h>

#include <utility>

namespace dalembert {

namespace {

/// Elimination of a matrix with its right side as the last column, below the pivots.
struct Elimination {
  std::vector<std::vector<Residue>> rows;
  std::vector<std::size_t> pivots; ///< column of the pivot of each row treated so far
  std::vector<std::size_t> places; ///< where the row of the latest pivot is not zero

  void eliminate(std::size_t column) {
    std::size_t found = pivots.size();
    while (found < rows.size() && rows[found][column].is_zero())
      ++found;
    if (found == rows.size()) return;
    std::swap(rows[found], rows[pivots.size()]);
    std::vector<Residue>& pivot = rows[pivots.size()];
    const Residue scale = *pivot[column].inverse();
    places.clear();
    for (std::size_t i = 0; i < pivot.size(); ++i) {
      if (pivot[i].is_zero()) continue;
      pivot[i] *= scale;
      places.push_back(i);
    }
    pivots.push_back(column);
    for (std::size_t r = pivots.size(); r < rows.size(); ++r) {
      const Residue factor = rows[r][column];
      if (factor.is_zero()) continue;
      for (const std::size_t i : places)
        rows[r][i] -= factor * pivot[i];
    }
  }
};

} // namespace

std::optional<std::vector<Residue>> solve_modular(std::vector<Residue> matrix, std::vector<Residue> right,
                                                  std::size_t unknowns,
                                                  const std::function<Residue(std::size_t)>& open) {
  Elimination work;
  for (std::size_t r = 0; r < right.size(); ++r) {
    const auto first = matrix.begin() + static_cast<std::ptrdiff_t>(r * unknowns);
    work.rows.emplace_back(first, first + static_cast<std::ptrdiff_t>(unknowns));
    work.rows.back().push_back(right[r]);
  }
  for (std::size_t column = 0; column < unknowns; ++column)
    work.eliminate(column);
  for (std::size_t r = work.pivots.size(); r < work.rows.size(); ++r)
    if (!work.rows[r].back().is_zero()) return std::nullopt;
  std::vector<Residue> x(unknowns);
  std::vector<bool> is_pivot(unknowns, false);
  for (const std::size_t column : work.pivots)
    is_pivot[column] = true;
  for (std::size_t i = 0; i < unknowns; ++i)
    if (!is_pivot[i]) x[i] = open(i);
  for (std::size_t r = work.pivots.size(); r-- > 0;) {
    Residue value = work.rows[r].back();
    for (std::size_t i = work.pivots[r] + 1; i < unknowns; ++i)
      value -= work.rows[r][i] * x[i];
    x[work.pivots[r]] = value;
  }
  return x;
}

} // namespace dalembert
