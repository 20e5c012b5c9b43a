#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/program/interpreter.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {

namespace {

/// Runs the groups; inlined into one function per instruction set, so that a multiply-add is one instruction where the
/// machine has it.
[[gnu::always_inline]] inline void run(const GroupedTape& tape, double* s) {
  const Instruction* i = tape.instructions.data();
  for (const InstructionRun& group : tape.runs) {
    const Instruction* const end = i + group.count;
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
        const double angle = s[i->a];
        s[i->result] = std::sin(angle);
        s[i->b] = std::cos(angle);
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

Interpreter::Interpreter(Tape tape)
    : tape_(std::make_shared<const Tape>(std::move(tape))),
      grouped_(std::make_shared<const GroupedTape>(group(*tape_))),
      slots_(grouped_->slots) {
  std::copy(tape_->constants().begin(), tape_->constants().end(), slots_.begin());
}

void Interpreter::evaluate(std::span<const double> in, std::span<double> out) {
  ENSURE(in.size() == inputs() && out.size() == outputs());
  constexpr std::size_t instructions_per_unit = 8; // of `poll`
  constexpr std::size_t worth_a_poll = 1024;       // instructions: small tapes take no notice of it
  unpolled_ += grouped_->instructions.size();
  if (unpolled_ >= worth_a_poll) {
    poll(unpolled_ / instructions_per_unit);
    unpolled_ = 0;
  }
  std::copy(in.begin(), in.end(), slots_.begin() + static_cast<std::ptrdiff_t>(tape_->constants().size()));
  best_run(*grouped_, slots_.data());
  const std::vector<std::uint32_t>& sources = grouped_->outputs;
  for (std::size_t k = 0; k < sources.size(); ++k)
    out[k] = slots_[sources[k]];
}

std::unique_ptr<Executor> Interpreter::clone() const {
  return std::make_unique<Interpreter>(*this);
}

} // namespace dalembert
