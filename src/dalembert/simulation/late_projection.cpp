#include <dalembert/simulation/late_projection.h>

#include <utility>

namespace dalembert::inline simulation {

LateProjection::LateProjection(Lower lower, Compile compile, std::shared_ptr<std::mutex> graph_use)
    : lower_(std::move(lower)), compile_(std::move(compile)), graph_use_(std::move(graph_use)) {}

LateProjection::Programs LateProjection::get() {
  const std::lock_guard lock(*graph_use_);
  if (programs_.rates.step) return programs_;
  const SparseProjection tapes = lower_();
  const auto compiled = [this](const ProjectionTapes& of) {
    return Level{compile_(of.residual), compile_(of.step),
                 static_cast<double>(of.residual.operations() + of.step.operations())};
  };
  programs_ = {compiled(tapes.positions), compiled(tapes.rates)};
  return programs_;
}

} // namespace dalembert::inline simulation
