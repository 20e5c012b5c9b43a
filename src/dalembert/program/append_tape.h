#pragma once

#include <dalembert/program/tape.h>
#include <dalembert/program/value_graph.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// Appends what `tape` computes from `inputs` to `values` and returns its outputs. Each operation is that of the tape,
/// so the results have the same bits; what has been computed before is not computed again.
[[nodiscard]] std::vector<Value> append_tape(ValueGraph& values, const Tape& tape, std::span<const Value> inputs);

/// Says which inputs an instruction or an output of `tape` reads.
[[nodiscard]] std::vector<bool> inputs_read(const Tape& tape);

/// Says which outputs of `tape` depend on one of `inputs`, of which it says for each whether it counts.
[[nodiscard]] std::vector<bool> outputs_that_read(const Tape& tape, const std::vector<bool>& inputs);

} // namespace program
} // namespace dalembert
