#include <dalembert/base/errors.h>
#include <dalembert/program/series_levels.h>

#include <algorithm>

namespace dalembert {
inline namespace program {

namespace {

/// Steps, kinks and choices.
bool is_piecewise(const Instruction& i) {
  switch (i.operation) {
  case Operation::unary:
    return has_steps(i.function()) || i.function() == Function::abs;
  case Operation::binary:
    return i.function() == Function::min || i.function() == Function::max || i.function() == Function::fmod;
  case Operation::table:
  case Operation::less:
  case Operation::less_equal:
  case Operation::equal:
  case Operation::not_equal:
    return true;
  default:
    return false;
  }
}

} // namespace

bool has_steps(Function f) {
  switch (f) {
  case Function::sign:
  case Function::heaviside:
  case Function::floor:
  case Function::ceil:
  case Function::round:
  case Function::trunc:
    return true;
  default:
    return false;
  }
}

SeriesLevels::SeriesLevels(const Tape& tape, std::span<const SeriesInput> inputs)
    : levels_(tape.values(), SeriesLevel::constant) {
  ENSURE(inputs.size() == tape.inputs());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    levels_[tape.input_value(i)] = inputs[i].level;
  std::size_t next = tape.first_result();
  for (const Instruction& i : tape.instructions())
    for (std::uint32_t r = 0; r < i.results(); ++r)
      levels_[next++] = of(i);
}

SeriesLevel SeriesLevels::of(const Instruction& i) const {
  SeriesLevel out = levels_[i.a];
  if (operand_count(i.operation) > 1) out = std::min(out, levels_[i.b]);
  if (operand_count(i.operation) > 2) out = std::min(out, levels_[i.c]);
  return out;
}

std::optional<std::size_t> series_obstacle(const Tape& tape, std::span<const SeriesInput> inputs) {
  const SeriesLevels levels(tape, inputs);
  const auto changes = [&](std::uint32_t value) {
    const bool is_input = value >= tape.input_value(0) && value < tape.first_result();
    if (is_input && inputs[value - tape.input_value(0)].is_branch) return false;
    return levels.of(value) < SeriesLevel::time;
  };
  for (std::size_t k = 0; k < tape.instructions().size(); ++k) {
    const Instruction& i = tape.instructions()[k];
    if (!is_piecewise(i)) continue;
    // A table has a kink at each of its points.
    if (i.operation == Operation::table ? levels.of(i.a) < SeriesLevel::constant
                                        : changes(i.a) || (operand_count(i.operation) > 1 && changes(i.b)))
      return k;
  }
  return std::nullopt;
}

} // namespace program
} // namespace dalembert
