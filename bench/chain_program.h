#pragma once

#include <dalembert/dalembert.h>
#include <dalembert/program/executor.h>
#include <dalembert/program/tape.h>

#include "chain_models.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace dalembert::bench {

/// The bent state that all forms of a chain are compared in.
struct ChainState {
  explicit ChainState(std::size_t links);
  std::vector<double> angles; ///< absolute
  std::vector<double> rates;
};

/// The solution of a chain's equations of motion by their structure, as machine code: state → v̇, λ, smallest pivot.
class ChainProgram {
public:
  ChainProgram(ChainForm form, std::size_t links);

  [[nodiscard]] const Tape& tape() const { return tape_; }
  [[nodiscard]] const Engine& engine() { return session_.engine(); }
  [[nodiscard]] const std::shared_ptr<const Executor>& executor() const { return executor_; }
  /// The inputs of the tape in `state`; multipliers and what comes behind the parameters left out.
  [[nodiscard]] std::vector<double> inputs(const ChainState& state);
  /// One evaluation in `state`, to be timed.
  [[nodiscard]] std::function<void()> evaluation(const ChainState& state);
  /// Accelerations of the coordinates, then multipliers.
  [[nodiscard]] std::vector<double> solution(const ChainState& state);

private:
  ChainForm form_;
  std::size_t links_;
  Session session_;
  Tape tape_;
  std::shared_ptr<const Executor> executor_;
};

/// Accelerations of the coordinates of a form, from those of the absolute angles.
[[nodiscard]] std::vector<double> in_form(ChainForm form, const ChainState& state, std::span<const double> angles);

} // namespace dalembert::bench
