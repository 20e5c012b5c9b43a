#pragma once

#include <dalembert/derivation/derive.h>

#include <memory>
#include <string>
#include <vector>

namespace dalembert {

/// A particle in x, y, z with unit mass and the constraints given to it.
struct Particle {
  std::shared_ptr<System> system = std::make_shared<System>();
  Graph& graph;
  std::vector<Expr> q;
  std::vector<Expr> v;

  Particle() : graph(*(system->graph = std::make_shared<Graph>())) {
    system->time = graph.symbol("t");
    for (const char* const name : {"x", "y", "z"})
      add_coordinate(name);
  }

  /// One more coordinate of unit mass.
  void add_coordinate(const std::string& name) {
    Coordinate c;
    c.name = name;
    q.push_back(c.position = graph.symbol(name));
    v.push_back(c.rate = graph.symbol(name + "'"));
    c.acceleration = graph.symbol(name + "''");
    system->coordinates.push_back(c);
    EnergyTerm kinetic;
    kinetic.value = graph.scale(Rational(1, 2), graph.square(c.rate));
    system->energies.push_back(kinetic);
  }

  void constrain(ConstraintKind kind, Expr residual) {
    Constraint c;
    c.name = "c";
    c.kind = kind;
    c.residual = residual;
    c.multiplier = graph.symbol("lambda");
    system->constraints.push_back(c);
  }

  [[nodiscard]] Equations equations() const { return derive(system); }
};

} // namespace dalembert
