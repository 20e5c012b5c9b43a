#include <dalembert/jit/memory_plan.h>
#include <dalembert/jit/turns.h>

#include <numeric>

namespace dalembert::inline jit {

using Area = CodePlace::Area;

MemoryPlan::MemoryPlan(const Tape& tape, const TurnBatches& order, std::size_t lanes)
    : home_(tape.values()), is_copied_(tape.values(), false) {
  const auto constants = static_cast<std::uint32_t>(tape.constants().size());
  for (std::uint32_t v = 0; v < tape.first_result(); ++v) {
    home_[v] = v < constants ? CodePlace{Area::constants, v} : CodePlace{Area::inputs, v - constants};
    is_copied_[v] = true;
  }
  std::uint32_t next = tape.first_result();
  for (const Instruction& i : tape.instructions()) {
    results_.push_back(next);
    next += i.results();
  }
  place_turns(tape, order, lanes);
  place_stores(tape, order);
}

void MemoryPlan::place_turns(const Tape& tape, const TurnBatches& order, std::size_t lanes) {
  for (const TurnBatch& batch : order.batches) {
    const std::size_t numbers = (batch.count() * lanes + turn_padding - 1) / turn_padding * turn_padding;
    const auto rows = static_cast<std::uint32_t>(numbers / lanes);
    rows_.push_back({next_row_, next_row_ + rows, next_row_ + 2 * rows});
    next_row_ += 3 * rows;
    for (std::uint32_t j = 0; j < batch.count(); ++j) {
      const std::uint32_t instruction = order.turns[batch.first + j];
      const Operation operation = tape.instructions()[instruction].operation;
      std::uint32_t value = results_[instruction];
      const auto place = [&](std::uint32_t row) {
        home_[value] = {Area::workspace, row + j};
        is_copied_[value++] = true;
      };
      if (operation != Operation::cos) place(rows_.back().sines);
      if (operation != Operation::sin) place(rows_.back().cosines);
    }
  }
}

void MemoryPlan::place_stores(const Tape& tape, const TurnBatches& order) {
  const auto for_each = [&](auto&& visit) {
    for (std::uint32_t k = 0; k < tape.outputs(); ++k)
      if (!is_copied_[tape.output_values()[k]]) visit(tape.output_values()[k], CodePlace{Area::outputs, k});
    for (std::size_t b = 0; b < order.batches.size(); ++b)
      for (std::uint32_t j = 0; j < order.batches[b].count(); ++j) {
        const std::uint32_t angle = tape.instructions()[order.turns[order.batches[b].first + j]].a;
        if (!is_copied_[angle]) visit(angle, CodePlace{Area::workspace, rows_[b].angles + j});
      }
  };
  stores_from_.assign(tape.values() + 1, 0);
  for_each([this](std::uint32_t value, CodePlace /*place*/) { ++stores_from_[value + 1]; });
  std::partial_sum(stores_from_.begin(), stores_from_.end(), stores_from_.begin());
  stores_.resize(stores_from_.back());
  std::vector<std::size_t> next(stores_from_.begin(), stores_from_.end() - 1);
  for_each([&](std::uint32_t value, CodePlace place) { stores_[next[value]++] = place; });
}

} // namespace dalembert::inline jit
