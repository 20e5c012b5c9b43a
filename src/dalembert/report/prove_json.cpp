#include <dalembert/printing/json.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/validity.h>

namespace dalembert {
inline namespace report {

namespace {

Json diagnosis_object(const Diagnosis& diagnosis) {
  Json out{{"kind", name(diagnosis.kind)}};
  if (diagnosis.kind == MistakeKind::none) return out;
  out["term"] = diagnosis.term;
  out["found"] = diagnosis.found;
  out["side"] = diagnosis.side;
  out["was"] = diagnosis.was;
  out["should_be"] = diagnosis.should_be;
  out["remedy"] = diagnosis.remedy;
  out["all"] = diagnosis.all;
  out["corrected"] = diagnosis.corrected;
  out["where"] = diagnosis.where;
  out["mended"] = diagnosis.corrected; // same value; part of the dalembert.prove/1 format
  return out;
}

Json used_list(const System& system, const std::vector<Fact>& used) {
  Json out = Json::array();
  for (const Fact& fact : used)
    out.push_back({{"level", name(fact.level)}, {"name", name(system, fact)}});
  return out;
}

Json combination_object(const System& system, const std::vector<Multiple>& combination) {
  Json out = Json::object();
  for (const Multiple& multiple : combination) {
    const std::string prefix = multiple.fact.level == FactLevel::equation ? "EL." : "";
    out[prefix + name(system, multiple.fact)] = multiple.factor.empty() ? "(longer)" : multiple.factor;
  }
  return out;
}

Json counterexample_object(const Counterexample& counterexample) {
  Json state = Json::object();
  for (const auto& [symbol, value] : counterexample.state)
    state[symbol] = value;
  return {{"t", counterexample.time},
          {"state", std::move(state)},
          {"lhs", counterexample.left},
          {"rhs", counterexample.right}};
}

} // namespace

std::string prove_json(const ProveReport& report) {
  const Study& study = *report.study;
  const Judgement& judgement = report.judgement;
  const System& system = study.system;
  Json out{{"schema", "dalembert.prove/1"}, {"model", system.name}};
  out["equation"] = text(study.claims.front());
  out["verdict"] = name(judgement.verdict);
  out["certainty"] = {
      {"method", judgement.by_points ? "points" : "modular"}, {"error", judgement.error}, {"states", judgement.states}};
  out["conserved"] = judgement.is_conservation;
  out["used"] = used_list(system, judgement.used);
  out["combination"] = combination_object(system, judgement.combination);
  out["condition"] = judgement.condition;
  out["where"] = judgement.where;
  add_validity(out, study);
  out["holds_if"] = judgement.holds_if;
  out["diagnosis"] = diagnosis_object(judgement.diagnosis);
  out["others"] = Json::array();
  for (const Diagnosis& other : judgement.others)
    out["others"].push_back(diagnosis_object(other));
  out["rate"] = judgement.rate;
  out["convention"] = judgement.is_convention;
  out["remarks"] = judgement.remarks;
  out["counterexample"] = judgement.counterexample ? counterexample_object(*judgement.counterexample) : Json(nullptr);
  out["diagnostics"] = diagnostic_list(report.diagnostics, *report.sources);
  return printed(out);
}

} // namespace report
} // namespace dalembert
