#pragma once

#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/program/compile.h>

#include <functional>
#include <memory>
#include <mutex>

namespace dalembert::inline simulation {

/// The programs of `lower_solved_again`, which are made when a run asks for them first.
class LateSolution {
public:
  using Lower = std::function<SolvedAgain()>;
  struct Programs {
    std::shared_ptr<const Executor> factors;
    std::shared_ptr<const Executor> solution;
  };

  /// `lower` is called with `graph_use` locked: it makes nodes.
  LateSolution(Lower lower, Compile compile, std::shared_ptr<std::mutex> graph_use);

  [[nodiscard]] Programs get();

private:
  Lower lower_;
  Compile compile_;
  std::shared_ptr<std::mutex> graph_use_; ///< guards the programs as well
  Programs programs_;
};

} // namespace dalembert::inline simulation
