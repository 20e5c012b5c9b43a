#pragma once

#include <dalembert/derivation/derive.h>
#include <dalembert/lowering/motion_derivatives.h>
#include <dalembert/lowering/motion_matrices.h>
#include <dalembert/simulation/engine/engine.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dalembert::test {

/// A study that is put together by hand, term by term.
struct StudyBuilder {
  Study study;

  explicit StudyBuilder(const std::string& name) {
    study.system.name = name;
    study.system.graph = std::make_shared<Graph>();
    study.system.time = study.system.graph->symbol("t");
  }

  [[nodiscard]] Graph& graph() const { return *study.system.graph; }

  Expr coordinate(const std::string& name, Expr& rate) {
    Graph& graph = *study.system.graph;
    Coordinate c;
    c.name = name;
    c.position = graph.symbol(name);
    c.rate = graph.symbol(name + "'");
    c.acceleration = graph.symbol(name + "''");
    rate = c.rate;
    study.system.coordinates.push_back(c);
    return c.position;
  }

  Expr parameter(const std::string& name, const Rational& value) {
    Parameter p;
    p.name = name;
    p.symbol = study.system.graph->symbol(name);
    p.value = study.system.graph->number(value);
    study.system.parameters.push_back(p);
    return p.symbol;
  }

  void energy(EnergyKind kind, Expr value) {
    EnergyTerm term;
    term.kind = kind;
    term.value = value;
    study.system.energies.push_back(term);
  }

  void constraint(const std::string& name, Expr residual) {
    Constraint c;
    c.name = name;
    c.residual = residual;
    c.multiplier = study.system.graph->symbol("lambda." + name);
    study.system.constraints.push_back(c);
  }

  void initial(Expr target, const Rational& value, bool kept, const std::string& text) {
    study.initial.push_back({target, study.system.graph->number(value), kept, text, {}});
  }

  void simulate(int end) {
    Simulate range;
    range.begin = study.system.graph->zero();
    range.end = study.system.graph->number(end);
    study.simulate = range;
  }

  [[nodiscard]] static Equations derived(const std::shared_ptr<const Study>& of) {
    return derive(std::shared_ptr<const System>(of, &of->system));
  }

  /// Derives, lowers and compiles with the interpreter; parameters take their defaults.
  [[nodiscard]] Engine engine() const {
    const auto shared = std::make_shared<const Study>(study);
    const auto equations = std::make_shared<const Equations>(derived(shared));
    const auto programs = std::make_shared<const Programs>(lower(*shared, *equations));
    std::vector<double> parameters;
    for (const Parameter& p : study.system.parameters)
      parameters.push_back(study.system.graph->number(*p.value).to_double());
    AdvancingForm form;
    form.lower_derivatives = [shared, equations] { return lower_motion_derivatives(*shared, *equations); };
    if (equations->frictions.empty())
      form.lower_matrices = [shared, equations] { return lower_motion_matrices(*shared, *equations); };
    return make_engine(shared, programs, parameters, interpreted, std::move(form));
  }
};

} // namespace dalembert::test
