#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/system.h>
#include <dalembert/program/build_tape.h>

namespace dalembert {
inline namespace lowering {

/// Returns E0722: a program needs the values of a function that is declared without a definition.
[[nodiscard]] Diagnostic undefined_name(const System& system, const TapeError& error);

} // namespace lowering
} // namespace dalembert
