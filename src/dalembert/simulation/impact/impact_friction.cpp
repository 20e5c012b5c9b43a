#include <dalembert/base/errors.h>
#include <dalembert/simulation/impact/darboux_keller.h>
#include <dalembert/simulation/impact/impact_friction.h>
#include <dalembert/simulation/impact/impulsive_equations.h>
#include <dalembert/simulation/impact/planar_rubbing.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double no_action = 1e-9; ///< of two contacts on one another
constexpr double no_pull = 1e-10;  ///< of the impulses of an impact

/// The place in `parts.rows` of the persisting contact that friction number `impact` acts at; nothing at what is
/// struck.
std::optional<std::size_t> row_of(const Engine& engine, const ImpactParts& parts, std::size_t impact) {
  const std::size_t of = engine.system().impacts[impact].friction->of;
  const auto contact = std::ranges::find(engine.study->contacts, of, &Contact::impact);
  if (contact == engine.study->contacts.end() || !contact->constraint) return std::nullopt;
  const auto at = std::ranges::find(parts.rows, *contact->constraint);
  if (at == parts.rows.end()) return std::nullopt;
  return static_cast<std::size_t>(at - parts.rows.begin());
}

/// Contacts with friction that are struck at one state.
class FrictionStrike {
public:
  FrictionStrike(const Engine& engine, const State& before, const ImpactParts& parts,
                 const std::vector<Rubbing>& rubbing)
      : engine_(engine), before_(before), parts_(parts), rubbing_(rubbing) {}

  void solve(ImpactReport& out) const {
    require_apart();
    for (const Rubbing& rubbing : rubbing_)
      strike(rubbing, out);
  }

private:
  [[nodiscard]] const std::string& name(std::size_t impact) const { return engine_.system().impacts[impact].name; }

  [[nodiscard]] ImpactParts parts_of(std::vector<std::size_t> contacts) const {
    ImpactParts out = parts_;
    out.contacts = std::move(contacts);
    return out;
  }

  [[nodiscard]] std::string frictions_of(const Rubbing& rubbing) const {
    std::string out;
    for (const std::size_t friction : rubbing.frictions)
      out += (out.empty() ? "" : ", ") + name(friction);
    return out;
  }

  /// What a contact with friction does depends on what happens to it meanwhile: nothing else may act on it.
  void require_apart() const {
    if (parts_.contacts.size() == 1) return;
    const ImpactParts whole = with_frictions(parts_, rubbing_);
    const std::vector<std::size_t>& all = whole.contacts;
    const std::vector<double> g = ImpulsiveEquations(engine_, before_, whole).responses();
    const std::size_t r = all.size();
    const auto contact_of = [this](std::size_t impact) {
      const auto& friction = engine_.system().impacts[impact].friction;
      return friction ? friction->of : impact;
    };
    for (const Rubbing& rubbing : rubbing_)
      for (std::size_t i = 0; i < r; ++i)
        for (std::size_t j = 0; j < r; ++j) {
          if (contact_of(all[i]) != rubbing.contact || contact_of(all[j]) == rubbing.contact) continue;
          if (std::abs(g[i * r + j]) <= no_action * std::sqrt(std::abs(g[i * r + i] * g[j * r + j]))) continue;
          throw SolveError(fmt::format("{} and {} are struck at the same instant, t = {:.10g} s, and act on one "
                                       "another: with the friction {} the outcome depends on which is struck first, "
                                       "which the model does not say",
                                       name(rubbing.contact), name(contact_of(all[j])), before_.t,
                                       frictions_of(rubbing)),
                           {.time = before_.t});
        }
  }

  void strike(const Rubbing& rubbing, ImpactReport& out) const {
    std::vector<std::size_t> all{rubbing.contact};
    all.insert(all.end(), rubbing.frictions.begin(), rubbing.frictions.end());
    const ImpulsiveEquations equations(engine_, before_, parts_of(all));
    require_free(rubbing);
    const double speed = equations.speeds()[0];
    if (speed == 0.0) return;
    const double side = speed < 0.0 ? 1.0 : -1.0; // of an impulse that makes it grow
    const RubbingContact contact = contact_with(rubbing, equations, side);
    const std::optional<RubbingImpulse> found =
        rubbing.is_planar ? planar_rubbing_impulse(contact) : rubbing_impulse(contact);
    if (!found) throw SolveError(reason_of(rubbing), {.time = before_.t});
    const bool is_by_end = parts_.is_by_end && !rubbing.is_planar;
    const std::optional<RubbingImpulse> held = is_by_end ? held_at_end(contact, *found) : std::nullopt;
    const RubbingImpulse& done = held ? *held : *found;
    out.impulses[rubbing.contact] = side * done.normal;
    out.works[rubbing.contact] = done.normal_work;
    for (std::size_t i = 0; i < rubbing.frictions.size(); ++i) {
      out.impulses[rubbing.frictions[i]] = done.frictions[i];
      out.works[rubbing.frictions[i]] = done.friction_works[i];
    }
    for (const RubbingPhase& phase : done.phases) {
      std::vector<double> impulses{side * phase.normal};
      impulses.insert(impulses.end(), phase.frictions.begin(), phase.frictions.end());
      require_pressed(rubbing, equations.response(impulses).multipliers, done.normal);
    }
  }

  [[nodiscard]] RubbingContact contact_with(const Rubbing& rubbing, const ImpulsiveEquations& equations,
                                            double side) const {
    const std::vector<double> g = equations.responses();
    const std::size_t r = rubbing.frictions.size() + 1;
    RubbingContact out;
    out.speed = side * equations.speeds()[0];
    out.response = g[0];
    out.restitution = equations.restitution()[0];
    out.law = engine_.system().impacts[rubbing.contact].law;
    std::vector<std::vector<double>> multipliers; // by units of each impulse
    for (std::size_t j = 0; j < r; ++j) {
      std::vector<double> unit(r, 0.0);
      unit[j] = j == 0 ? side : 1.0;
      multipliers.push_back(equations.response(unit).multipliers);
    }
    for (std::size_t i = 1; i < r; ++i) {
      RubbingLine line;
      line.slip = equations.speeds()[i];
      line.coefficient = equations.all(rubbing.frictions[i - 1]).restitution;
      line.by_normal = side * (g[i] + g[i * r]) / 2.0;
      for (std::size_t j = 1; j < r; ++j)
        line.by_friction.push_back((g[i * r + j] + g[j * r + i]) / 2.0);
      if (const std::optional<std::size_t> row = row_of(engine_, parts_, rubbing.frictions[i - 1])) {
        line.press = multipliers[0][*row];
        for (std::size_t j = 1; j < r; ++j)
          line.press_by.push_back(multipliers[j][*row]);
      }
      out.lines.push_back(std::move(line));
    }
    return out;
  }

  [[nodiscard]] std::string reason_of(const Rubbing& rubbing) const {
    if (rubbing.frictions.size() == 1)
      return fmt::format("the friction {} holds the contact of {} at t = {:.10g} s where its compression ends, and no "
                         "impulse separates it as its law asks; use law = poisson, by which it stays",
                         frictions_of(rubbing), name(rubbing.contact), before_.t);
    if (rubbing.is_planar)
      return fmt::format("the impact of {} with the frictions {} at t = {:.10g} s has no end: they hold the contact "
                         "where its compression ends, or their slips depend on one another",
                         name(rubbing.contact), frictions_of(rubbing), before_.t);
    return fmt::format("the impact of {} with the frictions {} at t = {:.10g} s has no course, or several: Painlevé's "
                       "paradox, or they hold the contact where its compression ends",
                       name(rubbing.contact), frictions_of(rubbing), before_.t);
  }

  void require_free(const Rubbing& rubbing) const {
    const int rank = ImpulsiveEquations(engine_, before_, parts_of({})).rank();
    if (ImpulsiveEquations(engine_, before_, parts_of({rubbing.contact})).rank() == rank)
      throw SolveError(
          fmt::format("the constraints fix the contact speed of {}, so no impulse changes it", name(rubbing.contact)),
          {.time = before_.t});
    for (const std::size_t friction : rubbing.frictions)
      if (ImpulsiveEquations(engine_, before_, parts_of({friction})).rank() == rank)
        throw SolveError(fmt::format("the constraints hold the slip of {} whatever its impulse is: the impulse is not "
                                     "determined; leave the friction out",
                                     name(friction)),
                         {.time = before_.t});
  }

  /// Contacts that persist may not pull in any part of the impact, nor be let go in the middle of it.
  void require_pressed(const Rubbing& rubbing, const std::vector<double>& multipliers, double normal) const {
    for (const Contact& contact : engine_.study->contacts) {
      if (!contact.constraint || std::ranges::find(parts_.settled, *contact.constraint) != parts_.settled.end())
        continue;
      const auto at = std::ranges::find(parts_.rows, *contact.constraint);
      if (at == parts_.rows.end()) continue;
      if (multipliers[static_cast<std::size_t>(at - parts_.rows.begin())] >= -no_pull * normal) continue;
      throw SolveError(fmt::format("the impact of {} with the friction {} at t = {:.10g} s presses {} and lets it go: "
                                   "such an impact is not supported",
                                   name(rubbing.contact), frictions_of(rubbing), before_.t, contact.name),
                       {.time = before_.t});
    }
  }

  const Engine& engine_;
  const State& before_;
  const ImpactParts& parts_;
  const std::vector<Rubbing>& rubbing_;
};

/// What presses a friction of a contact: the reaction of its force; of an `impact` the impulse alone.
std::optional<int> pressed_by(const System& system, std::size_t friction) {
  const std::optional<std::size_t> force = system.impacts[friction].friction->force;
  if (!force) return std::nullopt;
  return system.frictions[*force].of;
}

/// True where the frictions of a struck contact are the two of one slip in a plane: those of one reaction. Those of
/// several reactions act along a line each.
/// @throws SolveError where a reaction has more than two, or two beside those of others
bool has_planar_slip(const Engine& engine, const State& before, const Rubbing& rubbing) {
  const System& system = engine.system();
  const std::vector<Impact>& impacts = system.impacts;
  std::size_t most = 0;
  for (const std::size_t f : rubbing.frictions)
    most = std::max(most, static_cast<std::size_t>(std::ranges::count_if(rubbing.frictions, [&](std::size_t other) {
                      return pressed_by(system, other) == pressed_by(system, f);
                    })));
  if (most > 2)
    throw SolveError(fmt::format("{} frictions, {} among them, act in the impact of {} at t = {:.10g} s: a contact "
                                 "slips along two directions at most",
                                 most, impacts[rubbing.frictions.back()].name, impacts[rubbing.contact].name, before.t),
                     {.time = before.t});
  if (most == 2 && rubbing.frictions.size() > 2)
    throw SolveError(
        fmt::format("the impact of {} at t = {:.10g} s has a friction of a slip in a plane and {} beside "
                    "it, by reactions of their own: together they are not supported in an impact; leave one of them "
                    "out, or write the floor as a spring with a damper, whose force presses all of them",
                    impacts[rubbing.contact].name, before.t, rubbing.frictions.size() - 2),
        {.time = before.t});
  return most == 2;
}

} // namespace

std::vector<Rubbing> rubbing_contacts(const Engine& engine, const State& before, const ImpactParts& parts) {
  const std::vector<Impact>& impacts = engine.system().impacts;
  std::vector<Rubbing> out;
  if (std::ranges::none_of(impacts, [](const Impact& each) { return each.friction.has_value(); })) return out;
  const ImpulsiveEquations equations(engine, before, parts);
  const auto acts = [&](std::size_t i) {
    const double coefficient = equations.all(i).restitution;
    if (!std::isfinite(coefficient))
      throw SolveError(fmt::format("the coefficient of {} has no finite value in the impact at t = {:.10g} s",
                                   impacts[i].name, before.t),
                       {.time = before.t});
    return coefficient > 0.0;
  };
  for (const std::size_t contact : parts.contacts) {
    Rubbing rubbing{contact, {}, false};
    for (std::size_t i = 0; i < impacts.size(); ++i) {
      if (!impacts[i].friction || impacts[i].friction->of != contact || !acts(i)) continue;
      rubbing.frictions.push_back(i);
    }
    rubbing.is_planar = has_planar_slip(engine, before, rubbing);
    for (std::size_t i = 0; i < impacts.size() && parts.contacts.size() == 1; ++i) {
      if (!impacts[i].friction || !row_of(engine, parts, i) || !acts(i)) continue;
      if (rubbing.is_planar)
        throw SolveError(fmt::format("the impact of {} at t = {:.10g} s slips along two directions, {} and {}, and "
                                     "presses the contact at which {} acts: together they are not supported",
                                     impacts[contact].name, before.t, impacts[rubbing.frictions[0]].name,
                                     impacts[rubbing.frictions[1]].name, impacts[i].name),
                         {.time = before.t});
      rubbing.frictions.push_back(i);
    }
    if (!rubbing.frictions.empty()) out.push_back(std::move(rubbing));
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
  for (const Rubbing& each : rubbing)
    out.contacts.insert(out.contacts.end(), each.frictions.begin(), each.frictions.end());
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
    double work = impact.works[contact];
    double size = std::abs(work);
    for (std::size_t j = 0; j < impacts.size(); ++j) {
      if (!impacts[j].friction || impacts[j].friction->of != contact) continue;
      work += impact.works[j];
      size += std::abs(impact.works[j]);
    }
    if (work <= gained * size) continue;
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

} // namespace simulation
} // namespace dalembert
