#include <dalembert/exact/row_space.h>

#include <utility>

namespace dalembert {

bool RowSpace::add(std::vector<Residue> row) {
  for (const Row& known : rows_) {
    const Residue factor = row[known.pivot];
    if (factor.is_zero()) continue;
    for (std::size_t i = known.pivot; i < row.size(); ++i)
      row[i] -= factor * known.entries[i];
  }
  std::size_t pivot = 0;
  while (pivot < row.size() && row[pivot].is_zero())
    ++pivot;
  if (pivot == row.size()) return false;
  const Residue scale = *row[pivot].inverse();
  for (Residue& entry : row)
    entry *= scale;
  // Earlier rows may still hold an entry in this column; they are used in order, so that does no harm.
  rows_.push_back({pivot, std::move(row)});
  return true;
}

} // namespace dalembert
