// The directions of slips in planes that begin.
#include <dalembert/simulation/friction/friction_solver.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// The solution of k equations, rows with the right-hand side behind, by elimination; directions in which they are
/// singular stay as they are.
std::vector<double> damped_solution(std::vector<std::vector<double>> rows) {
  constexpr double singular = 1e-11; // of the largest entry
  const std::size_t k = rows.size();
  double largest = 0.0;
  for (const std::vector<double>& row : rows)
    for (std::size_t j = 0; j < k; ++j)
      largest = std::max(largest, std::abs(row[j]));
  std::vector<bool> is_open(k, false);
  for (std::size_t c = 0; c < k; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c + 1; i < k; ++i)
      if (std::abs(rows[i][c]) > std::abs(rows[pivot][c])) pivot = i;
    std::swap(rows[c], rows[pivot]);
    is_open[c] = std::abs(rows[c][c]) <= singular * largest;
    for (std::size_t i = c + 1; i < k && !is_open[c]; ++i) {
      const double factor = rows[i][c] / rows[c][c];
      for (std::size_t j = c; j <= k; ++j)
        rows[i][j] -= factor * rows[c][j];
    }
  }
  std::vector<double> out(k, 0.0);
  for (std::size_t i = k; i-- > 0;) {
    if (is_open[i]) continue;
    double rest = rows[i][k];
    for (std::size_t j = i + 1; j < k; ++j)
      rest -= rows[i][j] * out[j];
    out[i] = rest / rows[i][i];
  }
  return out;
}

} // namespace

std::size_t FrictionSolver::solve_beginning(RowSolver& solver, const DynamicsView& equations,
                                            std::span<double> inputs) {
  constexpr int most_rounds = 20; // of several planes
  constexpr double settled = 1e-14;
  std::vector<std::size_t> planes;
  for (std::size_t p = 0; p < planes_.all().size(); ++p)
    if (modes_[planes_.all()[p][0]].begins()) planes.push_back(p);
  if (planes.size() > 1 && planes_.are_dependent()) return begin_together(planes, solver, equations, inputs);
  std::size_t solutions = 1;
  for (int round = 0; round < most_rounds && solutions == 1; ++round) {
    double change = 0.0;
    for (const std::size_t plane : planes)
      solutions = std::min(solutions, begin_plane(plane, solver, equations, inputs, change));
    if (planes.size() == 1 || change <= settled) break;
  }
  return solve_directed(solver, equations, inputs);
}

/// Turns the direction of a plane to where nothing drives its slip across it, by the secant method.
std::size_t FrictionSolver::begin_plane(std::size_t plane, RowSolver& solver, const DynamicsView& equations,
                                        std::span<double> inputs, double& change) {
  constexpr int most = 12;
  constexpr double first_step = 1e-4;
  constexpr double rounding = 2e-16;
  const SlipPlane& both = planes_.all()[plane];
  std::size_t solutions = 1;
  const auto rate_across = [&](double angle) {
    directions_[both[0]] = std::cos(angle);
    directions_[both[1]] = std::sin(angle);
    solutions = solve_directed(solver, equations, inputs);
    return this->across(plane, equations, inputs);
  };
  const double begin = std::atan2(directions_[both[1]], directions_[both[0]]);
  double before = begin;
  double here = begin + first_step;
  double at_before = rate_across(before);
  double at_here = rate_across(here);
  for (int i = 0; i < most && solutions == 1 && at_here != at_before && std::abs(here - before) > rounding; ++i) {
    const double next = here - at_here * (here - before) / (at_here - at_before);
    if (!(std::abs(next - begin) < 1.0)) break;
    before = std::exchange(here, next);
    at_before = std::exchange(at_here, rate_across(next));
    if (at_here == 0.0) break;
  }
  change = std::max(change, std::abs(here - begin));
  static_cast<void>(rate_across(here));
  return solutions;
}

double FrictionSolver::across(std::size_t plane, const DynamicsView& equations, std::span<const double> inputs) const {
  const SlipPlane& both = planes_.all()[plane];
  const std::span<const double> accelerations =
      InputView<const double>(engine_.programs->layout, inputs).accelerations();
  std::array<double, 2> rate{};
  for (std::size_t i = 0; i < 2; ++i) {
    const SlipView at = slip(both[i]);
    rate[i] = equations.friction(both[i]).coefficient *
              std::inner_product(at.column.begin(), at.column.end(), accelerations.begin(), at.convective);
  }
  return directions_[both[0]] * rate[1] - directions_[both[1]] * rate[0];
}

/// Turns the directions of several planes, whose slips depend on one another, to where nothing drives any of them
/// across its own, by Newton's method.
std::size_t FrictionSolver::begin_together(const std::vector<std::size_t>& planes, RowSolver& solver,
                                           const DynamicsView& equations, std::span<double> inputs) {
  constexpr int most = 12;
  constexpr double difference = 1e-6; // rad
  constexpr double longest = 0.3;     // rad, of a step
  constexpr double settled = 1e-13;   // rad
  const std::size_t k = planes.size();
  std::vector<double> angles(k);
  for (std::size_t i = 0; i < k; ++i)
    angles[i] = std::atan2(directions_[planes_.all()[planes[i]][1]], directions_[planes_.all()[planes[i]][0]]);
  std::size_t solutions = 1;
  const auto rates_at = [&](const std::vector<double>& place) {
    for (std::size_t i = 0; i < k; ++i) {
      directions_[planes_.all()[planes[i]][0]] = std::cos(place[i]);
      directions_[planes_.all()[planes[i]][1]] = std::sin(place[i]);
    }
    solutions = std::min(solutions, solve_directed(solver, equations, inputs));
    std::vector<double> out;
    for (const std::size_t plane : planes)
      out.push_back(across(plane, equations, inputs));
    return out;
  };
  const auto size_of = [](const std::vector<double>& rates) {
    return std::sqrt(std::inner_product(rates.begin(), rates.end(), rates.begin(), 0.0));
  };
  std::vector<double> here = rates_at(angles);
  for (int round = 0; round < most && solutions == 1 && size_of(here) > 0.0; ++round) {
    std::vector<std::vector<double>> system(k);
    for (std::size_t j = 0; j < k; ++j) {
      std::vector<double> beside = angles;
      beside[j] += difference;
      const std::vector<double> rates = rates_at(beside);
      for (std::size_t i = 0; i < k; ++i)
        system[i].push_back((rates[i] - here[i]) / difference);
    }
    for (std::size_t i = 0; i < k; ++i)
      system[i].push_back(-here[i]);
    const std::vector<double> step = damped_solution(std::move(system));
    double largest = 0.0;
    for (const double x : step)
      largest = std::max(largest, std::abs(x));
    const double share = largest > longest ? longest / largest : 1.0;
    std::vector<double> next = angles;
    for (std::size_t i = 0; i < k; ++i)
      next[i] += share * step[i];
    std::vector<double> there = rates_at(next);
    if (!(size_of(there) < size_of(here))) break;
    angles = std::move(next);
    here = std::move(there);
    if (largest <= settled) break;
  }
  static_cast<void>(rates_at(angles));
  return solutions;
}

} // namespace simulation
} // namespace dalembert
