#include <dalembert/simulation/engine/finite_values.h>
#include <dalembert/simulation/solving/sparse_dynamics.h>
#include <dalembert/simulation/solving/structure_solution.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

StructureSolution::StructureSolution(const ProgramsByStructure& programs)
    : factors_(programs.solution->get().factors),
      solution_(programs.solution->get().solution),
      known_(factors_.outputs()),
      inputs_(solution_.inputs()),
      outputs_(solution_.outputs()) {}

bool StructureSolution::factor(std::span<const double> read) {
  if (known_ == 0) return false;
  const std::span<double> known = std::span(inputs_).first(known_);
  factors_.evaluate(read, known);
  return known.front() > smallest_pivot_share && are_finite(known);
}

bool StructureSolution::solve(std::span<const double> forces, std::span<double> rows, std::span<double> x) {
  const auto behind = std::ranges::copy(forces, inputs_.begin() + static_cast<std::ptrdiff_t>(known_)).out;
  std::ranges::copy(rows, behind);
  solution_.evaluate(inputs_, outputs_);
  const std::size_t solved = x.size() + rows.size();
  const bool is_refined = outputs_.size() == solved || outputs_.back() > 0.0;
  if (!is_refined || !are_finite(outputs_)) return false;
  std::ranges::copy(std::span(outputs_).first(x.size()), x.begin());
  std::ranges::copy(std::span(outputs_).subspan(x.size(), rows.size()), rows.begin());
  return true;
}

} // namespace simulation
} // namespace dalembert
