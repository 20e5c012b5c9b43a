#include <dalembert/base/errors.h>
#include <dalembert/numerics/kkt.h>
#include <dalembert/simulation/account.h>
#include <dalembert/simulation/impact.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dalembert::inline simulation {

namespace {

/// The impulsive equations at one state.
class Impulse {
public:
  Impulse(const Engine& engine, const State& before, const ImpactParts& parts)
      : n_(engine.coordinates()),
        m_(parts.rows.size()),
        r_(parts.contacts.size()),
        parts_(parts),
        inputs_(engine.blank_inputs()),
        before_(before),
        rates_(engine) {
    put_state(engine.programs->layout, before, inputs_);
    rates_.evaluate(inputs_);
    contacts_ = evaluated_once(*engine.impacts, InputView<double>(engine.programs->layout, inputs_).state());
    for (const std::size_t k : parts_.rows) {
      const std::span<const double> row = rates_.view().row(k);
      stacked_.insert(stacked_.end(), row.begin(), row.end());
    }
    for (const std::size_t i : parts_.contacts) {
      const ContactView contact = all(i);
      speeds_.push_back(contact.speed);
      const bool is_plastic = std::ranges::find(parts_.plastic, i) != parts_.plastic.end();
      restitution_.push_back(is_plastic ? 0.0 : contact.restitution);
      stacked_.insert(stacked_.end(), contact.direction.begin(), contact.direction.end());
    }
  }

  [[nodiscard]] const std::vector<double>& speeds() const { return speeds_; }
  [[nodiscard]] const std::vector<double>& restitution() const { return restitution_; }
  /// Number `i` of all impacts of the system, struck or not.
  [[nodiscard]] ContactView all(std::size_t i) const { return {i, n_, contacts_}; }

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
  [[nodiscard]] std::span<const double> row(std::size_t i) const { return all(parts_.contacts[i]).direction; }
  [[nodiscard]] std::span<const double> mass() const { return rates_.view().mass; }

  std::size_t n_;
  std::size_t m_;
  std::size_t r_;
  const ImpactParts& parts_;
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
  const Engine& start = engine.at_start();
  ImpactParts all;
  all.rows.resize(start.constraints());
  all.contacts.resize(start.system().impacts.size());
  std::iota(all.rows.begin(), all.rows.end(), std::size_t{0});
  std::iota(all.contacts.begin(), all.contacts.end(), std::size_t{0});
  return solve_impact(engine, before, all);
}

ImpactReport solve_impact(const Engine& engine, const State& before, const ImpactParts& parts) {
  const std::vector<Impact>& impacts = engine.system().impacts;
  const Impact& first = impacts[parts.contacts.front()];
  for (const std::size_t i : parts.contacts)
    if (impacts[i].law != first.law)
      throw SolveError(fmt::format("the impacts {} and {} are simultaneous but use different restitution laws",
                                   first.name, impacts[i].name),
                       {.time = before.t});
  const Impulse impulse(engine, before, parts);
  ImpactReport out;
  out.before = before;
  out.after = before;
  const std::vector<double> impulses = total_impulses(impulse, first.law, before.t);
  const Impulse::Response response = impulse.response(impulses);
  for (std::size_t i = 0; i < response.jump.size(); ++i)
    out.after.v[i] += response.jump[i];
  out.multiplier_impulses.assign(engine.constraints(), 0.0);
  for (std::size_t k = 0; k < parts.rows.size(); ++k)
    out.multiplier_impulses[parts.rows[k]] = response.multipliers[k];
  out.impulses.assign(impacts.size(), 0.0);
  for (std::size_t i = 0; i < parts.contacts.size(); ++i)
    out.impulses[parts.contacts[i]] = impulses[i];
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    const ContactView contact = impulse.all(i);
    double change = 0.0;
    for (std::size_t j = 0; j < response.jump.size(); ++j)
      change += contact.direction[j] * response.jump[j];
    out.speeds_before.push_back(contact.speed);
    out.speeds_after.push_back(change + contact.speed);
  }
  std::vector<double> unused;
  add_account(engine, before, out.multiplier_impulses, unused, out.kinetic_before);
  add_account(engine, out.after, out.multiplier_impulses, out.reaction_impulses, out.kinetic_after);
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
  const Impulse impulse(engine, at, parts);
  const std::size_t r = parts.contacts.size();
  std::vector<double> out(r * r, 0.0);
  for (std::size_t j = 0; j < r; ++j) {
    std::vector<double> unit(r, 0.0);
    unit[j] = 1.0;
    const std::vector<double> change = impulse.speed_change(impulse.response(unit).jump);
    for (std::size_t i = 0; i < r; ++i)
      out[i * r + j] = change[i];
  }
  return out;
}

} // namespace dalembert::inline simulation
