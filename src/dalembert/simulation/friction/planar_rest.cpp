#include <dalembert/base/errors.h>
#include <dalembert/simulation/friction/planar_rest.h>
#include <dalembert/simulation/friction/planar_starts.h>
#include <dalembert/simulation/friction/spanned_rows.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double over_bound = 1e-9; ///< of a bound, by which a friction that sticks may exceed it
constexpr double no_growth = 1e-9;  ///< of the loads of a slip
constexpr double no_load = 1e-12;   ///< of the largest force at work
constexpr double pulls = 1e-10;     ///< likewise: of contacts
constexpr std::size_t most_units = 24;

double inner(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

using Pair = std::array<double, 2>;

/// The f with |f| ≤ bound at which rate + W·f is 0, or opposed to f with |f| = bound; W symmetric and not negative.
Pair within_disc(const std::array<Pair, 2>& w, const Pair& rate, double bound) {
  const auto solved = [&](double more) {
    const double a = w[0][0] + more;
    const double d = w[1][1] + more;
    const double determinant = a * d - w[0][1] * w[1][0];
    return Pair{-(d * rate[0] - w[0][1] * rate[1]) / determinant, -(a * rate[1] - w[1][0] * rate[0]) / determinant};
  };
  if (bound <= 0.0) return {};
  constexpr double singular = 1e-14;
  const double least = singular * (w[0][0] + w[1][1]);
  Pair f = solved(least);
  if (std::hypot(f[0], f[1]) <= bound) return f;
  double low = least;
  double high = least + std::hypot(rate[0], rate[1]) / bound;
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    f = solved(middle);
    (std::hypot(f[0], f[1]) > bound ? low : high) = middle;
  }
  const double size = std::hypot(f[0], f[1]);
  return {f[0] * bound / size, f[1] * bound / size};
}

} // namespace

std::vector<FrictionMode> held_together(const Engine& engine, const FrictionSolver& frictions, const RowSolver& solver,
                                        const DynamicsView& equations, std::vector<FrictionMode> modes,
                                        const std::vector<std::size_t>& held) {
  SpannedRows rows;
  const std::size_t n = engine.coordinates();
  for (std::size_t k = 0; k < engine.constraints(); ++k)
    if (solver.is_active(k)) rows.add(equations.rows.subspan(k * n, n));
  // Of those that are left the one that is most independent comes next.
  std::vector<std::size_t> left = held;
  while (!left.empty()) {
    const auto rest = [&](std::size_t f) { return rows.rest(frictions.slip(f).column); };
    const auto next = std::ranges::max_element(left, {}, rest);
    const bool is_independent = rest(*next) > SpannedRows::in_span;
    modes[*next] = FrictionMode{is_independent ? FrictionMode::Kind::sticks : FrictionMode::Kind::shares};
    if (is_independent) rows.add(frictions.slip(*next).column);
    left.erase(next);
  }
  return modes;
}

std::vector<RestingUnit> resting_units(const PlanarSlips& planes, const std::vector<std::vector<std::size_t>>& resting,
                                       const std::vector<std::size_t>& starting) {
  std::vector<RestingUnit> out;
  const auto add = [&](std::size_t f, bool is_starting) {
    const std::optional<std::size_t> plane = planes.of(f);
    if (!plane)
      out.push_back({{f}, is_starting});
    else if (planes.all()[*plane][0] == f)
      out.push_back({{f, planes.all()[*plane][1]}, is_starting});
  };
  for (const std::vector<std::size_t>& line : resting)
    for (const std::size_t f : line)
      add(f, false);
  for (const std::size_t f : starting)
    add(f, true);
  return out;
}

/// s̈ = rate + Σ by·f and N = normal + Σ normal_by·f, in the scales of the coefficients.
struct PlanarRest::Loads {
  std::vector<std::size_t> frictions; ///< of each component
  std::vector<std::size_t> unit;      ///< likewise
  std::vector<double> rate;
  std::vector<std::vector<double>> by;
  std::vector<double> normal; ///< of each unit
  std::vector<std::vector<double>> normal_by;
  std::vector<double> force; ///< f of each component

  [[nodiscard]] double rate_of(std::size_t c) const { return rate[c] + inner(by[c], force); }
  [[nodiscard]] double normal_of(std::size_t u) const { return normal[u] + inner(normal_by[u], force); }
};

PlanarRest::PlanarRest(const Engine& engine, FrictionSolver& frictions, RowSolver& solver,
                       const DynamicsView& equations, std::span<double> inputs)
    : engine_(engine), frictions_(frictions), solver_(solver), equations_(equations), inputs_(inputs) {}

double PlanarRest::scaled_rate(std::size_t friction) const {
  const SlipView slip = frictions_.slip(friction);
  return equations_.friction(friction).coefficient *
         (slip.convective + inner(slip.column, InputView<double>(engine_.programs->layout, inputs_).accelerations()));
}

bool PlanarRest::are_dependent(const std::vector<FrictionMode>& modes, const std::vector<RestingUnit>& units) const {
  if (std::ranges::none_of(units, [](const RestingUnit& unit) { return unit.frictions.size() > 1; })) return false;
  std::vector<std::size_t> all;
  for (const RestingUnit& unit : units)
    all.insert(all.end(), unit.frictions.begin(), unit.frictions.end());
  return std::ranges::any_of(held_together(engine_, frictions_, solver_, equations_, modes, all),
                             &FrictionMode::shares);
}

std::vector<FrictionMode> PlanarRest::solve(const std::vector<FrictionMode>& modes,
                                            const std::vector<RestingUnit>& units) {
  if (const std::optional<std::vector<FrictionMode>> found = find(modes, units)) return *found;
  std::string names;
  for (const RestingUnit& unit : units)
    for (const std::size_t f : unit.frictions)
      names += (names.empty() ? "" : ", ") + engine_.system().frictions[f].name;
  throw SolveError(fmt::format("the slips of {} are 0 at t = {:.10g} s and depend on one another: no motion was found "
                               "that agrees with Coulomb's law for all of them",
                               names, inputs_[0]),
                   {.time = inputs_[0]});
}

std::optional<std::vector<FrictionMode>> PlanarRest::find(const std::vector<FrictionMode>& modes,
                                                          const std::vector<RestingUnit>& units) {
  if (units.size() > most_units) return std::nullopt;
  std::vector<FrictionMode> holding = all_holding(modes, units);
  if (is_possible(holding, units)) return holding;
  std::optional<Loads> found = loads(modes, units);
  if (!found) return std::nullopt;
  std::vector<FrictionMode> sliding = by_descent(*found, modes, units);
  if (is_possible(sliding, units)) return sliding;
  return std::nullopt;
}

std::vector<FrictionMode> PlanarRest::all_holding(const std::vector<FrictionMode>& modes,
                                                  const std::vector<RestingUnit>& units) const {
  std::vector<std::size_t> held;
  for (const RestingUnit& unit : units)
    if (!unit.is_starting) held.insert(held.end(), unit.frictions.begin(), unit.frictions.end());
  return held_together(engine_, frictions_, solver_, equations_, modes, held);
}

bool PlanarRest::is_possible(const std::vector<FrictionMode>& modes, const std::vector<RestingUnit>& units) {
  frictions_.set_modes(modes);
  if (frictions_.solve(solver_, equations_, inputs_) != 1) return false;
  return pushes() && std::ranges::all_of(units, [&](const RestingUnit& unit) {
           return modes[unit.frictions.front()].holds() ? holds(unit) : accelerates(unit, modes);
         });
}

bool PlanarRest::pushes() const {
  const std::span<const double> multipliers = InputView<double>(engine_.programs->layout, inputs_).multipliers();
  double largest = 0.0;
  for (const std::span<const double> forces : {std::span<const double>(multipliers), equations_.forcing})
    for (const double force : forces)
      largest = std::max(largest, std::abs(force));
  return std::ranges::all_of(engine_.study->contacts, [&](const Contact& contact) {
    return !contact.constraint || !solver_.is_active(*contact.constraint) ||
           multipliers[*contact.constraint] >= -pulls * largest;
  });
}

bool PlanarRest::holds(const RestingUnit& unit) const {
  double largest = 0.0;
  for (const double force : equations_.forcing)
    largest = std::max(largest, std::abs(force));
  const std::size_t first = unit.frictions.front();
  FrictionSolver::Margin margin;
  if (const auto& shared = frictions_.shared_margin(first)) {
    margin = shared->margin();
  } else if (const std::optional<std::size_t> plane = frictions_.planes().of(first)) {
    margin = frictions_.margin(*plane, frictions_.held());
  } else {
    for (const HeldSlip& group : frictions_.held())
      if (std::ranges::find(group.members, first) != group.members.end())
        margin = {(group.bound - std::abs(group.force)), group.bound};
  }
  return margin.left >= -over_bound * margin.normal - no_load * largest;
}

bool PlanarRest::accelerates(const RestingUnit& unit, const std::vector<FrictionMode>& modes) const {
  const std::span<const double> accelerations = InputView<double>(engine_.programs->layout, inputs_).accelerations();
  double largest = largest_load(equations_);
  for (const double a : accelerations)
    largest = std::max(largest, std::abs(a));
  double along = 0.0;
  double terms = 0.0;
  for (const std::size_t f : unit.frictions) {
    along += scaled_rate(f) * modes[f].direction;
    const SlipView slip = frictions_.slip(f);
    terms += equations_.friction(f).coefficient * std::abs(slip.convective);
    for (const double c : slip.column)
      terms += equations_.friction(f).coefficient * std::abs(c) * largest;
  }
  return along >= -no_growth * terms;
}

std::optional<PlanarRest::Loads> PlanarRest::loads(const std::vector<FrictionMode>& modes,
                                                   const std::vector<RestingUnit>& units) {
  std::vector<FrictionMode> without = modes;
  Loads out;
  for (std::size_t u = 0; u < units.size(); ++u)
    for (const std::size_t f : units[u].frictions) {
      without[f] = FrictionMode{FrictionMode::Kind::idle};
      out.frictions.push_back(f);
      out.unit.push_back(u);
      if (!(equations_.friction(f).coefficient > 0.0)) return std::nullopt;
    }
  frictions_.set_modes(without);
  if (frictions_.solve(solver_, equations_, inputs_) != 1) return std::nullopt;
  const InputView<double> at(engine_.programs->layout, inputs_);
  for (const std::size_t f : out.frictions)
    out.rate.push_back(scaled_rate(f));
  for (const RestingUnit& unit : units)
    out.normal.push_back(inner(equations_.friction(unit.frictions.front()).normal, at.multipliers()));
  out.by.resize(out.frictions.size());
  out.normal_by.resize(units.size());
  out.force.assign(out.frictions.size(), 0.0);
  const std::vector<double> no_rows(engine_.constraints(), 0.0);
  const std::vector<double> no_slips(frictions_.held().size(), 0.0);
  std::vector<double> motion(engine_.coordinates());
  std::vector<double> multipliers(engine_.constraints());
  std::vector<double> held(no_slips.size());
  for (const std::size_t f : out.frictions) {
    const double coefficient = equations_.friction(f).coefficient;
    solver_.solve(frictions_.slip(f).column, no_rows, no_slips, motion, multipliers, held);
    for (std::size_t c = 0; c < out.frictions.size(); ++c)
      out.by[c].push_back(coefficient * equations_.friction(out.frictions[c]).coefficient *
                          inner(frictions_.slip(out.frictions[c]).column, motion));
    for (std::size_t u = 0; u < units.size(); ++u)
      out.normal_by[u].push_back(coefficient *
                                 inner(equations_.friction(units[u].frictions.front()).normal, multipliers));
  }
  return out;
}

/// The force of the component c, and of that behind it in a plane, that the others leave; returns by how much it
/// changes.
double PlanarRest::descend(Loads& loads, std::size_t c, bool is_plane, double bound) {
  const double own = loads.by[c][c];
  Pair f{};
  if (is_plane) {
    const std::array<Pair, 2> w{Pair{own, loads.by[c][c + 1]}, Pair{loads.by[c + 1][c], loads.by[c + 1][c + 1]}};
    Pair rate{loads.rate_of(c), loads.rate_of(c + 1)};
    for (std::size_t i = 0; i < 2; ++i)
      rate[i] -= w[i][0] * loads.force[c] + w[i][1] * loads.force[c + 1];
    f = within_disc(w, rate, bound);
  } else if (own > 0.0) {
    f[0] = std::clamp(loads.force[c] - loads.rate_of(c) / own, -bound, bound);
  }
  double change = 0.0;
  for (std::size_t i = 0; i < (is_plane ? 2U : 1U); ++i)
    change = std::max(change, std::abs(std::exchange(loads.force[c + i], f[i]) - f[i]));
  return change;
}

std::vector<FrictionMode> PlanarRest::by_descent(Loads& loads, const std::vector<FrictionMode>& modes,
                                                 const std::vector<RestingUnit>& units) const {
  constexpr int most_sweeps = 20000;
  constexpr double settled = 1e-14; // of the bounds
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double change = 0.0;
    double size = 0.0;
    for (std::size_t c = 0; c < loads.frictions.size(); c += units[loads.unit[c]].frictions.size()) {
      const double bound = std::abs(loads.normal_of(loads.unit[c]));
      change = std::max(change, descend(loads, c, units[loads.unit[c]].frictions.size() == 2, bound));
      size = std::max(size, bound);
    }
    if (change <= settled * size) break;
  }
  return modes_by(loads, modes, units);
}

/// What slides: at its bound, with a slip that grows; and what can no longer hold.
std::vector<FrictionMode> PlanarRest::modes_by(const Loads& loads, std::vector<FrictionMode> modes,
                                               const std::vector<RestingUnit>& units) const {
  constexpr double at_bound = 1e-9;
  double largest = 0.0;
  for (std::size_t c = 0; c < loads.frictions.size(); ++c)
    for (std::size_t d = 0; d < loads.frictions.size(); ++d)
      largest = std::max({largest, std::abs(loads.rate[c]), std::abs(loads.by[c][d] * loads.force[d])});
  std::vector<std::size_t> held;
  for (std::size_t c = 0; c < loads.frictions.size(); c += units[loads.unit[c]].frictions.size()) {
    const RestingUnit& unit = units[loads.unit[c]];
    Pair rate{};
    Pair force{};
    for (std::size_t i = 0; i < unit.frictions.size(); ++i) {
      rate[i] = loads.rate_of(c + i);
      force[i] = loads.force[c + i];
    }
    const double growth = std::hypot(rate[0], rate[1]);
    const double size = std::hypot(force[0], force[1]);
    const bool is_at_bound = size >= (1.0 - at_bound) * std::abs(loads.normal_of(loads.unit[c]));
    for (std::size_t i = 0; i < unit.frictions.size(); ++i)
      if (is_at_bound && growth > no_growth * largest)
        modes[unit.frictions[i]] = FrictionMode::sliding(rate[i] / growth);
      else if (!unit.is_starting)
        held.push_back(unit.frictions[i]);
      else if (size > 0.0)
        modes[unit.frictions[i]] = FrictionMode::sliding(-force[i] / size);
  }
  return held_together(engine_, frictions_, solver_, equations_, std::move(modes), held);
}

} // namespace simulation
} // namespace dalembert
