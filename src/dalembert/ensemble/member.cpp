#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/ensemble/lanes/lane_run.h>
#include <dalembert/ensemble/member.h>
#include <dalembert/ensemble/member_curves.h>
#include <dalembert/ensemble/member_rows.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/simulation/run/lyapunov.h>
#include <dalembert/simulation/run/run.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace ensemble {

namespace {

constexpr const char* exponent_name = "lyapunov";
constexpr const char* exponent_error = "lyapunov.error";

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// On one line.
std::string reason_of(const std::string& message) {
  return message.substr(0, message.find('\n'));
}

/// Appends the last value of a series, the least and the greatest.
template <typename Value>
void add_extremes(std::size_t rows, double last, const Value& value, std::vector<double>& out) {
  double least = last;
  double greatest = last;
  for (std::size_t i = 0; i < rows; ++i) {
    least = std::min(least, value(i));
    greatest = std::max(greatest, value(i));
  }
  out.insert(out.end(), {last, least, greatest});
}

std::vector<double> values_of(const Engine& engine, const RunResult& result) {
  std::vector<double> out{result.final.state.t};
  const std::vector<Evaluation>& rows = result.table.evaluations;
  for (std::size_t i = 0; i < engine.coordinates(); ++i)
    add_extremes(
        rows.size(), result.final.state.q[i], [&](std::size_t r) { return rows[r].state.q[i]; }, out);
  for (std::size_t i = 0; i < engine.coordinates(); ++i)
    add_extremes(
        rows.size(), result.final.state.v[i], [&](std::size_t r) { return rows[r].state.v[i]; }, out);
  const std::vector<std::vector<double>>& observed = result.table.observables;
  for (const auto& [place, curve] : curves_of(*engine.study, engine.programs->observed)) {
    if (observed.empty())
      out.insert(out.end(), 3, none);
    else
      add_extremes(
          observed.size(), observed.back()[place], [&, at = place](std::size_t r) { return observed[r][at]; }, out);
  }
  out.push_back(result.final.energies.energy_function);
  return out;
}

/// The instant at which each event of the model is first met; NaN where it does not happen.
std::vector<double> first_passages(const Engine& engine, const RunResult& result) {
  const TimeOrder order(result.initial.state.t, result.final.state.t);
  std::vector<double> out(engine.study->events.size(), none);
  for (const Event& event : events_of(result.events, EventKind::awaited))
    if (double& first = out[event.index]; std::isnan(first) || order.precedes(event.time, first)) first = event.time;
  return out;
}

} // namespace

std::vector<MemberColumn> member_columns(const Study& study, const MemberRequest& asked) {
  const QuantityNames names(study.system);
  const QuantityUnits units(study.system);
  std::vector<MemberColumn> out{{"t", units.time}};
  const auto add = [&out](const std::string& name, const std::string& unit) {
    for (const char* part : {"", ".min", ".max"})
      out.push_back({name + part, unit});
  };
  for (std::size_t i = 0; i < names.coordinates.size(); ++i)
    add(names.coordinates[i], units.coordinates[i]);
  for (std::size_t i = 0; i < names.rates.size(); ++i)
    add(names.rates[i], units.rates[i]);
  for (const auto& [place, curve] : curves_of(study, observed(study)))
    add(curve->text, curve->measure.unit());
  out.push_back({"h", units.energy});
  for (const EventCondition& event : study.events)
    out.push_back({event.name + ".first", units.time});
  if (asked.lyapunov) {
    const std::string per_time = units.time.empty() ? "" : "1/" + units.time;
    out.push_back({exponent_name, per_time});
    out.push_back({exponent_error, per_time});
  }
  return out;
}

std::optional<std::size_t> exponent_column(const std::vector<MemberColumn>& columns) {
  // A coordinate may have the same name; the exponent is the last but one.
  if (columns.size() < 2 || columns[columns.size() - 2].name != exponent_name || columns.back().name != exponent_error)
    return std::nullopt;
  return columns.size() - 2;
}

namespace {

/// What is kept of a run.
MemberResult member_of(const Engine& engine, const MemberRequest& request, const RunResult& result) {
  MemberResult out;
  out.end = result.outcome != RunOutcome::completed ? MemberEnd::failed
            : result.is_stopped                     ? MemberEnd::stopped
                                                    : MemberEnd::completed;
  out.reason = reason_of(result.failure);
  out.is_certified = out.end != MemberEnd::failed && result.certificate.failed.empty();
  out.failed_checks = failing_checks(result.checks);
  out.values = values_of(engine, result);
  const std::vector<double> first = first_passages(engine, result);
  out.values.insert(out.values.end(), first.begin(), first.end());
  if (request.lyapunov) {
    const LyapunovExponent exponent = largest_exponent(engine, result);
    out.values.insert(out.values.end(), {exponent.value, exponent.error});
  }
  if (request.instants > 0) out.rows = rows_of(engine, request.run, result, request.instants);
  return out;
}

/// What `work` returns; where the model has no start with these values, that and why.
template <typename Work>
MemberResult member_or_refusal(const Engine& engine, const MemberRequest& request, const Work& work) {
  MemberResult out;
  try {
    return work();
  } catch (const ModelError& error) {
    out.reason = reason_of(error.diagnostics().empty() ? error.what() : error.diagnostics().front().message);
  } catch (const SolveError& error) {
    out.reason = reason_of(error.what());
  }
  out.end = MemberEnd::refused;
  out.values.assign(member_columns(*engine.study, request).size(), none);
  return out;
}

} // namespace

MemberResult run_member(const Engine& engine, const MemberRequest& request) {
  return member_or_refusal(engine, request, [&] {
    const RunResult result = run(engine, request.run);
    if (result.outcome == RunOutcome::interrupted) throw Stopped();
    return member_of(engine, request, result);
  });
}

void run_flow(const MemberFlow& flow, const MemberRequest& request) {
  PairRuns runs;
  const RowContent content =
      request.instants > 0 ? RowContent::everything : RowContent::states; // values_of reads these
  runs.next = [&]() -> std::unique_ptr<PairRun> {
    while (std::optional<std::pair<std::size_t, Engine>> next = flow.next()) {
      const auto& [member, engine] = *next;
      std::unique_ptr<PairRun> begun;
      MemberResult refused = member_or_refusal(engine, request, [&, number = member, &of = engine] {
        begun = std::make_unique<PairRun>(number, of, request.run, *request.pairs->tableau, content);
        return MemberResult();
      });
      if (begun) return begun;
      flow.done(member, std::move(refused));
    }
    return nullptr;
  };
  runs.end = [&](std::unique_ptr<PairRun> run) {
    const Engine& engine = run->engine();
    if (run->is_given_up()) {
      MemberResult alone = run_member(engine, request);
      alone.was_alone = true;
      return flow.done(run->number(), std::move(alone));
    }
    flow.done(run->number(),
              member_or_refusal(engine, request, [&] { return member_of(engine, request, run->finish()); }));
  };
  run_in_lanes(*request.pairs, runs);
}

std::vector<MemberResult> run_members(std::span<const Engine> engines, const MemberRequest& request) {
  std::vector<MemberResult> out(engines.size());
  std::vector<std::unique_ptr<LaneRun>> together;
  std::vector<std::size_t> members; ///< of these runs
  for (std::size_t m = 0; m < engines.size(); ++m) {
    std::unique_ptr<LaneRun> begun;
    out[m] = member_or_refusal(engines[m], request, [&] {
      if (request.lanes) begun = std::make_unique<LaneRun>(engines[m], request.run);
      return begun && begun->is_regular() ? MemberResult() : run_member(engines[m], request);
    });
    if (!begun || !begun->is_regular()) continue;
    together.push_back(std::move(begun));
    members.push_back(m);
  }
  if (together.empty()) return out;
  MotionLanes lanes(request.lanes, together.size());
  run_together(lanes, together);
  for (std::size_t k = 0; k < together.size(); ++k) {
    const Engine& engine = engines[members[k]];
    out[members[k]] =
        member_or_refusal(engine, request, [&] { return member_of(engine, request, together[k]->finish()); });
  }
  return out;
}

} // namespace ensemble
} // namespace dalembert
