#pragma once

#include <dalembert/jit/code_place.h>
#include <dalembert/jit/turn_batches.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Where values stand in memory whatever happens to registers: the constants and inputs in areas of their own, angles,
/// sines and cosines of a batch in rows of the workspace next to each other, each group in whole vectors.
class MemoryPlan {
public:
  struct Rows {
    std::uint32_t angles = 0;
    std::uint32_t sines = 0;
    std::uint32_t cosines = 0;
  };
  using Store = std::pair<std::uint32_t, CodePlace>; ///< of a value

  MemoryPlan(const Tape& tape, const TurnBatches& order, std::size_t lanes);
  /// Of a program of its own, in which some values have homes from the begin, and none of its slots.
  MemoryPlan(std::vector<CodePlace> homes, std::span<const Store> stores, std::uint32_t planned_rows);

  /// Where the value stands when it has been computed; none where it is in a register alone.
  [[nodiscard]] CodePlace home(std::uint32_t value) const { return home_[value]; }
  void set_home(std::uint32_t value, CodePlace place) { home_[value] = place; }
  /// Where the instruction that computes a value is to store it: outputs, angles of turns, rows of loops. The first one
  /// is its home.
  [[nodiscard]] std::span<const CodePlace> stores(std::uint32_t value) const {
    return std::span(stores_).subspan(stores_from_[value], stores_from_[value + 1] - stores_from_[value]);
  }
  /// Adds stores behind those that there are.
  void add_stores(std::span<const Store> stores);
  /// True for values that are not computed by an instruction but a turn: whoever wants them elsewhere copies them.
  [[nodiscard]] bool is_copied(std::uint32_t value) const { return is_copied_[value]; }
  [[nodiscard]] const Rows& rows(std::size_t batch) const { return rows_[batch]; }
  [[nodiscard]] std::size_t rows_of_turns() const { return turn_rows_; }
  /// Rows of the workspace that are not slots: of turns, then others. Returns the first of `count` more.
  std::uint32_t add_rows(std::uint32_t count) { return std::exchange(next_row_, next_row_ + count); }
  [[nodiscard]] std::uint32_t planned_rows() const { return next_row_; }
  /// The first result of an instruction.
  [[nodiscard]] std::uint32_t result(std::uint32_t instruction) const { return results_[instruction]; }

private:
  void place_turns(const Tape& tape, const TurnBatches& order, std::size_t lanes);
  void place_stores(const Tape& tape, const TurnBatches& order);

  std::vector<CodePlace> home_;
  std::vector<bool> is_copied_;
  std::vector<std::uint32_t> results_;
  std::vector<Rows> rows_;
  std::vector<std::size_t> stores_from_;
  std::vector<CodePlace> stores_;
  std::uint32_t next_row_ = 0;
  std::uint32_t turn_rows_ = 0;
};

} // namespace jit
} // namespace dalembert
