#include <dalembert/jit/memory_plan.h>
#include <dalembert/jit/turns.h>

#include <numeric>

namespace dalembert {
inline namespace jit {

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
  turn_rows_ = next_row_;
  place_stores(tape, order);
}

MemoryPlan::MemoryPlan(std::vector<CodePlace> homes, std::span<const Store> stores, std::uint32_t planned_rows)
    : home_(std::move(homes)), is_copied_(home_.size()), next_row_(planned_rows) {
  for (std::size_t v = 0; v < home_.size(); ++v)
    is_copied_[v] = !home_[v].is_none();
  add_stores(stores);
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
  std::vector<Store> stores;
  for (std::uint32_t k = 0; k < tape.outputs(); ++k)
    if (!is_copied_[tape.output_values()[k]]) stores.emplace_back(tape.output_values()[k], CodePlace{Area::outputs, k});
  for (std::size_t b = 0; b < order.batches.size(); ++b)
    for (std::uint32_t j = 0; j < order.batches[b].count(); ++j) {
      const std::uint32_t angle = tape.instructions()[order.turns[order.batches[b].first + j]].a;
      if (!is_copied_[angle]) stores.emplace_back(angle, CodePlace{Area::workspace, rows_[b].angles + j});
    }
  add_stores(stores);
}

void MemoryPlan::add_stores(std::span<const Store> stores) {
  std::vector<std::size_t> from(home_.size() + 1, 0);
  for (std::uint32_t v = 0; v < home_.size() && !stores_.empty(); ++v)
    from[v + 1] = stores_from_[v + 1] - stores_from_[v];
  for (const auto& [value, place] : stores)
    ++from[value + 1];
  std::partial_sum(from.begin(), from.end(), from.begin());
  std::vector<CodePlace> all(from.back());
  std::vector<std::size_t> next(from.begin(), from.end() - 1);
  for (std::uint32_t v = 0; v < home_.size() && !stores_.empty(); ++v)
    for (const CodePlace place : this->stores(v))
      all[next[v]++] = place;
  for (const auto& [value, place] : stores)
    all[next[value]++] = place;
  stores_from_ = std::move(from);
  stores_ = std::move(all);
}

} // namespace jit
} // namespace dalembert
