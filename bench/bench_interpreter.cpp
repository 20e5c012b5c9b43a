// The interpreter against the C compiler's -O2 code of the same tape.
// Prints one JSON object a line: {"name", "operations", "interpreter_ns", "c_ns", "compile_seconds", "difference"}.

#include <dalembert/dalembert.h>
#include <dalembert/program/compile.h>

#include "cart_model.h"
#include "native_program.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace dalembert;

namespace {

void compare(const std::string& name, const std::string& text) {
  Session session(name, text);
  const Engine& engine = session.engine();
  const Tape& tape = engine.programs->dynamics.tape;
  std::vector<double> in = engine.blank_inputs();
  in.resize(tape.inputs());
  for (std::size_t i = 1; i < engine.programs->layout.parameter(); ++i)
    in[i] = 0.1 + 0.03 * static_cast<double>(i);
  std::vector<double> by_interpreter(tape.outputs());
  std::vector<double> compiled(tape.outputs());
  ProgramInstance interpreter(interpreted(tape));
  const bench::NativeProgram native = bench::compile_with_cc(tape);
  const double ours = bench::least_seconds([&] { interpreter.evaluate(in, by_interpreter); });
  const double theirs = bench::least_seconds([&] { native.function(in.data(), compiled.data()); });
  double difference = 0.0;
  for (std::size_t i = 0; i < compiled.size(); ++i)
    difference = std::max(difference, std::abs(compiled[i] - by_interpreter[i]) / std::max(1.0, std::abs(compiled[i])));
  fmt::print("{{\"name\": \"{}\", \"operations\": {}, \"interpreter_ns\": {:.4g}, \"c_ns\": {:.4g}, "
             "\"compile_seconds\": {:.3g}, \"difference\": {:.3g}}}\n",
             name, tape.operations(), ours * 1e9, theirs * 1e9, native.compile_seconds, difference);
}

} // namespace

int main() {
  compare("double_pendulum", bench::double_pendulum_model());
  compare("cart_5", bench::cart_model(5));
  return 0;
}
