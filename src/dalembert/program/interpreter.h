#pragma once

#include <dalembert/program/executor.h>
#include <dalembert/program/grouping.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// Runs a tape, instructions of one kind together: the portable executor, and the one that others are compared with.
/// Multiply-adds are the machine's where it has them and computed in software where not; results are equal everywhere
/// but for the functions of the C library.
class Interpreter final : public Executor {
public:
  explicit Interpreter(const Tape& tape);

  [[nodiscard]] std::size_t inputs() const override { return inputs_; }
  [[nodiscard]] std::size_t outputs() const override { return grouped_.outputs.size(); }
  [[nodiscard]] Workspace workspace() const override;
  void evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const override;
  /// One lane after the other.
  void evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                      Workspace& workspace) const override;

private:
  GroupedTape grouped_;
  std::vector<double> constants_;
  std::size_t inputs_;
};

} // namespace program
} // namespace dalembert
