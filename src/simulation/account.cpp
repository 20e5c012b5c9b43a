#include <dalembert/simulation/account.h>
#include <dalembert/simulation/finite_values.h>

#include <algorithm>

namespace dalembert {

namespace {

std::vector<double> part(std::span<const double> all, std::size_t begin, std::size_t count) {
  const std::span<const double> slice = all.subspan(begin, count);
  return {slice.begin(), slice.end()};
}

} // namespace

void put_state(const InputLayout& layout, const State& state, std::span<double> inputs) {
  inputs[layout.time()] = state.t;
  std::copy(state.q.begin(), state.q.end(), inputs.begin() + static_cast<std::ptrdiff_t>(layout.position()));
  std::copy(state.v.begin(), state.v.end(), inputs.begin() + static_cast<std::ptrdiff_t>(layout.rate()));
}

State state_of(const InputLayout& layout, std::span<const double> inputs) {
  return {inputs[layout.time()], part(inputs, layout.position(), layout.coordinates),
          part(inputs, layout.rate(), layout.coordinates)};
}

Account::Account(const Engine& engine)
    : engine_(engine),
      outputs_(engine.programs->account.tape.outputs()),
      rates_(engine.programs->rates.tape.outputs()),
      positions_(engine.programs->positions.tape.outputs()) {}

Evaluation Account::evaluate(std::span<const double> inputs, const Dynamics& dynamics) {
  const InputLayout& layout = engine_.programs->layout;
  const std::size_t n = layout.coordinates;
  const std::size_t m = layout.multipliers;
  const std::size_t reactions = engine_.system().reactions.size();
  engine_.account->evaluate(inputs, outputs_);
  engine_.rates->evaluate(inputs.first(layout.state_size()), rates_);
  engine_.positions->evaluate(inputs.first(layout.state_size()), positions_);

  Evaluation out;
  out.state = state_of(layout, inputs);
  out.accelerations = part(inputs, layout.acceleration(), n);
  out.multipliers = part(inputs, layout.multiplier(), m);
  out.frictions = part(inputs, layout.friction(), layout.frictions);
  out.energies = {outputs_[0], outputs_[1], outputs_[2], std::nullopt};
  if (engine_.programs->account.has_total_energy) out.energies.total = outputs_[3];
  std::size_t place = 4;
  out.constraint_forces = part(outputs_, place, n);
  out.reactions = part(outputs_, place += n, reactions);
  out.residual = part(outputs_, place += reactions, n);
  out.momenta = part(outputs_, place += n, n);
  out.invariants = part(outputs_, place + n, engine_.programs->account.invariants.size());
  out.position_violation.assign(m, 0.0);
  const std::vector<std::size_t>& holonomic = engine_.programs->positions.rows;
  for (std::size_t k = 0; k < holonomic.size(); ++k)
    out.position_violation[holonomic[k]] = positions_[k];
  out.velocity_violation = part(rates_, 0, m);
  for (std::size_t k = 0; k < m; ++k) {
    double sum = -dynamics.row_forcing()[k];
    for (std::size_t i = 0; i < n; ++i)
      sum += dynamics.rows()[k * n + i] * out.accelerations[i];
    out.acceleration_violation.push_back(sum);
  }
  require_finite_values(engine_, inputs, out);
  return out;
}

void Account::observe(std::span<const double> inputs, std::vector<double>& values) const {
  values.resize(engine_.programs->observables.tape.outputs());
  engine_.observables->evaluate(inputs, values);
}

Evaluation evaluate_at(const Engine& engine, const State& state, const RowRanks& ranks) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, state, inputs);
  Dynamics dynamics(engine);
  dynamics.set_known_ranks(ranks);
  dynamics.solve(inputs);
  return Account(engine).evaluate(inputs, dynamics);
}

} // namespace dalembert
