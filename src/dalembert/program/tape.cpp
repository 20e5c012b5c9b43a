#include <dalembert/base/errors.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/program/tape.h>

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace dalembert::inline program {

Tape::Tape(Parts parts) : parts_(std::move(parts)) {
  ENSURE(parts_.slots >= parts_.constants.size() + parts_.inputs);
  ENSURE(parts_.origins.size() == parts_.instructions.size() && parts_.input_origins.size() == parts_.inputs);
}

std::size_t Tape::bytes() const {
  return parts_.constants.capacity() * sizeof(double) + parts_.instructions.capacity() * sizeof(Instruction) +
         parts_.outputs.capacity() * sizeof(std::uint32_t) + parts_.origins.capacity() * sizeof(Expr);
}

double Tape::computed(const Instruction& i, double a, double b, double c) const {
  if (i.operation == Operation::table) return parts_.tables[i.b]->value(i.c, a);
  return apply(i.operation, i.function(), a, b, c);
}

std::string Tape::text() const {
  std::string out;
  const auto append = std::back_inserter(out);
  const std::size_t first_input = parts_.constants.size();
  const std::size_t first_slot = first_input + parts_.inputs;
  const auto slot = [&](std::size_t index) {
    if (index < first_input) return fmt::format("{}", parts_.constants[index]);
    if (index < first_slot) return fmt::format("x{}", index - first_input);
    return fmt::format("s{}", index - first_slot);
  };
  for (const Instruction& i : parts_.instructions) {
    const bool is_call = i.operation == Operation::unary || i.operation == Operation::binary;
    fmt::format_to(append, "{}", slot(i.result));
    if (i.operation == Operation::sincos) fmt::format_to(append, ", {}", slot(i.b));
    fmt::format_to(append, " = {} {}", is_call ? dalembert::name(i.function()) : dalembert::name(i.operation),
                   slot(i.a));
    if (i.operation == Operation::table) fmt::format_to(append, " of table {}, derivative {}", i.b, i.c);
    if (operand_count(i.operation) > 1) fmt::format_to(append, " {}", slot(i.b));
    if (operand_count(i.operation) > 2) fmt::format_to(append, " {}", slot(i.c));
    out += '\n';
  }
  for (std::size_t k = 0; k < parts_.outputs.size(); ++k)
    fmt::format_to(append, "y{} = {}\n", k, slot(parts_.outputs[k]));
  return out;
}

} // namespace dalembert::inline program
