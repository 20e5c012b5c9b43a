#pragma once

#include <dalembert/program/executor.h>
#include <dalembert/program/grouping.h>
#include <dalembert/program/tape.h>

#include <memory>
#include <vector>

namespace dalembert {

/// Runs a tape, instructions of one kind together: the portable executor, and the one that others are compared with.
/// Multiply-adds are the machine's where it has them and computed in software where not; results are equal everywhere
/// but for the functions of the C library.
class Interpreter final : public Executor {
public:
  explicit Interpreter(Tape tape);

  [[nodiscard]] std::size_t inputs() const override { return tape_->inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return tape_->outputs(); }
  void evaluate(std::span<const double> in, std::span<double> out) override;
  [[nodiscard]] std::unique_ptr<Executor> clone() const override;
  [[nodiscard]] const Tape& tape() const { return *tape_; }

private:
  std::shared_ptr<const Tape> tape_;
  std::shared_ptr<const GroupedTape> grouped_;
  std::vector<double> slots_;
  std::size_t unpolled_ = 0; ///< instructions since the last `poll`
};

} // namespace dalembert
