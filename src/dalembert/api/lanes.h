#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/motion_lanes.h>

#include <memory>

namespace dalembert::inline api {

/// Lowers and compiles a step of rk4 for several members at once; null where the motion has none (`lower_rk4_step`).
/// @throws ModelError as `lower`
[[nodiscard]] std::shared_ptr<const LaneProgram> lane_program(const Engine& engine, const Equations& equations);

} // namespace dalembert::inline api
