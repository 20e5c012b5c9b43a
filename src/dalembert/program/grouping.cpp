#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/program/grouping.h>
#include <dalembert/program/slots.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace dalembert {
inline namespace program {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t last_slot = 0xFFFFFF; ///< that the result field of an instruction can name
constexpr std::size_t kinds = static_cast<std::size_t>(operation_count) + function_count;

/// Same kind: same operation, and same function where one is called.
std::size_t kind_of(const Instruction& i) {
  const bool is_call = i.operation == Operation::unary || i.operation == Operation::binary;
  return is_call ? static_cast<std::size_t>(operation_count) + i.c : static_cast<std::size_t>(i.operation);
}

class Grouping {
public:
  explicit Grouping(const Tape& tape)
      : tape_(tape),
        leaves_(tape.first_result()),
        missing_(tape.operations()),
        readers_from_(tape.operations() + 1),
        reads_(tape.values()),
        slot_(tape.values(), none) {
    std::iota(slot_.begin(), slot_.begin() + leaves_, 0U);
    list_results();
    count_readers();
    list_readers();
  }

  GroupedTape finish() {
    for (std::uint32_t k = 0; k < tape_.operations(); ++k)
      if (missing_[k] == 0) make_ready(k);
    Slots slots(leaves_);
    while (ordered_.size() < tape_.operations())
      emit_run(slots);
    for (const std::uint32_t value : tape_.output_values())
      grouped_.outputs.push_back(slot_[value]);
    grouped_.slots = slots.used();
    ENSURE(grouped_.slots <= last_slot);
    grouped_.tables = tape_.tables();
    return std::move(grouped_);
  }

private:
  [[nodiscard]] bool is_leaf(std::uint32_t value) const { return value < leaves_; }
  [[nodiscard]] std::uint32_t writer_of(std::uint32_t value) const { return writers_[value - leaves_]; }
  /// Calls `visit` with every value that an instruction reads.
  template <typename Visit>
  void for_operands(std::uint32_t instruction, Visit&& visit) const {
    const Instruction& i = tape_.instructions()[instruction];
    const int count = operand_count(i.operation);
    visit(i.a);
    if (count > 1) visit(i.b);
    if (count > 2) visit(i.c);
  }

  void list_results() {
    results_.reserve(tape_.operations());
    writers_.reserve(tape_.values());
    for (std::uint32_t k = 0; k < tape_.operations(); ++k) {
      results_.push_back(leaves_ + static_cast<std::uint32_t>(writers_.size()));
      for (std::uint32_t r = 0; r < tape_.instructions()[k].results(); ++r)
        writers_.push_back(k);
    }
  }

  void count_readers() {
    for (std::uint32_t k = 0; k < tape_.operations(); ++k)
      for_operands(k, [this, k](std::uint32_t value) {
        ++reads_[value];
        if (is_leaf(value)) return;
        ++missing_[k];
        ++readers_from_[writer_of(value) + 1];
      });
    for (const std::uint32_t value : tape_.output_values())
      ++reads_[value]; // never given back
  }

  /// From the counts of readers, one list in the order of the instructions.
  void list_readers() {
    std::partial_sum(readers_from_.begin(), readers_from_.end(), readers_from_.begin());
    readers_.resize(readers_from_.back());
    std::vector<std::uint32_t> next(readers_from_.begin(), readers_from_.end() - 1);
    for (std::uint32_t k = 0; k < tape_.operations(); ++k)
      for_operands(k, [&](std::uint32_t value) {
        if (!is_leaf(value)) readers_[next[writer_of(value)]++] = k;
      });
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
    const Instruction& from = tape_.instructions()[k];
    const int count = operand_count(from.operation);
    SlotInstruction i{from.operation, 0, slot_[from.a], from.b, from.c};
    if (count > 1) i.b = slot_[from.b];
    if (count > 2) i.c = slot_[from.c];
    for_operands(k, [&](std::uint32_t value) {
      if (!is_leaf(value) && --reads_[value] == 0) slots.give_back(slot_[value]);
    });
    const std::uint32_t value = results_[k];
    slot_[value] = slots.take();
    i.result = slot_[value] & last_slot;
    if (i.operation == Operation::sincos) i.b = slot_[value + 1] = slots.take();
    ordered_.push_back(k);
    grouped_.instructions.push_back(i);
    for (std::uint32_t r = readers_from_[k]; r < readers_from_[k + 1]; ++r)
      if (--missing_[readers_[r]] == 0) make_ready(readers_[r]);
  }

  const Tape& tape_;
  std::uint32_t leaves_;
  std::vector<std::uint32_t> results_;      ///< first value of each instruction
  std::vector<std::uint32_t> writers_;      ///< instruction of each value that is no leaf
  std::vector<std::uint32_t> missing_;      ///< operands that are not there yet
  std::vector<std::uint32_t> readers_from_; ///< per instruction: the place of its first reader in `readers_`
  std::vector<std::uint32_t> readers_;      ///< instructions that read an instruction's results
  std::vector<std::uint32_t> reads_;        ///< per value: readings still to come
  std::vector<std::uint32_t> slot_;         ///< per value
  std::vector<std::uint32_t> ordered_;
  std::array<std::vector<std::uint32_t>, kinds> ready_;
  GroupedTape grouped_;
};

} // namespace

GroupedTape group(const Tape& tape) {
  poll(tape.instructions().size());
  return Grouping(tape).finish();
}

} // namespace program
} // namespace dalembert
