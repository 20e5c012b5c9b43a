#include <dalembert/report/chosen_forces.h>
#include <dalembert/report/overview_json.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/run_frictions.h>
#include <dalembert/report/run_jumps.h>
#include <dalembert/report/run_sensitivities.h>
#include <dalembert/simulation/impact/impact.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

namespace {

std::string_view outcome_word(RunOutcome outcome) {
  switch (outcome) {
  case RunOutcome::completed:
    return "completed";
  case RunOutcome::interrupted:
    return "interrupted";
  case RunOutcome::failed:
    return "failed";
  case RunOutcome::bounded:
    return "bounded";
  }
  return "failed";
}

Json final_map(const QuantityNames& names, const Evaluation& final) {
  Json out = state_map(names, final.state);
  out.update(quantity_map(names.multipliers, final.multipliers));
  out.update(quantity_map(names.reactions, reaction_values(final)));
  return out;
}

/// {name: largest}; for the position level only where the constraint has one.
Json extreme_map(const System& system, const std::vector<Extreme>& extremes, bool of_positions) {
  JsonMap map;
  for (std::size_t k = 0; k < extremes.size() && k < system.constraints.size(); ++k)
    if (!of_positions || system.constraints[k].kind == ConstraintKind::holonomic)
      map.add(system.constraints[k].name, extremes[k].value);
  return map.take();
}

Json global_errors_object(const GlobalError& error) {
  Json runs = Json::array();
  const auto compared = [](const GlobalError::Run& run) {
    return Json{{"method", run.method},
                {"tolerance", run.tolerance},
                {"positions", run.positions},
                {"rates", run.rates},
                {"multipliers", run.multipliers}};
  };
  for (const GlobalError::Run& run : error.runs)
    runs.push_back(compared(run));
  Json out{{"positions", error.positions}, {"rates", error.rates}, {"multipliers", error.multipliers}};
  if (const std::optional<GlobalError::SecondOpinion>& opinion = error.second_opinion) {
    runs.push_back(compared(opinion->run));
    if (opinion->left_out.empty())
      runs.back()["own_error"] = opinion->own_error;
    else
      runs.back() = {{"method", opinion->run.method}, {"left_out", opinion->left_out}};
  }
  out["runs"] = std::move(runs);
  return out;
}

Json certificate_object(const System& system, const Certificate& certificate) {
  Json out;
  out["position"] = extreme_map(system, certificate.position, true);
  out["velocity"] = extreme_map(system, certificate.velocity, false);
  out["acceleration"] = extreme_map(system, certificate.acceleration, false);
  if (!system.frictions.empty()) {
    JsonMap slips;
    for (std::size_t f = 0; f < system.frictions.size(); ++f)
      slips.add(system.frictions[f].name, certificate.slip[f].value);
    out["slip"] = slips.take();
  }
  out["energy_defect_abs"] = certificate.energy_defect.value;
  out["energy_defect_rel"] = certificate.energy_defect_relative;
  out["largest_kinetic"] = certificate.largest_kinetic;
  out["energy_scale"] = certificate.energy_scale;
  JsonMap invariants;
  for (const Certificate::Invariant& invariant : certificate.invariants)
    invariants.add(invariant.name, invariant.relative);
  out["invariants"] = invariants.take();
  out["equation_residual"] = certificate.equation_residual.value;
  if (certificate.global_error) {
    out["global_error"] = certificate.global_error->of_motion();
    out["global_errors"] = global_errors_object(*certificate.global_error);
  }
  out["smallest_pivot"] = certificate.smallest_pivot;
  Json failed = Json::array();
  for (const Certificate::Failure& failure : certificate.failed)
    failed.push_back(failure.kind);
  out["failed"] = std::move(failed);
  return out;
}

Json statistics_object(const RunReport& report) {
  const RunStatistics& statistics = report.result->statistics;
  const StageSeconds& seconds = report.seconds;
  Json out;
  out["method"] = statistics.method;
  out["reason"] = statistics.reason;
  out["form"] = statistics.form;
  if (statistics.step > 0) out["step"] = statistics.step;
  if (!statistics.structure.empty()) out["structure"] = statistics.structure;
  if (const SolverChoice& solver = statistics.solver; !solver.by.empty())
    out["solver"] = Json{{"by", solver.by}, {"why", solver.why}};
  out["steps"] = statistics.steps;
  out["rejected"] = statistics.rejected;
  out["rhs_evaluations"] = statistics.rhs_evaluations;
  if (statistics.series > 0) out["series"] = statistics.series;
  if (statistics.jacobians > 0) {
    out["jacobians"] = statistics.jacobians;
    out["factorisations"] = statistics.factorisations;
  }
  if (!report.why_interpreted.empty()) out["interpreted"] = report.why_interpreted;
  for (const MethodTurn& turn : statistics.turns)
    out["turns"].push_back(Json{{"t", turn.time}, {"method", turn.method}, {"reason", turn.reason}});
  out["seconds"] = Json{{"parse", seconds.parse()},      {"derive", seconds.derive()},  {"compile", seconds.programs},
                        {"initialise", seconds.initial}, {"integrate", seconds.result}, {"output", seconds.reported()}};
  return out;
}

Json impact_object(const QuantityNames& names, const System& system, const ImpactReport& impact) {
  Json out;
  out["before"] = state_map(names, impact.before);
  out["after"] = state_map(names, impact.after);
  JsonMap contacts;
  JsonMap frictions;
  const bool rubs = std::ranges::any_of(system.impacts, [](const Impact& each) { return each.friction.has_value(); });
  for (std::size_t i = 0; i < system.impacts.size(); ++i) {
    const bool is_friction = system.impacts[i].friction.has_value();
    const std::string speed = is_friction ? "slip" : "speed";
    Json object{{"impulse", impact.impulses[i]},
                {speed + "_before", impact.speeds_before[i]},
                {speed + "_after", impact.speeds_after[i]}};
    if (rubs) object["energy_dissipated"] = 0.0 - impact.works[i];
    (is_friction ? frictions : contacts).add(system.impacts[i].name, std::move(object));
  }
  out["contacts"] = contacts.take();
  if (rubs) out["frictions"] = frictions.take();
  out["multiplier_impulses"] = quantity_map(names.multipliers, impact.multiplier_impulses);
  JsonMap reactions;
  for (std::size_t i = 0; i < impact.reaction_impulses.size(); ++i)
    reactions.add(names.reactions[i], impact.reaction_impulses[i]);
  out["reaction_impulses"] = reactions.take();
  out["kinetic_before"] = impact.kinetic_before;
  out["kinetic_after"] = impact.kinetic_after;
  return out;
}

State state_at(const Event& event, std::size_t coordinates) {
  const auto rates = event.y.begin() + static_cast<std::ptrdiff_t>(coordinates);
  return {event.time, {event.y.begin(), rates}, {rates, rates + static_cast<std::ptrdiff_t>(coordinates)}};
}

/// Singular positions passed, and the events of the model, in the order of time.
Json event_list(const Study& study, const QuantityNames& names, const std::vector<Event>& events) {
  Json out = Json::array();
  for (const Event& event : events) {
    if (event.kind == EventKind::singular_position)
      out.push_back({{"kind", "singular_position"}, {"t", event.time}, {"reason", event.text}});
    if (event.kind != EventKind::awaited) continue;
    const EventCondition& condition = study.events[event.index];
    Json object{{"kind", "event"}, {"name", condition.name}, {"t", event.time}, {"when", condition.text}};
    object["description"] = condition.description;
    object["stops"] = condition.stops;
    object["state"] = state_map(names, state_at(event, names.coordinates.size()));
    out.push_back(std::move(object));
  }
  return out;
}

Json contact_list(const Study& study, const QuantityNames& names, const RunResult& result) {
  Json out = Json::array();
  for (const ContactImpact& impact : result.contact_impacts) {
    ImpactReport report = impact.report;
    report.multiplier_impulses = constraint_impulses(study, impact.report);
    Json object = impact_object(names, study.system, report);
    Json struck = Json::array();
    for (const std::size_t c : impact.contacts)
      struck.push_back(study.contacts[c].name);
    object["t"] = impact.report.before.t;
    object["struck"] = std::move(struck);
    object["energy_lost"] = -impact.work;
    out.push_back(std::move(object));
  }
  return out;
}

Json imposition_list(const Study& study, const QuantityNames& names, const RunResult& result) {
  const auto of = [&study](const std::vector<std::size_t>& which) {
    Json list = Json::array();
    for (const std::size_t i : which)
      list.push_back(study.imposed[i].name);
    return list;
  };
  Json out = Json::array();
  for (const Imposition& each : result.impositions) {
    Json object{{"t", each.time}, {"imposed", of(each.imposed)}, {"released", of(each.released)}};
    if (each.report) {
      object.update(impact_object(names, study.system, *each.report));
      object.erase("contacts");
      object["energy_lost"] = 0.0 - each.work;
      object["energy_of_lost_velocities"] = each.lost_velocities;
    }
    out.push_back(std::move(object));
  }
  return out;
}

Json contact_changes(const Study& study, const RunResult& result) {
  Json out = Json::array();
  for (const ContactChange& change : result.contact_changes) {
    const bool rests = change.kind == ContactChange::Kind::rests;
    const char* const word = rests ? "rests" : change.kind == ContactChange::Kind::opens ? "opens" : "closes";
    Json object{{"contact", study.contacts[change.contact].name}, {"change", word}, {"t", change.time}};
    if (rests) {
      object["impacts"] = change.impacts;
      object["t_limit"] = change.limit;
    }
    out.push_back(std::move(object));
  }
  return out;
}

Json friction_changes(const System& system, const RunResult& result) {
  Json out = Json::array();
  for (const FrictionChange& change : result.friction_changes)
    out.push_back({{"friction", system.frictions[change.friction].name},
                   {"change", change_word(change.kind)},
                   {"t", change.time},
                   {"direction", change.direction}});
  return out;
}

Json jump_changes(const RunResult& result) {
  Json out = Json::array();
  for (const JumpChange& change : result.jump_changes) {
    const JumpName& name = result.jumps[change.jump];
    out.push_back({{"function", name.text},
                   {"surface", name.surface},
                   {"change", jump_word(change.kind)},
                   {"t", change.time},
                   {"value", change.value}});
  }
  return out;
}

/// Stands for the samples until they are written: no line of a JSON text begins with it but this one.
constexpr const char* place_of_samples = "…";
constexpr std::string_view line_of_samples = "\n  \"samples\": \"…\"";

/// Writes `text`, the samples in their place.
void write_with_samples(std::string_view text, const System& system, const std::vector<Evaluation>& samples,
                        const TextSink& sink) {
  const std::size_t place = samples.empty() ? std::string_view::npos : text.find(line_of_samples);
  if (place == std::string_view::npos) return sink(text);
  const QuantityNames names(system);
  TextPieces out(sink);
  out.add(text.substr(0, place));
  out.add("\n  \"samples\": [");
  for (const Evaluation& sample : samples) {
    out.add(&sample == &samples.front() ? "\n    " : ",\n    ");
    out.add(printed(evaluation_object(system, names, sample), "    "));
  }
  out.add("\n  ]");
  out.add(text.substr(place + line_of_samples.size()));
  out.finish();
}

} // namespace

std::string run_json(const RunReport& report) {
  std::string out;
  write_run_json(report, [&out](std::string_view piece) { out += piece; });
  return out;
}

void write_run_json(const RunReport& report, const TextSink& sink) {
  const Study& study = report.study();
  const System& system = study.system;
  const RunResult& result = *report.result;
  const QuantityNames names(system);
  Json out{{"schema", "dalembert.run/1"}, {"model", system.name}, {"title", system.title}};
  out["outcome"] = outcome_word(result.outcome);
  if (result.outcome == RunOutcome::interrupted) out["partial"] = true;
  if (!result.failure.empty()) out["failure"] = result.failure;
  out["t_start"] = result.initial.state.t;
  out["t_end"] = result.final.state.t;
  out["tolerance"] = result.tolerance;
  out["degrees_of_freedom"] = result.initial.degrees_of_freedom;
  out["independent_initial_values"] = result.initial.independent_initial_values;
  out["initial"] = state_map(names, result.initial.state);
  out["moved"] = moved_map(result.initial);
  if (result.impact) out["impact"] = impact_object(names, system, *result.impact);
  out["final"] = final_map(names, result.final);
  if (const std::vector<std::string> chosen = chosen_forces(report.overview, result.open_forces); !chosen.empty())
    out["not_determined"] = chosen;
  if (!result.samples.empty()) out["samples"] = place_of_samples;
  out["certificate"] = certificate_object(system, result.certificate);
  out["statistics"] = statistics_object(report);
  out["events"] = event_list(study, names, result.events);
  if (!study.contacts.empty()) {
    out["impacts"] = contact_list(study, names, result);
    out["contact_changes"] = contact_changes(study, result);
  }
  if (!study.imposed.empty()) out["impositions"] = imposition_list(study, names, result);
  if (!system.frictions.empty()) out["friction_changes"] = friction_changes(system, result);
  if (!result.jumps.empty()) out["jump_changes"] = jump_changes(result);
  if (report.sensitivities) out["sensitivities"] = sensitivities_object(report);
  Json checks = Json::array();
  for (const CheckResult& check : result.checks)
    checks.push_back(check_object(study, check));
  out["checks"] = std::move(checks);
  out["files"] = report.files;
  out["units"] = unit_map(system);
  out["diagnostics"] = diagnostic_list(report.overview.diagnostics, *report.overview.sources);
  write_with_samples(printed(out), system, result.samples, sink);
}

} // namespace report
} // namespace dalembert
