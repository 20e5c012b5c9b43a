#include <dalembert/base/errors.h>
#include <dalembert/simulation/phases/contact_strike.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double no_impulse = 1e-10;     ///< of the impulses of an impact
constexpr std::size_t most_touching = 8; ///< of which all sets are tried

class StrikeSolver {
public:
  StrikeSolver(const Engine& engine, ContactStates& states, const State& before, const Strike& strike)
      : engine_(engine), states_(states), before_(before), strike_(strike) {
    parts_.contacts = impacts_of(strike.struck);
    parts_.plastic = impacts_of(strike.plastic);
    parts_.imposed = strike.imposed;
  }

  [[nodiscard]] StrikeOutcome solve() {
    if (strike_.resting.size() > most_touching)
      throw SolveError(fmt::format("{} contacts touch during the impact at t = {:.10g} s; at most {} are supported",
                                   strike_.resting.size(), before_.t, most_touching),
                       {.time = before_.t});
    std::vector<Possible> all = possible_sets();
    const bool is_by_end = all.empty() && !strike_.resting.empty();
    if (is_by_end) {
      parts_.is_by_end = true;
      all = possible_sets();
    }
    if (all.size() != 1)
      throw SolveError(fmt::format("{} at t = {:.10g} s presses {}: which of these stay closed is not "
                                   "determined by the model{}",
                                   cause(), before_.t, states_.names(strike_.resting), choices(all)),
                       {.time = before_.t});
    Possible& only = all.front();
    return {std::move(only.report), bouncing(only.pressed), is_by_end ? only.pressed : std::vector<std::size_t>(), {}};
  }

private:
  /// A set of the resting contacts that persists, and what the impact does then.
  struct Possible {
    std::vector<std::size_t> pressed;
    ImpactReport report;
  };

  [[nodiscard]] std::vector<Possible> possible_sets() const {
    std::vector<Possible> out;
    for (std::size_t set = 0; set < (std::size_t{1} << strike_.resting.size()); ++set) {
      std::vector<std::size_t> pressed;
      for (std::size_t i = 0; i < strike_.resting.size(); ++i)
        if (((set >> i) & 1U) != 0U) pressed.push_back(strike_.resting[i]);
      std::optional<ImpactReport> report = with(pressed);
      if (report && is_possible(*report, pressed)) out.push_back({std::move(pressed), std::move(*report)});
    }
    return out;
  }

  /// `: a alone, or none`, of several possible sets.
  [[nodiscard]] std::string choices(const std::vector<Possible>& all) const {
    std::string out;
    for (const Possible& each : all)
      out += (out.empty() ? ": " : ", or ") + (each.pressed.empty() ? "none" : states_.names(each.pressed) + " alone");
    return out;
  }

  /// `the impact of floor`, `imposing peg`.
  [[nodiscard]] std::string cause() const {
    if (strike_.imposed.empty()) return "the impact of " + states_.names(strike_.struck);
    std::string out = "imposing ";
    for (const std::size_t k : strike_.imposed)
      out += (k == strike_.imposed.front() ? "" : ", ") + engine_.system().constraints[k].name;
    return out;
  }

  [[nodiscard]] std::vector<std::size_t> impacts_of(const std::vector<std::size_t>& contacts) const {
    std::vector<std::size_t> out;
    out.reserve(contacts.size());
    for (const std::size_t c : contacts)
      out.push_back(states_.contact(c).impact);
    return out;
  }

  /// With these of the resting contacts as constraints; nothing where they fix what is struck.
  [[nodiscard]] std::optional<ImpactReport> with(const std::vector<std::size_t>& pressed) const {
    ImpactParts parts = parts_;
    std::vector<std::size_t> closed = strike_.settled;
    closed.insert(closed.end(), pressed.begin(), pressed.end());
    parts.rows = states_.rows_with(closed);
    for (const std::size_t c : strike_.settled)
      parts.settled.push_back(states_.contact(c).constraint.value());
    try {
      return solve_impact(engine_, before_, parts);
    } catch (const SolveError&) {
      if (strike_.resting.empty()) throw;
      return std::nullopt;
    }
  }

  /// True where pressed contacts push, and no other one is left with a gap that closes.
  [[nodiscard]] bool is_possible(const ImpactReport& report, const std::vector<std::size_t>& pressed) const {
    double size = 0.0;
    for (const double impulse : report.impulses)
      size = std::max(size, std::abs(impulse));
    if (!strike_.imposed.empty())
      for (const double impulse : report.multiplier_impulses)
        size = std::max(size, std::abs(impulse));
    double change = 0.0;
    for (std::size_t i = 0; i < report.speeds_after.size(); ++i)
      change = std::max(change, std::abs(report.speeds_after[i] - report.speeds_before[i]));
    return std::ranges::all_of(strike_.resting, [&](std::size_t c) {
      const Contact& contact = states_.contact(c);
      if (std::ranges::find(pressed, c) != pressed.end())
        return report.multiplier_impulses[contact.constraint.value()] > no_impulse * size;
      return report.speeds_after[contact.impact] - report.speeds_before[contact.impact] >= -no_impulse * change;
    });
  }

  /// Those of the pressed contacts that have a restitution; they persist where they were closed.
  [[nodiscard]] std::vector<std::size_t> bouncing(const std::vector<std::size_t>& pressed) const {
    std::vector<std::size_t> out;
    std::vector<double> inputs = engine_.blank_inputs();
    put_state(engine_.programs->layout, before_, inputs);
    const std::vector<double> values =
        evaluated_once(*engine_.impacts, InputView<double>(engine_.programs->layout, inputs).state());
    for (const std::size_t c : pressed) {
      if (ContactView(states_.contact(c).impact, engine_.coordinates(), values).restitution == 0.0) continue;
      if (std::ranges::find(strike_.closed, c) == strike_.closed.end())
        throw SolveError(fmt::format("{} at t = {:.10g} s presses {}, which is touching: the outcome "
                                     "depends on which of them is struck first, which the model does not say; with "
                                     "restitution 0, {} persists",
                                     cause(), before_.t, states_.contact(c).name, states_.contact(c).name),
                         {.time = before_.t});
      out.push_back(c);
    }
    return out;
  }

  const Engine& engine_;
  ContactStates& states_;
  const State& before_;
  const Strike& strike_;
  ImpactParts parts_; ///< without rows
};

} // namespace

StrikeOutcome solve_strike(const Engine& engine, ContactStates& states, const State& before, const Strike& strike) {
  StrikeOutcome out = StrikeSolver(engine, states, before, strike).solve();
  require_no_pressed_friction(engine, out.report);
  return out;
}

} // namespace simulation
} // namespace dalembert
