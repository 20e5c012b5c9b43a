#pragma once

#include <dalembert/algebra/exponential_polynomial.h>

#include <memory>
#include <vector>

namespace dalembert {

/// Parameters a, b, c, d and angles x, y as polynomials.
struct Ring {
  System system;
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  std::vector<Expr> names;
  Ring() {
    system.graph = graph;
    for (const char* name : {"a", "b", "c", "d", "x", "y"}) {
      Parameter p;
      p.symbol = graph->symbol(name);
      names.push_back(p.symbol);
      system.parameters.push_back(p);
    }
    atoms = std::make_unique<AtomTable>(system);
    harmonics = std::make_unique<HarmonicTable>(*atoms);
    expansion = std::make_unique<Expansion>(*atoms, *harmonics);
  }
  std::unique_ptr<AtomTable> atoms;
  std::unique_ptr<HarmonicTable> harmonics;
  std::unique_ptr<Expansion> expansion;

  [[nodiscard]] const Laurent& laurent(Expr e) { return *expansion->of(e); }
  ExponentialPolynomial operator()(Expr e) { return {*harmonics, laurent(e)}; }
};

} // namespace dalembert
