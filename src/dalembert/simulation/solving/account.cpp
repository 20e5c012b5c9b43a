#include <dalembert/simulation/engine/finite_values.h>
#include <dalembert/simulation/solving/account.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

namespace {

std::vector<double> copy_of(std::span<const double> part) {
  return {part.begin(), part.end()};
}

void copy_to(std::vector<double>& out, std::span<const double> part) {
  out.assign(part.begin(), part.end());
}

} // namespace

void put_state(const InputLayout& layout, const State& state, std::span<double> inputs) {
  const InputView<double> at(layout, inputs);
  at.time() = state.t;
  std::ranges::copy(state.q, at.positions().begin());
  std::ranges::copy(state.v, at.rates().begin());
}

State state_of(const InputLayout& layout, std::span<const double> inputs) {
  const InputView<const double> at(layout, inputs);
  return {at.time(), copy_of(at.positions()), copy_of(at.rates())};
}

Account::Account(const Engine& engine)
    : engine_(engine),
      program_(engine.account),
      outputs_(program_.outputs()),
      violations_(engine.violations),
      violated_(violations_.outputs()) {}

Evaluation Account::evaluate(std::span<const double> inputs, const Dynamics& dynamics) {
  Evaluation out;
  evaluate(inputs, dynamics, out);
  return out;
}

void Account::evaluate(std::span<const double> inputs, const Dynamics& dynamics, Evaluation& out,
                       const RecordedState* known) {
  const InputLayout& layout = engine_.programs->layout;
  const std::size_t m = layout.multipliers;
  if (known != nullptr) {
    copy_to(outputs_, known->account);
    copy_to(violated_, known->violations);
  } else {
    program_.evaluate(inputs, outputs_);
    violations_.evaluate(inputs, violated_);
  }
  const AccountView account(layout, engine_.system().reactions.size(), outputs_);
  const InputView<const double> at(layout, inputs);

  out.state.t = at.time();
  copy_to(out.state.q, at.positions());
  copy_to(out.state.v, at.rates());
  copy_to(out.accelerations, at.accelerations());
  copy_to(out.multipliers, at.multipliers());
  copy_to(out.frictions, at.frictions());
  copy_to(out.impulses, at.impulses());
  copy_to(out.histories, at.histories());
  out.energies = {account.kinetic, account.potential, account.energy_function, std::nullopt};
  if (engine_.programs->account.has_total_energy) out.energies.total = account.total;
  copy_to(out.constraint_forces, account.constraint_forces);
  copy_to(out.reactions, account.reactions);
  copy_to(out.residual, account.residual);
  copy_to(out.momenta, account.momenta);
  copy_to(out.invariants, account.invariants);
  out.position_violation.assign(m, 0.0);
  const std::vector<std::size_t>& holonomic = engine_.programs->positions.rows;
  SpanCutter<const double> violated(violated_);
  const std::span<const double> positions = violated.cut(holonomic.size());
  for (std::size_t k = 0; k < holonomic.size(); ++k)
    out.position_violation[holonomic[k]] = positions[k];
  copy_to(out.velocity_violation, violated.cut(m));
  copy_to(out.acceleration_violation, violated.cut(m));
  for (std::size_t k = 0; k < m; ++k)
    if (!dynamics.is_active(k)) // an open contact requires nothing
      out.position_violation[k] = out.velocity_violation[k] = out.acceleration_violation[k] = 0.0;
  require_finite_values(engine_, inputs, out);
}

std::span<const double> Account::velocity_sizes() const {
  return std::span(violated_).last(engine_.constraints());
}

std::span<const double> Account::position_sizes() const {
  return std::span(violated_).last(2 * engine_.constraints()).first(engine_.constraints());
}

Evaluation evaluate_at(const Engine& engine, const State& state, const RowRanks& ranks) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, state, inputs);
  Dynamics dynamics(engine);
  dynamics.set_known_ranks(ranks);
  dynamics.solve(inputs);
  return Account(engine).evaluate(inputs, dynamics);
}

} // namespace simulation
} // namespace dalembert
