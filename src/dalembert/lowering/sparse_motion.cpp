#include <dalembert/base/errors.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/elimination.h>

#include <optional>
#include <vector>

namespace dalembert::inline lowering {

namespace {

/// Multiplications of matrices so small that finding out costs more than it can save.
constexpr double least_worth_while = 300;

/// About how many multiplications the matrices take: their entries, and the factors of M and of A M⁻¹ Aᵀ.
double dense_multiplications(std::size_t coordinates, std::size_t rows) {
  constexpr double of_entry = 2;
  const auto n = static_cast<double>(coordinates);
  const auto m = static_cast<double>(rows);
  const double entries = of_entry * (n * (n + 1) / 2 + n * m);
  return entries + n * n * n / 6 + n * n * (1 + m) + n * m * m / 2 + m * m * m / 6;
}

} // namespace

Tape lower_sparse_motion(const Study& study, const Equations& equations) {
  const System& system = study.system;
  const double most = dense_multiplications(system.coordinates.size(), system.constraints.size());
  if (most < least_worth_while || !equations.frictions.empty()) return Tape({});
  const std::optional<InertiaStructure> structure = inertia_structure(equations);
  if (!structure) return Tape({});
  const EliminationPlan plan = plan_elimination(structure->problem, most);
  if (plan.steps.empty()) return Tape({});
  const TapeEnding ending = [&](ValueGraph& values, std::span<const Value> entries) {
    EliminatedValues solved = eliminate(values, structure->problem, plan, entries);
    std::vector<Value> out = std::move(solved.unknowns);
    out.insert(out.end(), solved.multipliers.begin(), solved.multipliers.end());
    out.push_back(solved.smallest_pivot);
    return out;
  };
  try {
    return build_tape(*system.graph, state_inputs(system), structure->entries, ending);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
}

} // namespace dalembert::inline lowering
