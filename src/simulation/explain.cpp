#include <dalembert/program/non_finite.h>
#include <dalembert/simulation/explain.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string_view>

namespace dalembert {

namespace {

/// Names a row or column of a state for a person: the entries that matter of a combination.
std::string combination(const std::vector<double>& weights, const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (std::abs(weights[i]) > 1e-6) parts.push_back(names[i]);
  return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace

std::string explain_non_finite(const Engine& engine, const Tape& tape, std::span<const double> inputs) {
  const double t = inputs[0];
  for (std::size_t i = 0; i < engine.programs->layout.state_size(); ++i)
    if (!std::isfinite(inputs[i])) return fmt::format("the state is not finite at t = {:.6g} s", t);
  const std::optional<NonFinite> born = first_non_finite(tape, inputs.first(engine.programs->layout.state_size()));
  if (!born) return fmt::format("the equations of motion are not finite at t = {:.6g} s", t);
  const std::string where = describe(*engine.study, born->expr);
  if (born->operation == Operation::sqrt)
    return fmt::format("{} is the square root of {:.6g} at t = {:.6g} s", where, born->operands[0], t);
  if (born->operation == Operation::div)
    return fmt::format("{} divides {:.6g} by {:.6g} at t = {:.6g} s", where, born->operands[0], born->operands[1], t);
  return fmt::format("{} has no finite value at t = {:.6g} s", where, t);
}

std::string explain_singular(const Engine& engine, const KktMatrices& matrices, double t) {
  const System& system = engine.system();
  const int n = static_cast<int>(engine.coordinates());
  const int m = static_cast<int>(engine.constraints());
  const KktFacts facts = examine_kkt(matrices, {}, n, m);
  std::vector<std::string> names;
  for (const Coordinate& coordinate : system.coordinates)
    names.push_back(coordinate.name + "''");
  std::vector<std::string> open;
  for (const std::vector<double>& direction : facts.free_accelerations)
    open.push_back(combination(direction, names));
  return fmt::format("the equations of motion are singular at t = {:.6g} s: nothing determines {}; the kinetic energy "
                     "holds no inertia for it there, and no constraint fixes it",
                     t, open.empty() ? "the accelerations" : fmt::format("{}", fmt::join(open, "; ")));
}

std::string explain_painleve(const Engine& engine, std::size_t solutions, double t) {
  std::vector<std::string> names;
  for (const Friction& friction : engine.system().frictions)
    names.push_back(friction.name);
  return fmt::format("Coulomb's law for {} has {} at t = {:.6g} s: Painlevé's paradox; rigid bodies with this "
                     "coefficient of friction have no unique motion here, a smaller coefficient or a compliant contact "
                     "would",
                     fmt::join(names, ", "), solutions == 0 ? "no solution" : fmt::format("{} solutions", solutions),
                     t);
}

} // namespace dalembert
