#pragma once

#include <dalembert/program/series_program.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Where the numbers of a series stand that machine code works on, counted in numbers from the begin of its memory:
/// what is read at one order alone lies close together, and only rows that are read at several orders are kept whole.
///
///   order 0 of each row | the coefficient at hand of each row that is not kept | factors of operations | kept rows
///
/// Kept rows are an odd number of vectors apart, and their order 1, where convolutions begin, is the first number of
/// one. Sums and inputs that change come first: a new series begins with zeros there.
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
  [[nodiscard]] std::size_t coefficients() const { return coefficients_; } ///< of a kept row
  /// What is 0 at the begin of a series.
  [[nodiscard]] std::size_t cleared() const { return kept_rows_; }
  [[nodiscard]] std::size_t cleared_size() const { return cleared_rows_ * width_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  static constexpr std::size_t vector = 8; ///< numbers of the widest one

private:
  static constexpr std::uint32_t not_kept = static_cast<std::uint32_t>(-1);
  void keep(std::uint32_t row);
  void keep_operands(const SeriesProgram& program, const SeriesOperation& o);

  std::size_t rows_;
  std::size_t coefficients_;
  std::size_t width_; ///< of a kept row, with what fills its last vector
  std::size_t kept_rows_;
  std::size_t cleared_rows_ = 0;
  std::size_t size_ = 0;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> kept_;
};

/// True where operands of these levels are known to the same order at each stage.
[[nodiscard]] constexpr bool have_same_order(SeriesLevel a, SeriesLevel b) {
  return a != SeriesLevel::constant && b != SeriesLevel::constant && orders_ahead(a) == orders_ahead(b);
}

} // namespace jit
} // namespace dalembert
