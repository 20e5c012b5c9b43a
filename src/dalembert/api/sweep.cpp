// What a session does with an ensemble: the `sweep` lines become numbers, every member an engine of its own.
#include <dalembert/api/input_record.h>
#include <dalembert/api/lanes.h>
#include <dalembert/api/output.h>
#include <dalembert/api/parameter_values.h>
#include <dalembert/api/preconditions.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/api/sweep_files.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/ensemble/lanes/lane_run.h>
#include <dalembert/ensemble/statistics_pictures.h>
#include <dalembert/ensemble/sweep.h>
#include <dalembert/ensemble/sweep_pictures.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/run/lyapunov.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

constexpr std::size_t default_draws = 100;
constexpr const char* sweep_source = "<--over>"; // the name of what is varied on the command line

[[noreturn]] void refuse_sweep(SourceSpan span, std::string message, std::string help) {
  Diagnostic d;
  d.code = "E0832";
  d.span = span;
  d.message = std::move(message);
  d.help = std::move(help);
  throw ModelError(std::move(d));
}

/// The ends of a range of random values stand in the wrong order.
[[noreturn]] void refuse_disordered(const SweepAxis& axis, bool is_from_command_line) {
  const Sweep& sweep = axis.varied;
  const std::string unit = sweep.measure.unit();
  const std::string bracket = unit.empty() || unit == "1" ? "" : fmt::format(" [{}]", unit);
  const bool is_normal = sweep.choice == Sweep::Choice::normal;
  const std::string message =
      is_normal
          ? fmt::format("the standard deviation of `{}` is negative: {:.6g}{}", sweep.name, axis.deviation, bracket)
          : fmt::format("the least value of `{}`, {:.6g}{}, is above the greatest, {:.6g}{}", sweep.name, axis.low,
                        bracket, axis.high, bracket);
  if (!is_from_command_line)
    refuse_sweep(sweep.span, message,
                 fmt::format("write the lower end first: `sweep {} in {:.6g}..{:.6g}{} {{ draw = {} }}`", sweep.name,
                             axis.high, axis.low, bracket, is_normal ? "normal" : "uniform"));
  refuse_sweep(sweep.span, message,
               fmt::format("write --with '{}~{}({:.6g}, {:.6g}){}'", sweep.name, is_normal ? "normal" : "uniform",
                           is_normal ? axis.mean : axis.high, is_normal ? -axis.deviation : axis.low, bracket));
}

/// What is varied, by the numbers that the values of members are made of.
nlohmann::ordered_json axis_record(const SweepAxis& axis) {
  constexpr std::array<const char*, 4> words{"even", "uniform", "normal", "listed"};
  nlohmann::ordered_json out{{"name", axis.varied.name},
                             {"choice", words.at(static_cast<std::size_t>(axis.varied.choice))}};
  if (axis.is_listed()) {
    out["values"] = axis.values;
    return out;
  }
  if (!axis.is_drawn()) out["count"] = axis.varied.count;
  for (const auto& [name, value] : {std::pair("low", axis.low), {"high", axis.high}, {"mean", axis.mean}})
    out[name] = value;
  if (axis.is_drawn()) out["deviation"] = axis.deviation;
  return out;
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
  require_before_study(stages_->study, "vary");
  for (const std::string& sweep : sweeps)
    stages_->definitions.push_back(stages_->sources->add(sweep_source, "sweep " + sweep));
}

void Session::await(const std::vector<std::string>& events) {
  require_before_study(stages_->study, "await");
  for (const std::string& event : events)
    stages_->definitions.push_back(stages_->sources->add("<--first>", "event " + event));
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
    SweepAxis axis{sweep, number(sweep.low), number(sweep.high),
                   number(graph.mul(half, graph.add(sweep.low, sweep.high))),
                   number(graph.mul(half, graph.sub(sweep.high, sweep.low)))};
    for (const Expr value : sweep.values) {
      axis.values.push_back(number(value));
      axis.low = std::min(axis.low, axis.values.back());
      axis.high = std::max(axis.high, axis.values.back());
      if (!std::isfinite(axis.values.back())) axis.high = axis.values.back();
    }
    if (!std::isfinite(axis.low) || !std::isfinite(axis.high) || !std::isfinite(axis.high - axis.low))
      refuse_sweep(sweep.span,
                   fmt::format("{} of `{}` {} no finite number", axis.is_listed() ? "a value" : "the range", sweep.name,
                               axis.is_listed() ? "is" : "has an end that is"),
                   {});
    if (axis.is_drawn() && axis.high < axis.low)
      refuse_disordered(axis, stages_->sources->name(sweep.span.file) == sweep_source);
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
  add_inputs(stages_->inputs, out);
  out["set"] = stages_->overrides;
  out["axes"] = nlohmann::ordered_json::array();
  for (const SweepAxis& axis : plan.axes)
    out["axes"].push_back(axis_record(axis));
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
  if (request.trajectories) out["trajectories"] = true;
  if (request.statistics) out["statistics"] = true;
  if (request.lyapunov) out["lyapunov"] = true;
  constexpr int indent = 2;
  return out.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// How the members of `plan` are run, from the first on.
SweepRun Session::sweep_run(const SweepRequest& request, const SweepPlan& plan) {
  const Engine& ready = watching_engine();
  SweepRun out{{request.run}, 0, request.threads, request.ranks, sweep_record(request, plan)};
  if (request.trajectories || request.statistics) out.member.instants = row_layout(ready, request.run).instants();
  if (const std::string why = why_no_exponent(ready); request.lyapunov && !why.empty())
    throw OptionError(fmt::format("--lyapunov needs a smooth motion: {}", why));
  out.member.lyapunov = request.lyapunov;
  if (asks_for_lanes(*ready.study, request.run) && !request.lyapunov && why_no_lanes(ready).empty())
    out.member.lanes = lane_program(ready, equations());
  else if (!request.lyapunov)
    out.member.pairs = pair_program(ready, equations(), request.run);
  return out;
}

/// What a file of trajectories says beside its numbers.
TrajectoryRemarks Session::trajectory_remarks(const std::string& record) {
  const Study& asked = *stages_->study;
  TrajectoryRemarks out;
  out.texts = {
      {"model", asked.system.name}, {"dalembert", version()}, {"units", "SI"}, {"text", stages_->sources->text(0)}};
  const std::vector<double> values = required_values(asked.system, parameters());
  for (std::size_t p = 0; p < values.size(); ++p)
    out.parameters.push_back({asked.system.parameters[p].name, values[p], asked.system.parameters[p].measure.unit()});
  out.record = record;
  return out;
}

SweepReport Session::sweep(const SweepRequest& request) {
  require_options(request);
  if (request.ranks && request.ranks->rank() != 0)
    throw OptionError("process 0 runs the sweep; this one helps with it (help_with_sweep)");
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
  SweepRun how = sweep_run(request, report.plan);
  report.columns = member_columns(*ready.study, how.member);
  report.summary = SweepSummary(report.columns.size(), exponent_column(report.columns));
  for (const EventCondition& event : ready.study->events)
    report.passages.push_back(event.name + ".first");
  Histograms histograms(request.histograms, report.columns);
  const MemberTable table(report.plan, report.columns);
  const RowLayout layout = how.member.instants > 0 ? row_layout(ready, request.run) : RowLayout();
  RowStatistics statistics;
  if (request.statistics) statistics = RowStatistics(layout, report.plan.members());
  std::optional<SweepFiles> files;
  SweepPictures pictures(report.plan, report.columns);
  if (!request.folder.empty()) {
    SweepExtras extras{&layout, &report.plan, {}, request.statistics ? &statistics : nullptr};
    if (request.trajectories) extras.trajectories = trajectory_remarks(how.identity);
    files.emplace(request.folder, how.identity, *this, std::move(extras));
    const auto take_known = [&](std::size_t member, const MemberResult& result) {
      report.summary.add(member, result);
      histograms.add(result);
      pictures.add(result);
      report.known = member + 1;
    };
    if (request.resume)
      files->resume(table, take_known);
    else
      files->begin(table);
  }
  const MemberEngines engines(ready, report.plan, stages_->replaced);
  how.first = report.known;
  if (request.on_begin) request.on_begin(report.plan.members());
  if (files) how.waiting_file = files->waiting_path();
  const auto run = [&](const TakeMember& take) {
    try {
      return run_sweep(report.plan, std::cref(engines), how, take);
    } catch (const WaitingFileError& error) {
      throw WriteError(error.what());
    }
  };
  const SweepEnd end = run([&](std::size_t member, const MemberResult& result) {
    report.summary.add(member, result);
    histograms.add(result);
    if (request.statistics) statistics.add(member, result);
    if (files) {
      files->add(member, table.row(member, result), result);
      pictures.add(result);
    } else {
      report.results.push_back(result);
    }
  });
  const Watching nobody(nullptr); // what was computed is written
  report.known += end.recovered;
  report.waiting = end.waiting;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.threads = thread_count(request.threads, report.plan.members() - how.first, request.ranks.get());
  report.processes = request.ranks ? request.ranks->count() : 1;
  report.diagnostics = stages_->diagnostics;
  report.histograms = histograms.counted();
  if (files) {
    std::vector<SweepPicture> drawn = pictures.drawn();
    report.picture_remark = pictures.remark();
    if (request.statistics) std::ranges::move(fan_charts(statistics, layout), std::back_inserter(drawn));
    std::ranges::move(histogram_pictures(report.histograms), std::back_inserter(drawn));
    report.files = files->finish(drawn, report.waiting > 0);
    write_file(files->result_path(), sweep_result_json(report));
  }
  return report;
}

void Session::help_with_sweep(const SweepRequest& request) {
  require_options(request);
  if (!request.ranks || request.ranks->rank() == 0)
    throw OptionError("help_with_sweep is for the other processes of a launch: give them in SweepRequest::ranks");
  static_cast<void>(study());
  static_cast<void>(parameters());
  const SweepPlan plan = stages_->collecting([&] { return sweep_plan(request); });
  const MemberEngines engines(watching_engine(), plan, stages_->replaced);
  help_sweep(std::cref(engines), sweep_run(request, plan));
}

} // namespace api
} // namespace dalembert
