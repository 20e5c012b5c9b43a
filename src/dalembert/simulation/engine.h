#pragma once

#include <dalembert/lowering/form_program.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/executor.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dalembert {

/// Turns a tape into something that runs: the interpreter, or a compiler.
using Compile = std::function<std::unique_ptr<Executor>(const Tape&)>;

/// The compiled programs of one form of the equations on one choice of speeds.
struct FormChart {
  FormProgram program;
  std::unique_ptr<Executor> enter;
  std::unique_ptr<Executor> dynamics;
  std::unique_ptr<Executor> back;
};

/// Makes a chart; `independent` names the coordinates whose rates are to be the speeds, where a form may choose. Empty
/// leaves the choice to the form.
using MakeFormChart = std::function<std::shared_ptr<FormChart>(const std::vector<int>& independent)>;

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
  std::unique_ptr<Executor> time;                          ///< absent where nothing depends on the time alone
  std::vector<std::unique_ptr<Executor>> coordinate_parts; ///< one for each of Programs::coordinates

  std::string form = "lagrange"; ///< whose equations advance the state
  MakeFormChart form_chart = {}; ///< absent for Lagrange's equations with multipliers

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

/// Compiles the programs of a form.
[[nodiscard]] std::shared_ptr<FormChart> make_form_chart(FormProgram program, const Compile& compile);

/// Compiles every program of a study.
[[nodiscard]] Engine make_engine(std::shared_ptr<const Study> study, std::shared_ptr<const Programs> programs,
                                 std::vector<double> parameters, const Compile& compile);

} // namespace dalembert
