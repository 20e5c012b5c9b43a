#include <dalembert/base/errors.h>
#include <dalembert/program/schedule.h>
#include <dalembert/program/slots.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert::inline program {

namespace {

using Kind = ValueGraph::Kind;

/// How many values are alive at once while `v` is computed, sharing left out (Sethi and Ullman's number).
std::vector<std::uint32_t> pressures(const ValueGraph& values) {
  std::vector<std::uint32_t> pressure(values.size());
  for (Value v = 0; v < values.size(); ++v) {
    std::array<std::uint32_t, 3> needs = {};
    std::size_t count = 0;
    values.for_operands(v, [&](Value operand) { needs[count++] = pressure[operand]; });
    if (needs[0] < needs[1]) std::swap(needs[0], needs[1]);
    if (needs[1] < needs[2]) std::swap(needs[1], needs[2]);
    if (needs[0] < needs[1]) std::swap(needs[0], needs[1]);
    for (std::uint32_t i = 0; i < count; ++i)
      pressure[v] = std::max(pressure[v], needs[i] + i);
    if (values[v].kind == Kind::operation) pressure[v] = std::max(pressure[v], 1U);
  }
  return pressure;
}

/// The operations needed, each after its operands.
std::vector<Value> order(const ValueGraph& values, std::span<const Value> outputs) {
  const std::vector<std::uint32_t> pressure = pressures(values);
  enum State : std::uint8_t { unseen, open, done };
  std::vector<State> state(values.size(), unseen);
  std::vector<Value> ordered;
  std::vector<Value> stack;
  for (const Value output : outputs) {
    stack.push_back(output);
    while (!stack.empty()) {
      const Value v = stack.back();
      if (state[v] != unseen) {
        stack.pop_back();
        if (state[v] == open && values[v].kind == Kind::operation) ordered.push_back(v);
        state[v] = done;
        continue;
      }
      state[v] = open;
      const std::size_t mark = stack.size();
      values.for_operands(v, [&](Value operand) {
        if (state[operand] == unseen) stack.push_back(operand);
      });
      std::stable_sort(stack.begin() + static_cast<std::ptrdiff_t>(mark), stack.end(),
                       [&](Value a, Value b) { return pressure[a] < pressure[b]; });
    }
  }
  return ordered;
}

class Allocation {
public:
  Allocation(const ValueGraph& values, std::span<const Expr> inputs, std::span<const Value> outputs)
      : values_(values), ordered_(order(values, outputs)), slot_(values.size()), readers_(values.size()) {
    parts_.inputs = inputs.size();
    parts_.input_origins.assign(inputs.begin(), inputs.end());
    count_readers(outputs);
    place_constants(outputs);
    place_inputs();
  }

  Tape finish(std::span<const Value> outputs) {
    Slots slots(parts_.constants.size() + parts_.inputs);
    for (const Value v : ordered_)
      place(v, slots);
    for (const Value output : outputs)
      parts_.outputs.push_back(slot_[output]);
    parts_.slots = slots.used();
    parts_.tables = values_.tables();
    constexpr std::size_t most_slots = 1U << 24U; // what the result field of an instruction can name
    ENSURE(parts_.slots < most_slots);
    return Tape(std::move(parts_));
  }

private:
  [[nodiscard]] bool is_computed(Value v) const {
    return values_[v].kind == Kind::operation || values_[v].kind == Kind::cosine;
  }
  /// Calls `visit` for every value that instruction v reads.
  template <typename Visit>
  void for_reads(Value v, Visit&& visit) const {
    values_.for_operands(v, visit);
  }

  void count_readers(std::span<const Value> outputs) {
    for (const Value v : ordered_)
      for_reads(v, [this](Value operand) { ++readers_[operand]; });
    for (const Value output : outputs)
      ++readers_[output]; // never given back
  }

  void place_constants(std::span<const Value> outputs) {
    const auto place_one = [this](Value v) {
      if (values_[v].kind != Kind::constant || placed_[v]) return;
      placed_[v] = true;
      slot_[v] = static_cast<std::uint32_t>(parts_.constants.size());
      parts_.constants.push_back(values_.number(v));
    };
    placed_.assign(values_.size(), false);
    for (const Value v : ordered_)
      for_reads(v, place_one);
    for (const Value output : outputs)
      place_one(output);
  }

  void place_inputs() {
    for (Value v = 0; v < values_.size(); ++v)
      if (values_[v].kind == Kind::input) slot_[v] = static_cast<std::uint32_t>(parts_.constants.size()) + values_[v].a;
  }

  void place(Value v, Slots& slots) {
    const ValueGraph::Node& node = values_[v];
    Instruction instruction{node.operation, 0, slot_[node.a], 0, 0};
    const int count = operand_count(node.operation);
    if (count > 1) instruction.b = slot_[node.b];
    if (count > 2) instruction.c = slot_[node.c];
    if (node.operation == Operation::unary || node.operation == Operation::binary)
      instruction.c = static_cast<std::uint32_t>(node.function);
    if (node.operation == Operation::table) {
      instruction.b = node.b;
      instruction.c = node.c;
    }
    for_reads(v, [&](Value operand) {
      if (is_computed(operand) && --readers_[operand] == 0) slots.give_back(slot_[operand]);
    });
    slot_[v] = slots.take();
    instruction.result = slot_[v] & 0xFFFFFFU;
    if (node.operation == Operation::sincos) {
      slot_[v + 1] = instruction.b = slots.take();
      if (readers_[v + 1] == 0) slots.give_back(slot_[v + 1]);
      if (readers_[v] == 0) slots.give_back(slot_[v]);
    }
    parts_.instructions.push_back(instruction);
    parts_.origins.push_back(node.origin);
  }

  const ValueGraph& values_;
  std::vector<Value> ordered_;
  std::vector<std::uint32_t> slot_;
  std::vector<std::uint32_t> readers_;
  std::vector<bool> placed_;
  Tape::Parts parts_;
};

} // namespace

Tape schedule(const ValueGraph& values, std::span<const Expr> inputs, std::span<const Value> outputs) {
  return Allocation(values, inputs, outputs).finish(outputs);
}

} // namespace dalembert::inline program
