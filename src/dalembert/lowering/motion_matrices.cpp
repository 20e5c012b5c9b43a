#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/symbol_sets.h>
#include <dalembert/lowering/acceleration_rows.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/motion_matrices.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace dalembert {
inline namespace lowering {

namespace {

/// A program of derivatives as a multiple of the rows it is made of: the equations of a cart with links, and chains of
/// points.
constexpr double of_reverse_sweep = 3;
constexpr std::size_t few_coordinates = 5; ///< whose rows are short, whatever they hold

/// The symbols q, v and v̇ of a system.
struct MotionSymbols {
  explicit MotionSymbols(const System& system)
      : levels{system.positions(), system.rates(), system.accelerations()}, coordinates(levels[0].size()) {
    for (const std::vector<Expr>& level : levels)
      for (std::size_t i = 0; i < coordinates; ++i)
        place.emplace(level[i].id, static_cast<std::uint32_t>(i));
  }
  std::array<std::vector<Expr>, 3> levels;
  std::size_t coordinates;
  std::unordered_map<std::uint32_t, std::uint32_t> place; ///< of the coordinate whose q, v or v̇ a node is
};

/// Closes a row, whose columns come in any order.
void end_row(std::vector<std::uint32_t>& row, MotionMatrices& out) {
  std::ranges::sort(row);
  row.erase(std::unique(row.begin(), row.end()), row.end());
  out.columns.insert(out.columns.end(), row.begin(), row.end());
  out.begins.push_back(out.columns.size());
}

/// The symbols that each row holds, each row looked through for itself.
void find_short_rows(const Graph& graph, const std::vector<Expr>& rows, const MotionSymbols& symbols,
                     MotionMatrices& out) {
  std::vector<std::uint32_t> row;
  for (const Expr e : rows) {
    row.clear();
    for (const Expr symbol : free_symbols(graph, e))
      if (const auto found = symbols.place.find(symbol.id); found != symbols.place.end()) row.push_back(found->second);
    end_row(row, out);
  }
}

/// The same by bit sets for all nodes below: rows that share most of what they hold.
void find_long_rows(const Graph& graph, const std::vector<Expr>& rows, const MotionSymbols& symbols,
                    MotionMatrices& out) {
  std::vector<Expr> all;
  for (const std::vector<Expr>& level : symbols.levels)
    append(all, level);
  const SymbolSets sets(graph, rows, all);
  std::vector<std::uint32_t> row;
  for (const Expr e : rows) {
    row.clear();
    for (const std::size_t place : sets.held(e))
      row.push_back(static_cast<std::uint32_t>(place % symbols.coordinates));
    end_row(row, out);
  }
}

/// True where the entries themselves take fewer operations than all of them along directions.
bool are_rows_cheaper(const Graph& graph, const std::vector<Expr>& rows, std::size_t coordinates, double operations) {
  if (coordinates <= few_coordinates) return true;
  double left = operations_along_directions(operations, coordinates) / of_reverse_sweep;
  for (const Expr e : rows) {
    left -= static_cast<double>(size_within(graph, e, static_cast<std::size_t>(left) + 2));
    if (left < 0) return false;
  }
  return true;
}

/// For each entry its derivatives by q, v and v̇.
std::vector<Expr> entries_by_rows(Graph& graph, const std::vector<Expr>& rows, const MotionSymbols& symbols,
                                  const MotionMatrices& pattern) {
  std::vector<Expr> out;
  out.reserve(3 * pattern.columns.size());
  std::vector<Expr> by;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    by.clear();
    for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e)
      for (const std::vector<Expr>& level : symbols.levels)
        by.push_back(level[pattern.columns[e]]);
    append(out, gradient(graph, rows[i], by));
  }
  return out;
}

/// Derivatives of the rows along a direction, whose symbols become inputs.
std::vector<Expr> along_direction(Graph& graph, const std::vector<Expr>& rows, const MotionSymbols& symbols,
                                  std::vector<Expr>& inputs) {
  std::vector<Seed> seeds;
  for (const std::vector<Expr>& level : symbols.levels)
    for (const Expr symbol : level) {
      const Expr moved = graph.symbol(fmt::format("matrices.{}", seeds.size()));
      seeds.push_back({symbol, moved});
      inputs.push_back(moved);
    }
  return directional(graph, rows, seeds);
}

} // namespace

MotionMatrices lower_motion_matrices(const Study& study, const Equations& equations) {
  const System& system = study.system;
  Graph& graph = *system.graph;
  std::vector<Expr> rows = equations.residual;
  append(rows, acceleration_rows(equations));
  rows = substitute(graph, rows, meanings(study, equations));
  const MotionSymbols symbols(system);
  MotionMatrices out;
  out.coordinates = symbols.coordinates;
  out.begins.push_back(0);
  out.operations = static_cast<double>(reachable(graph, rows).size());
  out.is_by_rows = are_rows_cheaper(graph, rows, symbols.coordinates, out.operations);
  (out.is_by_rows ? find_short_rows : find_long_rows)(graph, rows, symbols, out);
  std::vector<Expr> inputs = motion_inputs(system);
  const std::vector<Expr> outputs =
      out.is_by_rows ? entries_by_rows(graph, rows, symbols, out) : along_direction(graph, rows, symbols, inputs);
  try {
    out.tape = build_tape(graph, inputs, outputs);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
  return out;
}

} // namespace lowering
} // namespace dalembert
