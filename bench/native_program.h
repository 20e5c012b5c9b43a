#pragma once

#include <dalembert/program/tape.h>

#include <string>

namespace dalembert::bench {

/// Code of the system's C compiler, loaded until the process ends.
struct NativeProgram {
  void (*function)(const double* in, double* out) = nullptr;
  double compile_seconds = 0;
};

/// Compiles the tape with `cc`, the arithmetic of the interpreter: multiply-adds where the tape says so and nowhere
/// else, by the machine's instruction where it has one. Throws std::runtime_error where there is no compiler.
[[nodiscard]] NativeProgram compile_with_cc(const Tape& tape, const std::string& optimisation = "-O2");

} // namespace dalembert::bench
