#include <dalembert/analysis/residue_null_space.h>

#include <algorithm>
#include <utility>

namespace dalembert {

ResidueNullSpace residue_null_space(std::vector<std::vector<Residue>> rows, std::size_t columns) {
  std::vector<std::size_t> pivots; // column of each reduced row
  ResidueNullSpace out;
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t top = pivots.size();
    std::size_t row = top;
    while (row < rows.size() && rows[row][c].is_zero())
      ++row;
    if (row == rows.size()) {
      out.free.push_back(c);
      continue;
    }
    std::swap(rows[top], rows[row]);
    const Residue scale = rows[top][c].inverse().value();
    for (Residue& entry : rows[top])
      entry *= scale;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Residue factor = rows[r][c];
      if (r == top || factor.is_zero()) continue;
      for (std::size_t j = c; j < columns; ++j)
        rows[r][j] = rows[r][j] - factor * rows[top][j];
    }
    pivots.push_back(c);
  }
  for (const std::size_t f : out.free) {
    std::vector<Residue> vector(columns);
    vector[f] = Residue(1);
    for (std::size_t r = 0; r < pivots.size(); ++r)
      vector[pivots[r]] = -rows[r][f];
    out.vectors.push_back(std::move(vector));
  }
  return out;
}

} // namespace dalembert
