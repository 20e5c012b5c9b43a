#include <dalembert/base/errors.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/jumps.h>
#include <dalembert/lowering/links_as_rows.h>
#include <dalembert/lowering/multiplied_out.h>
#include <dalembert/lowering/regular_inertia.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/elimination.h>
#include <dalembert/program/fold_signs.h>
#include <dalembert/program/split_tape.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace lowering {

namespace {

/// Multiplications of a small system: the solution of its matrices, with calls and checks, takes the time of as many.
constexpr double of_small_system = 300;

/// About how many multiplications the matrices take: their entries, and the factors of M and of A M⁻¹ Aᵀ.
double dense_multiplications(std::size_t coordinates, std::size_t rows) {
  constexpr double of_entry = 2;
  const auto n = static_cast<double>(coordinates);
  const auto m = static_cast<double>(rows);
  const double entries = of_entry * (n * (n + 1) / 2 + n * m);
  return entries + n * n * n / 6 + n * n * (1 + m) + n * m * m / 2 + m * m * m / 6;
}

/// True of systems so small that their calls and checks take longer than the solution of their matrices: these solve
/// where rows are nearly dependent.
bool is_left_to_matrices(const System& system, RowInputs rows) {
  return rows == RowInputs::of_some && !system.constraints.empty() &&
         is_small_system(system.coordinates.size(), system.constraints.size());
}

/// True where an unknown has no inertia: rows alone give its acceleration, as the matrices judge them.
bool has_massless(const Minimisation& problem) {
  std::vector<bool> has_inertia(problem.free, false);
  const auto take = [&](std::uint32_t unknown) {
    if (unknown < problem.free) has_inertia[unknown] = true;
  };
  for (const Minimisation::Entry& e : problem.inertia)
    if (e.row == e.column) take(e.row);
  for (const auto& terms : problem.definitions)
    for (const Minimisation::Term& t : terms)
      take(t.unknown);
  return std::ranges::find(has_inertia, false) != has_inertia.end();
}

/// The pivot, or 0 where the rows are so nearly dependent that the matrices are to solve.
Value pivot_of_independent_rows(ValueGraph& values, Value pivot) {
  constexpr double least = 1e-4; // the square of the sine between rows, by which their multipliers lose digits
  const Value is_less = values.make(Operation::less, pivot, values.constant(least));
  return values.make(Operation::select, is_less, values.constant(0), pivot);
}

enum class SolvedParts { motion, motion_and_pivot, pivot_and_refinement };

/// The solution of a minimisation whose places are those of `entries`, on a tape of these inputs.
Tape solution_tape(const System& system, std::span<const Expr> inputs, const InertiaStructure& structure,
                   const EliminationPlan& plan, SolvedParts parts, RowInputs rows = RowInputs::of_some) {
  const bool is_few_rows = parts != SolvedParts::motion && is_left_to_matrices(system, rows);
  const TapeEnding ending = [&](ValueGraph& values, std::span<const Value> entries) {
    EliminatedValues solved =
        eliminate(values, structure.problem, plan, entries, is_few_rows ? Refinement::of_rows : Refinement::none);
    if (is_few_rows) solved.smallest_pivot = pivot_of_independent_rows(values, solved.smallest_pivot);
    for (const InertiaStructure::Offset& offset : structure.offsets)
      solved.unknowns[offset.result] =
          values.make(Operation::sub, solved.unknowns[offset.result], entries[offset.place]);
    std::vector<Value> out = solved.unknowns;
    out.insert(out.end(), solved.multipliers.begin(), solved.multipliers.end());
    if (parts == SolvedParts::motion_and_pivot && is_few_rows)
      out.insert(out.end(), solved.row_sizes.begin(), solved.row_sizes.end());
    if (parts == SolvedParts::motion_and_pivot) out.push_back(trusted_pivot(values, solved));
    if (parts == SolvedParts::pivot_and_refinement) {
      out.push_back(solved.smallest_pivot);
      if (solved.is_refined) out.push_back(*solved.is_refined);
    }
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
  std::vector<RowInertia> added; ///< to `structure`
};

enum class LinkChoice { never, rows_where_cheap };

void release_rows(const RowSwitches& switches, InertiaStructure& structure) {
  std::vector<std::size_t> places(structure.problem.outer_rows());
  std::iota(places.begin(), places.end(), std::size_t{0});
  switches.release(structure, places);
}

/// `structure` with links as rows, where there are some and not too many.
std::optional<InertiaStructure> some_links_as_rows(const Equations& equations, const InertiaStructure& structure) {
  constexpr std::size_t fewest = 3; // links
  // Of a chain that falls what the links far from its end do dies out link by link: of more than a few hundred down to
  // numbers below the smallest normal one, with which processors are slow.
  constexpr std::size_t most_coordinates = 200;
  if (equations.speeds.size() > most_coordinates) return std::nullopt;
  std::optional<InertiaStructure> links = links_as_rows(equations, structure);
  return links && links->problem.inner_rows >= fewest ? links : std::nullopt;
}

std::optional<SparseEquations> sparse_equations(const Study& study, const Equations& equations,
                                                const RowSwitches& switches, RowInputs rows,
                                                LinkChoice choice = LinkChoice::never) {
  constexpr double by_rank = 20; // times as much: the solution of full matrices where rows repeat one another
  const System& system = *equations.system;
  double most = dense_multiplications(system.coordinates.size(), system.constraints.size()) *
                (rows == RowInputs::of_all ? by_rank : 1);
  if (!equations.frictions.empty()) return std::nullopt;
  if (most < of_small_system) {
    if (system.coordinates.size() < 2) return std::nullopt;
    most = of_small_system;
  }
  std::optional<InertiaStructure> structure = inertia_structure(equations);
  if (!structure) return std::nullopt;
  std::optional<InertiaStructure> links;
  if (choice == LinkChoice::rows_where_cheap && !is_left_to_matrices(system, rows))
    links = some_links_as_rows(equations, *structure);
  std::vector<RowInertia> added = add_row_inertia(equations, switched_rows(study), *structure);
  if (!added.empty()) links.reset();
  release_rows(switches, *structure);
  const auto order = rows == RowInputs::of_all ? MultiplierOrder::before_roots : MultiplierOrder::cheapest;
  if (is_left_to_matrices(system, rows) && has_massless(structure->problem)) return std::nullopt;
  EliminationPlan plan = plan_elimination(structure->problem, most, order);
  if (plan.steps.empty() || (plan.has_early_pivots && is_left_to_matrices(system, rows))) return std::nullopt;
  if (links) {
    constexpr double as_many = 1.7; // what is quadratic in the rates takes many more beside the inertia of a chain
    release_rows(switches, *links);
    EliminationPlan of_links = plan_elimination(links->problem, as_many * plan.multiplications, MultiplierOrder::last);
    if (!of_links.steps.empty()) return SparseEquations{std::move(*links), std::move(of_links), {}};
  }
  return SparseEquations{std::move(*structure), std::move(plan), std::move(added)};
}

/// State, jumps that are held, and which rows act.
std::vector<Expr> structure_inputs(const Study& study, const JumpNodes& held, const RowSwitches& switches) {
  std::vector<Expr> out = state_inputs(study.system);
  append(out, held.symbols());
  append(out, switches.symbols());
  return out;
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

bool is_small_system(std::size_t coordinates, std::size_t rows) {
  return dense_multiplications(coordinates, rows) < of_small_system;
}

Tape lower_sparse_motion(const Study& study, const Equations& equations, JumpChoice jumps, RowInputs rows) {
  const RowSwitches switches(study, rows);
  std::optional<SparseEquations> sparse = sparse_equations(
      study, equations, switches, rows, rows == RowInputs::of_some ? LinkChoice::rows_where_cheap : LinkChoice::never);
  if (!sparse) return Tape({});
  const JumpNodes held = jumps == JumpChoice::held ? JumpNodes(equations) : JumpNodes();
  if (!held.symbols().empty())
    sparse->structure.entries = substitute(*study.system.graph, sparse->structure.entries, held.replacements());
  return solution_tape(study.system, structure_inputs(study, held, switches), sparse->structure, sparse->plan,
                       SolvedParts::motion_and_pivot, rows);
}

SolvedAgain lower_solved_again(const Study& study, const Equations& equations, JumpChoice jumps, RowInputs rows) {
  const RowSwitches switches(study, rows);
  std::optional<SparseEquations> sparse = sparse_equations(study, equations, switches, rows);
  if (!sparse) return {};
  // Behind the inputs of the tape v̇ and λ stand for the right-hand sides.
  const System& system = study.system;
  const JumpNodes held = jumps == JumpChoice::held ? JumpNodes(equations) : JumpNodes();
  std::vector<Expr> inputs = structure_inputs(study, held, switches);
  const std::size_t known = inputs.size();
  append(inputs, system.accelerations());
  append(inputs, system.multipliers());
  InertiaStructure& structure = sparse->structure;
  const auto give = [&](Expr value) {
    structure.entries.push_back(value);
    return static_cast<Minimisation::Place>(structure.entries.size() - 1);
  };
  const std::vector<Expr> accelerations = system.accelerations();
  const std::vector<Expr> multipliers = system.multipliers();
  for (std::size_t i = 0; i < structure.problem.forces.size(); ++i)
    structure.problem.forces[i] = give(accelerations[i]);
  for (std::size_t k = 0; k < structure.problem.row_values.size(); ++k)
    structure.problem.row_values[k] = give(switches.where_acting(k, multipliers[k]));
  renew_row_loads(*system.graph, sparse->added, multipliers, structure);
  SplitTape split = split_tape(
      solution_tape(system, inputs, structure, sparse->plan, SolvedParts::pivot_and_refinement, rows), known);
  ENSURE(split.varying.outputs() ==
         system.coordinates.size() + system.constraints.size() + (sparse->plan.has_early_pivots ? 1 : 0));
  return {std::move(split.fixed), std::move(split.varying)};
}

std::optional<Tape> lower_solved_motion(const Study& study, const Equations& equations) {
  if (!equations.frictions.empty()) return std::nullopt;
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  constexpr std::size_t largest_full = 12; // coordinates; beyond them full matrices are not the shorter way
  std::optional<Tape> out;
  const std::vector<std::size_t> switched = switched_rows(study);
  const auto take_shorter = [&](InertiaStructure structure) {
    static_cast<void>(add_row_inertia(equations, switched, structure));
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

} // namespace lowering
} // namespace dalembert
