#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/impact/impact.h>
#include <dalembert/simulation/impact/impact_friction.h>
#include <dalembert/simulation/impact/impulsive_equations.h>
#include <dalembert/simulation/solving/account.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dalembert {
inline namespace simulation {

namespace {

std::vector<double> negated(std::vector<double> x) {
  for (double& value : x)
    value = -value;
  return x;
}

/// Stronge's law: xᵢ·(G x)ᵢ = −eᵢ²·I_cᵢ·cᵢ⁻ for the impulses x of restitution, by Newton's method from Poisson's.
/// @throws SolveError where it does not converge
std::vector<double> stronge_restitution(const ImpulsiveEquations& impulse, const std::vector<double>& compression,
                                        double time) {
  const std::size_t r = compression.size();
  const std::vector<double>& e = impulse.restitution();
  std::vector<double> x(r);
  for (std::size_t i = 0; i < r; ++i)
    x[i] = e[i] * compression[i];
  std::vector<std::vector<double>> response(r); // columns of G
  for (std::size_t i = 0; i < r; ++i) {
    std::vector<double> unit(r, 0.0);
    unit[i] = 1.0;
    response[i] = impulse.speed_change(impulse.response(unit).jump);
  }
  constexpr int most = 50;
  for (int iteration = 0; iteration < most; ++iteration) {
    std::vector<double> jacobian(r * r, 0.0);
    std::vector<double> defect(r, 0.0);
    for (std::size_t i = 0; i < r; ++i) {
      double speed = 0.0;
      for (std::size_t j = 0; j < r; ++j)
        speed += response[j][i] * x[j];
      defect[i] = x[i] * speed + e[i] * e[i] * compression[i] * impulse.speeds()[i];
      for (std::size_t j = 0; j < r; ++j)
        jacobian[i * r + j] = x[i] * response[j][i];
      jacobian[i * r + i] += speed;
    }
    // The square system is solved as rows on a unit metric.
    std::vector<double> identity(r * r, 0.0);
    for (std::size_t i = 0; i < r; ++i)
      identity[i * r + i] = 1.0;
    KktSolver solver(static_cast<int>(r), static_cast<int>(r));
    solver.factor({identity, jacobian, {}});
    std::vector<double> step(r, 0.0);
    std::vector<double> unused(r, 0.0);
    solver.solve(std::vector<double>(r, 0.0), negated(defect), step, unused);
    double largest = 0.0;
    for (std::size_t i = 0; i < r; ++i) {
      x[i] += step[i];
      largest = std::max(largest, std::abs(step[i]) / std::max(1e-300, std::abs(x[i])));
    }
    if (largest < 1e-14) return x;
  }
  throw SolveError(
      "no impulses were found that satisfy Stronge's law at all contacts simultaneously; use law = poisson",
      {.time = time});
}

/// The impulses of contacts without friction, struck together by one law.
std::vector<double> total_impulses(const Engine& engine, const State& before, const ImpactParts& parts) {
  const std::vector<Impact>& impacts = engine.system().impacts;
  const Impact& first = impacts[parts.contacts.front()];
  for (const std::size_t i : parts.contacts)
    if (impacts[i].law != first.law)
      throw SolveError(fmt::format("the impacts {} and {} are simultaneous but use different restitution laws",
                                   first.name, impacts[i].name),
                       {.time = before.t});
  const ImpactLaw law = first.law;
  const ImpulsiveEquations impulse(engine, before, parts);
  const std::vector<double>& c = impulse.speeds();
  const std::vector<double>& e = impulse.restitution();
  if (law == ImpactLaw::newton) {
    std::vector<double> change(c.size());
    for (std::size_t i = 0; i < c.size(); ++i)
      change[i] = -(1.0 + e[i]) * c[i];
    return impulse.impulses_for(change);
  }
  std::vector<double> total = impulse.impulses_for(negated(c));
  if (law == ImpactLaw::energy) {
    // T⁺ − T⁻ = κ(1 − κ/2)·I_c·c⁻ for I = κ·I_c: kept at κ = 2, the root that is an impact.
    for (double& x : total)
      x *= 2.0;
  } else if (law == ImpactLaw::poisson) {
    for (std::size_t i = 0; i < c.size(); ++i)
      total[i] *= 1.0 + e[i];
  } else {
    const std::vector<double> restitution = stronge_restitution(impulse, total, before.t);
    for (std::size_t i = 0; i < c.size(); ++i)
      total[i] += restitution[i];
  }
  return total;
}

/// K·Λ for each reaction, and the kinetic energy, from the account program at `state`.
void add_account(const Engine& engine, const State& state, const std::vector<double>& multipliers,
                 std::vector<double>& reactions, double& kinetic) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, state, inputs);
  std::ranges::copy(multipliers, InputView<double>(engine.programs->layout, inputs).multipliers().begin());
  const std::vector<double> outputs = evaluated_once(*engine.account, inputs);
  const AccountView account(engine.programs->layout, engine.system().reactions.size(), outputs);
  kinetic = account.kinetic;
  reactions.assign(account.reactions.begin(), account.reactions.end());
}

} // namespace

ImpactReport solve_impact(const Engine& engine, const State& before) {
  const Engine& start = engine.at_start();
  ImpactParts all;
  all.rows.resize(start.constraints());
  std::iota(all.rows.begin(), all.rows.end(), std::size_t{0});
  for (std::size_t i = 0; i < start.system().impacts.size(); ++i)
    if (!start.system().impacts[i].friction) all.contacts.push_back(i);
  return solve_impact(engine, before, all);
}

ImpactReport solve_impact(const Engine& engine, const State& before, const ImpactParts& parts) {
  const std::vector<Impact>& impacts = engine.system().impacts;
  const std::vector<Rubbing> rubbing = rubbing_contacts(engine, before, parts);
  const ImpactParts smooth = without(parts, rubbing);
  const ImpactParts whole = with_frictions(parts, rubbing);
  const ImpulsiveEquations impulse(engine, before, whole);
  ImpactReport out;
  out.before = before;
  out.after = before;
  out.impulses.assign(impacts.size(), 0.0);
  out.works.assign(impacts.size(), 0.0);
  if (!smooth.contacts.empty()) {
    const std::vector<double> found = total_impulses(engine, before, smooth);
    for (std::size_t i = 0; i < found.size(); ++i)
      out.impulses[smooth.contacts[i]] = found[i];
  }
  strike_with_friction(engine, before, parts, rubbing, out);
  std::vector<double> impulses;
  for (const std::size_t i : whole.contacts)
    impulses.push_back(out.impulses[i]);
  const ImpulsiveEquations::Response response = impulse.response(impulses);
  for (std::size_t i = 0; i < response.jump.size(); ++i)
    out.after.v[i] += response.jump[i];
  out.multiplier_impulses.assign(engine.constraints(), 0.0);
  for (std::size_t k = 0; k < parts.rows.size(); ++k)
    out.multiplier_impulses[parts.rows[k]] = response.multipliers[k];
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    const ContactView contact = impulse.all(i);
    double change = 0.0;
    for (std::size_t j = 0; j < response.jump.size(); ++j)
      change += contact.direction[j] * response.jump[j];
    out.speeds_before.push_back(contact.speed);
    out.speeds_after.push_back(change + contact.speed);
  }
  for (const std::size_t i : smooth.contacts)
    out.works[i] = out.impulses[i] * (out.speeds_before[i] + out.speeds_after[i]) / 2;
  std::vector<double> unused;
  add_account(engine, before, out.multiplier_impulses, unused, out.kinetic_before);
  add_account(engine, out.after, constraint_impulses(*engine.study, out), out.reaction_impulses, out.kinetic_after);
  return out;
}

std::vector<double> constraint_impulses(const Study& study, const ImpactReport& impact) {
  std::vector<double> out = impact.multiplier_impulses;
  for (const Contact& contact : study.contacts)
    if (contact.constraint && impact.impulses[contact.impact] != 0.0)
      out[*contact.constraint] = impact.impulses[contact.impact];
  return out;
}

double work_of_impact(const Engine& engine, const ImpactReport& impact) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, impact.before, inputs);
  const RowValues rows = rows_at(engine, inputs);
  const std::vector<double> contacts =
      evaluated_once(*engine.impacts, InputView<double>(engine.programs->layout, inputs).state());
  const auto power = [&impact](std::span<const double> row) {
    double sum = 0.0;
    for (std::size_t i = 0; i < row.size(); ++i)
      sum += row[i] * (impact.before.v[i] + impact.after.v[i]) / 2;
    return sum;
  };
  double work = 0.0;
  for (std::size_t k = 0; k < impact.multiplier_impulses.size(); ++k)
    if (impact.multiplier_impulses[k] != 0.0) work += impact.multiplier_impulses[k] * power(rows.view().row(k));
  for (std::size_t i = 0; i < impact.impulses.size(); ++i)
    if (impact.impulses[i] != 0.0)
      work += impact.impulses[i] * power(ContactView(i, engine.coordinates(), contacts).direction);
  return work;
}

std::vector<double> contact_responses(const Engine& engine, const State& at, const ImpactParts& parts) {
  return ImpulsiveEquations(engine, at, parts).responses();
}

void require_no_pressed_friction(const Engine& engine, const ImpactReport& impact) {
  constexpr double hardly_pressed = 1e-10; // of the largest impulse
  const System& system = engine.system();
  double largest = 0.0;
  for (const double impulse : impact.impulses)
    largest = std::max(largest, std::abs(impulse));
  const bool is_imposed = largest == 0.0; // constraints were, and nothing was struck
  if (is_imposed)
    for (const double impulse : impact.multiplier_impulses)
      largest = std::max(largest, std::abs(impulse));
  std::size_t struck = 0; // where it is one, the contacts that persist rub with it
  for (std::size_t i = 0; i < system.impacts.size(); ++i)
    if (!system.impacts[i].friction && impact.impulses[i] != 0.0) ++struck;
  for (std::size_t f = 0; f < system.frictions.size(); ++f) {
    const bool is_solved = std::ranges::any_of(system.impacts, [&](const Impact& each) {
      return each.friction && each.friction->force == f && (struck == 1 || impact.impulses[each.friction->of] != 0.0);
    });
    const auto normal = static_cast<std::size_t>(system.frictions[f].of);
    if (is_solved || std::abs(impact.reaction_impulses[normal]) <= hardly_pressed * largest) continue;
    throw SolveError(fmt::format("{} at t = {:.10g} s presses {}, at which the friction {} acts: impulses of "
                                 "friction are supported only at what is struck",
                                 is_imposed ? "what is imposed" : "the impact", impact.before.t,
                                 system.reactions[normal].name, system.frictions[f].name),
                     {.time = impact.before.t});
  }
}

} // namespace simulation
} // namespace dalembert
