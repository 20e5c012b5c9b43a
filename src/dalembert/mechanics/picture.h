#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/picture/item.h>
#include <dalembert/picture/not_drawn.h>
#include <dalembert/picture/settings.h>

#include <vector>

namespace dalembert {
inline namespace mechanics {

/// The picture of a system: items whose numbers are expressions. Places hold t, q and p; vectors of arrows, gauges and
/// `visible` whatever a plot may hold (rates, multipliers, reactions, frictions, derived names).
struct Picture {
  std::vector<DrawnItem<Expr>> items; ///< in the order in which they are drawn
  SceneSettings settings;
  Place<Expr> follow;       ///< a point that the view moves with; empty where it stands
  bool moving_axes = false; ///< the axes of the scene move: T holds rates of points only up to terms without rates
  std::vector<NotDrawn> not_drawn;
};

} // namespace mechanics
} // namespace dalembert
