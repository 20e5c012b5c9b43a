#include <dalembert/base/errors.h>
#include <dalembert/numerics/kkt.h>
#include <dalembert/simulation/account.h>
#include <dalembert/simulation/impact.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline simulation {

namespace {

/// The impulsive equations at one state.
class Impulse {
public:
  Impulse(const Engine& engine, const State& before)
      : n_(engine.coordinates()),
        m_(engine.constraints()),
        r_(engine.programs->layout.impacts),
        inputs_(engine.blank_inputs()),
        before_(before),
        rates_(engine) {
    put_state(engine.programs->layout, before, inputs_);
    rates_.evaluate(inputs_);
    contacts_ = evaluated_once(*engine.impacts, InputView<double>(engine.programs->layout, inputs_).state());
    const std::span<const double> rows = rates_.view().gradient;
    stacked_.assign(rows.begin(), rows.end());
    for (std::size_t i = 0; i < r_; ++i) {
      const ContactView contact(i, n_, contacts_);
      speeds_.push_back(contact.speed);
      restitution_.push_back(contact.restitution);
      stacked_.insert(stacked_.end(), contact.direction.begin(), contact.direction.end());
    }
  }

  [[nodiscard]] const std::vector<double>& speeds() const { return speeds_; }
  [[nodiscard]] const std::vector<double>& restitution() const { return restitution_; }

  /// The impulses that change the contact speeds by `change`.
  [[nodiscard]] std::vector<double> impulses_for(const std::vector<double>& change) const {
    KktSolver solver(static_cast<int>(n_), static_cast<int>(m_ + r_));
    solver.factor({mass(), stacked_, {}});
    std::vector<double> target(m_, 0.0);
    target.insert(target.end(), change.begin(), change.end());
    std::vector<double> jump(n_, 0.0);
    std::vector<double> impulses(m_ + r_, 0.0);
    constexpr double inconsistent = 1e-9;
    if (solver.solve(std::vector<double>(n_, 0.0), target, jump, impulses) > inconsistent)
      throw SolveError("the constraints fix the contact speed of this impact, so no impulse changes it",
                       {.time = before_.t});
    return {impulses.begin() + static_cast<std::ptrdiff_t>(m_), impulses.end()};
  }

  /// The jump of v and the impulses Λ of the constraints under given contact impulses.
  struct Response {
    std::vector<double> jump;
    std::vector<double> multipliers;
  };
  [[nodiscard]] Response response(const std::vector<double>& impulses) const {
    KktSolver solver(static_cast<int>(n_), static_cast<int>(m_));
    solver.factor({mass(), std::span(stacked_).first(m_ * n_), {}});
    std::vector<double> load(n_, 0.0);
    for (std::size_t i = 0; i < r_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        load[j] += row(i)[j] * impulses[i];
    Response out{std::vector<double>(n_, 0.0), std::vector<double>(m_, 0.0)};
    solver.solve(load, std::vector<double>(m_, 0.0), out.jump, out.multipliers);
    return out;
  }

  [[nodiscard]] std::vector<double> speed_change(const std::vector<double>& jump) const {
    std::vector<double> change(r_, 0.0);
    for (std::size_t i = 0; i < r_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        change[i] += row(i)[j] * jump[j];
    return change;
  }

private:
  [[nodiscard]] std::span<const double> row(std::size_t i) const { return ContactView(i, n_, contacts_).direction; }
  [[nodiscard]] std::span<const double> mass() const { return rates_.view().mass; }

  std::size_t n_;
  std::size_t m_;
  std::size_t r_;
  std::vector<double> inputs_;
  const State& before_;
  RowValues rates_;
  std::vector<double> contacts_;
  std::vector<double> speeds_;
  std::vector<double> restitution_;
  std::vector<double> stacked_;
};

std::vector<double> negated(std::vector<double> x) {
  for (double& value : x)
    value = -value;
  return x;
}

/// Stronge's law: xᵢ·(G x)ᵢ = −eᵢ²·I_cᵢ·cᵢ⁻ for the impulses x of restitution, by Newton's method from Poisson's.
/// @throws SolveError where it does not converge
std::vector<double> stronge_restitution(const Impulse& impulse, const std::vector<double>& compression, double time) {
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

std::vector<double> total_impulses(const Impulse& impulse, ImpactLaw law, double time) {
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
    const std::vector<double> restitution = stronge_restitution(impulse, total, time);
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
  const std::vector<Impact>& impacts = engine.system().impacts;
  for (const Impact& impact : impacts)
    if (impact.law != impacts.front().law)
      throw SolveError(fmt::format("the impacts {} and {} are simultaneous but use different restitution laws",
                                   impacts.front().name, impact.name),
                       {.time = before.t});
  const Impulse impulse(engine, before);
  ImpactReport out;
  out.before = before;
  out.after = before;
  out.impulses = total_impulses(impulse, impacts.front().law, before.t);
  const Impulse::Response response = impulse.response(out.impulses);
  for (std::size_t i = 0; i < response.jump.size(); ++i)
    out.after.v[i] += response.jump[i];
  out.multiplier_impulses = response.multipliers;
  out.speeds_before = impulse.speeds();
  out.speeds_after = impulse.speed_change(response.jump);
  for (std::size_t i = 0; i < impacts.size(); ++i)
    out.speeds_after[i] += out.speeds_before[i];
  std::vector<double> unused;
  add_account(engine, before, response.multipliers, unused, out.kinetic_before);
  add_account(engine, out.after, response.multipliers, out.reaction_impulses, out.kinetic_after);
  return out;
}

} // namespace dalembert::inline simulation
