#pragma once

#include <dalembert/jit/convolutions.h>
#include <dalembert/jit/processor.h>
#include <dalembert/jit/series_layout.h>
#include <dalembert/program/series_program.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Machine code of a program of series for the calling convention of System V: for each level the operations of one
/// order K ≥ 1 in a straight line, and one loop over convolutions that passes order K on.
struct SeriesMachineCode {
  static constexpr std::size_t none = static_cast<std::size_t>(-1); ///< of a level that does nothing
  static constexpr std::size_t levels = 4;                          ///< force, rate, position, time
  std::vector<std::uint8_t> bytes;
  std::array<std::size_t, levels> raise{};       ///< where the code of tentative sweeps begins
  std::array<std::size_t, levels> raise_final{}; ///< and that of final ones; the same where all is in both
  std::size_t settle = 0;                        ///< likewise
};

/// Computes order K of the operations of a level; `at_order` is numbers + K.
using RaiseEntry = void (*)(double* numbers, double* at_order, double order);

/// What is passed on, and to which of the coefficients that follow order K. The masks are of x_K·yⱼ, then of y_K·xⱼ,
/// which has one less where x_K·y_K is among the first.
struct SettleArguments {
  const Convolution* convolutions = nullptr;
  std::size_t products = 0;
  std::size_t squares = 0;
  std::size_t count = 0;                              ///< of the coefficients from order 1 on
  std::array<const std::uint64_t*, 2> masks{};        ///< of each coefficient, all bits or none (AVX2)
  std::array<std::array<std::uint64_t, 2>, 2> bits{}; ///< a bit for each coefficient, eight and eight (AVX-512)
};
/// Passes on what convolutions have at order K: x_K·yⱼ + y_K·xⱼ, and x_K·y_K once.
using SettleEntry = void (*)(double* numbers, double* at_order, const SettleArguments* arguments);

/// Most coefficients that one order passes on: two vectors of AVX-512, four of AVX2.
inline constexpr std::size_t most_passed_on = 16;

/// Translates `program` for series whose numbers lie as `layout` says. Returns nothing where it holds choices of
/// branches or powers with a parameter as exponent, which the interpreter alone knows, or is too long for the addresses
/// of instructions. The bits are those of the interpreter but for the sign of zeros and the payload of a NaN.
[[nodiscard]] std::optional<SeriesMachineCode> translate_series(const SeriesProgram& program,
                                                                const SeriesLayout& layout, Instructions instructions);

} // namespace jit
} // namespace dalembert
