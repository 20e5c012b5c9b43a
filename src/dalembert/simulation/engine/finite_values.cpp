#include <dalembert/base/errors.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/lowering/table_words.h>
#include <dalembert/numerics/step/step_kernels.h>
#include <dalembert/program/non_finite.h>
#include <dalembert/simulation/engine/finite_values.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>

namespace dalembert {
inline namespace simulation {

namespace {

/// The first quantity of an evaluation that is no number; empty where all are.
std::string undefined_quantity(const System& system, const Evaluation& at) {
  if (!std::isfinite(at.energies.kinetic)) return "the kinetic energy";
  if (!std::isfinite(at.energies.potential)) return "the potential energy";
  if (!std::isfinite(at.energies.energy_function)) return "the energy function h";
  for (std::size_t i = 0; i < at.accelerations.size(); ++i)
    if (!std::isfinite(at.accelerations[i])) return fmt::format("{}''", system.coordinates[i].name);
  for (std::size_t r = 0; r < at.reactions.size(); ++r)
    if (!std::isfinite(at.reactions[r])) return system.reactions[r].name;
  for (std::size_t i = 0; i < at.momenta.size(); ++i)
    if (!std::isfinite(at.momenta[i])) return fmt::format("p.{}", system.coordinates[i].name);
  return are_finite(at.multipliers) && are_finite(at.constraint_forces) ? "" : "a force of the constraints";
}

/// Where the value arose: `: sqrt(c) is the square root of -1`.
std::string birth(const Engine& engine, std::span<const double> inputs) {
  const std::optional<NonFinite> born = first_non_finite(engine.programs->account.tape, inputs);
  if (!born || born->is_input) return "";
  const std::lock_guard lock(*engine.graph_use);
  if (born->operation == Operation::table)
    return ": " + outside_of_table(engine.system(), born->expr, born->operands[0]);
  const std::string where = describe(*engine.study, born->expr);
  if (born->operation == Operation::sqrt)
    return fmt::format(": {} is the square root of {:.6g}", where, born->operands[0]);
  if (born->operation == Operation::div)
    return fmt::format(": {} divides {:.6g} by {:.6g}", where, born->operands[0], born->operands[1]);
  return fmt::format(": {} has none", where);
}

} // namespace

bool are_finite(std::span<const double> values) {
  return step_kernels().are_finite(values.data(), values.size());
}

void require_finite_values(const Engine& engine, std::span<const double> inputs, const Evaluation& at) {
  const std::string what = undefined_quantity(engine.system(), at);
  if (what.empty()) return;
  throw SolveError(fmt::format("{} has no finite value at t = {:.6g} s{}", what, at.state.t, birth(engine, inputs)),
                   {.time = at.state.t});
}

ShownValues::ShownValues(const Engine& engine) {
  const Study& study = *engine.study;
  const Observed& order = engine.programs->observed;
  for (std::size_t p = 0; p < study.plots.size(); ++p) {
    const Plot& plot = study.plots[p];
    for (std::size_t c = 0; c < plot.curves.size(); ++c)
      shown_.push_back({order.plots[p][c], "the plotted quantity " + plot.curves[c].text});
    if (plot.versus) shown_.push_back({order.plots[p].last(), "the plotted quantity " + plot.versus->text});
  }
  for (std::size_t e = 0; e < study.exports.size(); ++e)
    for (std::size_t c = 0; c < study.exports[e].columns.size(); ++c)
      shown_.push_back({order.exports[e][c], "the exported quantity " + study.exports[e].columns[c].text});
  for (std::size_t s = 0; s < study.system.speeds.size(); ++s)
    shown_.push_back({order.speeds[s], "the speed " + study.system.speeds[s].name});
}

void ShownValues::take(double t, const std::vector<double>& observables) {
  if (first_) return;
  const auto found = std::find_if(shown_.begin(), shown_.end(),
                                  [&](const Shown& each) { return !std::isfinite(observables[each.index]); });
  if (found != shown_.end()) first_ = fmt::format("{} has no finite value at t = {:.6g} s", found->text, t);
}

} // namespace simulation
} // namespace dalembert
