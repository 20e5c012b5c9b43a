#pragma once

#include <dalembert/program/compile.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace simulation {

/// Programs that are lowered and compiled when they are first asked for, and kept. Threads may share them.
template <typename Programs>
class LatePrograms {
public:
  using Make = std::function<Programs(const Compile&)>;

  /// `make` is called with `graph_use` locked: it makes nodes.
  LatePrograms(Make make, Compile compile, std::shared_ptr<std::mutex> graph_use)
      : make_(std::move(make)), compile_(std::move(compile)), graph_use_(std::move(graph_use)) {}

  [[nodiscard]] Programs get() {
    const std::lock_guard lock(*graph_use_);
    if (!programs_) programs_ = make_(compile_);
    return *programs_;
  }

private:
  Make make_;
  Compile compile_;
  std::shared_ptr<std::mutex> graph_use_; ///< guards the programs as well
  std::optional<Programs> programs_;
};

using LateProgram = LatePrograms<std::shared_ptr<const Executor>>;

} // namespace simulation
} // namespace dalembert
