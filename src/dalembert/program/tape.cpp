#include <dalembert/base/errors.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/program/tape.h>

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace dalembert {
inline namespace program {

Tape::Tape(Parts parts) : parts_(std::move(parts)), values_(first_result()) {
  for (const Instruction& i : parts_.instructions)
    values_ += i.results();
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
  std::size_t next = first_result();
  const auto value = [&](std::size_t number) {
    if (number < first_input) return fmt::format("{}", parts_.constants[number]);
    if (number < first_result()) return fmt::format("x{}", number - first_input);
    return fmt::format("v{}", number - first_result());
  };
  for (const Instruction& i : parts_.instructions) {
    const bool is_call = i.operation == Operation::unary || i.operation == Operation::binary;
    fmt::format_to(append, "{}", value(next));
    if (i.operation == Operation::sincos) fmt::format_to(append, ", {}", value(next + 1));
    next += i.results();
    fmt::format_to(append, " = {} {}", is_call ? dalembert::name(i.function()) : dalembert::name(i.operation),
                   value(i.a));
    if (i.operation == Operation::table) fmt::format_to(append, " of table {}, derivative {}", i.b, i.c);
    if (operand_count(i.operation) > 1) fmt::format_to(append, " {}", value(i.b));
    if (operand_count(i.operation) > 2) fmt::format_to(append, " {}", value(i.c));
    out += '\n';
  }
  for (std::size_t k = 0; k < parts_.outputs.size(); ++k)
    fmt::format_to(append, "y{} = {}\n", k, value(parts_.outputs[k]));
  return out;
}

} // namespace program
} // namespace dalembert
