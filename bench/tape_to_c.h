#pragma once

#include <dalembert/program/tape.h>

#include <string>

namespace dalembert::bench {

/// Writes the tape as one C function `void NAME(const double *in, double *out)`, a local variable per value.
[[nodiscard]] std::string tape_to_c(const Tape& tape, const std::string& name);

} // namespace dalembert::bench
