#pragma once

#include <dalembert/sketch/kinematics.h>
#include <dalembert/sketch/known_point.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// What one force does at one of several points: magnitude·direction.
struct PointShare {
  std::size_t point = 0;
  Place<Expr> direction;
};

/// The shares of a force conjugate to `speed` in which the residual `row` of the one holonomic constraint that makes it
/// is written: in the components of points alone, of which the shares are in proportion to its gradient. `near`: points
/// that may take part. Σ direction·∂P/∂q = ∂speed/∂q′ is proved. Nothing where the row holds anything else that moves,
/// or a component that several points have.
[[nodiscard]] std::optional<std::vector<PointShare>> share_of_row(Kinematics& kinematics,
                                                                  const std::vector<KnownPoint>& points,
                                                                  const std::vector<std::size_t>& near, Expr speed,
                                                                  Expr row);

/// The same where `speed` is written in the rates of components: by what stands before each.
[[nodiscard]] std::optional<std::vector<PointShare>> share_of_rates(Kinematics& kinematics,
                                                                    const std::vector<KnownPoint>& points,
                                                                    const std::vector<std::size_t>& near, Expr speed);

} // namespace sketching
} // namespace dalembert
