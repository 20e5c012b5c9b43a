#pragma once

#include <dalembert/sketch/kinetic_squares.h>

#include <optional>

namespace dalembert {
inline namespace sketching {

/// A square (R·f(θ)·φ′)² of T with its coefficient: R without rates, f = sin, cos or nothing.
struct AngularSquare {
  std::size_t square = 0;    ///< its place
  Expr coefficient;          ///< c, with no even power left in it
  std::size_t angle = 0;     ///< place of φ
  Expr radius;               ///< R
  std::optional<Expr> polar; ///< θ
  bool is_cosine = false;
};

/// Reads a square that way; nothing where it is none.
[[nodiscard]] std::optional<AngularSquare> angular_square(Kinematics& kinematics, const KineticTerms& terms,
                                                          std::size_t square);

} // namespace sketching
} // namespace dalembert
