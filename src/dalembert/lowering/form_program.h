#pragma once

#include <dalembert/derivation/motion_form.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// The programs of one form of the equations; matrices are row-major.
///   enter     state → u k
///   dynamics  [ t | q n | u k | p | F ] → X n×k, v̇ at u̇ = 0 n, W k×k, f k, B m×k, C m×k, g m
///   back      full → λ of all constraints, where the form has no rows (m = 0); else no outputs
struct FormProgram {
  Tape enter = Tape({});
  Tape dynamics = Tape({});
  Tape back = Tape({});
  std::size_t speeds = 0; ///< k
  std::size_t rows = 0;   ///< m
  bool has_redundant_rows = false;
};

/// Lowers a form. Precondition: the study itself can be lowered (see `lower`).
[[nodiscard]] FormProgram lower_form(const Study& study, const MotionForm& form);

} // namespace lowering
} // namespace dalembert
