#pragma once

#include <dalembert/program/compile.h>

#include <functional>
#include <memory>
#include <mutex>

namespace dalembert::inline simulation {

/// A program that is lowered and compiled when it is first asked for, and kept. Threads may share it.
class LateProgram {
public:
  /// `lower` is called with `graph_use` locked: it makes nodes.
  LateProgram(std::function<Tape()> lower, Compile compile, std::shared_ptr<std::mutex> graph_use);

  [[nodiscard]] std::shared_ptr<const Executor> get();

private:
  std::function<Tape()> lower_;
  Compile compile_;
  std::shared_ptr<std::mutex> graph_use_; ///< guards the program as well
  std::shared_ptr<const Executor> program_;
};

} // namespace dalembert::inline simulation
