// Machine code against the interpreter on the same tape, its compilation against the C compiler's.
// Prints one JSON object a line: {"name", "operations", "interpreter_ns", "machine_ns", "vector_sines_ns", "lanes",
// "lane_ns" (for one of the states that are evaluated together), "compile_seconds", "cc_seconds" (of -O1), "cc_ns" (of
// -O2)}.

#include <dalembert/dalembert.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/program/compile.h>

#include "cart_model.h"
#include "native_program.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace dalembert;

namespace {

using Vector = std::vector<double>;

std::function<void()> evaluation(const std::shared_ptr<const Executor>& program, const Vector& in, std::size_t lanes) {
  struct Work {
    Vector in;
    Vector out;
    ProgramInstance instance;
  };
  Vector all;
  for (const double value : in)
    all.insert(all.end(), lanes, value);
  const auto work =
      std::make_shared<Work>(std::move(all), Vector(lanes * program->outputs()), ProgramInstance(program));
  if (lanes == 1) return [work] { work->instance.evaluate(work->in, work->out); };
  return [work, lanes] { work->instance.evaluate_lanes(lanes, work->in, work->out); };
}

/// Which program of a model is measured.
enum class Program {
  matrices, ///< M, h and the rows of the constraints
  solution, ///< accelerations and multipliers
};

Tape tape_of(Session& session, Program program) {
  if (program == Program::matrices) return session.engine().programs->dynamics.tape;
  return lower_solved_motion(session.study(), session.equations()).value();
}

void compare(Session session, const std::string& name, Program program, bool with_cc = true) {
  const Engine& engine = session.engine();
  const Tape tape = tape_of(session, program);
  Vector in = engine.blank_inputs();
  in.resize(tape.inputs());
  for (std::size_t i = 1; i < engine.programs->layout.parameter(); ++i)
    in[i] = 0.1 + 0.03 * static_cast<double>(i);
  const Instructions instructions = best_instructions();
  const std::size_t lanes = instructions == Instructions::avx512 ? 8 : 4;
  const auto several = machine_code(tape, {instructions, true});
  std::vector<std::function<void()>> calls = {evaluation(interpreted(tape), in, 1),
                                              evaluation(machine_code(tape), in, 1), evaluation(several, in, lanes)};
  bench::NativeProgram native;
  Vector out(tape.outputs());
  if (with_cc) {
    native = bench::compile_with_cc(tape, "-O2");
    calls.emplace_back([&] { native.function(in.data(), out.data()); });
  }
  Vector seconds = bench::least_seconds_in_turns(calls);
  seconds.resize(4); // 0 without the C compiler
  const double compile = bench::least_seconds([&] { static_cast<void>(machine_code(tape)); });
  const double cc = with_cc ? bench::compile_with_cc(tape, "-O1").compile_seconds : 0.0;
  fmt::print("{{\"name\": \"{}\", \"operations\": {}, \"interpreter_ns\": {:.4g}, \"machine_ns\": {:.4g}, "
             "\"lanes\": {}, \"lane_ns\": {:.4g}, \"compile_seconds\": {:.4g}, "
             "\"cc_seconds\": {:.4g}, \"cc_ns\": {:.4g}}}\n",
             name, tape.operations(), seconds[0] * 1e9, seconds[1] * 1e9, lanes,
             seconds[2] * 1e9 / static_cast<double>(lanes), compile, cc, seconds[3] * 1e9);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench_machine MODELS\n");
    return 2;
  }
  if (!why_no_machine_code().empty()) {
    fmt::print(stderr, "no machine code: {}\n", why_no_machine_code());
    return 0;
  }
  compare(Session("double_pendulum", bench::double_pendulum_model()), "double_pendulum", Program::solution);
  compare(Session("cart_5", bench::cart_model(5)), "cart_5", Program::solution);
  compare(Session("cart_5", bench::cart_model(5)), "cart_5_matrices", Program::matrices);
  compare(Session::open(std::string(argv[1]) + "/gallery/andrews_squeezer.mech"), "andrews", Program::matrices);
  compare(Session("cart_100", bench::cart_model(100)), "cart_100", Program::matrices, false); // cc takes minutes
  return 0;
}
