#include <dalembert/base/errors.h>
#include <dalembert/program/split_tape.h>

#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace program {

namespace {

constexpr std::uint32_t not_in_part = std::numeric_limits<std::uint32_t>::max();

/// The operands of an instruction that are values.
std::array<std::uint32_t*, 3> operands_of(Instruction& i) {
  const int count = operand_count(i.operation);
  return {&i.a, count > 1 ? &i.b : nullptr, count > 2 ? &i.c : nullptr};
}

/// Which values depend on inputs from `first` on.
std::vector<bool> varying_values(const Tape& tape, std::size_t first) {
  std::vector<bool> out(tape.values(), false);
  for (std::size_t i = first; i < tape.inputs(); ++i)
    out[tape.input_value(i)] = true;
  std::size_t next = tape.first_result();
  for (Instruction i : tape.instructions()) {
    bool varies = false;
    for (const std::uint32_t* const operand : operands_of(i))
      varies = varies || (operand != nullptr && out[*operand]);
    for (std::uint32_t result = 0; result < i.results(); ++result)
      out[next++] = varies;
  }
  return out;
}

/// One of the two tapes, under construction.
class TapePart {
public:
  explicit TapePart(const Tape& whole) : whole_(whole), numbers_(whole.values(), not_in_part) {
    parts_.constants.assign(whole.constants().begin(), whole.constants().end());
    parts_.tables = whole.tables();
    for (std::uint32_t c = 0; c < parts_.constants.size(); ++c)
      numbers_[c] = c;
    next_ = static_cast<std::uint32_t>(parts_.constants.size());
  }

  /// The next input is this value of the whole.
  void add_input(std::uint32_t value, Expr origin) {
    numbers_[value] = next_++;
    ++parts_.inputs;
    parts_.input_origins.push_back(origin);
  }
  /// @pre all inputs have been added
  void add(std::size_t instruction, std::uint32_t result) {
    Instruction i = whole_.instructions()[instruction];
    for (std::uint32_t* const operand : operands_of(i))
      if (operand != nullptr) *operand = numbers_[*operand];
    for (std::uint32_t r = 0; r < i.results(); ++r)
      numbers_[result + r] = next_++;
    parts_.instructions.push_back(i);
    parts_.origins.push_back(whole_.origin(instruction));
  }
  void add_output(std::uint32_t value) { parts_.outputs.push_back(numbers_[value]); }
  [[nodiscard]] Tape made() { return Tape(std::move(parts_)); }

private:
  const Tape& whole_;
  Tape::Parts parts_;
  std::vector<std::uint32_t> numbers_; ///< of each value of the whole
  std::uint32_t next_ = 0;
};

} // namespace

SplitTape split_tape(const Tape& tape, std::size_t first) {
  ENSURE(first <= tape.inputs());
  const std::vector<bool> varies = varying_values(tape, first);
  std::vector<std::uint32_t> handed_over; // in the order of the inputs of `varying`
  std::vector<std::size_t> fixed_outputs;
  std::vector<std::size_t> varying_outputs;
  for (std::size_t k = 0; k < tape.outputs(); ++k) {
    const std::uint32_t output = tape.output_values()[k];
    (varies[output] ? varying_outputs : fixed_outputs).push_back(k);
    if (!varies[output]) handed_over.push_back(output);
  }
  std::vector<bool> is_read(tape.values(), false);
  std::uint32_t next = tape.first_result();
  for (Instruction i : tape.instructions()) {
    for (const std::uint32_t* const operand : operands_of(i))
      if (varies[next] && operand != nullptr && !varies[*operand]) is_read[*operand] = true;
    next += i.results();
  }
  for (std::uint32_t value = tape.input_value(0); value < tape.values(); ++value)
    if (is_read[value]) handed_over.push_back(value);

  std::vector<Expr> origins(tape.values()); // of each value that is not a constant
  for (std::size_t i = 0; i < tape.inputs(); ++i)
    origins[tape.input_value(i)] = tape.input_origin(i);
  next = tape.first_result();
  for (std::size_t k = 0; k < tape.operations(); ++k)
    for (std::uint32_t r = 0; r < tape.instructions()[k].results(); ++r)
      origins[next++] = tape.origin(k);

  TapePart fixed(tape);
  TapePart varying(tape);
  for (std::size_t i = 0; i < first; ++i)
    fixed.add_input(tape.input_value(i), tape.input_origin(i));
  for (const std::uint32_t value : handed_over)
    varying.add_input(value, origins[value]);
  for (std::size_t i = first; i < tape.inputs(); ++i)
    varying.add_input(tape.input_value(i), tape.input_origin(i));
  next = tape.first_result();
  for (std::size_t k = 0; k < tape.operations(); ++k) {
    (varies[next] ? varying : fixed).add(k, next);
    next += tape.instructions()[k].results();
  }
  for (const std::uint32_t value : handed_over)
    fixed.add_output(value);
  for (const std::size_t k : varying_outputs)
    varying.add_output(tape.output_values()[k]);
  return {fixed.made(), varying.made(), std::move(fixed_outputs), std::move(varying_outputs)};
}

} // namespace program
} // namespace dalembert
