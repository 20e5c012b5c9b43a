// What a session does with an ensemble: the `sweep` lines become numbers, every member an engine of its own.
#include <dalembert/api/output.h>
#include <dalembert/api/parameter_values.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/api/sweep_files.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/ensemble/sweep.h>
#include <dalembert/ensemble/sweep_pictures.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/simulation/method.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>

namespace dalembert::inline api {

namespace {

constexpr std::size_t default_draws = 100;

[[noreturn]] void refuse_sweep(SourceSpan span, std::string message, std::string help) {
  Diagnostic d;
  d.code = "E0832";
  d.span = span;
  d.message = std::move(message);
  d.help = std::move(help);
  throw ModelError(std::move(d));
}

/// Makes the engines of members from that of the model.
class MemberEngines {
public:
  MemberEngines(const Engine& engine, const SweepPlan& plan, std::vector<ParameterValue> replaced)
      : engine_(engine), plan_(plan), replaced_(std::move(replaced)) {}

  [[nodiscard]] Engine operator()(std::size_t member) const {
    std::vector<ParameterValue> replaced = replaced_;
    std::vector<Engine::GivenStart> starts;
    const std::vector<double> values = plan_.values(member);
    for (std::size_t a = 0; a < values.size(); ++a) {
      const Sweep& varied = plan_.axes[a].varied;
      if (varied.initial)
        starts.push_back({*varied.initial, values[a]});
      else
        replaced.push_back({varied.name, values[a]});
    }
    return with_starts(with_parameters(engine_, parameters(replaced)), starts);
  }

private:
  /// Values of parameters are expressions of the graph, which messages of other members may add to meanwhile.
  [[nodiscard]] std::vector<double> parameters(const std::vector<ParameterValue>& replaced) const {
    const std::scoped_lock lock(*engine_.graph_use);
    return required_values(engine_.system(), parameter_values(engine_.system(), replaced));
  }

  const Engine& engine_;
  const SweepPlan& plan_;
  std::vector<ParameterValue> replaced_;
};

} // namespace

void Session::vary(const std::vector<std::string>& sweeps) {
  ENSURE(!stages_->study);
  for (const std::string& sweep : sweeps)
    stages_->definitions.push_back(stages_->sources->add("<--over>", "sweep " + sweep));
}

SweepPlan Session::sweep_plan(const SweepRequest& request) {
  const Study& asked = study();
  if (asked.sweeps.empty())
    refuse_sweep(asked.system.span, "nothing is varied, so there is no ensemble to run",
                 "give what differs from member to member: --over 'm=1..2 [kg]:50', or `sweep m in 1..2 [kg] { count = "
                 "50 }` in the model");
  std::vector<Assignment> known;
  const std::vector<double> values = required_values(asked.system, parameters());
  for (std::size_t p = 0; p < values.size(); ++p)
    known.push_back({asked.system.parameters[p].symbol, values[p]});
  Graph& graph = *asked.system.graph;
  SweepPlan plan;
  plan.seed = request.seed;
  std::size_t draws = 0;
  for (const Sweep& sweep : asked.sweeps) {
    // Half the sum and half the difference are exact before they are rounded: 0.1 of 0.9..1.1.
    const Expr half = graph.number(Rational(1, 2));
    const auto number = [&](Expr e) { return dalembert::evaluate(graph, e, known); };
    const SweepAxis axis{sweep, number(sweep.low), number(sweep.high),
                         number(graph.mul(half, graph.add(sweep.low, sweep.high))),
                         number(graph.mul(half, graph.sub(sweep.high, sweep.low)))};
    if (!std::isfinite(axis.low) || !std::isfinite(axis.high) || !std::isfinite(axis.high - axis.low))
      refuse_sweep(sweep.span, fmt::format("the range of `{}` has an end that is no finite number", sweep.name), {});
    if (axis.is_drawn()) draws = std::max({draws, sweep.count, std::size_t{1}});
    if (axis.is_drawn() && sweep.count == 0 && draws == 1) draws = default_draws;
    plan.axes.push_back(axis);
  }
  if (draws > 0) plan.draws = request.draws.value_or(draws);
  static_cast<void>(plan.members()); // says where they are too many
  return plan;
}

/// All that the numbers of a sweep depend on.
std::string Session::sweep_record(const SweepRequest& request, const SweepPlan& plan) const {
  nlohmann::ordered_json out{{"schema", "dalembert.sweep-record/1"}, {"version", version()}};
  out["texts"] = nlohmann::ordered_json::array();
  for (std::uint32_t file = 0; file < stages_->sources->size(); ++file)
    out["texts"].push_back({{"name", stages_->sources->name(file)}, {"text", stages_->sources->text(file)}});
  out["set"] = stages_->overrides;
  out["draws"] = plan.draws;
  out["seed"] = plan.seed;
  out["members"] = plan.members();
  const RunOptions& run = request.run;
  out["method"] = run.method.value_or("");
  out["tolerance"] = run.tolerance ? nlohmann::ordered_json(*run.tolerance) : nlohmann::ordered_json();
  out["end"] = run.end ? nlohmann::ordered_json(*run.end) : nlohmann::ordered_json();
  if (run.step) out["step"] = *run.step;
  out["max_step"] = run.max_step ? nlohmann::ordered_json(*run.max_step) : nlohmann::ordered_json();
  out["table_rows"] = run.table_rows;
  constexpr int indent = 2;
  return out.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

SweepReport Session::sweep(const SweepRequest& request) {
  SweepReport report;
  static_cast<void>(study()); // keeps its own mistakes, and so does the next
  static_cast<void>(parameters());
  report.plan = stages_->collecting([&] { return sweep_plan(request); });
  const Engine& ready = watching_engine();
  stages_->collecting([&] { require_method(ready, request.run); }); // once, and not for each member
  const Stopwatch watch(stages_->clock, &StageSeconds::result);
  const auto start = std::chrono::steady_clock::now();
  report.study = ready.study;
  report.sources = stages_->sources;
  report.columns = member_columns(*ready.study);
  report.summary = SweepSummary(report.columns.size());
  const MemberTable table(report.plan, report.columns);
  std::optional<SweepFiles> files;
  std::vector<MemberResult> known;
  if (!request.folder.empty()) {
    files.emplace(request.folder, sweep_record(request, report.plan), *this);
    if (request.resume)
      known = files->resume(table);
    else
      files->begin(table);
  }
  report.known = known.size();
  SweepPictures pictures(report.plan, report.columns);
  for (std::size_t member = 0; member < known.size(); ++member) {
    report.summary.add(member, known[member]);
    pictures.add(known[member]);
  }
  known.clear();
  const MemberEngines engines(ready, report.plan, stages_->replaced);
  const SweepRun how{{request.run}, report.known, request.threads, request.ranks, sweep_record(request, report.plan)};
  run_sweep(report.plan, std::cref(engines), how, [&](std::size_t member, const MemberResult& result) {
    report.summary.add(member, result);
    if (files) {
      files->add(table.row(member, result));
      pictures.add(result);
    } else {
      report.results.push_back(result);
    }
  });
  const Watching nobody(nullptr); // what was computed is written
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.threads = thread_count(request.threads, report.plan.members() - report.known, request.ranks.get());
  report.processes = request.ranks ? request.ranks->count() : 1;
  report.diagnostics = stages_->diagnostics;
  if (files) {
    report.files = files->finish(pictures.drawn());
    write_file(files->result_path(), sweep_result_json(report));
  }
  return report;
}

void Session::help_with_sweep(const SweepRequest& request) {
  static_cast<void>(study());
  static_cast<void>(parameters());
  const SweepPlan plan = stages_->collecting([&] { return sweep_plan(request); });
  const MemberEngines engines(watching_engine(), plan, stages_->replaced);
  help_sweep(std::cref(engines), {{request.run}, 0, request.threads, request.ranks, sweep_record(request, plan)});
}

} // namespace dalembert::inline api
