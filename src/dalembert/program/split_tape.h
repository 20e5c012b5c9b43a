#pragma once

#include <dalembert/program/tape.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace program {

/// A tape in two, by what depends on its first inputs alone.
struct SplitTape {
  Tape fixed;   ///< first inputs → the outputs that depend on them alone, then what `varying` reads
  Tape varying; ///< outputs of `fixed`, the other inputs → the other outputs
  std::vector<std::size_t> fixed_outputs;   ///< numbers of the outputs of the whole with which those of `fixed` begin
  std::vector<std::size_t> varying_outputs; ///< numbers of the others, which are those of `varying`
};

/// Splits `tape` into what its first inputs determine, `first` of them, and the rest: where these stay and the others
/// change, only the rest is computed again. Every operation is that of the tape, so results have the same bits.
[[nodiscard]] SplitTape split_tape(const Tape& tape, std::size_t first);

} // namespace program
} // namespace dalembert
