#include <dalembert/base/errors.h>
#include <dalembert/program/schedule.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace program {

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

/// Those from `as_made` on that the outputs need, as they were made.
std::vector<Value> needed_from(const ValueGraph& values, std::span<const Value> outputs, Value as_made) {
  std::vector<Value> out;
  if (as_made >= values.size()) return out;
  std::vector<bool> is_needed(values.size() - as_made, false);
  const auto need = [&](Value v) {
    if (v >= as_made) is_needed[v - as_made] = true;
  };
  for (const Value output : outputs)
    need(output);
  for (Value v = static_cast<Value>(values.size()); v-- > as_made;)
    if (is_needed[v - as_made]) {
      out.push_back(v);
      values.for_operands(v, need);
    }
  std::reverse(out.begin(), out.end());
  return out;
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
      for (std::size_t i = mark + 1; i < stack.size(); ++i) // three at most, in order of pressure
        for (std::size_t j = i; j > mark && pressure[stack[j]] < pressure[stack[j - 1]]; --j)
          std::swap(stack[j], stack[j - 1]);
    }
  }
  return ordered;
}

class Numbering {
public:
  Numbering(const ValueGraph& values, std::span<const Expr> inputs) : values_(values), number_(values.size(), none) {
    parts_.inputs = inputs.size();
    parts_.input_origins.assign(inputs.begin(), inputs.end());
  }

  Tape finish(std::span<const Value> outputs, Value as_made) {
    std::vector<Value> wanted = needed_from(values_, outputs, as_made);
    wanted.insert(wanted.end(), outputs.begin(), outputs.end());
    const std::vector<Value> ordered = order(values_, wanted);
    for (const Value v : ordered)
      values_.for_operands(v, [this](Value operand) { number_constant(operand); });
    for (const Value output : outputs)
      number_constant(output);
    number_inputs();
    next_ += parts_.inputs;
    for (const Value v : ordered)
      add(v);
    for (const Value output : outputs)
      parts_.outputs.push_back(number_[output]);
    parts_.tables = values_.tables();
    ENSURE(next_ < none);
    return Tape(std::move(parts_));
  }

private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  void number_constant(Value v) {
    if (values_[v].kind != Kind::constant || number_[v] != none) return;
    number_[v] = static_cast<std::uint32_t>(next_++);
    parts_.constants.push_back(values_.number(v));
  }

  void number_inputs() {
    for (Value v = 0; v < values_.size(); ++v)
      if (values_[v].kind == Kind::input) number_[v] = static_cast<std::uint32_t>(next_) + values_[v].a;
  }

  void add(Value v) {
    const ValueGraph::Node& node = values_[v];
    Instruction instruction{node.operation, number_[node.a], 0, 0};
    const int count = operand_count(node.operation);
    if (count > 1) instruction.b = number_[node.b];
    if (count > 2) instruction.c = number_[node.c];
    if (node.operation == Operation::unary || node.operation == Operation::binary)
      instruction.c = static_cast<std::uint32_t>(node.function);
    if (node.operation == Operation::table) {
      instruction.b = node.b;
      instruction.c = node.c;
    }
    for (std::uint32_t k = 0; k < instruction.results(); ++k) // the cosine stands behind its sine
      number_[v + k] = static_cast<std::uint32_t>(next_++);
    parts_.instructions.push_back(instruction);
    parts_.origins.push_back(node.origin);
  }

  const ValueGraph& values_;
  std::vector<std::uint32_t> number_; ///< on the tape
  std::size_t next_ = 0;
  Tape::Parts parts_;
};

} // namespace

Tape schedule(const ValueGraph& values, std::span<const Expr> inputs, std::span<const Value> outputs) {
  return Numbering(values, inputs).finish(outputs, static_cast<Value>(values.size()));
}

Tape schedule(const ValueGraph& values, std::span<const Expr> inputs, std::span<const Value> outputs, Value as_made) {
  return Numbering(values, inputs).finish(outputs, as_made);
}

} // namespace program
} // namespace dalembert
