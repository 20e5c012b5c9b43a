#include <dalembert/lowering/rk4_step.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/program/append_tape.h>
#include <dalembert/program/schedule.h>
#include <dalembert/program/value_graph.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace lowering {

namespace {

using Values = std::vector<Value>;

/// What the inputs of one member are.
struct StepInputs {
  Value time;
  Value length; ///< h
  Values state; ///< y
  Values parameters;
};

/// Writes the stages of one member.
class StageWriter {
public:
  StageWriter(ValueGraph& values, const InputLayout& layout, const Tape& motion, const Tape& powers)
      : values_(values), layout_(layout), motion_(motion), powers_(powers) {}

  /// y a step later.
  Values step(const StepInputs& from) {
    const Value half = values_.make(Operation::mul, from.length, values_.constant(0.5));
    const Value sixth = values_.make(Operation::mul, from.length, values_.constant(1.0 / 6));
    const Value middle = values_.make(Operation::add, from.time, half);
    const Value end = values_.make(Operation::add, from.time, from.length);
    const Values k1 = slopes(from, from.time, from.state);
    const Values k2 = slopes(from, middle, moved(from.state, half, k1));
    const Values k3 = slopes(from, middle, moved(from.state, half, k2));
    const Values k4 = slopes(from, end, moved(from.state, from.length, k3));
    Values sum(k1.size());
    const Value two = values_.constant(2);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      const Value middles = values_.make(Operation::add, k2[i], k3[i]);
      const Value ends = values_.make(Operation::add, k1[i], k4[i]);
      sum[i] = values_.make(Operation::fma, two, middles, ends);
    }
    return moved(from.state, sixth, sum);
  }

private:
  /// ẏ = (v, v̇, powers).
  Values slopes(const StepInputs& from, Value time, const Values& y) {
    const std::size_t n = layout_.coordinates;
    Values state{time};
    state.insert(state.end(), y.begin(), y.begin() + static_cast<std::ptrdiff_t>(2 * n));
    state.insert(state.end(), from.parameters.begin(), from.parameters.end());
    const Values solved = append_tape(values_, motion_, state);
    Values full = std::move(state);
    full.insert(full.end(), solved.begin(), solved.end());
    full.resize(layout_.full_size(), values_.constant(0)); // the powers do not read what follows
    const Values spent = append_tape(values_, powers_, full);
    Values out(y.begin() + static_cast<std::ptrdiff_t>(n), y.begin() + static_cast<std::ptrdiff_t>(2 * n));
    out.insert(out.end(), solved.begin(), solved.begin() + static_cast<std::ptrdiff_t>(n));
    out.insert(out.end(), spent.begin(), spent.end());
    return out;
  }

  /// y + length·slope; a slope of 0 moves nothing.
  Values moved(const Values& y, Value length, const Values& slope) {
    Values out = y;
    for (std::size_t i = 0; i < y.size(); ++i)
      if (!is_zero(slope[i])) out[i] = values_.make(Operation::fma, length, slope[i], y[i]);
    return out;
  }

  [[nodiscard]] bool is_zero(Value v) const {
    return values_[v].kind == ValueGraph::Kind::constant && values_.number(v) == 0.0;
  }

  ValueGraph& values_;
  const InputLayout& layout_;
  const Tape& motion_;
  const Tape& powers_;
};

/// True where the powers follow from t, q, v, v̇ and λ.
bool are_powers_of_the_state(const InputLayout& layout, const Tape& powers) {
  const std::vector<bool> read = inputs_read(powers);
  return std::none_of(read.begin() + static_cast<std::ptrdiff_t>(layout.friction()), read.end(),
                      [](bool is_read) { return is_read; });
}

} // namespace

std::optional<Rk4Step> lower_rk4_step(const Study& study, const Equations& equations, const Programs& programs,
                                      std::size_t groups) {
  const InputLayout& layout = programs.layout;
  const Tape& powers = programs.powers.tape;
  if (layout.jumps > 0 || !are_powers_of_the_state(layout, powers)) return std::nullopt;
  const std::optional<Tape> motion = lower_solved_motion(study, equations);
  if (!motion) return std::nullopt;
  Rk4Step out;
  out.groups = groups;
  out.components = 2 * layout.coordinates + powers.outputs();
  out.parameters = layout.parameters;
  out.reads_time = inputs_read(*motion)[layout.time()] || inputs_read(powers)[layout.time()];
  ValueGraph values;
  std::vector<Expr> origins;
  std::vector<StepInputs> inputs;
  for (std::size_t g = 0; g < groups; ++g) {
    const auto input = [&] {
      origins.emplace_back();
      return values.input(origins.size() - 1, Expr{});
    };
    const auto several = [&](std::size_t count) {
      Values made(count);
      std::ranges::generate(made, input);
      return made;
    };
    const Value time = input();
    const Value length = input();
    Values state = several(out.components);
    inputs.push_back({time, length, std::move(state), several(out.parameters)});
  }
  StageWriter writer(values, layout, *motion, powers);
  Values outputs;
  for (const StepInputs& from : inputs) {
    const Values end = writer.step(from);
    outputs.insert(outputs.end(), end.begin(), end.end());
  }
  out.tape = schedule(values, origins, outputs);
  return out;
}

} // namespace lowering
} // namespace dalembert
