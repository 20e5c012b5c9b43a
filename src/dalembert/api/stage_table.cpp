#include <dalembert/api/stage_table.h>
#include <dalembert/base/errors.h>
#include <dalembert/report/stage_text.h>

#include <algorithm>
#include <array>
#include <memory>

namespace dalembert::inline api {

namespace {

std::string dump_text(Session& session, const Style& /*style*/) {
  return session.formatted();
}

std::string dump_study(Session& session, const Style& style) {
  return study_text(session.study(), style);
}

std::string dump_equations(Session& session, const Style& style) {
  return derive_text(session.structure(), Form::lagrange, style, Extent::everything);
}

std::string dump_constraints(Session& session, const Style& style) {
  return structure_text(session.structure(), style);
}

std::string dump_programs(Session& session, const Style& /*style*/) {
  return programs_text(session.study(), *session.engine().programs);
}

std::string dump_initial(Session& session, const Style& style) {
  return initial_text(session.study(), session.initial_state(), style);
}

std::string dump_checks(Session& session, const Style& style) {
  return settled_text(session.study(), session.settled_checks(), style);
}

std::string dump_facts(Session& session, const Style& style) {
  return analyse_text(session.analysis(), style);
}

std::string dump_result(Session& session, const Style& style) {
  return run_text(session.report_of(std::make_shared<const RunResult>(session.run({}))), style);
}

constexpr std::array<StageRow, 9> stages{{
    {"text", "ast::File", &StageSeconds::parse, "reading the model", dump_text},
    {"study", "Study", &StageSeconds::parse, "printing the study", dump_study},
    {"equations", "Equations", &StageSeconds::derive, "printing the equations", dump_equations},
    {"constraints", "ConstraintStructure", &StageSeconds::derive, "printing the constraints", dump_constraints},
    {"programs", "Programs", &StageSeconds::compile, "printing the programs", dump_programs},
    {"initial", "InitialState", &StageSeconds::initialise, "printing the initial state", dump_initial},
    {"checks", "CheckResult", &StageSeconds::derive, "printing the checks", dump_checks},
    {"facts", "FactSet", &StageSeconds::analyse, "printing the facts", dump_facts},
    {"result", "RunResult", &StageSeconds::integrate, "printing the result", dump_result},
}};

} // namespace

std::span<const StageRow> stage_table() {
  return stages;
}

const StageRow& stage_row(std::string_view name) {
  const auto* const found = std::ranges::find(stages, name, &StageRow::name);
  ENSURE(found != stages.end());
  return *found;
}

} // namespace dalembert::inline api
