#include <dalembert/base/errors.h>
#include <dalembert/simulation/impact/impact_friction.h>
#include <dalembert/simulation/impact/impulsive_equations.h>
#include <dalembert/simulation/phases/strike_order.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double no_coupling = 1e-9;       ///< of two contacts, an action on one another that is none
constexpr double no_closing_speed = 1e-10; ///< of the fastest of the strikes
constexpr double same_outcome = 1e-9;      ///< of the rates met on the way
constexpr std::size_t most_in_turn = 30;   ///< strikes of one order
constexpr std::size_t most_strikes = 2000; ///< of all orders

using ContactPair = std::pair<std::size_t, std::size_t>;

std::vector<std::size_t> joined(std::vector<std::size_t> a, const std::vector<std::size_t>& b) {
  for (const std::size_t x : b)
    if (std::ranges::find(a, x) == a.end()) a.push_back(x);
  return a;
}

/// Follows every order of a strike.
class OrderSearch {
public:
  OrderSearch(const Engine& engine, ContactStates& states, const State& before, const Strike& strike)
      : engine_(engine),
        states_(states),
        before_(before),
        strike_(strike),
        touching_(joined(joined(strike.struck, strike.resting), strike.leaving)),
        largest_(before.v.size(), 0.0) {}

  /// Two contacts of the strike that act on one another, by the frictions at them too.
  [[nodiscard]] std::optional<ContactPair> acting() const {
    if (strike_.struck.size() < 2) return std::nullopt;
    ImpactParts parts;
    parts.rows = states_.rows_with(strike_.settled);
    for (const std::size_t c : strike_.struck)
      parts.contacts.push_back(states_.contact(c).impact);
    const ImpactParts whole = with_frictions(parts, rubbing_contacts(engine_, before_, parts));
    const std::vector<double> g = ImpulsiveEquations(engine_, before_, whole).responses();
    const std::size_t r = whole.contacts.size();
    const auto place = [&](std::size_t i) {
      const auto& friction = engine_.system().impacts[whole.contacts[i]].friction;
      const std::size_t impact = friction ? friction->of : whole.contacts[i];
      return static_cast<std::size_t>(std::ranges::find(parts.contacts, impact) - parts.contacts.begin());
    };
    for (std::size_t i = 0; i < r; ++i)
      for (std::size_t j = i + 1; j < r; ++j)
        if (place(i) != place(j) &&
            std::abs(g[i * r + j]) > no_coupling * std::sqrt(std::abs(g[i * r + i] * g[j * r + j])))
          return ContactPair{strike_.struck[place(i)], strike_.struck[place(j)]};
    return std::nullopt;
  }

  [[nodiscard]] StrikeOutcome outcome(const ContactPair& pair) {
    pair_ = pair;
    Course start;
    start.now = before_;
    start.speeds = speeds_at(before_);
    start.report.before = before_;
    start.report.speeds_before = start.speeds;
    for (const std::size_t c : strike_.struck)
      fastest_ = std::max(fastest_, std::abs(speed(start, c)));
    follow(start);
    return merged();
  }

private:
  /// What has happened in one order so far.
  struct Course {
    State now;
    std::vector<double> speeds; ///< of all contacts, by their impacts
    ImpactReport report;        ///< of all strikes together
    std::vector<std::size_t> order;
    std::vector<std::size_t> persisting;
    std::vector<std::size_t> by_end;
  };

  [[nodiscard]] std::vector<double> speeds_at(const State& state) const {
    std::vector<double> inputs = engine_.blank_inputs();
    put_state(engine_.programs->layout, state, inputs);
    const std::vector<double> values =
        evaluated_once(*engine_.impacts, InputView<double>(engine_.programs->layout, inputs).state());
    std::vector<double> out;
    for (std::size_t i = 0; i < engine_.system().impacts.size(); ++i)
      out.push_back(ContactView(i, engine_.coordinates(), values).speed);
    return out;
  }

  [[nodiscard]] double speed(const Course& course, std::size_t c) const {
    return course.speeds[states_.contact(c).impact];
  }

  void follow(const Course& course) {
    for (std::size_t i = 0; i < largest_.size(); ++i)
      largest_[i] = std::max(largest_[i], std::abs(course.now.v[i]));
    const double slow = no_closing_speed * fastest_;
    bool is_end = true;
    for (const std::size_t c : touching_) {
      if (speed(course, c) >= -slow) continue;
      is_end = false;
      if (course.order.size() >= most_in_turn || ++strikes_ > most_strikes) refuse("their strikes do not end");
      follow(struck(course, c));
    }
    if (is_end) add_end(course);
  }

  [[nodiscard]] Course struck(const Course& course, std::size_t c) const {
    const double slow = no_closing_speed * fastest_;
    Strike one;
    one.struck = {c};
    const auto is_among = [](const std::vector<std::size_t>& all, std::size_t x) {
      return std::ranges::find(all, x) != all.end();
    };
    if (is_among(strike_.plastic, c)) one.plastic = {c};
    one.settled = strike_.settled;
    for (const std::size_t other : touching_)
      if (other != c && states_.contact(other).constraint && std::abs(speed(course, other)) <= slow)
        one.resting.push_back(other);
    one.closed = strike_.closed;
    for (const std::size_t earlier : course.order) // what has come to rest without restitution persists
      if (is_among(strike_.plastic, earlier)) one.closed.push_back(earlier);
    Course out = course;
    out.order.push_back(c);
    try {
      const StrikeOutcome done = solve_strike(engine_, states_, course.now, one);
      add(done.report, out);
      out.persisting = joined(std::move(out.persisting), done.persisting);
      out.by_end = joined(std::move(out.by_end), done.by_end);
    } catch (const SolveError& error) {
      refuse(fmt::format("in the order {}, {}", in_turn(out.order), error.what()));
    }
    return out;
  }

  static void add(const ImpactReport& strike, Course& out) {
    const bool is_first = out.report.impulses.empty();
    const auto sum = [](std::vector<double>& all, const std::vector<double>& more) {
      all.resize(more.size(), 0.0);
      for (std::size_t i = 0; i < more.size(); ++i)
        all[i] += more[i];
    };
    sum(out.report.impulses, strike.impulses);
    sum(out.report.works, strike.works);
    sum(out.report.multiplier_impulses, strike.multiplier_impulses);
    sum(out.report.reaction_impulses, strike.reaction_impulses);
    if (is_first) out.report.kinetic_before = strike.kinetic_before;
    out.report.kinetic_after = strike.kinetic_after;
    out.report.after = out.now = strike.after;
    out.report.speeds_after = out.speeds = strike.speeds_after;
  }

  void add_end(Course course) {
    // What is struck and persists in a later strike has one impulse.
    for (const Contact& contact : engine_.study->contacts) {
      if (!contact.constraint || course.report.impulses[contact.impact] == 0.0) continue;
      double& persisting = course.report.multiplier_impulses[*contact.constraint];
      course.report.impulses[contact.impact] += std::exchange(persisting, 0.0);
    }
    if (!ends_.empty()) require_same(ends_.front(), course);
    ends_.push_back(std::move(course));
  }

  void require_same(const Course& one, const Course& other) const {
    for (std::size_t i = 0; i < largest_.size(); ++i)
      if (std::abs(one.now.v[i] - other.now.v[i]) > same_outcome * largest_[i]) refuse({});
  }

  [[nodiscard]] StrikeOutcome merged() const {
    StrikeOutcome out{ends_.front().report, ends_.front().persisting, ends_.front().by_end, {}};
    if (have_equal_impulses()) return out;
    out.sharing = strike_.struck;
    const auto mean = [this](std::vector<double> ImpactReport::*part, std::vector<double>& of) {
      std::ranges::fill(of, 0.0);
      for (const Course& end : ends_)
        for (std::size_t i = 0; i < of.size(); ++i)
          of[i] += (end.report.*part)[i] / static_cast<double>(ends_.size());
    };
    mean(&ImpactReport::impulses, out.report.impulses);
    mean(&ImpactReport::works, out.report.works);
    mean(&ImpactReport::multiplier_impulses, out.report.multiplier_impulses);
    mean(&ImpactReport::reaction_impulses, out.report.reaction_impulses);
    return out;
  }

  [[nodiscard]] bool have_equal_impulses() const {
    double largest = 0.0;
    double difference = 0.0;
    for (const Course& end : ends_)
      for (std::size_t i = 0; i < end.report.impulses.size(); ++i) {
        largest = std::max(largest, std::abs(end.report.impulses[i]));
        difference = std::max(difference, std::abs(end.report.impulses[i] - ends_.front().report.impulses[i]));
      }
    return difference <= same_outcome * largest;
  }

  [[nodiscard]] std::string in_turn(const std::vector<std::size_t>& order) const {
    std::string out;
    for (const std::size_t c : order)
      out += (out.empty() ? "" : ", ") + states_.contact(c).name;
    return out;
  }

  [[noreturn]] void refuse(const std::string& reason) const {
    const Contact& first = states_.contact(pair_.first);
    const Contact& second = states_.contact(pair_.second);
    const std::string because = reason.empty() ? reason : " (" + reason + ")";
    throw SolveError(
        fmt::format("{0} and {1} are struck at the same instant, t = {2:.10g} s, and act on one another: "
                    "the outcome depends on which is struck first, which the model does not say{3}; a small "
                    "distance between them decides it: shift the inequality of {0} or of {1}, so that one "
                    "gap closes first",
                    first.name, second.name, before_.t, because),
        {.time = before_.t});
  }

  const Engine& engine_;
  ContactStates& states_;
  const State& before_;
  const Strike& strike_;
  std::vector<std::size_t> touching_;
  std::vector<double> largest_; ///< of each rate, at all states met
  ContactPair pair_{};
  double fastest_ = 0.0; ///< speed of what is struck
  std::size_t strikes_ = 0;
  std::vector<Course> ends_;
};

} // namespace

StrikeOutcome solve_in_any_order(const Engine& engine, ContactStates& states, const State& before,
                                 const Strike& strike) {
  OrderSearch search(engine, states, before, strike);
  if (const std::optional<ContactPair> pair = search.acting()) return search.outcome(*pair);
  return solve_strike(engine, states, before, strike);
}

} // namespace simulation
} // namespace dalembert
