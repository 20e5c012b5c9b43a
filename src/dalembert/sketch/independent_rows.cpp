#include <dalembert/sketch/independent_rows.h>

#include <algorithm>

namespace dalembert::inline sketching {

namespace {

constexpr std::size_t most_independent_rows = 60;

/// left − factor·right.
void take_away(std::vector<Residue>& left, Residue factor, const std::vector<Residue>& right) {
  for (std::size_t i = 0; i < left.size(); ++i)
    left[i] -= factor * right[i];
}

} // namespace

std::vector<bool> independent_rows(Kinematics& kinematics) {
  const ExprMatrix& a = kinematics.equations().constraint_matrix;
  const auto count = static_cast<std::size_t>(a.rows);
  std::vector<bool> out(count, false);
  if (count > most_independent_rows) return out;
  std::vector<std::vector<Residue>> rows(count);
  std::vector<std::vector<Residue>> made_of(count, std::vector<Residue>(count)); // of which rows each is a combination
  for (std::size_t k = 0; k < count; ++k) {
    for (int i = 0; i < a.columns; ++i) {
      const auto value = kinematics.residues(a.at(static_cast<int>(k), i));
      if (!value) return out;
      rows[k].push_back(value->front());
    }
    made_of[k][k] = Residue(1);
  }
  out.assign(count, true);
  for (std::size_t k = 0; k < count; ++k) {
    const auto pivot = std::ranges::find_if(rows[k], [](Residue each) { return !each.is_zero(); });
    if (pivot == rows[k].end()) { // 0 = Σ made_of·row
      for (std::size_t j = 0; j < count; ++j)
        if (!made_of[k][j].is_zero()) out[j] = false;
      continue;
    }
    const auto column = static_cast<std::size_t>(pivot - rows[k].begin());
    const auto inverse = pivot->inverse();
    if (!inverse) continue;
    for (std::size_t j = k + 1; j < count; ++j) {
      const Residue factor = rows[j][column] * *inverse;
      if (factor.is_zero()) continue;
      take_away(rows[j], factor, rows[k]);
      take_away(made_of[j], factor, made_of[k]);
    }
  }
  return out;
}

} // namespace dalembert::inline sketching
