#include <dalembert/simulation/row_values.h>

namespace dalembert::inline simulation {

RowValues::RowValues(const Engine& engine, Level level)
    : program_(level == Level::position ? engine.positions : engine.rates),
      state_size_(engine.programs->layout.state_size()),
      rows_(level == Level::position ? engine.programs->positions.rows.size() : engine.constraints()),
      columns_(engine.coordinates()),
      outputs_(program_.outputs()) {}

void RowValues::evaluate(std::span<const double> inputs) {
  program_.evaluate(inputs.first(state_size_), outputs_);
}

RowValues rows_at(const Engine& engine, std::span<const double> inputs, Level level) {
  RowValues out(engine, level);
  out.evaluate(inputs);
  return out;
}

} // namespace dalembert::inline simulation
