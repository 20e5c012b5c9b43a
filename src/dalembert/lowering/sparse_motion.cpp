#include <dalembert/base/errors.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/multiplied_out.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/elimination.h>
#include <dalembert/program/fold_signs.h>
#include <dalembert/program/split_tape.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
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

enum class SolvedParts { motion, motion_and_pivot };

/// The solution of a minimisation whose places are those of `entries`, on a tape of these inputs.
Tape solution_tape(const System& system, std::span<const Expr> inputs, const InertiaStructure& structure,
                   const EliminationPlan& plan, SolvedParts parts) {
  const TapeEnding ending = [&](ValueGraph& values, std::span<const Value> entries) {
    EliminatedValues solved = eliminate(values, structure.problem, plan, entries);
    std::vector<Value> out = std::move(solved.unknowns);
    out.insert(out.end(), solved.multipliers.begin(), solved.multipliers.end());
    if (parts == SolvedParts::motion_and_pivot) out.push_back(solved.smallest_pivot);
    return out;
  };
  try {
    return fold_signs(build_tape(*system.graph, inputs, structure.entries, ending));
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
}

/// The equations by their structure and the order in which they are solved, where that is cheaper than the matrices.
struct SparseEquations {
  InertiaStructure structure;
  EliminationPlan plan;
};

std::optional<SparseEquations> sparse_equations(const Equations& equations) {
  const System& system = *equations.system;
  const double most = dense_multiplications(system.coordinates.size(), system.constraints.size());
  if (most < least_worth_while || !equations.frictions.empty()) return std::nullopt;
  std::optional<InertiaStructure> structure = inertia_structure(equations);
  if (!structure) return std::nullopt;
  EliminationPlan plan = plan_elimination(structure->problem, most);
  if (plan.steps.empty()) return std::nullopt;
  return SparseEquations{std::move(*structure), std::move(plan)};
}

/// The same equations by all entries of M and A that are not 0.
InertiaStructure entries_of_matrices(const Equations& equations) {
  const Graph& graph = *equations.system->graph;
  InertiaStructure out;
  const auto place = [&out](Expr e) {
    out.entries.push_back(e);
    return static_cast<Minimisation::Place>(out.entries.size() - 1);
  };
  const auto n = static_cast<std::uint32_t>(equations.mass().rows);
  out.problem.free = n;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j <= i; ++j)
      if (const Expr entry = equations.mass().at(static_cast<int>(i), static_cast<int>(j)); !graph.is_zero(entry))
        out.problem.inertia.push_back({i, j, place(entry)});
    out.problem.forces.push_back(place(equations.forcing[i]));
  }
  for (int r = 0; r < equations.constraint_matrix.rows; ++r) {
    std::vector<Minimisation::Term> row;
    for (std::uint32_t j = 0; j < n; ++j)
      if (const Expr entry = equations.constraint_matrix.at(r, static_cast<int>(j)); !graph.is_zero(entry))
        row.push_back({j, place(entry), 0});
    out.problem.rows.push_back(std::move(row));
    out.problem.row_values.push_back(place(equations.constraint_forcing[static_cast<std::size_t>(r)]));
  }
  return out;
}

/// How long a tape takes, about, in additions: those of machine code in lanes (`./dev bench lanes`).
double estimated_cost(const Tape& tape) {
  constexpr double of_function = 40;
  constexpr double of_division = 8;
  double out = 0;
  for (const Instruction& i : tape.instructions())
    switch (i.operation) {
    case Operation::sincos:
    case Operation::sin:
    case Operation::cos:
    case Operation::exp:
    case Operation::unary:
    case Operation::binary:
    case Operation::table:
      out += of_function;
      break;
    case Operation::div:
    case Operation::sqrt:
      out += of_division;
      break;
    default:
      out += 1;
    }
  return out;
}

/// The same with entries in which sums are multiplied out, where that does not make them long.
InertiaStructure shortened(const System& system, InertiaStructure structure) {
  constexpr std::size_t most_terms = 64;
  std::vector<Expr> places{system.time};
  for (const Coordinate& q : system.coordinates)
    places.push_back(q.position);
  for (Expr& entry : structure.entries)
    entry = multiplied_out(*system.graph, entry, places, most_terms).value_or(entry);
  return structure;
}

} // namespace

Tape lower_sparse_motion(const Study& study, const Equations& equations) {
  const std::optional<SparseEquations> sparse = sparse_equations(equations);
  if (!sparse) return Tape({});
  return solution_tape(study.system, state_inputs(study.system), sparse->structure, sparse->plan,
                       SolvedParts::motion_and_pivot);
}

SolvedAgain lower_solved_again(const Study& study, const Equations& equations) {
  std::optional<SparseEquations> sparse = sparse_equations(equations);
  // Early pivots are refined with the right-hand sides at hand: the matrices alone do not tell how good they are.
  if (!sparse || sparse->plan.has_early_pivots) return {};
  // In the inputs of the tape v̇ and λ stand for the right-hand sides.
  const System& system = study.system;
  const std::vector<Expr> inputs = motion_inputs(system);
  const std::size_t state = state_inputs(system).size();
  InertiaStructure& structure = sparse->structure;
  std::size_t next = state;
  const auto give = [&](Minimisation::Place& place) {
    place = static_cast<Minimisation::Place>(structure.entries.size());
    structure.entries.push_back(inputs[next++]);
  };
  std::ranges::for_each(structure.problem.forces, give);
  std::ranges::for_each(structure.problem.row_values, give);
  SplitTape split =
      split_tape(solution_tape(system, inputs, structure, sparse->plan, SolvedParts::motion_and_pivot), state);
  ENSURE(split.varying.outputs() == system.coordinates.size() + system.constraints.size());
  return {std::move(split.fixed), std::move(split.varying)};
}

std::optional<Tape> lower_solved_motion(const Study& study, const Equations& equations) {
  if (!equations.frictions.empty()) return std::nullopt;
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  constexpr std::size_t largest_full = 12; // coordinates; beyond them full matrices are not the shorter way
  std::optional<Tape> out;
  const auto take_shorter = [&](const InertiaStructure& structure) {
    const EliminationPlan plan = plan_elimination(structure.problem, no_limit);
    Tape tape = solution_tape(study.system, state_inputs(study.system), structure, plan, SolvedParts::motion);
    if (!out || estimated_cost(tape) < estimated_cost(*out)) out = std::move(tape);
  };
  const std::optional<InertiaStructure> structure = inertia_structure(equations);
  if (structure) take_shorter(*structure);
  if (!structure || study.system.coordinates.size() <= largest_full) {
    const InertiaStructure full = entries_of_matrices(equations);
    take_shorter(full);
    take_shorter(shortened(study.system, full));
  }
  return out;
}

} // namespace dalembert::inline lowering
