#include <dalembert/exact/draws.h>
#include <dalembert/exact/residue_null_space.h>

namespace dalembert {
inline namespace exact {

void RandomNullSpace::add(const std::vector<std::vector<Residue>>& rows, bool is_rational) {
  is_rational_ = is_rational_ && is_rational;
  ++idle_;
  for (const std::vector<Residue>& row : rows)
    if (echelon_.add(row)) idle_ = 0;
}

void RandomNullSpace::add_special(const std::vector<Residue>& row, bool is_rational) {
  is_rational_ = is_rational_ && is_rational;
  echelon_.add(row);
}

bool RandomNullSpace::is_settled() const {
  if (echelon_.free_columns() == 0) return true;
  if (idle_ >= expected_.spread && echelon_.free_columns() <= expected_.dimension) return true;
  return idle_ >= expected_.spread * (is_rational_ ? draws::idle_points : draws::spare_points);
}

} // namespace exact
} // namespace dalembert
