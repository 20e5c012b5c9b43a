// Derivation, text to tape, of the cart with n links: time, operations of the tape, memory.
// Prints one JSON object a line: {"n", "seconds", "operations", "residual_operations", "mass_operations", "peak_mib"}.
// usage: bench_derive N

#include <dalembert/dalembert.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/program/build_tape.h>

#include "cart_model.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <cstdlib>

using namespace dalembert;

namespace {

std::vector<Expr> state_inputs(const System& system) {
  std::vector<Expr> inputs{system.time};
  for (const Coordinate& c : system.coordinates)
    inputs.push_back(c.position);
  for (const Coordinate& c : system.coordinates)
    inputs.push_back(c.rate);
  for (const Parameter& p : system.parameters)
    inputs.push_back(p.symbol);
  return inputs;
}

/// The lower triangle of M and the forcing: what an acceleration needs.
std::vector<Expr> dynamics_outputs(const Equations& equations) {
  std::vector<Expr> outputs;
  for (int i = 0; i < equations.mass().rows; ++i)
    for (int j = 0; j <= i; ++j)
      outputs.push_back(equations.mass().at(i, j));
  outputs.insert(outputs.end(), equations.forcing.begin(), equations.forcing.end());
  return outputs;
}

std::size_t text_to_tape(const std::string& text) {
  Session session("cart.mech", text);
  const Equations& equations = session.equations();
  const System& system = *equations.system;
  return build_tape(*system.graph, state_inputs(system), dynamics_outputs(equations)).operations();
}

} // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  const std::string text = bench::cart_model(n);
  const std::size_t operations = text_to_tape(text);
  const double peak = bench::peak_memory();
  const double seconds = bench::least_seconds([&text] { text_to_tape(text); }, 5, 0.2);
  Session session("cart.mech", text);
  const Equations& equations = session.equations();
  const System& system = *equations.system;
  std::vector<Expr> residual_inputs = state_inputs(system);
  for (const Coordinate& c : system.coordinates)
    residual_inputs.push_back(c.acceleration);
  const std::size_t residual = build_tape(*system.graph, residual_inputs, equations.residual).operations();
  const std::size_t mass = build_tape(*system.graph, state_inputs(system), equations.mass().entries).operations();
  fmt::print(
      "{{\"n\": {}, \"seconds\": {:.9g}, \"operations\": {}, \"residual_operations\": {}, \"mass_operations\": {}, "
      "\"peak_mib\": {:.4g}}}\n",
      n, seconds, operations, residual, mass, peak);
  return 0;
}
