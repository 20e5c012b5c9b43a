#pragma once

#include <dalembert/export/c_model.h>

#include <string>

namespace dalembert {
inline namespace exporting {

/// A header and a source that need the C library alone.
struct CSource {
  std::string prefix; ///< of every name; the files are PREFIX.h and PREFIX.c
  std::string header;
  std::string source;
};

/// Writes the equations of a system as C99 (C11 where work space does not fit the stack): accelerations with
/// multipliers, reactions, energies, momenta, residuals of the constraints, the derivatives of accelerations and
/// multipliers by the state, and a projection onto the constraints. SI units, declaration order, matrices row-major;
/// signs as in docs/notation.md. The functions keep no state. Numbers agree with Engine's to rounding.
[[nodiscard]] CSource c_source(const CModel& model);

} // namespace exporting
} // namespace dalembert
