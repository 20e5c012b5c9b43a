#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/impact/impact.h>
#include <dalembert/simulation/phases/impositions.h>
#include <dalembert/simulation/solving/row_ranks.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// ½ Δv·M·Δv = ½ Δv·AᵀΛ, J.
double energy_of_lost_velocities(const Engine& engine, const ImpactReport& impact) {
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, impact.before, inputs);
  const RowValues rows = rows_at(engine, inputs);
  double out = 0.0;
  for (std::size_t k = 0; k < impact.multiplier_impulses.size(); ++k) {
    const std::span<const double> row = rows.view().row(k);
    for (std::size_t i = 0; i < row.size(); ++i)
      out += impact.multiplier_impulses[k] * row[i] * (impact.after.v[i] - impact.before.v[i]) / 2;
  }
  return out;
}

} // namespace

Impositions::Impositions(const Engine& engine, Motion& motion, Contacts& contacts, RunResult& result)
    : engine_(engine),
      motion_(motion),
      contacts_(contacts),
      result_(result),
      acts_(engine.study->imposed.size()),
      has_acted_(acts_.size()),
      is_warned_(acts_.size()) {
  for (std::size_t i = 0; i < acts_.size(); ++i)
    acts_[i] = has_acted_[i] = !imposed(i).from;
  require_finite_times();
}

void Impositions::require_finite_times() const {
  for (std::size_t i = 0; i < acts_.size(); ++i)
    for (const bool is_from : {true, false}) {
      const std::optional<Moment>& moment = is_from ? imposed(i).from : imposed(i).until;
      const double t = is_from ? from(i) : until(i);
      if (!moment || !moment->time || std::isfinite(t)) continue;
      Diagnostic d;
      d.code = "E0726";
      d.span = moment->span;
      d.message =
          fmt::format("the time {} which {} acts has no finite value", is_from ? "from" : "until", imposed(i).name);
      d.note = "for the current parameter values";
      throw ModelError(d);
    }
}

void Impositions::start(double t, std::vector<double>& y) {
  for (const std::size_t i : change_at(t).imposed)
    if (std::optional<Diagnostic> violated = violation(i, t, y)) throw ModelError(std::move(*violated));
  static_cast<void>(pass(t, y));
}

std::optional<double> Impositions::next_time(double after) const {
  std::optional<double> out;
  for (std::size_t i = 0; i < acts_.size(); ++i)
    for (const bool is_from : {true, false}) {
      const std::optional<Moment>& moment = is_from ? imposed(i).from : imposed(i).until;
      const double t = is_from ? from(i) : until(i);
      if (moment && moment->time && t > after && (!out || t < *out)) out = t;
    }
  return out;
}

bool Impositions::waits_for(std::size_t event) const {
  for (std::size_t i = 0; i < acts_.size(); ++i) {
    const std::optional<Moment>& moment = acts_[i] ? imposed(i).until : imposed(i).from;
    if (moment && moment->event == event) return true;
  }
  return false;
}

bool Impositions::happens(const std::optional<Moment>& moment, double time, double t) const {
  if (!moment) return false;
  return moment->event ? std::ranges::find(taken_, *moment->event) != taken_.end() : t >= time;
}

Impositions::Change Impositions::change_at(double t) const {
  Change out;
  for (std::size_t i = 0; i < acts_.size(); ++i) {
    const bool ends = happens(imposed(i).until, until(i), t);
    const bool is_over = imposed(i).from && imposed(i).from->time && has_acted_[i];
    const bool begins = !is_over && happens(imposed(i).from, from(i), t);
    if (acts_[i] && ends) out.released.push_back(i);
    if (!acts_[i] && begins && !ends) out.imposed.push_back(i);
  }
  return out;
}

bool Impositions::are_due(double t) const {
  if (empty()) return false;
  const Change change = change_at(t);
  return !change.imposed.empty() || !change.released.empty();
}

std::optional<Diagnostic> Impositions::violation(std::size_t index, double t, std::span<const double> y) {
  const std::size_t k = imposed(index).constraint;
  const std::vector<std::size_t>& holonomic = engine_.programs->positions.rows;
  const auto place = std::ranges::find(holonomic, k);
  if (place == holonomic.end()) return std::nullopt;
  motion_.unpack(t, y);
  RowValues positions(engine_, Level::position);
  positions.evaluate(motion_.inputs());
  const auto row = static_cast<std::size_t>(place - holonomic.begin());
  const std::size_t n = engine_.coordinates();
  double size = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    size += std::abs(positions.view().gradient[row * n + i]) * std::max(engine_.scale(i), std::abs(y[i]));
  const double off = positions.view().residual[row];
  if (std::abs(off) <= RunTolerance(result_.tolerance).drift_bound() * size) return std::nullopt;
  Diagnostic d;
  d.code = "E0715";
  d.span = imposed(index).span;
  d.message =
      fmt::format("constraint {}, {}, is imposed at t = {:.10g} s, where its sides differ by {:.6g}: an impulse "
                  "changes rates, and no positions",
                  imposed(index).name, imposed(index).text, t, off);
  d.help = fmt::format("impose it from an event at which it is satisfied, `event e when {}`, or impose that the two "
                       "sides keep their difference: an equation of their rates",
                       imposed(index).text);
  return d;
}

double Impositions::pass(double t, std::vector<double>& y) {
  const Change change = change_at(t);
  taken_.clear();
  if (change.imposed.empty() && change.released.empty()) return 0.0;
  for (const std::size_t i : change.imposed)
    if (const std::optional<Diagnostic> violated = violation(i, t, y))
      throw SolveError(violated->message + "; " + violated->help, {.time = t});
  Imposition made;
  made.time = t;
  made.imposed = change.imposed;
  made.released = change.released;
  for (const std::size_t i : change.released)
    acts_[i] = false;
  std::vector<std::size_t> rows;
  for (const std::size_t i : change.imposed) {
    acts_[i] = has_acted_[i] = true;
    rows.push_back(imposed(i).constraint);
  }
  act(t, y);
  warn_of_undetermined(t, change.imposed);
  if (!rows.empty()) {
    made.report = contacts_.impose(t, rows, y);
    made.work = work_of_impact(engine_, *made.report);
    made.lost_velocities = energy_of_lost_velocities(engine_, *made.report);
  }
  const double work = made.work;
  result_.impositions.push_back(std::move(made));
  return work + contacts_.pass(t, y);
}

/// The equations that act become those of the motion, with their ranks.
void Impositions::act(double t, std::span<const double> y) {
  has_changed_ = true;
  ranks_.reset();
  set_equations();
  const std::vector<std::size_t> rows = contacts_.equations().equations();
  motion_.unpack(t, y);
  RowRanks found = row_ranks(engine_, motion_.inputs(), rows);
  if (found.all >= static_cast<int>(rows.size())) return;
  ranks_ = std::move(found);
  set_equations();
}

/// Says once of each that is imposed, and repeats others, that its impulse and force are a choice.
void Impositions::warn_of_undetermined(double t, const std::vector<std::size_t>& which) {
  if (!ranks_) return;
  const ActiveRows& active = contacts_.equations();
  const RowValues all = rows_at(engine_, motion_.inputs());
  std::vector<double> rows;
  for (const std::size_t k : active.rows())
    rows.insert(rows.end(), all.view().row(k).begin(), all.view().row(k).end());
  const auto n = static_cast<int>(engine_.coordinates());
  const auto m = static_cast<int>(active.rows().size());
  const KktFacts facts = examine_kkt({all.view().mass, rows, {}}, {}, n, m, active.options(engine_));
  std::string names;
  std::optional<SourceSpan> place;
  for (const std::size_t i : which) {
    const auto at = std::ranges::lower_bound(active.rows(), imposed(i).constraint) - active.rows().begin();
    if (facts.is_determined[static_cast<std::size_t>(at)] || is_warned_[i]) continue;
    is_warned_[i] = true;
    names += (names.empty() ? "" : ", ") + imposed(i).name;
    if (!place) place = imposed(i).span;
  }
  if (!place) return;
  Diagnostic d;
  d.code = "W0827";
  d.severity = Severity::warning;
  d.span = *place;
  d.message = fmt::format("constraints repeat one another from t = {:.6g} s on: the impulses and forces of {} are not "
                          "determined one by one",
                          t, names);
  d.help = "the motion is unique, and the impulses and multipliers of minimum norm in scaled rows are reported; leave "
           "out what the "
           "other constraints imply";
  result_.warnings.push_back(std::move(d));
}

void Impositions::set_equations() {
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < engine_.constraints(); ++k) {
    const auto is_of_contact = [k](const Contact& contact) { return contact.constraint == k; };
    if (std::ranges::any_of(engine_.study->contacts, is_of_contact)) continue;
    const auto& all = engine_.study->imposed;
    const auto found = std::ranges::find(all, k, &Imposed::constraint);
    if (found == all.end() || acts_[static_cast<std::size_t>(found - all.begin())]) rows.push_back(k);
  }
  contacts_.set_equations(ActiveRows(std::move(rows), ranks_));
}

void Impositions::archive(Archive& with) {
  with(acts_, has_acted_, is_warned_, has_changed_, ranks_);
  if (with.is_reading() && has_changed_) set_equations();
}

} // namespace simulation
} // namespace dalembert
