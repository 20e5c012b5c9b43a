#include <dalembert/simulation/late_program.h>

#include <utility>

namespace dalembert::inline simulation {

LateProgram::LateProgram(std::function<Tape()> lower, Compile compile, std::shared_ptr<std::mutex> graph_use)
    : lower_(std::move(lower)), compile_(std::move(compile)), graph_use_(std::move(graph_use)) {}

std::shared_ptr<const Executor> LateProgram::get() {
  const std::lock_guard lock(*graph_use_);
  if (!program_) program_ = compile_(lower_());
  return program_;
}

} // namespace dalembert::inline simulation
