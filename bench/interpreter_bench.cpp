// Compares the interpreter with the C compiler's -O2 code of the same tape, in one run.
// Prints one JSON object: nanoseconds per evaluation of both, their ratio, operations, and the largest difference.
#include <dalembert/program/build_tape.h>
#include <dalembert/program/interpreter.h>

#include <fmt/format.h>

#include "cart_model.h"
#include "tape_to_c.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace dalembert;
using Native = void (*)(const double*, double*);

/// Compiles C text with the system's compiler and loads it; the library stays loaded to the end of the program.
Native compile(const std::string& text, const std::string& name) {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("dalembert-bench-{}", std::random_device{}());
  std::filesystem::create_directory(folder);
  const auto source = folder / (name + ".c");
  const auto library = folder / (name + ".so");
  std::ofstream(source) << text;
  // The same arithmetic as the interpreter: multiply-adds only where the tape says so, in hardware.
  const std::string flags = "-O2 -ffp-contract=off -fno-math-errno -mfma -shared -fPIC";
  const std::string command = fmt::format("cc {} -o '{}' '{}' -lm", flags, library.string(), source.string());
  void* handle = std::system(command.c_str()) == 0 ? dlopen(library.c_str(), RTLD_NOW) : nullptr;
  std::filesystem::remove_all(folder);
  if (handle == nullptr) throw std::runtime_error("the C compiler failed");
  return reinterpret_cast<Native>(dlsym(handle, name.c_str()));
}

/// Nanoseconds per call, the best of several rounds.
double time_of(const std::function<void()>& call) {
  using Clock = std::chrono::steady_clock;
  double best = 1e300;
  for (int round = 0; round < 15; ++round) {
    constexpr int calls = 4000;
    const auto begin = Clock::now();
    for (int i = 0; i < calls; ++i)
      call();
    const std::chrono::duration<double, std::nano> spent = Clock::now() - begin;
    best = std::min(best, spent.count() / calls);
  }
  return best;
}

std::string measure(const std::string& name, const bench::Chain& chain, const Graph& graph) {
  const Tape tape = build_tape(graph, chain.inputs, chain.outputs);
  Interpreter interpreter(tape);
  const Native native = compile(bench::tape_to_c(tape, name), name);
  std::vector<double> in(tape.inputs());
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = 0.3 + 0.1 * static_cast<double>(i);
  std::vector<double> ours(tape.outputs());
  std::vector<double> theirs(tape.outputs());
  const double interpreted = time_of([&] {
    in[0] += 1e-9;
    interpreter.evaluate(in, ours);
  });
  const double compiled = time_of([&] {
    in[0] += 1e-9;
    native(in.data(), theirs.data());
  });
  interpreter.evaluate(in, ours);
  native(in.data(), theirs.data());
  double difference = 0;
  for (std::size_t k = 0; k < ours.size(); ++k)
    difference = std::max(difference, std::abs(ours[k] - theirs[k]) / (1 + std::abs(theirs[k])));
  return fmt::format(R"("{}": {{"operations": {}, "slots": {}, "interpreter_ns": {:.1f}, "c_ns": {:.1f}, )"
                     R"("ratio": {:.2f}, "difference": {:.1e}}})",
                     name, tape.operations(), tape.slots(), interpreted, compiled, interpreted / compiled, difference);
}

} // namespace

int main() {
  Graph graph;
  std::string out = "{";
  out += measure("interpreter_double_pendulum", bench::double_pendulum(graph), graph) + ",\n ";
  out += measure("interpreter_cart_5", bench::cart(graph, 5), graph) + ",\n ";
  out += measure("interpreter_cart_10", bench::cart(graph, 10), graph) + "}\n";
  std::fputs(out.c_str(), stdout);
  return 0;
}
