#include <dalembert/expr/residue_echelon.h>
#include <dalembert/sketch/independent_rows.h>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_independent_rows = 60;

} // namespace

std::vector<bool> independent_rows(Kinematics& kinematics) {
  const ExprMatrix& a = kinematics.equations().constraint_matrix;
  const auto count = static_cast<std::size_t>(a.rows);
  std::vector<bool> out(count, false);
  if (count > most_independent_rows) return out;
  ResidueEchelon transposed(count); // Aᵀλ = 0
  for (int i = 0; i < a.columns; ++i) {
    std::vector<Residue> row;
    row.reserve(count);
    for (int k = 0; k < a.rows; ++k) {
      const auto value = kinematics.residues(a.at(k, i));
      if (!value) return out;
      row.push_back(value->front());
    }
    transposed.add(row);
  }
  for (const std::size_t k : transposed.vanishing_columns())
    out[k] = true;
  return out;
}

} // namespace sketching
} // namespace dalembert
