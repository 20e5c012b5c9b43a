#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace dalembert {

std::vector<double> Engine::blank_inputs() const {
  std::vector<double> inputs(programs->layout.full_size(), 0.0);
  std::ranges::copy(parameters, InputView<double>(programs->layout, inputs).parameters().begin());
  return inputs;
}

double Engine::scale(std::size_t coordinate) const {
  const double largest =
      std::max(std::abs(range_values[2 + 2 * coordinate]), std::abs(range_values[3 + 2 * coordinate]));
  return largest > 0.0 && std::isfinite(largest) ? largest : 1.0;
}

Engine make_engine(std::shared_ptr<const Study> study, std::shared_ptr<const Programs> programs,
                   std::vector<double> parameters, const Compile& compile) {
  Engine engine;
  engine.study = std::move(study);
  engine.programs = std::move(programs);
  engine.parameters = std::move(parameters);
  const Programs& all = *engine.programs;
  engine.dynamics = compile(all.dynamics.tape);
  engine.positions = compile(all.positions.tape);
  engine.rates = compile(all.rates.tape);
  engine.impacts = compile(all.impacts.tape);
  engine.initial = compile(all.initial.tape);
  engine.ranges = compile(all.ranges.tape);
  engine.account = compile(all.account.tape);
  engine.powers = compile(all.powers.tape);
  engine.observables = compile(all.observables.tape);
  if (!all.time.is_empty()) engine.time = compile(all.time.tape);
  for (const CoordinateParts& parts : all.coordinates)
    engine.coordinate_parts.push_back(compile(parts.parts.tape));
  engine.range_values.resize(all.ranges.tape.outputs());
  const std::vector<double> inputs = engine.blank_inputs();
  engine.ranges->evaluate(std::span(inputs).first(all.layout.state_size()), engine.range_values);
  return engine;
}

std::shared_ptr<FormChart> make_form_chart(FormProgram program, const Compile& compile) {
  auto chart = std::make_shared<FormChart>();
  chart->program = std::move(program);
  chart->enter = compile(chart->program.enter);
  chart->dynamics = compile(chart->program.dynamics);
  chart->back = compile(chart->program.back);
  return chart;
}

} // namespace dalembert
