#include <dalembert/simulation/late_solution.h>

#include <utility>

namespace dalembert::inline simulation {

LateSolution::LateSolution(Lower lower, Compile compile, std::shared_ptr<std::mutex> graph_use)
    : lower_(std::move(lower)), compile_(std::move(compile)), graph_use_(std::move(graph_use)) {}

LateSolution::Programs LateSolution::get() {
  const std::lock_guard lock(*graph_use_);
  if (programs_.solution) return programs_;
  const SolvedAgain tapes = lower_();
  programs_.factors = compile_(tapes.factors);
  programs_.solution = compile_(tapes.solution);
  return programs_;
}

} // namespace dalembert::inline simulation
