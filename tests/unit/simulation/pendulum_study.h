#pragma once

#include <dalembert/derivation/derive.h>
#include <dalembert/program/interpreter.h>
#include <dalembert/simulation/engine.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dalembert::test {

/// A hanging pendulum in x (right), y (up): m = 2 kg, l = 1 m, g = 9.8 m/s², φ = x² + y² − l² (or its negative).
struct PendulumStudy {
  Study study;
  Expr x, y, vx, vy, g, l, m;

  explicit PendulumStudy(int sign = 1) {
    System& system = study.system;
    system.name = "Pendulum";
    system.graph = std::make_shared<Graph>();
    Graph& graph = *system.graph;
    system.time = graph.symbol("t");
    x = coordinate("x", vx);
    y = coordinate("y", vy);
    m = parameter("m", 2);
    l = parameter("l", 1);
    g = parameter("g", 0);
    system.parameters.back().value = graph.number(Rational(49, 5));
    const Expr speed_squared = graph.add(graph.square(vx), graph.square(vy));
    energy(EnergyKind::kinetic, graph.scale(Rational(1, 2), graph.mul(m, speed_squared)));
    energy(EnergyKind::potential, graph.product({m, g, y}));
    const Expr rod = graph.sub(graph.add(graph.square(x), graph.square(y)), graph.square(l));
    constraint("rod", sign > 0 ? rod : graph.neg(rod));
  }

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

  Expr parameter(const std::string& name, int value) {
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
    study.initial.push_back({target, study.system.graph->number(value), kept, text, {}, {}});
  }

  void simulate(int end) {
    Simulate range;
    range.begin = study.system.graph->zero();
    range.end = study.system.graph->number(end);
    study.simulate = range;
  }

  /// Derives, lowers and compiles with the interpreter; parameters take their defaults.
  [[nodiscard]] Engine engine() const {
    const auto shared = std::make_shared<const Study>(study);
    const auto system = std::shared_ptr<const System>(shared, &shared->system);
    const auto programs = std::make_shared<const Programs>(lower(*shared, derive(system)));
    std::vector<double> parameters;
    for (const Parameter& p : study.system.parameters)
      parameters.push_back(study.system.graph->number(*p.value).to_double());
    return make_engine(shared, programs, parameters,
                       [](const Tape& tape) { return std::make_unique<Interpreter>(tape); });
  }
};

} // namespace dalembert::test
