#include <dalembert/base/errors.h>
#include <dalembert/lowering/table_words.h>
#include <dalembert/mechanics/massless.h>
#include <dalembert/program/non_finite.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/engine/listed.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <span>
#include <string_view>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double least_part = 1e-6;        ///< of a direction whose largest entry is 1
constexpr std::size_t most_directions = 4; ///< shown of those that are open

/// The names of the entries of a combination that are larger than `least`; the largest is 1.
std::vector<std::string> parts_of(const std::vector<double>& weights, const std::vector<std::string>& names,
                                  double least) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (std::abs(weights[i]) > least) parts.push_back(names[i]);
  return parts;
}

std::vector<std::string> coordinate_names(const System& system, std::string_view suffix) {
  std::vector<std::string> names;
  for (const Coordinate& coordinate : system.coordinates)
    names.push_back(coordinate.name + std::string(suffix));
  return names;
}

} // namespace

std::string explain_non_finite(const Engine& engine, const Tape& tape, std::span<const double> inputs) {
  const double t = inputs[0];
  for (std::size_t i = 0; i < engine.programs->layout.state_size(); ++i)
    if (!std::isfinite(inputs[i])) return fmt::format("the state is not finite at t = {:.6g} s", t);
  std::optional<NonFinite> born = first_non_finite(tape, inputs.first(tape.inputs()));
  if (const Tape& product = engine.programs->inertia.tape; !born && product.outputs() > 0) { // M is not in `tape`
    std::vector<double> times_one(inputs.begin(),
                                  inputs.begin() + static_cast<std::ptrdiff_t>(engine.programs->layout.state_size()));
    times_one.resize(product.inputs(), 1.0);
    born = first_non_finite(product, times_one);
  }
  if (!born) return fmt::format("the equations of motion are not finite at t = {:.6g} s", t);
  const std::lock_guard lock(*engine.graph_use);
  if (born->operation == Operation::table)
    return outside_of_table(engine.system(), born->expr, born->operands[0]) +
           (born->operands[0] == t ? std::string() : fmt::format(", at t = {:.6g} s", t));
  const std::string where = describe(*engine.study, born->expr);
  if (born->operation == Operation::sqrt)
    return fmt::format("{} is the square root of {:.6g} at t = {:.6g} s", where, born->operands[0], t);
  if (born->operation == Operation::div)
    return fmt::format("{} divides {:.6g} by {:.6g} at t = {:.6g} s", where, born->operands[0], born->operands[1], t);
  return fmt::format("{} has no finite value at t = {:.6g} s", where, t);
}

std::optional<std::string> open_accelerations(const Engine& engine, const KktMatrices& matrices) {
  const int n = static_cast<int>(engine.coordinates());
  const int m = static_cast<int>(engine.constraints());
  const KktFacts facts = examine_kkt(matrices, {}, n, m);
  const std::vector<std::string> names = coordinate_names(engine.system(), "''");
  std::vector<std::string> open;
  for (const std::vector<double>& direction : facts.free_accelerations)
    open.push_back(listed(parts_of(direction, names, least_part)));
  if (open.empty()) return std::nullopt;
  if (open.size() > most_directions + 1) {
    const std::size_t rest = open.size() - most_directions;
    open.resize(most_directions);
    open.push_back(fmt::format("and {} more such combinations", rest));
  }
  return fmt::format("{}", fmt::join(open, "; "));
}

std::optional<std::string> help_for_massless(const Engine& engine, const KktMatrices& matrices) {
  const KktFacts facts =
      examine_kkt(matrices, {}, static_cast<int>(engine.coordinates()), static_cast<int>(engine.constraints()));
  std::vector<std::string> names;
  for (const std::size_t i : massless_coordinates(engine.system())) {
    const auto is_open = [i](const std::vector<double>& direction) { return std::abs(direction[i]) > least_part; };
    if (std::ranges::any_of(facts.free_accelerations, is_open)) names.push_back(engine.system().coordinates[i].name);
  }
  if (names.empty()) return std::nullopt;
  std::vector<std::string> rates = names;
  for (std::string& rate : rates)
    rate += "'";
  return fmt::format(
      "the kinetic energy does not contain {}; give {} a constraint or a small mass in `kinetic`: `auto` "
      "integrates the stiff equations that this makes",
      listed(rates), listed(names));
}

std::string explain_singular(const Engine& engine, const KktMatrices& matrices, double t) {
  const std::string why =
      help_for_massless(engine, matrices)
          .value_or("the kinetic energy gives no inertia along this there, and no constraint fixes it");
  return fmt::format("the equations of motion are singular at t = {:.6g} s: they do not determine {}; {}", t,
                     open_accelerations(engine, matrices).value_or("the accelerations"), why);
}

std::optional<std::string> explain_nearly_singular(const Engine& engine, const KktMatrices& matrices) {
  constexpr double least = 0.01;
  const int n = static_cast<int>(engine.coordinates());
  const int m = static_cast<int>(engine.constraints());
  const KktFacts facts = examine_kkt(matrices, {}, n, m, {.rank_tolerance = nearly_dependent});
  if (facts.rank < m) {
    std::vector<std::string> names;
    for (const Constraint& constraint : engine.system().constraints)
      names.push_back(constraint.name);
    const std::vector<std::string> parts = parts_of(facts.row_dependencies.front(), names, least);
    if (parts.size() == 1) return row_vanishes(parts.front());
    if (parts.size() == 2)
      return fmt::format("constraints {} and {} become linearly dependent there", parts.front(), parts.back());
    return fmt::format("constraints {} become linearly dependent there", listed(parts));
  }
  if (facts.free_accelerations.empty()) return std::nullopt;
  const std::vector<std::string> names = coordinate_names(engine.system(), "");
  return fmt::format("the inertia along {} vanishes there",
                     listed(parts_of(facts.free_accelerations.front(), names, least)));
}

std::string explain_painleve(const Engine& engine, std::size_t solutions, double t) {
  std::vector<std::string> names;
  for (const Friction& friction : engine.system().frictions)
    names.push_back(
        fmt::format("{} of {}", friction.name, engine.system().reactions[static_cast<std::size_t>(friction.of)].name));
  return fmt::format("Coulomb's law for {} has {} at t = {:.6g} s: Painlevé's paradox; rigid bodies with this "
                     "coefficient of friction have no unique motion here, a smaller coefficient or a compliant contact "
                     "would",
                     fmt::join(names, ", "), solutions == 0 ? "no solution" : fmt::format("{} solutions", solutions),
                     t);
}

std::string row_vanishes(const std::string& constraint) {
  return fmt::format("the row of constraint {} vanishes there", constraint);
}

std::string unmet_rows(double contradiction, std::string_view where) {
  const std::string extent = std::isfinite(contradiction)
                                 ? fmt::format("the rows differ by {:.2g} of the largest term", contradiction)
                                 : "their terms are larger than any number of double precision";
  return fmt::format("the constraints require different accelerations {}: no motion continues from this position with "
                     "these rates ({})",
                     where, extent);
}

std::string explain_corner(const Corner& corner, double fixed_step) {
  const std::string place = fmt::format(
      "at t = {:.6g} s two branches of the constraints come close and miss each other by {:.2g} of the terms of the "
      "rows: the motion turns sharply there",
      corner.t, corner.miss);
  if (fixed_step > 0.0)
    return fmt::format("{}, and steps of {:.6g} s reach over it; take shorter steps (--step), or a method that chooses "
                       "them (--method auto)",
                       place, fixed_step);
  return fmt::format("{}, and no step follows it; if the lengths in these constraints are to be equal, write one "
                     "parameter for all of them, else end the run earlier",
                     place);
}

std::optional<Diagnostic> close_corners(const Engine& engine, std::span<const Corner> corners, double tolerance) {
  constexpr std::size_t most = 3;
  std::string times;
  double widest = 0.0;
  std::size_t count = 0;
  for (const Corner& corner : corners) {
    if (corner.miss > tolerance) continue;
    widest = std::max(widest, corner.miss);
    if (++count <= most) times += fmt::format("{}{:.6g} s", times.empty() ? "" : ", ", corner.t);
  }
  if (count == 0) return std::nullopt;
  if (count > most) times += fmt::format(" and {} more", count - most);
  Diagnostic d;
  d.code = "W0839";
  d.severity = Severity::warning;
  d.span = engine.system().span;
  d.message =
      fmt::format("at t = {} branches of the constraints miss each other by {:.1g} of the terms of the rows, "
                  "less than the tolerance {:.1g}: the run turns with its branch, which this difference decides",
                  times, widest, tolerance);
  d.note = "constraints are met to rounding at every tolerance: a smaller one gives the same branch";
  d.help = "if the lengths in these constraints are to be equal, write one parameter for all of them: the motion then "
           "goes straight on";
  return d;
}

void require_met_rows(const KktStatus& status, double t) {
  if (status.contradiction <= contradiction_bound) return;
  throw SolveError(unmet_rows(status.contradiction, fmt::format("at t = {:.6g} s", t)),
                   {.time = t, .norm = status.contradiction});
}

} // namespace simulation
} // namespace dalembert
