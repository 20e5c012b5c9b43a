#include <dalembert/ensemble/sweep_report.h>
#include <dalembert/printing/json.h>

namespace dalembert {
inline namespace ensemble {

namespace {

Json axis_object(const SweepAxis& axis) {
  Json out{{"name", axis.varied.name},
           {"unit", axis.varied.measure.unit()},
           {"of", axis.varied.initial ? "initial value" : "parameter"}};
  switch (axis.varied.choice) {
  case Sweep::Choice::even:
    out["choice"] = "even";
    out["count"] = axis.varied.count;
    break;
  case Sweep::Choice::uniform:
    out["choice"] = "uniform";
    break;
  case Sweep::Choice::normal:
    out["choice"] = "normal";
    out["mean"] = axis.mean;
    out["deviation"] = axis.deviation;
    return out;
  case Sweep::Choice::listed:
    out["choice"] = "listed";
    out["count"] = axis.varied.count;
    out["values"] = axis.values;
    break;
  }
  out["low"] = axis.low;
  out["high"] = axis.high;
  return out;
}

Json ends_object(const SweepSummary& summary) {
  Json out = Json::object();
  for (const MemberEnd end : {MemberEnd::completed, MemberEnd::stopped, MemberEnd::failed, MemberEnd::refused})
    out[std::string(end_word(end))] = summary.count(end);
  return out;
}

Json reason_list(const SweepReport& report) {
  Json out = Json::array();
  for (const SweepSummary::Reason& reason : report.summary.reasons())
    out.push_back(
        {{"end", end_word(reason.end)}, {"text", reason.text}, {"first", reason.first}, {"count", reason.count}});
  return out;
}

Json summary_object(const SweepReport& report) {
  JsonMap out;
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    const ColumnSummary& all = report.summary.columns()[c];
    Json column{{"unit", report.columns[c].unit}, {"count", all.count}};
    if (all.count > 0) {
      column["least"] = all.least;
      column["least_member"] = all.least_member;
      column["greatest"] = all.greatest;
      column["greatest_member"] = all.greatest_member;
      column["mean"] = all.mean;
      column["deviation"] = all.deviation();
    }
    out.add(report.columns[c].name, std::move(column));
  }
  return out.take();
}

Json histogram_list(const SweepReport& report) {
  Json out = Json::array();
  for (const Histogram& histogram : report.histograms)
    out.push_back({{"column", histogram.column},
                   {"unit", histogram.unit},
                   {"low", histogram.low},
                   {"high", histogram.high},
                   {"counts", histogram.counts},
                   {"without", histogram.without}});
  return out;
}

/// One list of numbers for each column, in the order of the members.
Json result_object(const SweepReport& report) {
  JsonMap given;
  for (std::size_t a = 0; a < report.plan.axes.size(); ++a) {
    Json values = Json::array();
    for (std::size_t m = 0; m < report.results.size(); ++m)
      values.push_back(report.plan.values(m)[a]);
    given.add(report.plan.axes[a].varied.name, std::move(values));
  }
  JsonMap columns;
  for (std::size_t c = 0; c < report.columns.size(); ++c) {
    Json values = Json::array();
    for (const MemberResult& result : report.results)
      values.push_back(result.values[c]);
    columns.add(report.columns[c].name, std::move(values));
  }
  Json ends = Json::array();
  Json certified = Json::array();
  for (const MemberResult& result : report.results) {
    ends.push_back(end_word(result.end));
    certified.push_back(result.is_certified);
  }
  return {{"given", given.take()},
          {"end", std::move(ends)},
          {"certified", std::move(certified)},
          {"values", columns.take()}};
}

Json result_of(const SweepReport& report) {
  Json out{{"schema", "dalembert.sweep/1"}, {"model", report.study->system.name}};
  out["axes"] = Json::array();
  for (const SweepAxis& axis : report.plan.axes)
    out["axes"].push_back(axis_object(axis));
  out["draws"] = report.plan.draws;
  out["seed"] = report.plan.seed;
  out["members"] = report.plan.members();
  out["done"] = report.summary.members();
  if (report.waiting > 0) out["waiting"] = report.waiting;
  out["ends"] = ends_object(report.summary);
  out["uncertified"] = report.summary.uncertified();
  out["with_failed_checks"] = report.summary.with_failed_checks();
  if (exponent_column(report.columns)) out["exponents_within_error"] = report.summary.without_sign();
  out["reasons"] = reason_list(report);
  out["summary"] = summary_object(report);
  if (!report.histograms.empty()) out["histograms"] = histogram_list(report);
  if (!report.results.empty()) out["results"] = result_object(report);
  out["files"] = report.files;
  out["diagnostics"] = diagnostic_list(report.diagnostics, *report.sources);
  return out;
}

} // namespace

std::string sweep_json(const SweepReport& report) {
  Json out = result_of(report);
  out["processes"] = report.processes;
  out["threads"] = report.threads;
  out["seconds"] = report.seconds;
  out["alone"] = report.summary.alone();
  return printed(out);
}

std::string sweep_result_json(const SweepReport& report) {
  return printed(result_of(report));
}

} // namespace ensemble
} // namespace dalembert
