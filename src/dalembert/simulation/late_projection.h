#pragma once

#include <dalembert/lowering/sparse_projection.h>
#include <dalembert/program/compile.h>

#include <functional>
#include <memory>
#include <mutex>

namespace dalembert::inline simulation {

/// The programs of `lower_sparse_projection`, which are made when a run asks for them first.
class LateProjection {
public:
  using Lower = std::function<SparseProjection()>;
  struct Level {
    std::shared_ptr<const Executor> residual;
    std::shared_ptr<const Executor> step;
    double operations = 0.0; ///< of both
  };
  struct Programs {
    Level positions;
    Level rates;
  };

  /// `lower` is called with `graph_use` locked: it makes nodes.
  LateProjection(Lower lower, Compile compile, std::shared_ptr<std::mutex> graph_use);

  [[nodiscard]] Programs get();

private:
  Lower lower_;
  Compile compile_;
  std::shared_ptr<std::mutex> graph_use_; ///< guards the programs as well
  Programs programs_;
};

} // namespace dalembert::inline simulation
