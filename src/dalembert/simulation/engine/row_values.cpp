#include <dalembert/simulation/engine/row_values.h>

namespace dalembert {
inline namespace simulation {

RowValues::RowValues(const Engine& engine, Level level)
    : program_(level == Level::position ? engine.positions : engine.rates),
      rows_alone_(level == Level::position ? engine.position_rows : engine.rate_rows),
      state_size_(engine.programs->layout.state_size()),
      rows_(level == Level::position ? engine.programs->positions.rows.size() : engine.constraints()),
      columns_(engine.coordinates()),
      outputs_(program_.outputs()) {}

void RowValues::evaluate(std::span<const double> inputs) {
  program_.evaluate(inputs.first(state_size_), outputs_);
}

void RowValues::evaluate_rows(std::span<const double> inputs) {
  rows_alone_.evaluate(inputs.first(state_size_), std::span(outputs_).first(rows_alone_.outputs()));
}

RowValues rows_at(const Engine& engine, std::span<const double> inputs, Level level) {
  RowValues out(engine, level);
  out.evaluate(inputs);
  return out;
}

} // namespace simulation
} // namespace dalembert
