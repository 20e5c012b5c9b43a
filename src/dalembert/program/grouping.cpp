#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/program/grouping.h>
#include <dalembert/program/slots.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace dalembert::inline program {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kinds = static_cast<std::size_t>(operation_count) + function_count;

/// Same kind: same operation, and same function where one is called.
std::size_t kind_of(const Instruction& i) {
  const bool is_call = i.operation == Operation::unary || i.operation == Operation::binary;
  return is_call ? static_cast<std::size_t>(operation_count) + i.c : static_cast<std::size_t>(i.operation);
}

/// Values are numbered: constants and inputs by slot, then two for each instruction, its result and (of sincos) cosine.
class Grouping {
public:
  explicit Grouping(const Tape& tape)
      : tape_(tape),
        leaves_(static_cast<std::uint32_t>(tape.constants().size() + tape.inputs())),
        operands_(tape.operations(), {none, none, none}),
        missing_(tape.operations()),
        readers_from_(tape.operations() + 1),
        reads_(leaves_ + 2 * tape.operations()),
        slot_(reads_.size(), none) {
    name_values();
    list_readers();
  }

  GroupedTape finish() {
    for (std::uint32_t k = 0; k < tape_.operations(); ++k)
      if (missing_[k] == 0) make_ready(k);
    Slots slots(leaves_);
    while (ordered_.size() < tape_.operations())
      emit_run(slots);
    for (const std::uint32_t value : outputs_)
      grouped_.outputs.push_back(slot_[value]);
    grouped_.slots = slots.used();
    grouped_.tables = tape_.tables();
    return std::move(grouped_);
  }

private:
  [[nodiscard]] std::uint32_t result_of(std::uint32_t instruction) const { return leaves_ + 2 * instruction; }
  [[nodiscard]] std::uint32_t writer_of(std::uint32_t value) const { return (value - leaves_) / 2; }
  [[nodiscard]] bool is_leaf(std::uint32_t value) const { return value < leaves_; }

  void name_values() {
    std::vector<std::uint32_t> holder(tape_.slots(), none);
    for (std::uint32_t leaf = 0; leaf < leaves_; ++leaf)
      holder[leaf] = slot_[leaf] = leaf;
    for (std::uint32_t k = 0; k < tape_.operations(); ++k) {
      const Instruction& i = tape_.instructions()[k];
      const std::array<std::uint32_t, 3> from = {i.a, i.b, i.c};
      for (std::size_t j = 0; j < static_cast<std::size_t>(operand_count(i.operation)); ++j)
        read(k, j, holder[from[j]]);
      holder[i.result] = result_of(k);
      if (i.operation == Operation::sincos) holder[i.b] = result_of(k) + 1;
    }
    for (const std::uint32_t slot : tape_.output_slots()) {
      outputs_.push_back(holder[slot]);
      ++reads_[holder[slot]]; // never given back
    }
  }

  void read(std::uint32_t instruction, std::size_t operand, std::uint32_t value) {
    operands_[instruction][operand] = value;
    ++reads_[value];
    if (is_leaf(value)) return;
    ++missing_[instruction];
    ++readers_from_[writer_of(value) + 1];
  }

  /// From the counts of readers, one list in the order of the instructions.
  void list_readers() {
    std::partial_sum(readers_from_.begin(), readers_from_.end(), readers_from_.begin());
    readers_.resize(readers_from_.back());
    std::vector<std::uint32_t> next(readers_from_.begin(), readers_from_.end() - 1);
    for (std::uint32_t k = 0; k < tape_.operations(); ++k)
      for (const std::uint32_t value : operands_[k])
        if (value != none && !is_leaf(value)) readers_[next[writer_of(value)]++] = k;
  }

  void make_ready(std::uint32_t instruction) {
    ready_[kind_of(tape_.instructions()[instruction])].push_back(instruction);
  }

  /// Emits every instruction of the kind that most are ready of, with those that become ready on the way.
  void emit_run(Slots& slots) {
    const auto longest = std::max_element(ready_.begin(), ready_.end(),
                                          [](const auto& a, const auto& b) { return a.size() < b.size(); });
    ENSURE(!longest->empty());
    const std::size_t first = ordered_.size();
    for (std::size_t k = 0; k < longest->size(); ++k)
      emit((*longest)[k], slots);
    longest->clear();
    grouped_.runs.push_back(
        {grouped_.instructions[first].operation, static_cast<std::uint32_t>(ordered_.size() - first)});
  }

  void emit(std::uint32_t k, Slots& slots) {
    Instruction i = tape_.instructions()[k];
    const std::array<std::uint32_t*, 3> fields = {&i.a, &i.b, &i.c};
    for (std::size_t j = 0; j < 3; ++j)
      if (operands_[k][j] != none) *fields[j] = slot_[operands_[k][j]];
    for (const std::uint32_t value : operands_[k])
      if (value != none && !is_leaf(value) && --reads_[value] == 0) slots.give_back(slot_[value]);
    const std::uint32_t value = result_of(k);
    slot_[value] = slots.take();
    i.result = slot_[value] & 0xFFFFFFU;
    if (i.operation == Operation::sincos) i.b = slot_[value + 1] = slots.take();
    ordered_.push_back(k);
    grouped_.instructions.push_back(i);
    for (std::uint32_t r = readers_from_[k]; r < readers_from_[k + 1]; ++r)
      if (--missing_[readers_[r]] == 0) make_ready(readers_[r]);
  }

  const Tape& tape_;
  std::uint32_t leaves_;
  std::vector<std::array<std::uint32_t, 3>> operands_; ///< values that an instruction reads
  std::vector<std::uint32_t> missing_;                 ///< operands that are not there yet
  std::vector<std::uint32_t> readers_from_;            ///< per instruction: the place of its first reader in `readers_`
  std::vector<std::uint32_t> readers_;                 ///< instructions that read an instruction's results
  std::vector<std::uint32_t> reads_;                   ///< per value: readings still to come
  std::vector<std::uint32_t> slot_;                    ///< per value
  std::vector<std::uint32_t> outputs_;                 ///< values
  std::vector<std::uint32_t> ordered_;
  std::array<std::vector<std::uint32_t>, kinds> ready_;
  GroupedTape grouped_;
};

} // namespace

GroupedTape group(const Tape& tape) {
  poll(tape.instructions().size());
  return Grouping(tape).finish();
}

} // namespace dalembert::inline program
