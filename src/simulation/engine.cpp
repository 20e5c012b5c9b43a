#include <dalembert/simulation/engine.h>

#include <algorithm>

namespace dalembert {

std::vector<double> Engine::blank_inputs() const {
  const InputLayout& layout = programs->layout;
  std::vector<double> inputs(layout.full_size(), 0.0);
  std::copy(parameters.begin(), parameters.end(), inputs.begin() + static_cast<std::ptrdiff_t>(layout.parameter()));
  return inputs;
}

Engine make_engine(std::shared_ptr<const Study> study, std::shared_ptr<const Equations> equations,
                   std::vector<double> parameters, const Compile& compile) {
  Engine engine;
  engine.programs = std::make_shared<const Programs>(lower(*study, *equations));
  engine.study = std::move(study);
  engine.equations = std::move(equations);
  engine.parameters = std::move(parameters);
  const Programs& programs = *engine.programs;
  engine.dynamics = compile(programs.dynamics.tape);
  engine.positions = compile(programs.positions.tape);
  engine.rates = compile(programs.rates.tape);
  engine.impacts = compile(programs.impacts.tape);
  engine.account = compile(programs.account.tape);
  engine.powers = compile(programs.powers.tape);
  engine.observables = compile(programs.observables.tape);
  return engine;
}

} // namespace dalembert
