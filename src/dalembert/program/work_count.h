#pragma once

#include <dalembert/program/executor.h>

#include <cstddef>

namespace dalembert {
inline namespace program {

/// Counts instructions that an executor is about to run, and polls now and then: small tapes take no notice of it.
/// @throws Stopped as `poll`
void count_instructions(std::size_t instructions, Workspace& workspace);

} // namespace program
} // namespace dalembert
