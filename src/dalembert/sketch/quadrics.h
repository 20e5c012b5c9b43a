#pragma once

#include <dalembert/sketch/kinematics.h>

#include <array>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// A curve or a surface of points (X₀, X₁[, X₂]) as functions of parameters: of one angle all the way round, of a
/// hyperbolic angle, of a length.
struct Parametrised {
  enum class Kind : std::uint8_t { turn, half_turn, hyperbolic, length };
  struct Parameter {
    Kind kind = Kind::turn;
    Expr symbol;
    Expr scale;           ///< the length that goes with a hyperbolic angle of 1; 1 of a length
    std::size_t axis = 0; ///< the coordinate that a length or a hyperbolic angle runs along
    Expr centre;          ///< where that coordinate has the value 0 of the parameter
  };
  std::vector<Expr> values; ///< in the order of the coordinates
  std::vector<Parameter> parameters;
};

/// The curves or surfaces that make up Σ Aᵢ·(Xᵢ − Cᵢ)² = K for two or three of `coordinates`, of which `residual` is
/// proved to be a multiple: circles, ellipses, hyperbolas, spheres, ellipsoids, cones and hyperboloids with axes along
/// the coordinates. The signs of Aᵢ and K are those of the model's numbers. Nothing for anything else.
[[nodiscard]] std::vector<Parametrised> quadric(Kinematics& kinematics, Expr residual,
                                                const std::vector<Expr>& coordinates);

} // namespace sketching
} // namespace dalembert
