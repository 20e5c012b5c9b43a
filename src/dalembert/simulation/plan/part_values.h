#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/lowering/time_parts.h>
#include <dalembert/program/executor.h>
#include <dalembert/program/interval_jet.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A range of the variable that parts are functions of.
struct VariableSpan {
  double begin = 0.0;
  double end = 0.0;
  [[nodiscard]] double length() const { return end - begin; }
  void archive(Archive& with) { with(begin, end); }
  [[nodiscard]] double middle() const { return begin + (end - begin) / 2; }
};

/// Evaluates the parts at values of their variable and over ranges of it, and counts what that costs.
class PartValues {
public:
  /// `inputs` hold the parameters; `variable` is the index of the one that moves.
  PartValues(const PartProgram& program, std::shared_ptr<const Executor> executor, std::vector<double> inputs,
             std::size_t variable)
      : program_(program),
        executor_(std::move(executor)),
        inputs_(std::move(inputs)),
        variable_(variable),
        values_(program_.tape.outputs()),
        enclosures_(values_.size()),
        jets_(values_.size()) {
    for (const double x : inputs_)
      box_.push_back({x, x});
  }

  [[nodiscard]] const PartProgram& program() const { return program_; }

  std::span<const double> at(double x) {
    inputs_[variable_] = x;
    executor_.evaluate(inputs_, values_);
    operations_ += program_.tape.operations() + 1;
    return values_;
  }
  /// Encloses all outputs, quickly.
  std::span<const RealInterval> over(const VariableSpan& span) {
    constexpr std::size_t price = 4; // of an interval operation
    box_[variable_] = {span.begin, span.end};
    evaluate_over(program_.tape, box_, bounds_, enclosures_);
    operations_ += price * program_.tape.operations() + 1;
    return enclosures_;
  }
  /// Encloses all outputs with their derivatives, narrowly; `is_smooth` where nothing switches inside.
  std::span<const IntervalJet> jets(const VariableSpan& span, bool is_smooth) {
    evaluate_jets(program_.tape, inputs_, {variable_, span.begin, span.end, is_smooth}, jet_values_, jets_);
    operations_ += jet_price * program_.tape.operations() + 1;
    return jets_;
  }

  [[nodiscard]] std::size_t operations() const { return operations_; }
  [[nodiscard]] bool is_spent() const { return operations_ > allowed_; }
  void start_anew(std::size_t allowed) {
    operations_ = 0;
    allowed_ = allowed;
  }

private:
  const PartProgram& program_;
  ProgramInstance executor_;
  std::vector<double> inputs_;
  std::size_t variable_;
  std::vector<double> values_;
  std::vector<RealInterval> box_;
  std::vector<RealInterval> bounds_;
  std::vector<RealInterval> enclosures_;
  std::vector<JetValue> jet_values_;
  std::vector<IntervalJet> jets_;
  std::size_t operations_ = 0;
  std::size_t allowed_ = 0;
};

} // namespace simulation
} // namespace dalembert
