#include <dalembert/base/errors.h>
#include <dalembert/program/interpreter.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {

namespace {

/// Runs the instructions; inlined into one function per instruction set, so that a multiply-add is one instruction
/// where the machine has it.
[[gnu::always_inline]] inline void run(std::span<const Instruction> instructions, double* slots) {
  for (const Instruction& i : instructions) {
    const double a = slots[i.a];
    double& result = slots[i.result];
    switch (i.operation) {
    case Operation::add:
      result = a + slots[i.b];
      break;
    case Operation::sub:
      result = a - slots[i.b];
      break;
    case Operation::mul:
      result = a * slots[i.b];
      break;
    case Operation::div:
      result = a / slots[i.b];
      break;
    case Operation::neg:
      result = -a;
      break;
    case Operation::fma:
      result = __builtin_fma(a, slots[i.b], slots[i.c]);
      break;
    case Operation::fms:
      result = __builtin_fma(a, slots[i.b], -slots[i.c]);
      break;
    case Operation::fnma:
      result = __builtin_fma(-a, slots[i.b], slots[i.c]);
      break;
    case Operation::fnms:
      result = __builtin_fma(-a, slots[i.b], -slots[i.c]);
      break;
    case Operation::sqrt:
      result = std::sqrt(a);
      break;
    case Operation::sincos: {
      const double cosine = std::cos(a);
      result = std::sin(a);
      slots[i.b] = cosine;
      break;
    }
    case Operation::select:
      result = a != 0 ? slots[i.b] : slots[i.c];
      break;
    default: {
      const double b = operand_count(i.operation) > 1 ? slots[i.b] : 0;
      result = apply(i.operation, i.function(), a, b, 0);
    }
    }
  }
}

void run_portable(std::span<const Instruction> instructions, double* slots) {
  run(instructions, slots);
}

using Run = void (*)(std::span<const Instruction>, double*);

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("fma")]] void run_fma(std::span<const Instruction> instructions, double* slots) {
  run(instructions, slots);
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

Interpreter::Interpreter(Tape tape) : tape_(std::make_shared<const Tape>(std::move(tape))), slots_(tape_->slots()) {
  std::copy(tape_->constants().begin(), tape_->constants().end(), slots_.begin());
}

void Interpreter::evaluate(std::span<const double> in, std::span<double> out) {
  ENSURE(in.size() == inputs() && out.size() == outputs());
  std::copy(in.begin(), in.end(), slots_.begin() + static_cast<std::ptrdiff_t>(tape_->constants().size()));
  best_run(tape_->instructions(), slots_.data());
  const auto sources = tape_->output_slots();
  for (std::size_t k = 0; k < sources.size(); ++k)
    out[k] = slots_[sources[k]];
}

std::unique_ptr<Executor> Interpreter::clone() const {
  return std::make_unique<Interpreter>(*this);
}

} // namespace dalembert
