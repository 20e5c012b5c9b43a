#include <dalembert/export/fmu_dependencies.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>

namespace dalembert {
inline namespace exporting {

namespace {

using Row = StateDependencies::Row;

void join(Row& to, const Row& from) {
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i]) to[i] = true;
}

/// Which inputs the values of a tape hold: 64 of them in a word.
class HeldInputs {
public:
  explicit HeldInputs(const Tape& tape)
      : tape_(tape), words_((tape.inputs() + word_size - 1) / word_size), held_(tape.values() * words_, 0) {
    for (std::size_t i = 0; i < tape.inputs(); ++i)
      held_[tape.input_value(i) * words_ + i / word_size] |= std::uint64_t{1} << (i % word_size);
    std::size_t next = tape.first_result();
    for (const Instruction& instruction : tape.instructions()) {
      const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
      for (std::uint32_t result = 0; result < instruction.results(); ++result, ++next)
        for (const std::uint32_t operand :
             std::span(operands).first(static_cast<std::size_t>(operand_count(instruction.operation))))
          for (std::size_t w = 0; w < words_; ++w)
            held_[next * words_ + w] |= held_[operand * words_ + w];
    }
  }

  [[nodiscard]] Row output(std::size_t k) const {
    Row out(tape_.inputs(), false);
    const std::size_t value = tape_.output_values()[k];
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = (held_[value * words_ + i / word_size] >> (i % word_size) & 1U) != 0;
    return out;
  }
  /// True for a 0 that stands in the program as such.
  [[nodiscard]] bool is_zero(std::size_t k) const {
    const std::size_t value = tape_.output_values()[k];
    return value < tape_.constants().size() && tape_.constants()[value] == 0.0;
  }

private:
  static constexpr std::size_t word_size = 64;
  const Tape& tape_;
  std::size_t words_;
  std::vector<std::uint64_t> held_;
};

/// Groups of unknowns that are solved together.
class Groups {
public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  [[nodiscard]] std::size_t of(std::size_t i) const {
    while (parent_[i] != i)
      i = parent_[i];
    return i;
  }
  void unite(std::size_t i, std::size_t j) { parent_[of(i)] = of(j); }

private:
  std::vector<std::size_t> parent_;
};

} // namespace

StateDependencies::StateDependencies(const CModel& model)
    : model_(model), coordinates_(model.programs.layout.coordinates), computed_(model.programs.layout.parameters) {
  const InputLayout& layout = model.programs.layout;
  const std::size_t n = layout.coordinates;
  const std::size_t m = layout.multipliers;
  const HeldInputs of_computed(model.computed.tape);
  for (std::size_t k = 0; k < model.computed.computed.size(); ++k)
    computed_[model.computed.computed[k]] = of_computed.output(k);

  const HeldInputs dynamics(model.programs.dynamics.tape);
  const std::size_t rows = n * n + n; // where A begins
  Groups groups(n + m);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (!dynamics.is_zero(i * n + j)) groups.unite(i, j);
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = 0; i < n; ++i)
      if (!dynamics.is_zero(rows + k * n + i)) groups.unite(n + k, i);

  // What a group of equations holds: its matrices, and what stands on the right.
  const Row none(layout.state_size(), false);
  std::vector<Row> matrices(n + m, none);
  std::vector<Row> right(n + m, none);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      join(matrices[groups.of(i)], of_state(dynamics.output(i * n + j)));
    join(right[groups.of(i)], of_state(dynamics.output(n * n + i)));
  }
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t i = 0; i < n; ++i)
      join(matrices[groups.of(n + k)], of_state(dynamics.output(rows + k * n + i)));
    join(right[groups.of(n + k)], of_state(dynamics.output(rows + m * n + k)));
  }
  std::vector<Row> positions = matrices;
  std::vector<Row> rates = matrices;
  const HeldInputs of_positions(model.programs.positions.tape);
  const std::vector<std::size_t>& holonomic = model.programs.positions.rows;
  for (std::size_t k = 0; k < holonomic.size(); ++k)
    join(positions[groups.of(n + holonomic[k])], of_state(of_positions.output(k)));
  const HeldInputs of_rates(model.programs.rates.tape);
  for (std::size_t k = 0; k < m; ++k)
    join(rates[groups.of(n + k)], of_state(of_rates.output(k)));
  for (std::size_t i = 0; i < n + m; ++i) {
    forces_.push_back(matrices[groups.of(i)]);
    join(forces_.back(), right[groups.of(i)]);
    position_steps_.push_back(positions[groups.of(i)]);
    rate_steps_.push_back(rates[groups.of(i)]);
  }
}

/// What inputs of any program say of the state: accelerations and multipliers by what they hold, computed parameters
/// by those that they are computed from.
StateDependencies::Row StateDependencies::of_state(const Row& full) const {
  const InputLayout& layout = model_.programs.layout;
  Row out(layout.state_size(), false);
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (!full[i]) continue;
    if (i >= layout.acceleration()) {
      if (i < layout.friction()) join(out, forces_[i - layout.acceleration()]);
      continue;
    }
    out[i] = true;
    if (i < layout.parameter()) continue;
    const Row& from = computed_[i - layout.parameter()];
    for (std::size_t p = 0; p < from.size(); ++p)
      if (from[p]) out[layout.parameter() + p] = true;
  }
  return out;
}

StateDependencies::Row StateDependencies::reaction(std::size_t k) const {
  const std::size_t first = 4 + coordinates_; // T, V, h, E, Qc
  return of_state(HeldInputs(model_.programs.account.tape).output(first + k));
}

StateDependencies::Row StateDependencies::output(std::size_t k) const {
  return of_state(HeldInputs(model_.programs.observables.tape).output(model_.outputs[k].observable));
}

} // namespace exporting
} // namespace dalembert
