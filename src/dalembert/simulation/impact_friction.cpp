#include <dalembert/base/errors.h>
#include <dalembert/simulation/darboux_keller.h>
#include <dalembert/simulation/impact_friction.h>
#include <dalembert/simulation/impulsive_equations.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline simulation {

namespace {

constexpr double no_action = 1e-9; ///< of two contacts on one another
constexpr double no_pull = 1e-10;  ///< of the impulses of an impact

/// Contacts with friction that are struck at one state.
class FrictionStrike {
public:
  FrictionStrike(const Engine& engine, const State& before, const ImpactParts& parts,
                 const std::vector<Rubbing>& rubbing)
      : engine_(engine), before_(before), parts_(parts), rubbing_(rubbing) {}

  void solve(ImpactReport& out) const {
    require_apart();
    for (const Rubbing& pair : rubbing_)
      strike(pair, out);
  }

private:
  [[nodiscard]] const std::string& name(std::size_t impact) const { return engine_.system().impacts[impact].name; }

  [[nodiscard]] ImpactParts parts_of(std::vector<std::size_t> contacts) const {
    ImpactParts out = parts_;
    out.contacts = std::move(contacts);
    return out;
  }

  /// What a contact with friction does depends on what happens to it meanwhile: nothing else may act on it.
  void require_apart() const {
    const ImpactParts whole = with_frictions(parts_, rubbing_);
    const std::vector<std::size_t>& all = whole.contacts;
    if (all.size() == 2) return;
    const std::vector<double> g = ImpulsiveEquations(engine_, before_, whole).responses();
    const std::size_t r = all.size();
    const auto contact_of = [this](std::size_t impact) {
      const auto& friction = engine_.system().impacts[impact].friction;
      return friction ? friction->of : impact;
    };
    for (const Rubbing& pair : rubbing_)
      for (std::size_t i = 0; i < r; ++i)
        for (std::size_t j = 0; j < r; ++j) {
          if (contact_of(all[i]) != pair.contact || contact_of(all[j]) == pair.contact) continue;
          if (std::abs(g[i * r + j]) <= no_action * std::sqrt(std::abs(g[i * r + i] * g[j * r + j]))) continue;
          throw SolveError(fmt::format("{} and {} are struck at the same instant, t = {:.10g} s, and act on one "
                                       "another: with the friction {} the outcome depends on which is struck first, "
                                       "which the model does not say",
                                       name(pair.contact), name(contact_of(all[j])), before_.t, name(pair.friction)),
                           {.time = before_.t});
        }
  }

  void strike(const Rubbing& pair, ImpactReport& out) const {
    const ImpulsiveEquations equations(engine_, before_, parts_of({pair.contact, pair.friction}));
    require_free(pair);
    const double speed = equations.speeds()[0];
    if (speed == 0.0) return;
    const double side = speed < 0.0 ? 1.0 : -1.0; // of an impulse that makes it grow
    const std::vector<double> g = equations.responses();
    RubbingContact contact;
    contact.speed = side * speed;
    contact.slip = equations.speeds()[1];
    contact.g_nn = g[0];
    contact.g_nt = side * (g[1] + g[2]) / 2.0;
    contact.g_tt = g[3];
    contact.coefficient = equations.all(pair.friction).restitution;
    contact.restitution = equations.restitution()[0];
    contact.law = engine_.system().impacts[pair.contact].law;
    const std::optional<RubbingImpulse> found = rubbing_impulse(contact);
    if (!found)
      throw SolveError(
          fmt::format("the friction {} holds the contact of {} at t = {:.10g} s where its compression ends, "
                      "and no impulse separates it as its law asks; use law = poisson, by which it stays",
                      name(pair.friction), name(pair.contact), before_.t),
          {.time = before_.t});
    out.impulses[pair.contact] = side * found->normal;
    out.impulses[pair.friction] = found->friction;
    out.works[pair.contact] = found->normal_work;
    out.works[pair.friction] = found->friction_work;
    for (const RubbingPhase& phase : found->phases)
      require_pressed(pair, equations.response({side * phase.normal, phase.friction}).multipliers, found->normal);
  }

  void require_free(const Rubbing& pair) const {
    const int rank = ImpulsiveEquations(engine_, before_, parts_of({})).rank();
    if (ImpulsiveEquations(engine_, before_, parts_of({pair.contact})).rank() == rank)
      throw SolveError(
          fmt::format("the constraints fix the contact speed of {}, so no impulse changes it", name(pair.contact)),
          {.time = before_.t});
    if (ImpulsiveEquations(engine_, before_, parts_of({pair.friction})).rank() == rank)
      throw SolveError(fmt::format("the constraints hold the slip of {} whatever its impulse is: the impulse is not "
                                   "determined; leave the friction out",
                                   name(pair.friction)),
                       {.time = before_.t});
  }

  /// Contacts that persist may not pull in any part of the impact, nor be let go in the middle of it.
  void require_pressed(const Rubbing& pair, const std::vector<double>& multipliers, double normal) const {
    for (const Contact& contact : engine_.study->contacts) {
      if (!contact.constraint) continue;
      const auto at = std::ranges::find(parts_.rows, *contact.constraint);
      if (at == parts_.rows.end()) continue;
      if (multipliers[static_cast<std::size_t>(at - parts_.rows.begin())] >= -no_pull * normal) continue;
      throw SolveError(fmt::format("the impact of {} with the friction {} at t = {:.10g} s presses {} and lets it go: "
                                   "such an impact is not supported",
                                   name(pair.contact), name(pair.friction), before_.t, contact.name),
                       {.time = before_.t});
    }
  }

  const Engine& engine_;
  const State& before_;
  const ImpactParts& parts_;
  const std::vector<Rubbing>& rubbing_;
};

} // namespace

std::vector<Rubbing> rubbing_contacts(const Engine& engine, const State& before, const ImpactParts& parts) {
  const std::vector<Impact>& impacts = engine.system().impacts;
  std::vector<Rubbing> out;
  if (std::ranges::none_of(impacts, [](const Impact& each) { return each.friction.has_value(); })) return out;
  const ImpulsiveEquations equations(engine, before, parts);
  for (const std::size_t contact : parts.contacts)
    for (std::size_t i = 0; i < impacts.size(); ++i) {
      if (!impacts[i].friction || impacts[i].friction->of != contact) continue;
      const double coefficient = equations.all(i).restitution;
      if (!std::isfinite(coefficient))
        throw SolveError(fmt::format("the coefficient of {} has no finite value in the impact at t = {:.10g} s",
                                     impacts[i].name, before.t),
                         {.time = before.t});
      if (!(coefficient > 0.0)) continue;
      if (!out.empty() && out.back().contact == contact)
        throw SolveError(
            fmt::format("{} and {} both act in the impact of {} at t = {:.10g} s: impulses of friction are "
                        "supported along one line of a contact",
                        impacts[out.back().friction].name, impacts[i].name, impacts[contact].name, before.t),
            {.time = before.t});
      out.push_back({contact, i});
    }
  return out;
}

ImpactParts without(const ImpactParts& parts, const std::vector<Rubbing>& rubbing) {
  ImpactParts out = parts;
  std::erase_if(out.contacts, [&rubbing](std::size_t contact) {
    return std::ranges::find(rubbing, contact, &Rubbing::contact) != rubbing.end();
  });
  return out;
}

ImpactParts with_frictions(const ImpactParts& parts, const std::vector<Rubbing>& rubbing) {
  ImpactParts out = parts;
  for (const Rubbing& pair : rubbing)
    out.contacts.push_back(pair.friction);
  return out;
}

void strike_with_friction(const Engine& engine, const State& before, const ImpactParts& parts,
                          const std::vector<Rubbing>& rubbing, ImpactReport& out) {
  if (rubbing.empty()) return;
  FrictionStrike(engine, before, parts, rubbing).solve(out);
}

std::optional<Diagnostic> gain_of_energy(const Engine& engine, const ImpactReport& impact) {
  constexpr double gained = 1e-12; // of the works of the impact
  const std::vector<Impact>& impacts = engine.system().impacts;
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    if (!impacts[i].friction || impact.impulses[i] == 0.0) continue;
    const std::size_t contact = impacts[i].friction->of;
    const double work = impact.works[contact] + impact.works[i];
    if (work <= gained * (std::abs(impact.works[contact]) + std::abs(impact.works[i]))) continue;
    Diagnostic d;
    d.code = "W0826";
    d.severity = Severity::warning;
    d.span = impacts[contact].span;
    d.message = fmt::format("the impact of {} with the friction {} at t = {:.6g} s gains {:.6g}{} of energy: Newton's "
                            "law fixes the speed behind it whatever friction has taken",
                            impacts[contact].name, impacts[i].name, impact.before.t, work,
                            engine.system().has_units ? " J" : "");
    d.help = "`law = stronge` gains none";
    return d;
  }
  return std::nullopt;
}

} // namespace dalembert::inline simulation
