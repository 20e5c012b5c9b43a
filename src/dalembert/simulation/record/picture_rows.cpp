#include <dalembert/simulation/record/picture_rows.h>
#include <dalembert/simulation/solving/account.h>

#include <algorithm>
#include <span>

namespace dalembert {
inline namespace simulation {

PictureRows::PictureRows(const Engine& engine, const PictureProgram& program)
    : engine_(engine), program_(engine.compile(program.tape)) {}

std::vector<double> PictureRows::at(const Evaluation& at) {
  std::vector<double> inputs = engine_.blank_inputs();
  put_state(engine_.programs->layout, at.state, inputs);
  const InputView<double> full(engine_.programs->layout, inputs);
  const auto put = [](const std::vector<double>& from, std::span<double> to) {
    std::copy_n(from.begin(), std::min(from.size(), to.size()), to.begin());
  };
  put(at.accelerations, full.accelerations());
  put(at.multipliers, full.multipliers());
  put(at.frictions, full.frictions());
  put(at.impulses, full.impulses());
  put(at.histories, full.histories());
  std::vector<double> out(program_.outputs());
  // A picture evaluates functions that jump itself: their values, the last inputs, are none of its own.
  program_.evaluate(std::span(inputs).first(engine_.programs->layout.jump()), out);
  return out;
}

} // namespace simulation
} // namespace dalembert
