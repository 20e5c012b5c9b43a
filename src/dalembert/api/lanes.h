#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/ensemble/lanes/motion_lanes.h>
#include <dalembert/ensemble/lanes/pair_lanes.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>

#include <memory>

namespace dalembert {
inline namespace api {

/// Lowers and compiles a step of rk4 for several members at once; null where the motion has none (`lower_rk4_step`).
/// @throws ModelError as `lower`
[[nodiscard]] std::shared_ptr<const LaneProgram> lane_program(const Engine& engine, const Equations& equations);

/// Compiles the equations for members that are run together by steps of their own lengths (`run_in_lanes`); null where
/// lanes do not make what `options` ask for.
[[nodiscard]] std::shared_ptr<const PairProgram> pair_program(const Engine& engine, const Equations& equations,
                                                              const RunOptions& options);

} // namespace api
} // namespace dalembert
