#pragma once

#include <dalembert/program/series_program.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert::inline jit {

/// Where the numbers of a series stand that machine code works on, counted in numbers from the begin of its memory:
/// what is read at one order alone lies close together, and only rows that are read at several orders are kept whole.
///
///   order 0 of each row | the coefficient at hand of each row that is not kept | factors of operations | kept rows
class SeriesLayout {
public:
  SeriesLayout(const SeriesProgram& program, int order);

  [[nodiscard]] std::size_t first(std::uint32_t row) const { return row; }
  [[nodiscard]] std::size_t at_hand(std::uint32_t row) const { return rows_ + row; }
  /// s·b₀ of a scale, s·c₀ of a chain: constant from the start on.
  [[nodiscard]] std::size_t factor(std::size_t operation) const { return 2 * rows_ + operation; }
  [[nodiscard]] bool is_kept(std::uint32_t row) const { return kept_[row] != not_kept; }
  /// Order 0 of a kept row; the others follow.
  [[nodiscard]] std::size_t kept(std::uint32_t row) const { return kept_rows_ + kept_[row] * width_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::size_t size() const { return size_; }

private:
  static constexpr std::uint32_t not_kept = static_cast<std::uint32_t>(-1);
  void keep(std::uint32_t row);
  void keep_operands(const SeriesProgram& program, const SeriesOperation& o);

  std::size_t rows_;
  std::size_t width_;
  std::size_t kept_rows_;
  std::size_t size_ = 0;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> kept_;
};

/// True where operands of these levels are known to the same order at each stage.
[[nodiscard]] constexpr bool have_same_order(SeriesLevel a, SeriesLevel b) {
  return a != SeriesLevel::constant && b != SeriesLevel::constant && orders_ahead(a) == orders_ahead(b);
}

} // namespace dalembert::inline jit
