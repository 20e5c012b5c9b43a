#pragma once

#include <dalembert/program/executor.h>
#include <dalembert/program/tape.h>

#include <functional>
#include <memory>

namespace dalembert {
inline namespace program {

/// Turns a tape, values in single assignment, into something that runs: the interpreter, or a compiler. Threads may
/// call it at the same time.
using Compile = std::function<std::shared_ptr<const Executor>(const Tape&)>;

/// The interpreter of `tape`.
[[nodiscard]] std::shared_ptr<const Executor> interpreted(const Tape& tape);

} // namespace program
} // namespace dalembert
