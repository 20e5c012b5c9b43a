#include <dalembert/exact/modular_solve.h>
#include <dalembert/expr/residue_echelon.h>

namespace dalembert {
inline namespace exact {

std::optional<std::vector<Residue>> solve_modular(const std::vector<Residue>& matrix, const std::vector<Residue>& right,
                                                  std::size_t unknowns,
                                                  const std::function<Residue(std::size_t)>& open) {
  ResidueEchelon echelon(unknowns + 1); // (matrix | right)·(x, −1) = 0
  std::vector<Residue> row(unknowns + 1);
  for (std::size_t r = 0; r < right.size(); ++r) {
    for (std::size_t i = 0; i < unknowns; ++i)
      row[i] = matrix[r * unknowns + i];
    row[unknowns] = right[r];
    echelon.add(row);
  }
  if (!echelon.is_free(unknowns)) return std::nullopt;
  std::vector<Residue> x(unknowns + 1);
  for (std::size_t i = 0; i < unknowns; ++i)
    if (echelon.is_free(i)) x[i] = open(i);
  x[unknowns] = -Residue(1);
  echelon.complete(x, unknowns);
  x.pop_back();
  return x;
}

} // namespace exact
} // namespace dalembert
