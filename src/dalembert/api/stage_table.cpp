#include <dalembert/api/code_choice.h>
#include <dalembert/api/stage_table.h>
#include <dalembert/report/stage_text.h>
#include <dalembert/results/run_options.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace dalembert {
inline namespace api {

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

std::string dump_classification(Session& session, const Style& style) {
  const Classification& found = session.classification();
  return classification_text(session.study().system, found, style);
}

std::string dump_integrals(Session& session, const Style& style) {
  const ConstraintIntegrals& found = session.integrals();
  return integrals_text(session.equations(), found, style);
}

std::string dump_families(Session& session, const Style& style) {
  return families_text(session.structure(Session::Grouping::families), style);
}

std::string dump_constraints(Session& session, const Style& style) {
  return structure_text(session.structure(), style);
}

std::string dump_programs(Session& session, const Style& /*style*/) {
  return fmt::format("These programs are run by {}.\n\n{}", code_choice().reason,
                     programs_text(session.study(), *session.engine().programs));
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

std::string dump_judgement(Session& session, const Style& style) {
  if (session.study().claims.empty()) return "no equation was asked: dalembert prove MODEL EQUATION\n";
  return prove_text(session.prove_report(), style);
}

std::string dump_result(Session& session, const Style& style) {
  return run_text(session.report_of(std::make_shared<const RunResult>(session.run({}))), style);
}

constexpr auto stages = std::to_array<StageRow>({
    {"text", "ast::File", &StageSeconds::text, "reading the model", dump_text},
    {"study", "Study", &StageSeconds::study, "printing the study", dump_study},
    {"equations", "Equations", &StageSeconds::equations, "printing the equations", dump_equations},
    {"classification", "Classification", &StageSeconds::classification, "printing the classes", dump_classification},
    {"integrals", "ConstraintIntegrals", &StageSeconds::integrals, "printing the integrals", dump_integrals},
    {"constraints", "ConstraintStructure", &StageSeconds::constraints, "printing the constraints", dump_constraints},
    {"families", "FamilyForm", &StageSeconds::families, "printing the families", dump_families},
    {"programs", "Programs", &StageSeconds::programs, "printing the programs", dump_programs},
    {"initial", "InitialState", &StageSeconds::initial, "printing the initial state", dump_initial},
    {"checks", "CheckResult", &StageSeconds::checks, "printing the checks", dump_checks},
    {"facts", "FactSet", &StageSeconds::facts, "printing the facts", dump_facts},
    {"judgement", "Judgement", &StageSeconds::judgement, "printing the judgement", dump_judgement},
    {"result", "RunResult", &StageSeconds::result, "printing the result", dump_result},
});

} // namespace

std::span<const StageRow> stage_table() {
  return stages;
}

const StageRow& stage_row(std::string_view name) {
  const auto* const found = std::ranges::find(stages, name, &StageRow::name);
  if (found == stages.end()) throw OptionError(fmt::format("there is no stage {}", name));
  return *found;
}

} // namespace api
} // namespace dalembert
