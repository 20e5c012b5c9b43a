#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace dalembert {
inline namespace studies {

namespace {

using Matrices = RealStates::Matrices;

/// For each acceleration the largest term of the rows A·v̇ = γ in which it has a weight, by that weight.
std::vector<double> row_terms(const Matrices& numbers, const Evaluation& at) {
  constexpr double no_weight = 1e-6; // of the largest coefficient
  const std::size_t n = at.accelerations.size();
  std::vector<double> out(n, 0.0);
  for (std::size_t k = 0; k < numbers.row_forcing.size(); ++k) {
    double terms = std::abs(numbers.row_forcing[k]);
    double coefficient = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      terms = std::max(terms, std::abs(numbers.rows[k * n + j] * at.accelerations[j]));
      coefficient = std::max(coefficient, std::abs(numbers.rows[k * n + j]));
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double own = std::abs(numbers.rows[k * n + i]);
      if (own > no_weight * coefficient) out[i] = std::max(out[i], terms / own);
    }
  }
  return out;
}

/// The largest term of each equation of motion, with what the constraints make of other accelerations: no force acts on
/// the centre of a rolling ball. The solution of rows that repeat one another mixes all equations.
std::vector<double> largest_terms(const Matrices& numbers, const Evaluation& at) {
  const std::size_t n = at.accelerations.size();
  const std::vector<double> in_rows = row_terms(numbers, at);
  std::vector<double> out(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = std::abs(numbers.forcing[i]);
    for (std::size_t j = 0; j < n; ++j)
      out[i] = std::max(out[i], std::abs(numbers.mass[i * n + j] * at.accelerations[j]));
    for (std::size_t k = 0; k < at.multipliers.size(); ++k)
      out[i] = std::max(out[i], std::abs(numbers.rows[k * n + i] * at.multipliers[k]));
    const double inertia = numbers.mass[i * n + i];
    if (inertia > 0.0) out[i] = std::max(out[i], inertia * in_rows[i]);
  }
  if (!numbers.are_rows_independent) out.assign(n, *std::max_element(out.begin(), out.end()));
  return out;
}

/// How large multiplier `k` is by the largest terms of the equations that it acts in: what the linear solve rounds.
double size_of_multiplier(const Matrices& numbers, const Evaluation& at, const std::vector<double>& largest,
                          std::size_t k) {
  constexpr double no_weight = 1e-6; // of the largest coefficient
  const std::size_t n = at.accelerations.size();
  const auto row = std::span(numbers.rows).subspan(k * n, n);
  double coefficient = 0.0;
  for (const double entry : row)
    coefficient = std::max(coefficient, std::abs(entry));
  double out = std::abs(at.multipliers[k]);
  bool is_first = true;
  for (std::size_t i = 0; i < n; ++i) {
    if (!(std::abs(row[i]) > no_weight * coefficient)) continue;
    const double here = largest[i] / std::abs(row[i]);
    out = is_first ? here : std::min(out, here);
    is_first = false;
  }
  return out;
}

/// True where an equation of motion holds nothing that could balance the force of multiplier `k`: it is 0, and what the
/// linear solve leaves of it is round-off.
bool is_alone(const Matrices& numbers, const Evaluation& at, std::size_t k) {
  constexpr double no_weight = 1e-6; // of the largest coefficient
  const std::size_t n = at.accelerations.size();
  double coefficient = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    coefficient = std::max(coefficient, std::abs(numbers.rows[k * n + i]));
  for (std::size_t i = 0; i < n; ++i) {
    if (!(std::abs(numbers.rows[k * n + i]) > no_weight * coefficient)) continue;
    double others = std::abs(numbers.forcing[i]);
    for (std::size_t j = 0; j < n; ++j)
      others += std::abs(numbers.mass[i * n + j] * at.accelerations[j]);
    for (std::size_t l = 0; l < at.multipliers.size(); ++l)
      if (l != k) others += std::abs(numbers.rows[l * n + i] * at.multipliers[l]);
    if (std::abs(numbers.rows[k * n + i] * at.multipliers[k]) > 2.0 * others) return true;
  }
  return false;
}

/// Gives accelerations, multipliers and what follows from these the errors that the linear solve leaves, by the largest
/// terms of their equations, and puts to 0 what is nothing else: z'' = 1e-16 of a wheel that stays on its plane would
/// be the same at every state.
void mark_round_off(const Matrices& numbers, const Equations& equations, const Evaluation& at,
                    RealSample::Values& values) {
  constexpr double rounded = 4.0 * std::numeric_limits<double>::epsilon();
  constexpr double round_off = 1e-13; // of the largest term of an equation
  const System& system = *equations.system;
  const std::size_t n = system.coordinates.size();
  const std::vector<double> largest = largest_terms(numbers, at);
  const auto set = [&values](Expr symbol, double size, bool is_zero) {
    for (Assignment& a : values) {
      if (a.symbol != symbol) continue;
      a.error = is_zero ? std::max(rounded * size, std::abs(a.value)) : rounded * size;
      if (is_zero) a.value = 0.0;
    }
  };
  for (std::size_t i = 0; i < n; ++i) {
    const double inertia = numbers.mass[i * n + i];
    const double size = inertia > 0.0 ? largest[i] / inertia : std::abs(at.accelerations[i]);
    set(system.coordinates[i].acceleration, size, inertia > 0.0 && std::abs(at.accelerations[i]) <= round_off * size);
  }
  std::vector<double> sizes;
  for (std::size_t k = 0; k < at.multipliers.size(); ++k) {
    sizes.push_back(size_of_multiplier(numbers, at, largest, k));
    set(system.constraints[k].multiplier, sizes[k],
        std::abs(at.multipliers[k]) <= round_off * sizes[k] || is_alone(numbers, at, k));
  }
  const auto size_of = [&](const std::vector<Expr>& row) {
    const std::vector<double> weights = evaluate(*system.graph, row, values);
    double sum = 0.0;
    for (std::size_t k = 0; k < weights.size() && k < sizes.size(); ++k)
      sum += std::abs(weights[k]) * sizes[k];
    return sum;
  };
  for (std::size_t r = 0; r < system.reactions.size(); ++r)
    set(system.reactions[r].symbol, size_of(equations.reactions[r].row), false);
  for (std::size_t f = 0; f < system.frictions.size(); ++f)
    set(system.frictions[f].symbol,
        std::abs(evaluate(*system.graph, equations.frictions[f].coefficient, values)) *
            size_of(equations.frictions[f].normal),
        false);
}

} // namespace

RealSample::Values values_at(const Engine& engine, const Evaluation& at) {
  const System& system = engine.system();
  RealSample::Values out{{system.time, at.state.t}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    out.push_back({system.coordinates[i].position, at.state.q[i]});
    out.push_back({system.coordinates[i].rate, at.state.v[i]});
    out.push_back({system.coordinates[i].acceleration, at.accelerations[i]});
  }
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    out.push_back({system.parameters[p].symbol, engine.parameters[p]});
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    out.push_back({system.constraints[k].multiplier, at.multipliers[k]});
  for (std::size_t r = 0; r < system.reactions.size(); ++r)
    out.push_back({system.reactions[r].symbol, at.reactions[r]});
  for (std::size_t f = 0; f < system.frictions.size(); ++f)
    out.push_back({system.frictions[f].symbol, at.frictions[f]});
  return out;
}

RealSample::Values rounded_values_at(const Engine& engine, const Equations& equations, const Evaluation& at,
                                     const RealStates::Matrices& matrices) {
  RealSample::Values out = values_at(engine, at);
  mark_round_off(matrices, equations, at, out);
  return out;
}

} // namespace studies
} // namespace dalembert
