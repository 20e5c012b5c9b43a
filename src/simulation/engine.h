#pragma once

#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/executor.h>

#include <functional>
#include <memory>
#include <vector>

namespace dalembert {

/// Turns a tape into something that runs: the interpreter, or a compiler.
using Compile = std::function<std::unique_ptr<Executor>(const Tape&)>;

/// A study with its compiled programs and the values of its parameters: what all of `simulation/` works
/// on. Constant once made.
struct Engine {
  std::shared_ptr<const Study> study;
  std::shared_ptr<const Programs> programs;
  std::vector<double> parameters; ///< SI, declaration order

  std::unique_ptr<Executor> dynamics;
  std::unique_ptr<Executor> positions;
  std::unique_ptr<Executor> rates;
  std::unique_ptr<Executor> impacts;
  std::unique_ptr<Executor> initial;
  std::unique_ptr<Executor> ranges;
  std::unique_ptr<Executor> account;
  std::unique_ptr<Executor> powers;
  std::unique_ptr<Executor> observables;

  [[nodiscard]] std::size_t coordinates() const { return programs->layout.coordinates; }
  [[nodiscard]] std::size_t constraints() const { return programs->layout.multipliers; }
  [[nodiscard]] const System& system() const { return study->system; }

  /// A full input vector with the parameters filled in and everything else 0.
  [[nodiscard]] std::vector<double> blank_inputs() const;

  /// Begin and end of the model's own run, s; 0 where it names none.
  [[nodiscard]] double model_begin() const { return range_values[0]; }
  [[nodiscard]] double model_end() const { return range_values[1]; }
  /// The size that the tolerance of a coordinate refers to: the larger end of its declared range, else 1 SI unit.
  [[nodiscard]] double scale(std::size_t coordinate) const;

  std::vector<double> range_values; ///< outputs of the range program
};

/// Compiles every program of a study.
[[nodiscard]] Engine make_engine(std::shared_ptr<const Study> study, std::shared_ptr<const Programs> programs,
                                 std::vector<double> parameters, const Compile& compile);

} // namespace dalembert
