#pragma once

#include <dalembert/jit/processor.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Instructions that fit into the first cache as code, about.
inline constexpr std::size_t longest_straight_line = 3500;

/// For which processor and in which way a tape is translated.
struct Translating {
  Instructions instructions = Instructions::none;
  std::size_t lanes = 1; ///< 1, 4, or 8 with AVX-512
  /// Instructions; longer tapes have loops where these repeat.
  std::size_t longest_straight = longest_straight_line;
};

/// Machine code of the signature void(const double* inputs, double* outputs, double* workspace, const double*
/// constants) for the calling convention of System V. Number l of row i of an area is at [i·lanes + l]. Inputs and
/// outputs must not overlap. The code holds addresses of the tables of the tape.
struct MachineCode {
  std::vector<std::uint8_t> bytes;
  std::size_t workspace_rows = 0;
  std::size_t turn_rows = 0; ///< the first of them, which must be finite numbers at first
};

/// Translates the instructions of `tape`: in one straight line, or with loops over those that repeat. Sines and cosines
/// come in batches (TurnBatches); values that no register is left for are kept in the workspace, and a value is written
/// there once. Cost: linear in the number of instructions. Returns nothing where the tape is too long for the addresses
/// of instructions, 2 GiB.
[[nodiscard]] std::optional<MachineCode> translate(const Tape& tape, const Translating& how);

/// The constants of `tape` as machine code reads them.
[[nodiscard]] std::vector<double> constants_in_lanes(const Tape& tape, std::size_t lanes);

} // namespace jit
} // namespace dalembert
