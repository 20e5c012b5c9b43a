#pragma once

#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/elimination.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace dalembert::test {

using Matrix = std::vector<std::vector<double>>;

/// Gauss's elimination with the largest pivot of each column.
inline std::vector<double> solved(Matrix a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j)
        a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j)
      b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

inline double largest(const std::vector<double>& values) {
  double out = 0;
  for (const double value : values)
    out = std::max(out, std::abs(value));
  return out;
}

/// A minimisation with numbers, and its solution by full matrices.
struct NumericMinimisation {
  Minimisation problem;
  std::vector<double> numbers;

  Minimisation::Place place(double number) {
    numbers.push_back(number);
    return static_cast<Minimisation::Place>(numbers.size() - 1);
  }
  Minimisation::Term term(std::size_t unknown, double number) {
    const int sign = number == 1 ? 1 : number == -1 ? -1 : 0;
    return {static_cast<std::uint32_t>(unknown), place(number), sign};
  }
  void inertia(std::size_t row, std::size_t column, double number) {
    problem.inertia.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), place(number)});
  }

  /// z_k = Σ J_kj z_j over the free unknowns.
  [[nodiscard]] Matrix insertion() const {
    const std::size_t f = problem.free;
    Matrix out(problem.unknowns(), std::vector<double>(f));
    for (std::size_t i = 0; i < f; ++i)
      out[i][i] = 1;
    for (std::size_t k = 0; k < problem.definitions.size(); ++k)
      for (const Minimisation::Term& t : problem.definitions[k])
        for (std::size_t j = 0; j < f; ++j)
          out[f + k][j] += numbers[t.coefficient] * out[t.unknown][j];
    return out;
  }

  /// z of the free unknowns, then λ, from M and A in full.
  [[nodiscard]] std::vector<double> by_matrices() const {
    const Matrix full = insertion();
    const std::size_t f = problem.free;
    const std::size_t m = problem.rows.size();
    Matrix all(f + m, std::vector<double>(f + m));
    std::vector<double> right;
    for (const Minimisation::Entry& e : problem.inertia)
      for (std::size_t i = 0; i < f; ++i)
        for (std::size_t j = 0; j < f; ++j) {
          const double h = numbers[e.coefficient];
          all[i][j] += full[e.row][i] * h * full[e.column][j];
          if (e.row != e.column) all[i][j] += full[e.column][i] * h * full[e.row][j];
        }
    for (const Minimisation::Place b : problem.forces)
      right.push_back(numbers[b]);
    for (std::size_t r = 0; r < m; ++r) {
      for (const Minimisation::Term& t : problem.rows[r])
        for (std::size_t j = 0; j < f; ++j) {
          all[f + r][j] += numbers[t.coefficient] * full[t.unknown][j];
          all[j][f + r] -= numbers[t.coefficient] * full[t.unknown][j];
        }
      right.push_back(numbers[problem.row_values[r]]);
    }
    return solved(all, right);
  }

  /// a M⁻¹ aᵀ of each row, as the elimination has it.
  [[nodiscard]] std::vector<double> row_sizes() const {
    Graph graph;
    std::vector<Expr> entries;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      entries.push_back(graph.symbol("c"));
    const EliminationPlan plan = plan_elimination(problem, 1e12);
    const Tape tape = build_tape(graph, entries, entries, [&](ValueGraph& values, std::span<const Value> places) {
      return eliminate(values, problem, plan, places).row_sizes;
    });
    return evaluated_once(*interpreted(tape), numbers);
  }

  /// z, λ and the smallest pivot.
  [[nodiscard]] std::vector<double> by_elimination(MultiplierOrder order = MultiplierOrder::cheapest,
                                                   Refinement refinement = Refinement::none) const {
    return evaluated_once(*interpreted(elimination(order, refinement)), numbers);
  }
  [[nodiscard]] Tape elimination(MultiplierOrder order = MultiplierOrder::cheapest,
                                 Refinement refinement = Refinement::none) const {
    Graph graph;
    std::vector<Expr> entries;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      entries.push_back(graph.symbol("c"));
    const EliminationPlan plan = plan_elimination(problem, 1e12, order);
    return build_tape(graph, entries, entries, [&](ValueGraph& values, std::span<const Value> places) {
      const EliminatedValues found = eliminate(values, problem, plan, places, refinement);
      std::vector<Value> out = found.unknowns;
      out.insert(out.end(), found.multipliers.begin(), found.multipliers.end());
      out.push_back(trusted_pivot(values, found));
      return out;
    });
  }
};

/// A tree of sums with random coefficients, some of them ±1, and random rows.
inline NumericMinimisation random_problem(unsigned seed, std::size_t free, std::size_t defined, std::size_t rows) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-2, 2);
  NumericMinimisation out;
  out.problem.free = free;
  for (std::size_t k = 0; k < defined; ++k) {
    std::vector<Minimisation::Term> terms;
    const std::size_t known = free + k;
    for (std::size_t unknown = 0; unknown < known; ++unknown)
      if (random() % known < 3) terms.push_back(out.term(unknown, random() % 3 == 0 ? 1 : number(random)));
    out.problem.definitions.push_back(std::move(terms));
  }
  for (std::size_t i = 0; i < free + defined; ++i)
    if (i >= free || random() % 2 == 0) out.inertia(i, i, 3 + number(random));
  for (std::size_t i = 1; i < free + defined; i += 3)
    out.inertia(i, i - 1, 0.3 * number(random));
  for (std::size_t i = 0; i < free; ++i)
    out.problem.forces.push_back(out.place(number(random)));
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<Minimisation::Term> terms;
    for (std::size_t unknown = r; unknown < free + defined; unknown += 2 + r)
      terms.push_back(out.term(unknown, number(random)));
    out.problem.rows.push_back(std::move(terms));
    out.problem.row_values.push_back(out.place(number(random)));
  }
  return out;
}

} // namespace dalembert::test
