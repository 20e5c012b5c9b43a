#include <dalembert/exact/column_sieve.h>

#include <utility>

namespace dalembert {
inline namespace exact {

bool ColumnSieve::add(std::vector<Residue> row) {
  for (std::size_t c = 0; c < row.size(); ++c)
    if (is_ruled_out_[c]) row[c] = Residue();
  if (!batch_.add(row)) return false;
  rows_.push_back(std::move(row));
  return true;
}

void ColumnSieve::close_batch() {
  for (const std::size_t c : batch_.vanishing_columns())
    is_ruled_out_[c] = true;
  batch_ = ResidueEchelon(is_ruled_out_.size());
}

std::size_t ColumnSieve::entries(const std::vector<Residue>& row) const {
  std::size_t out = 0;
  for (std::size_t c = 0; c < row.size(); ++c)
    if (!row[c].is_zero() && !is_ruled_out_[c]) ++out;
  return out;
}

std::vector<std::size_t> ColumnSieve::kept() const {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < is_ruled_out_.size(); ++c)
    if (!is_ruled_out_[c]) out.push_back(c);
  return out;
}

} // namespace exact
} // namespace dalembert
