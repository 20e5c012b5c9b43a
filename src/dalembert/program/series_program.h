#pragma once

#include <dalembert/program/series_levels.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// What one operation does to coefficients of order K ≥ 1. C[x, y] = Σ xⱼ yₖ₋ⱼ over j = 1 … K − 1.
enum class SeriesKind : std::uint8_t {
  linear,         ///< r = s·a + u·c
  scale,          ///< r = s·b₀·a + u·c, b constant
  product,        ///< r = s·(a₀ b + a b₀ + C[a, b]) + u·c
  square,         ///< r = s·(2 a₀ a + C[a, a]) + u·c
  quotient,       ///< r = (a − r₀ b − C[r, b])/b₀
  fixed_quotient, ///< r = a/b₀, b constant
  root,           ///< r = (a − C[r, r])/(2 r₀)
  chain,          ///< r′ = s·c₀·b·a′: r = s·c₀·(b₀ a + C[a′, b]/K)
  power,          ///< r = a^b₀, b constant
  steps,          ///< r = 0
  absolute,       ///< r = ±a, as it is at the begin
  smaller,        ///< r = a or b, the one that is smaller at the begin
  larger,
  selected,  ///< r = b where a₀ ≠ 0, else c
  remainder, ///< r = a − trunc(a₀/b₀)·b
};

/// True of those with a convolution C.
[[nodiscard]] constexpr bool has_sums(SeriesKind kind) {
  return kind == SeriesKind::product || kind == SeriesKind::square || kind == SeriesKind::quotient ||
         kind == SeriesKind::root || kind == SeriesKind::chain;
}

/// In which sweeps of a stage an operation takes part: those with tentative highest coefficients of the inputs, whose
/// outputs say what the true ones are, and those with the true ones, which leave what later stages read.
enum class SeriesPart : std::uint8_t { both, tentative, final };
/// True of operations of this part in sweeps of `swept`.
[[nodiscard]] constexpr bool is_in(SeriesPart part, SeriesPart swept) {
  return part == swept || part == SeriesPart::both || swept == SeriesPart::both;
}

/// When an output is read: behind tentative sweeps, at the order that forces, rates or its own level have then, or
/// behind final ones.
enum class SeriesRead : std::uint8_t { as_force, as_rate, as_itself, final };

/// r = s·(a, b) + u·c: operands and result are numbers of rows of coefficients.
struct SeriesOperation {
  SeriesKind kind = SeriesKind::linear;
  SeriesLevel level = SeriesLevel::constant;
  SeriesPart part = SeriesPart::both;
  bool has_value = true; ///< of order 0, from `origin`; else order 0 is 0 (an integral)
  std::uint32_t result = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  double s = 1;
  double u = 0;
  std::uint32_t sums = 0;  ///< row of the convolutions; of those that have some
  std::uint32_t slope = 0; ///< of chain, the row of j·aⱼ
  /// What order 0 is computed by where the kind does not say it: chain, steps and what is chosen.
  Instruction origin = {};
};

/// A tape as operations on truncated Taylor series: a tape's functions become chains r′ = g·u′ and what g is made of.
/// Every operation is affine in the highest coefficients of its operands. Constant once made: threads may share it.
/// Source: Griewank, Walther, Evaluating Derivatives, chapter 13.
class SeriesProgram {
public:
  /// `inputs`: one for each input of the tape; `reads`: one for each output, or none where all are read behind all
  /// sweeps, at any order.
  /// @pre series_obstacle(tape, inputs) is empty
  SeriesProgram(const Tape& tape, std::span<const SeriesInput> inputs, std::span<const SeriesRead> reads = {});

  /// Operations in an order in which each reads what is computed before: constants, then by level from time to force.
  [[nodiscard]] std::span<const SeriesOperation> operations() const { return operations_; }
  [[nodiscard]] std::size_t rows() const { return rows_; } ///< of coefficients, those of convolutions included
  struct Constant {
    std::uint32_t row;
    double value;
  };
  [[nodiscard]] std::span<const Constant> constants() const { return constants_; }
  [[nodiscard]] std::size_t inputs() const { return inputs_; }
  [[nodiscard]] std::size_t outputs() const { return outputs_.size(); }
  [[nodiscard]] std::uint32_t input_row(std::size_t i) const { return first_input_ + static_cast<std::uint32_t>(i); }
  [[nodiscard]] std::uint32_t output_row(std::size_t k) const { return outputs_[k]; }
  [[nodiscard]] SeriesLevel level(std::uint32_t row) const { return levels_[row]; }
  [[nodiscard]] const Tape::Tables& tables() const { return tables_; }

  /// The coefficient of order 0 of `o` where those of its operands are known: that of row i is values[i·stride].
  [[nodiscard]] double value(const SeriesOperation& o, const double* values, std::size_t stride) const;

private:
  void divide(std::span<const SeriesRead> reads);

  std::vector<SeriesOperation> operations_;
  std::vector<SeriesLevel> levels_; ///< of each row
  std::vector<Constant> constants_;
  std::vector<std::uint32_t> outputs_;
  std::size_t inputs_;
  std::uint32_t first_input_ = 0;
  std::size_t rows_ = 0;
  Tape::Tables tables_;
};

} // namespace program
} // namespace dalembert
