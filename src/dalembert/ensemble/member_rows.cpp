#include <dalembert/ensemble/member_curves.h>
#include <dalembert/ensemble/member_rows.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/simulation/plan/schedule.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace dalembert {
inline namespace ensemble {

namespace {

/// The plotted curves but for those that are multipliers or reactions, which have columns of their own.
std::vector<std::pair<std::size_t, const Quantity*>> other_curves(const Engine& engine) {
  const QuantityNames names(engine.system());
  auto out = curves_of(*engine.study, engine.programs->observed);
  std::erase_if(out, [&names](const auto& curve) {
    const std::string& text = curve.second->text;
    return std::ranges::find(names.multipliers, text) != names.multipliers.end() ||
           std::ranges::find(names.reactions, text) != names.reactions.end();
  });
  return out;
}

void append_quantities(const Engine& engine, const std::vector<std::pair<std::size_t, const Quantity*>>& curves,
                       const Evaluation& at, const std::vector<double>& observables, std::vector<double>& out) {
  const std::vector<Constraint>& rows = engine.system().constraints;
  const std::vector<double> multipliers(at.multipliers.begin(),
                                        at.multipliers.end() - std::ranges::count_if(rows, is_hidden)); // the last
  out.push_back(at.state.t);
  for (const std::vector<double>* part : {&at.state.q, &at.state.v, &multipliers, &at.reactions, &at.frictions})
    out.insert(out.end(), part->begin(), part->end());
  for (const auto& [place, curve] : curves)
    out.push_back(place < observables.size() ? observables[place] : std::numeric_limits<double>::quiet_NaN());
  out.push_back(at.energies.energy_function);
}

} // namespace

RowLayout row_layout(const Engine& engine, const RunOptions& options) {
  RowLayout out;
  const Schedule schedule = make_schedule(engine, options, engine.model_begin());
  for (const double t : schedule.rows)
    if (schedule.is_row(t)) out.times.push_back(t);
  const Study& study = *engine.study;
  const QuantityNames names(study.system);
  const QuantityUnits units(study.system);
  const auto add = [&out](const std::vector<std::string>& of, const std::vector<std::string>& unit) {
    for (std::size_t i = 0; i < of.size(); ++i)
      out.quantities.push_back({of[i], unit[i]});
  };
  out.quantities.push_back({"t", units.time});
  add(names.coordinates, units.coordinates);
  add(names.rates, units.rates);
  add(names.multipliers, units.multipliers);
  add(names.reactions, units.reactions);
  for (const auto& [place, curve] : other_curves(engine))
    out.quantities.push_back({curve->text, curve->measure.unit()});
  out.quantities.push_back({"h", units.energy});
  return out;
}

MemberRows rows_of(const Engine& engine, const RunOptions& options, const RunResult& result, std::size_t instants) {
  const Schedule schedule = make_schedule(engine, options, engine.model_begin());
  if (schedule.table.size() != instants)
    throw OptionError(fmt::format("the tables of the members have different numbers of rows, {} and {}: the range of "
                                  "`simulate` follows what is varied; leave `output` out of it, then all have as many "
                                  "as --rows says",
                                  instants, schedule.table.size()));
  MemberRows out;
  const Table& table = result.table;
  const auto curves = other_curves(engine);
  for (std::size_t row = 0; row < table.evaluations.size(); ++row) {
    const bool is_planned = schedule.is_row(table.times[row]);
    const bool is_end = row + 1 == table.evaluations.size();
    if (!is_planned && !(is_end && out.planned < instants)) continue;
    if (is_planned) ++out.planned;
    append_quantities(engine, curves, table.evaluations[row],
                      row < table.observables.size() ? table.observables[row] : std::vector<double>(), out.values);
    ++out.count;
  }
  return out;
}

} // namespace ensemble
} // namespace dalembert
