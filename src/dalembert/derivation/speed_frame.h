#pragma once

#include <dalembert/derivation/form_table.h>
#include <dalembert/derivation/matrix_inverse.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// Which speeds a frame takes first; what they leave open is filled up with rates of coordinates.
enum class SpeedsFrom : std::uint8_t { rates, declared };

/// Speeds u for the directions that the constraints A·v + b = 0 leave open:
///   u = Y·v + y₀,   v = X·u + y with A·(X·u + y) + b = 0 for every u,   A·Z = 1 for the independent rows
/// Source: docs/theory/forms.md (1), (2).
struct SpeedFrame {
  std::vector<std::string> names;     ///< of the speeds: `w`, `theta'`
  std::vector<int> coordinates;       ///< for each speed the coordinate whose rate it is, −1 for a declared one
  std::vector<Expr> speeds;           ///< symbols u; the rates themselves where they are rates
  std::vector<Expr> speed_rates;      ///< symbols u̇
  std::vector<Expr> values;           ///< u in t, q, v, p
  ExprMatrix rows;                    ///< Y, then the independent rows of A: square
  ExprMatrix directions;              ///< X
  ExprMatrix returns;                 ///< Z
  std::vector<Expr> drift;            ///< y
  std::vector<Expr> rates;            ///< X·u + y
  std::vector<int> constraints;       ///< indices of the independent rows of A
  std::vector<std::string> passed_by; ///< declared speeds that are no new independent speeds
  Expr determinant;                   ///< of `rows`: the speeds fail where it vanishes
};

/// Chooses speeds. With `independent` given, they are the rates of these coordinates.
/// @throws ModelError E0610, naming `form`, where a constraint is nonlinear in the rates or no rates are left open
[[nodiscard]] SpeedFrame speed_frame(const Equations& equations, std::string_view form, SpeedsFrom from,
                                     const IndependentCoordinates& independent);

} // namespace derivation
} // namespace dalembert
