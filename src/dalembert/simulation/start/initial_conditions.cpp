#include <dalembert/base/errors.h>
#include <dalembert/simulation/start/initial_conditions.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

InitialConditions::InitialConditions(const Engine& engine) : engine_(engine) {
  for (const Row& row : engine.programs->initial.rows) {
    const Row* used = &row;
    if (!row.kept && std::ranges::find(engine.starts, row.entry, &Engine::GivenStart::entry) != engine.starts.end()) {
      given_.push_back(std::make_unique<Row>(row));
      given_.back()->kept = true;
      used = given_.back().get();
    }
    (row.about_rates ? rates_ : positions_).push_back(used);
  }
}

std::vector<double> InitialConditions::evaluate(std::span<const double> inputs) const {
  std::vector<double> values = evaluated_once(*engine_.initial, inputs.first(engine_.programs->layout.state_size()));
  for (const Engine::GivenStart& given : engine_.starts)
    put(given, values);
  return values;
}

/// Takes the value of an entry whose target is one unknown x in place of the model's own: the residual is x − value.
void InitialConditions::put(const Engine::GivenStart& given, std::span<double> values) const {
  const auto is_of = [&given](const Row& row) { return row.entry == given.entry; };
  const Row& row = *std::ranges::find_if(engine_.programs->initial.rows, is_of);
  const InitialView<double> at(row, values);
  const double target = at.value[0] + at.residual[0];
  at.value[0] = given.value;
  at.residual[0] = target - given.value;
  for (std::size_t i = 0; i < row.holds.size(); ++i)
    at.derivatives[i] = row.holds[i] == row.unknown.value() ? 1.0 : 0.0;
}

double InitialConditions::value(const Row& row, std::span<const double> values) const {
  return InitialView<const double>(row, values).value[0];
}

double InitialConditions::finite_value(const Row& row, std::span<const double> values) const {
  const double found = value(row, values);
  if (std::isfinite(found)) return found;
  const InitialValue& given = engine_.study->initial[row.entry];
  Diagnostic d;
  d.code = "E0726";
  d.span = given.span;
  d.message = fmt::format("the initial value of {} is not finite", given.text);
  d.note = std::isnan(found) ? "this is not a real number with these values" : "this is beyond 1.8e308";
  throw ModelError(d);
}

void InitialConditions::require_resolved_angle(const Row& row, double angle) const {
  constexpr double largest_angle = 1e12; // rad
  if (!engine_.system().coordinates[*row.unknown].measure.angular || std::abs(angle) <= largest_angle) return;
  const InitialValue& given = engine_.study->initial[row.entry];
  Diagnostic d;
  d.code = "E0726";
  d.span = given.span;
  d.message = fmt::format("the initial angle {} is {:.3g} rad", given.text, angle);
  d.note = fmt::format("a double of this size resolves only {:.1g} rad", std::abs(angle) * 0x1p-53);
  d.help = "reduce it to a few revolutions";
  throw ModelError(d);
}

double InitialConditions::residual(const Row& row, std::span<const double> values) const {
  return InitialView<const double>(row, values).residual[0];
}

void InitialConditions::gradient(const Row& row, std::span<const double> values, std::span<double> out) const {
  const std::span<const double> derivatives = InitialView<const double>(row, values).derivatives;
  std::ranges::fill(out, 0.0);
  for (std::size_t i = 0; i < row.holds.size(); ++i)
    out[row.holds[i]] = derivatives[i];
}

InitialConditions::Start InitialConditions::start(Level level, std::span<double> inputs) const {
  const std::size_t n = engine_.coordinates();
  const InputView<double> at(engine_.programs->layout, inputs);
  const std::span<double> unknowns = level == Level::position ? at.positions() : at.rates();
  Start start{std::vector<bool>(n, false), std::vector<bool>(n, false)};
  std::vector<bool> known(n, true);
  std::vector<const Row*> waiting;
  for (const Row* row : rows(level)) {
    if (!row->unknown) continue;
    known[*row->unknown] = false;
    waiting.push_back(row);
  }
  // Values may speak of other unknowns; what remains in a circle starts from 0 and is met as a row.
  for (bool progress = true; progress;) {
    const std::vector<double> values = evaluate(inputs);
    const auto ready = [&known](const Row* row) {
      return std::all_of(row->needs.begin(), row->needs.end(), [&known](std::size_t i) { return known[i]; });
    };
    const auto middle = std::stable_partition(waiting.begin(), waiting.end(), [&](const Row* r) { return !ready(r); });
    progress = middle != waiting.end();
    for (auto it = middle; it != waiting.end(); ++it) {
      const Row& row = **it;
      const bool on_fixed =
          std::all_of(row.needs.begin(), row.needs.end(), [&](std::size_t i) { return start.fixed[i]; });
      unknowns[*row.unknown] = finite_value(row, values);
      if (level == Level::position) require_resolved_angle(row, unknowns[*row.unknown]);
      start.given[*row.unknown] = true;
      start.fixed[*row.unknown] = row.kept && on_fixed;
    }
    for (auto it = middle; it != waiting.end(); ++it)
      known[*(*it)->unknown] = true;
    waiting.erase(middle, waiting.end());
  }
  return start;
}

} // namespace simulation
} // namespace dalembert
