#include <dalembert/base/errors.h>
#include <dalembert/lowering/views.h>
#include <dalembert/simulation/impact/impact_friction.h>
#include <dalembert/simulation/motion/passage.h>
#include <dalembert/simulation/motion/row_corner.h>
#include <dalembert/simulation/phases/closed_set.h>
#include <dalembert/simulation/phases/contacts.h>
#include <dalembert/simulation/phases/strike_order.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr std::size_t most_by_default = 100'000; ///< impacts of a run
constexpr double unseen_height = 1e-3;           ///< of what counts as no gap

/// Where the force of a contact jumps below 0, at a place that a coordinate passes, its state is known on the side on
/// which it pushes: moves that along the motion by a few roundings, to where it would pull.
void go_behind_jump(ContactStates& states, Motion& motion, std::size_t contact, double t, std::vector<double>& y) {
  constexpr int most_doublings = 16;
  const double push = states.push(contact, t, y);
  if (!(push > states.negligible_push())) return;
  const InputView<double> at(states.layout(), motion.inputs());
  const std::vector<double> rates(at.rates().begin(), at.rates().end());
  const std::vector<double> accelerations(at.accelerations().begin(), at.accelerations().end());
  double by = std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::numeric_limits<double>::min());
  for (int i = 0; i < most_doublings; ++i, by *= 2.0) {
    std::vector<double> moved = y;
    for (std::size_t k = 0; k < rates.size(); ++k) {
      moved[k] += by * rates[k];
      moved[rates.size() + k] += by * accelerations[k];
    }
    if (!(states.push(contact, t + by, moved) < 0.0)) continue;
    y = std::move(moved);
    return;
  }
}

} // namespace

Contacts::Contacts(const Engine& engine, Motion& motion, RunResult& result)
    : engine_(engine),
      motion_(motion),
      result_(result),
      states_(engine, motion),
      bilateral_(states_.equations()),
      closed_(states_.size(), false),
      noted_(closed_),
      history_(closed_.size()),
      is_warned_(closed_.size(), false),
      is_falling_(closed_.size(), false) {
  if (!empty() || !engine.study->imposed.empty()) motion_.set_active_rows(bilateral_);
}

void Contacts::set_known_ranks(const RowRanks& ranks) {
  bilateral_ = ActiveRows(states_.equations(), ranks);
  motion_.set_active_rows(bilateral_);
}

void Contacts::set_equations(const ActiveRows& rows) {
  bilateral_ = rows;
  states_.set_equations(rows.equations());
  std::vector<std::size_t> contacts;
  for (std::size_t c = 0; c < size(); ++c)
    if (closed_[c]) contacts.push_back(c);
  close(contacts);
}

ImpactReport Contacts::impose(double t, const std::vector<std::size_t>& imposed, std::vector<double>& y) {
  Strike parts;
  parts.imposed = imposed;
  const std::vector<Touch> now = touches(t, y);
  for (const std::size_t c : resting(now)) {
    parts.resting.push_back(c);
    if (closed_[c]) parts.closed.push_back(c);
  }
  StrikeOutcome outcome = solve_strike(engine_, states_, states_.state_in(t, y), parts);
  put_limits(t, y, parts, outcome.report);
  motion_.take_impact(outcome.report);
  std::ranges::copy(outcome.report.after.v, y.begin() + static_cast<std::ptrdiff_t>(engine_.coordinates()));
  return std::move(outcome.report);
}

void Contacts::archive(Archive& with) {
  with(closed_, history_, is_warned_, begin_, last_pass_, passes_here_, is_falling_, is_order_warned_, is_gain_warned_,
       is_choice_warned_, is_end_warned_, open_);
  if (!with.is_reading() || empty()) return;
  std::vector<std::size_t> contacts;
  for (std::size_t c = 0; c < size(); ++c)
    if (closed_[c]) contacts.push_back(c);
  const OpenForces open = open_;
  close(contacts);
  open_ = open;
  noted_ = closed_;
}

void Contacts::start(double t, std::vector<double>& y) {
  begin_ = t;
  last_pass_ = t;
  for (std::size_t c = 0; c < size(); ++c) {
    const double allowed = states_.negligible_gap(c, t, y);
    const double here = states_.gap(c, t, y);
    const bool is_defined = std::isfinite(here);
    if (is_defined && !(here < -allowed)) continue;
    const Contact& violated = states_.contact(c);
    Diagnostic d;
    d.code = "E0709";
    d.span = violated.span;
    d.message =
        is_defined
            ? fmt::format("the initial positions violate {}: {} fails by {:.6g}", violated.name, violated.text, -here)
            : fmt::format("{}, {}, has no finite value at the initial positions", violated.name, violated.text);
    d.help = "change the initial values, or the inequality";
    throw ModelError(d);
  }
  static_cast<void>(pass(t, size(), y));
}

double Contacts::pass(double t, std::size_t contact, std::vector<double>& y) {
  const bool opens = contact < size() && closed_[contact];
  if (contact < size() && !opens) require_no_step(t, contact, y);
  if (contact < size()) note_asked(t, contact, opens);
  if (opens) go_behind_jump(states_, motion_, contact, t, y);
  if (opens) closed_[contact] = false;
  const double work = strike_all(t, y);
  settle(t, opens ? std::optional(contact) : std::nullopt, y);
  record_changes(t, opens ? std::optional(contact) : std::nullopt);
  return work;
}

/// Solves the impacts of an instant, until none follows.
double Contacts::strike_all(double t, std::vector<double>& y) {
  constexpr int most_rounds = 200;
  require_open(t, y);
  history_.begin_instant();
  double work = 0.0;
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<Touch> now = touches(t, y);
    const std::vector<std::size_t> struck = struck_first(t, now);
    if (struck.empty()) break;
    if (round + 1 == most_rounds)
      throw SolveError(fmt::format("the impacts of {} at t = {:.10g} s do not end", states_.names(struck), t),
                       {.time = t});
    work += strike(t, struck, now, y);
  }
  return work;
}

double Contacts::release_jumped(double t, std::vector<double>& y) {
  const std::vector<Touch> now = states_.touches(t, y, std::vector<bool>(size(), false));
  std::vector<std::size_t> staying;
  for (std::size_t c = 0; c < size(); ++c)
    if (closed_[c] && now[c].rests()) staying.push_back(c);
  if (staying.size() != static_cast<std::size_t>(std::ranges::count(closed_, true))) close(staying);
  return strike_all(t, y);
}

bool Contacts::all_push(double t, std::span<const double> y) {
  const std::vector<Touch> now = touches(t, y);
  for (std::size_t c = 0; c < size(); ++c)
    if (closed_[c] ? states_.push(c, t, y) < -states_.negligible_push() : now[c].rests()) return false;
  return true;
}

/// Where a contact is said to close, its gap is 0. One that is open there and negative a few roundings on jumps at a
/// place.
void Contacts::require_no_step(double t, std::size_t contact, const std::vector<double>& y) {
  constexpr double beyond_errors = 1e3; // of what counts as no gap
  constexpr int most_doublings = 40;
  const double least = beyond_errors * states_.negligible_gap(contact, t, y);
  if (!(states_.gap(contact, t, y) > least) || !states_.contact(contact).constraint) return;
  const std::size_t n = engine_.coordinates();
  double by = std::max(std::numeric_limits<double>::epsilon() * std::abs(t), std::numeric_limits<double>::min());
  for (int i = 0; i < most_doublings; ++i, by *= 2.0) {
    std::vector<double> moved = y;
    for (std::size_t k = 0; k < n; ++k)
      moved[k] += by * y[n + k];
    if (states_.gap(contact, t, moved) < -least)
      throw SolveError(step_up(engine_, *states_.contact(contact).constraint, t, {y, moved}), {.time = t});
  }
}

/// A gap is negative where it jumps, and where steps are too coarse for it.
void Contacts::require_open(double t, const std::vector<double>& y) {
  constexpr double beyond_errors = 1e3; // of what counts as no gap
  constexpr double just_before = 1e-9;  // of the time since the start
  for (std::size_t c = 0; c < size(); ++c) {
    const double least = -beyond_errors * states_.negligible_gap(c, t, y);
    const double here = states_.gap(c, t, y);
    if (closed_[c] || here >= least) continue;
    std::vector<double> earlier = y;
    for (std::size_t i = 0; i < engine_.coordinates(); ++i)
      earlier[i] -= just_before * (t - begin_) * y[engine_.coordinates() + i];
    if (const std::optional<std::size_t> row = states_.contact(c).constraint;
        row && states_.gap(c, t, earlier) >= least) // it jumps at a place
      throw SolveError(step_up(engine_, *row, t, {earlier, y}), {.time = t});
    throw SolveError(
        fmt::format("the gap of {} is {:.6g} at t = {:.10g} s, without an impact before: it jumps there, or "
                    "closes within a step; a shorter max_step may help",
                    states_.contact(c).name, here, t),
        {.time = t});
  }
}

void Contacts::record_changes(double t, std::optional<std::size_t> opening) {
  const std::vector<bool> before = std::exchange(noted_, closed_);
  if (opening) history_.forget_bounces(*opening);
  for (std::size_t c = 0; c < size(); ++c) {
    if (closed_[c] == before[c]) continue;
    ContactChange change{closed_[c] ? ContactChange::Kind::closes : ContactChange::Kind::opens, t, c, 0, t};
    if (const std::optional<double> limit = history_.bounces(c).limit(); closed_[c] && limit) {
      change.kind = ContactChange::Kind::rests;
      change.impacts = history_.bounces(c).count();
      change.limit = *limit;
    }
    result_.contact_changes.push_back(change);
  }
}

bool Contacts::is_at_last_pass(double t) const {
  constexpr double instant = 1e-9; // of the time since the start
  return t - last_pass_ <= instant * (t - begin_);
}

/// Remembers for this instant which contacts fall when they are open, and pull when they are closed.
void Contacts::note_asked(double t, std::size_t contact, bool opens) {
  if (!is_at_last_pass(t)) is_falling_.assign(size(), false);
  is_falling_[contact] = !opens;
  guard_repetition(t);
}

RestingContacts Contacts::with_falling(std::vector<std::size_t> touching, double t) const {
  RestingContacts out{std::move(touching), {}};
  for (const std::size_t c : out.touching)
    if (is_falling_[c] && is_at_last_pass(t)) out.falling.push_back(c);
  return out;
}

/// A contact that is struck again and again at one instant is not described by impacts.
void Contacts::guard_repetition(double t) {
  constexpr std::size_t most = 50;
  if (!is_at_last_pass(t)) {
    passes_here_ = 0;
    last_pass_ = t;
    return;
  }
  if (++passes_here_ > most)
    throw SolveError(fmt::format("contacts close and open again and again at t = {:.10g} s, and the run cannot go on; "
                                 "one that is an `impact` cannot stay closed: write it as a constraint with an "
                                 "inequality",
                                 t),
                     {.time = t});
}

/// Close to a singular position rounding swamps the rates behind an impact: those along the branch take their place.
void Contacts::put_limits(double t, const std::vector<double>& y, const Strike& parts, ImpactReport& report) {
  if (passage_ == nullptr || !passage_->is_along_branch()) return;
  report.after.v = passage_->rates_behind_impact(t, y, [&](double at, std::span<const double> there) {
    return solve_in_any_order(engine_, states_, states_.state_in(at, there), parts).report.after.v;
  });
}

double Contacts::strike(double t, const std::vector<std::size_t>& struck, const std::vector<Touch>& now,
                        std::vector<double>& y) {
  const std::optional<Simulate>& asked = engine_.study->simulate;
  const std::size_t most = asked ? asked->max_impacts.value_or(most_by_default) : most_by_default;
  if (result_.contact_impacts.size() >= most)
    throw SolveError(
        fmt::format(
            "the run has had {} impacts by t = {:.10g} s, {} of them at {}, and may have no more; shorten it, or allow "
            "more by `max_impacts` in the settings of `simulate`",
            most, t, history_.count(history_.busiest()), states_.contact(history_.busiest()).name),
        {.time = t});
  Strike parts;
  parts.struck = struck;
  double fastest = 0.0;
  for (const std::size_t c : struck) {
    fastest = std::max(fastest, -now[c].rate);
    history_.add(c, t, -now[c].rate, unseen_height * states_.negligible_gap(c, t, y));
    if (!history_.has_died_out(c)) continue;
    if (!states_.contact(c).constraint)
      throw SolveError(fmt::format("the bounces of {0} die out at t = {1:.10g} s, and an `impact` cannot stay closed; "
                                   "write `constraint {0}: …` with an inequality",
                                   states_.contact(c).name, history_.bounces(c).limit().value_or(t)),
                       {.time = t});
    parts.plastic.push_back(c);
  }
  for (std::size_t c = 0; c < size(); ++c) {
    if (now[c].is_touching && now[c].is_leaving) parts.leaving.push_back(c);
    if (!now[c].rests() || !states_.contact(c).constraint) continue;
    // Contacts that take turns, as those of a block that rocks, come to rest together.
    const bool turns_end = !parts.plastic.empty() && history_.has_died_out(c);
    (turns_end ? parts.settled : parts.resting).push_back(c);
    if (closed_[c] || history_.is_settling(c, fastest)) parts.closed.push_back(c);
  }
  StrikeOutcome outcome = solve_in_any_order(engine_, states_, states_.state_in(t, y), parts);
  put_limits(t, y, parts, outcome.report);
  warn_of_persisting(outcome.persisting, struck, t);
  warn_of_end(outcome.by_end, struck, t);
  warn_of_sharing(outcome.sharing, t);
  ContactImpact out{struck, std::move(outcome.report), 0.0};
  if (std::optional<Diagnostic> gain = is_gain_warned_ ? std::nullopt : gain_of_energy(engine_, out.report)) {
    is_gain_warned_ = true;
    result_.warnings.push_back(std::move(*gain));
  }
  out.work = work_of_impact(engine_, out.report);
  motion_.take_impact(out.report);
  std::ranges::copy(out.report.after.v, y.begin() + static_cast<std::ptrdiff_t>(engine_.coordinates()));
  const double work = out.work;
  result_.contact_impacts.push_back(std::move(out));
  return work;
}

/// The contacts that are struck. Where several that come to rest are, hardly any energy is left: one after the other.
std::vector<std::size_t> Contacts::struck_first(double t, const std::vector<Touch>& now) {
  std::vector<std::size_t> struck;
  for (std::size_t c = 0; c < size(); ++c)
    if (now[c].is_approaching) struck.push_back(c);
  const auto settles = [&](std::size_t c) { return history_.is_settling(c, -now[c].rate); };
  if (struck.size() < 2 || !std::ranges::all_of(struck, settles)) return struck;
  if (!is_order_warned_) {
    is_order_warned_ = true;
    Diagnostic d;
    d.code = "W0825";
    d.severity = Severity::warning;
    d.span = states_.contact(struck.front()).span;
    d.message =
        fmt::format("{} come to rest together at t = {:.6g} s; their last impacts, which are slow, are taken one "
                    "after the other",
                    states_.names(struck), t);
    result_.warnings.push_back(std::move(d));
  }
  return {*std::ranges::min_element(struck, {}, [&now](std::size_t c) { return now[c].gap / -now[c].rate; })};
}

void Contacts::warn_of_persisting(const std::vector<std::size_t>& persisting, const std::vector<std::size_t>& struck,
                                  double t) {
  for (const std::size_t c : persisting) {
    if (is_warned_[c]) continue;
    is_warned_[c] = true;
    const Contact& pressed = states_.contact(c);
    Diagnostic d;
    d.code = "W0824";
    d.severity = Severity::warning;
    d.span = pressed.span;
    d.message =
        fmt::format("the impact of {} at t = {:.6g} s presses {}, which is closed and stays so, as Newton's law "
                    "has it; if it bounced after the impact, the motion would be another one",
                    states_.names(struck), t, pressed.name);
    result_.warnings.push_back(std::move(d));
  }
}

/// Says once that an impact was solved by its end.
void Contacts::warn_of_end(const std::vector<std::size_t>& pressed, const std::vector<std::size_t>& struck, double t) {
  if (pressed.empty() || is_end_warned_) return;
  is_end_warned_ = true;
  Diagnostic d;
  d.code = "W0836";
  d.severity = Severity::warning;
  d.span = states_.contact(struck.front()).span;
  d.message =
      fmt::format("in a part of the impact of {} at t = {:.6g} s {} would be let go with friction; by the "
                  "impulses at its end, where nothing slips, {} closed",
                  states_.names(struck), t, states_.names(pressed), pressed.size() == 1 ? "it stays" : "they stay");
  result_.warnings.push_back(std::move(d));
}

/// Says once that the impulses of contacts struck together are one choice of several.
void Contacts::warn_of_sharing(const std::vector<std::size_t>& struck, double t) {
  if (struck.empty() || is_choice_warned_) return;
  is_choice_warned_ = true;
  Diagnostic d;
  d.code = "W0829";
  d.severity = Severity::warning;
  d.span = states_.contact(struck.front()).span;
  d.message = fmt::format("{} are struck together at t = {:.6g} s, and how they share the impulse depends on their "
                          "order, which the model does not say",
                          states_.names(struck), t);
  d.help = "the motion is the same in every order; reported are the mean impulses";
  result_.warnings.push_back(std::move(d));
}

/// The contacts that touch without rate and can be closed.
std::vector<std::size_t> Contacts::resting(const std::vector<Touch>& now) const {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < size(); ++c)
    if (now[c].rests() && states_.contact(c).constraint) out.push_back(c);
  return out;
}

void Contacts::close(const std::vector<std::size_t>& contacts) {
  open_ = {};
  closed_.assign(size(), false);
  std::vector<std::size_t> rows;
  for (const std::size_t c : contacts) {
    closed_[c] = true;
    rows.push_back(states_.contact(c).constraint.value());
  }
  motion_.set_active_rows(bilateral_.with(rows));
}

/// Closes a set; says once where its forces are one choice of several.
void Contacts::close_those(const ClosedSet& set, const std::vector<std::size_t>& touching, double t) {
  close(set.contacts);
  open_ = set.open;
  result_.open_forces.add(open_);
  if (engine_.system().frictions.empty()) result_.open_at_end = open_; // else they are noted together
  if (set.has_one_choice_of_forces || is_choice_warned_) return;
  is_choice_warned_ = true;
  Diagnostic d;
  d.code = "W0829";
  d.severity = Severity::warning;
  d.span = states_.contact(touching.front()).span;
  d.message =
      fmt::format("the contacts {} touch at t = {:.6g} s, and the model does not determine how they share the load",
                  states_.names(touching), t);
  d.help = fmt::format("the motion is unique; reported is that {} alone carr{} it", states_.names(set.contacts),
                       set.contacts.size() == 1 ? "ies" : "y");
  result_.warnings.push_back(std::move(d));
}

/// Closes the contacts that push, and puts the state onto them.
void Contacts::settle(double t, std::optional<std::size_t> opening, std::vector<double>& y) {
  std::vector<std::size_t> touching = resting(touches(t, y));
  if (opening) std::erase(touching, *opening);
  close_those(closed_set(states_, motion_, bilateral_, with_falling(touching, t), t, y), touching, t);
  motion_.put_onto_constraints(t, y);
}

bool Contacts::decide(double t, const std::vector<FrictionMode>& modes, std::vector<double>& y) {
  if (empty()) return false;
  const std::vector<std::size_t> touching = resting(touches(t, y));
  if (touching.empty()) {
    record_changes(t, std::nullopt);
    return false;
  }
  close_those(closed_set(states_, motion_, bilateral_, with_falling(touching, t), t, y, modes), touching, t);
  motion_.set_friction_modes(modes);
  motion_.put_onto_constraints(t, y);
  record_changes(t, std::nullopt);
  return true;
}

double Contacts::first_step(double t, std::span<const double> y) {
  double out = 0.0;
  const std::vector<Touch> now = touches(t, y);
  motion_.unpack(t, y);
  motion_.solve();
  const DynamicsView equations = motion_.dynamics().view();
  const InputView<double> at(engine_.programs->layout, motion_.inputs());
  const std::size_t n = engine_.coordinates();
  for (std::size_t c = 0; c < size(); ++c) {
    const std::optional<std::size_t> k = states_.contact(c).constraint;
    if (!now[c].is_touching || closed_[c] || !now[c].is_leaving) continue;
    double flight = history_.bounces(c).last_interval();
    if (k) {
      double acceleration = -equations.row_forcing[*k];
      for (std::size_t i = 0; i < n; ++i)
        acceleration += equations.rows[*k * n + i] * at.accelerations()[i];
      flight = acceleration < 0.0 ? -2.0 * now[c].rate / acceleration : 0.0;
    }
    if (flight > 0.0 && (out == 0.0 || flight / 2 < out)) out = flight / 2;
  }
  return out;
}

} // namespace simulation
} // namespace dalembert
