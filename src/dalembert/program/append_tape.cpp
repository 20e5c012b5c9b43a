#include <dalembert/base/errors.h>
#include <dalembert/program/append_tape.h>

#include <cstdint>

namespace dalembert {
inline namespace program {

namespace {

/// Operands of an instruction; of a unary function `c` is its name.
template <typename Visit>
void visit_operands(const Instruction& i, Visit&& visit) {
  const int count = operand_count(i.operation);
  visit(i.a);
  if (count > 1) visit(i.b);
  if (count > 2) visit(i.c);
}

Value appended(ValueGraph& values, const Tape& tape, const Instruction& i, std::span<const Value> made) {
  switch (i.operation) {
  case Operation::sincos:
    return values.sincos(made[i.a]).sine;
  case Operation::unary:
    return values.make(i.function(), made[i.a]);
  case Operation::binary:
    return values.make(i.function(), made[i.a], made[i.b]);
  case Operation::table:
    return values.look_up(tape.tables()[i.b], i.c, made[i.a]);
  default: {
    const int count = operand_count(i.operation);
    return values.make(i.operation, made[i.a], count > 1 ? made[i.b] : 0, count > 2 ? made[i.c] : 0);
  }
  }
}

} // namespace

std::vector<Value> append_tape(ValueGraph& values, const Tape& tape, std::span<const Value> inputs) {
  ENSURE(inputs.size() == tape.inputs());
  std::vector<Value> made;
  made.reserve(tape.values());
  for (const double constant : tape.constants())
    made.push_back(values.constant(constant));
  made.insert(made.end(), inputs.begin(), inputs.end());
  for (std::size_t k = 0; k < tape.operations(); ++k) {
    const Instruction& i = tape.instructions()[k];
    values.set_origin(tape.origin(k));
    const Value value = appended(values, tape, i, made);
    made.push_back(value);
    if (i.operation == Operation::sincos) made.push_back(value + 1);
  }
  std::vector<Value> out;
  for (const std::uint32_t output : tape.output_values())
    out.push_back(made[output]);
  return out;
}

std::vector<bool> inputs_read(const Tape& tape) {
  std::vector<bool> out(tape.inputs(), false);
  const std::uint32_t first = tape.input_value(0);
  const auto note = [&](std::uint32_t value) {
    if (value >= first && value < tape.first_result()) out[value - first] = true;
  };
  for (const Instruction& i : tape.instructions())
    visit_operands(i, note);
  for (const std::uint32_t output : tape.output_values())
    note(output);
  return out;
}

std::vector<bool> outputs_that_read(const Tape& tape, const std::vector<bool>& inputs) {
  ENSURE(inputs.size() == tape.inputs());
  std::vector<bool> depends(tape.constants().size(), false);
  depends.insert(depends.end(), inputs.begin(), inputs.end());
  for (const Instruction& i : tape.instructions()) {
    bool does = false;
    visit_operands(i, [&](std::uint32_t value) { does = does || depends[value]; });
    depends.insert(depends.end(), i.results(), does);
  }
  std::vector<bool> out;
  for (const std::uint32_t output : tape.output_values())
    out.push_back(depends[output]);
  return out;
}

} // namespace program
} // namespace dalembert
