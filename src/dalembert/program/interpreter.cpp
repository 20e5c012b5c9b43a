#include <dalembert/base/errors.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/interpreter.h>
#include <dalembert/program/turns.h>
#include <dalembert/program/work_count.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace dalembert {
inline namespace program {

namespace {

/// Runs the groups; inlined into one function per instruction set, so that a multiply-add is one instruction where the
/// machine has it.
[[gnu::always_inline]] inline void run(const GroupedTape& tape, double* s) {
  const SlotInstruction* i = tape.instructions.data();
  for (const InstructionRun& group : tape.runs) {
    const SlotInstruction* const end = i + group.count;
    switch (group.operation) {
    case Operation::add:
      for (; i != end; ++i)
        s[i->result] = s[i->a] + s[i->b];
      break;
    case Operation::sub:
      for (; i != end; ++i)
        s[i->result] = s[i->a] - s[i->b];
      break;
    case Operation::mul:
      for (; i != end; ++i)
        s[i->result] = s[i->a] * s[i->b];
      break;
    case Operation::div:
      for (; i != end; ++i)
        s[i->result] = s[i->a] / s[i->b];
      break;
    case Operation::neg:
      for (; i != end; ++i)
        s[i->result] = -s[i->a];
      break;
    case Operation::fma:
      for (; i != end; ++i)
        s[i->result] = __builtin_fma(s[i->a], s[i->b], s[i->c]);
      break;
    case Operation::fms:
      for (; i != end; ++i)
        s[i->result] = __builtin_fma(s[i->a], s[i->b], -s[i->c]);
      break;
    case Operation::fnma:
      for (; i != end; ++i)
        s[i->result] = __builtin_fma(-s[i->a], s[i->b], s[i->c]);
      break;
    case Operation::fnms:
      for (; i != end; ++i)
        s[i->result] = __builtin_fma(-s[i->a], s[i->b], -s[i->c]);
      break;
    case Operation::sqrt:
      for (; i != end; ++i)
        s[i->result] = std::sqrt(s[i->a]);
      break;
    case Operation::sincos:
      for (; i != end; ++i) {
        const SineAndCosine both = sine_and_cosine(s[i->a]);
        s[i->result] = both.sine;
        s[i->b] = both.cosine;
      }
      break;
    case Operation::table:
      for (; i != end; ++i)
        s[i->result] = tape.tables[i->b]->value(i->c, s[i->a]);
      break;
    case Operation::select:
      for (; i != end; ++i)
        s[i->result] = s[i->a] != 0 ? s[i->b] : s[i->c];
      break;
    default: {
      const bool has_second = operand_count(group.operation) > 1;
      for (; i != end; ++i)
        s[i->result] = apply(group.operation, i->function(), s[i->a], has_second ? s[i->b] : 0, 0);
    }
    }
  }
}

void run_portable(const GroupedTape& tape, double* slots) {
  run(tape, slots);
}

using Run = void (*)(const GroupedTape&, double*);

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("fma")]] void run_fma(const GroupedTape& tape, double* slots) {
  run(tape, slots);
}

Run choose_run() {
  return __builtin_cpu_supports("fma") != 0 ? run_fma : run_portable;
}
#else
Run choose_run() {
  return run_portable;
}
#endif

const Run best_run = choose_run();

} // namespace

Interpreter::Interpreter(const Tape& tape)
    : grouped_(group(tape)), constants_(tape.constants().begin(), tape.constants().end()), inputs_(tape.inputs()) {}

Workspace Interpreter::workspace() const {
  Workspace out{std::make_unique_for_overwrite<double[]>(grouped_.slots), grouped_.slots};
  std::ranges::copy(constants_, out.numbers.get());
  return out;
}

void Interpreter::evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const {
  ENSURE(in.size() == inputs() && out.size() == outputs() && workspace.size == grouped_.slots);
  count_instructions(grouped_.instructions.size(), workspace);
  double* const slots = workspace.numbers.get();
  std::copy(in.begin(), in.end(), slots + constants_.size());
  best_run(grouped_, slots);
  const std::vector<std::uint32_t>& sources = grouped_.outputs;
  for (std::size_t k = 0; k < sources.size(); ++k)
    out[k] = slots[sources[k]];
}

void Interpreter::evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                                 Workspace& workspace) const {
  ENSURE(in.size() == lanes * inputs() && out.size() == lanes * outputs());
  ENSURE(workspace.size == grouped_.slots);
  double* const slots = workspace.numbers.get();
  const std::vector<std::uint32_t>& sources = grouped_.outputs;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    count_instructions(grouped_.instructions.size(), workspace);
    for (std::size_t i = 0; i < inputs_; ++i)
      slots[constants_.size() + i] = in[i * lanes + lane];
    best_run(grouped_, slots);
    for (std::size_t k = 0; k < sources.size(); ++k)
      out[k * lanes + lane] = slots[sources[k]];
  }
}

std::shared_ptr<const Executor> interpreted(const Tape& tape) {
  return std::make_shared<const Interpreter>(tape);
}

} // namespace program
} // namespace dalembert
