#pragma once

#include <dalembert/jit/processor.h>
#include <dalembert/jit/translate.h>
#include <dalembert/program/executor.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <memory>
#include <string>

namespace dalembert {
inline namespace jit {

struct MachineOptions {
  Instructions instructions = best_instructions();
  bool has_lanes = false; ///< with code for several states at once; without it lanes are run one after the other
  /// Instructions; longer tapes have loops where these repeat.
  std::size_t longest_straight = longest_straight_line;
};

/// Compiles `tape` to machine code of this processor. The bits of its results are those of the interpreter but for
/// the sign and the payload of a NaN. Costs about 0.1 µs for each
/// operation, which some hundred evaluations earn back. Threads may compile and evaluate at the same time.
/// @returns nothing where `why_no_machine_code` says why, or the tape is too long (2 GiB of workspace)
[[nodiscard]] std::shared_ptr<const Executor> machine_code(const Tape& tape, const MachineOptions& options = {});

/// Says why no tape can be compiled here; empty where it can.
[[nodiscard]] const std::string& why_no_machine_code();
/// What machine code of these instructions runs on, as in "processors with AVX2 and FMA".
[[nodiscard]] std::string machine_name(Instructions instructions);

} // namespace jit
} // namespace dalembert
