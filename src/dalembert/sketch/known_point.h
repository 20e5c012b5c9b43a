#pragma once

#include <dalembert/base/source.h>
#include <dalembert/expr/graph.h>
#include <dalembert/picture/item.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// Where a polar point is measured from: its distance and angle as the model names them.
struct Polar {
  Place<Expr> pole;
  Expr radius;
  std::optional<Expr> angle;   ///< counter-clockwise up to a constant, of a point in the plane
  bool is_clockwise = false;   ///< the angle counts the other way
  std::optional<Expr> azimuth; ///< of a point in space: turns it about the vertical through the pole
};

/// A point of the model whose place is proved or stated.
struct KnownPoint {
  Place<Expr> at;
  std::string axes; ///< "xy", "xz", "yz", "xyz": which components these are; empty where the names do not say
  std::string name;
  std::string rule;
  SourceSpan span;
  std::optional<Expr> mass; ///< where T has it as a mass
  std::optional<Polar> polar;
  bool is_moving_axes = false; ///< T holds its rates only up to terms without rates
  bool is_fixed = false;       ///< it holds parameters alone
  bool has_trail = false;      ///< its path is plotted
  bool is_flat = false;        ///< a component that it has in space is not known, and taken as 0
};

} // namespace sketching
} // namespace dalembert
