#pragma once

#include <dalembert/program/executor.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace dalembert {
inline namespace jit {

/// Returns the interpreter of `tape`, which becomes machine code (`machine_code`, with the same bits) once it has been
/// evaluated so often that compiling would have cost no more: after `worthwhile_evaluations`, by the thread that
/// comes then; the others go on with the interpreter meanwhile. It stays the interpreter where there can be no machine
/// code.
[[nodiscard]] std::shared_ptr<const Executor> deferred_machine_code(const Tape& tape);

/// How many evaluations by the interpreter take as long as compiling: about 2 ns for an operation against 0.2 µs and
/// 30 µs for the pages (measured: `./dev bench machine`).
[[nodiscard]] std::uint64_t worthwhile_evaluations(std::size_t operations);

} // namespace jit
} // namespace dalembert
