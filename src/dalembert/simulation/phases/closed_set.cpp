#include <dalembert/base/errors.h>
#include <dalembert/simulation/engine/reaction_columns.h>
#include <dalembert/simulation/friction/friction_decision.h>
#include <dalembert/simulation/phases/closed_set.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double no_acceleration = 1e-10; ///< of a gap, of the terms of it
constexpr double same_motion = 1e-8;      ///< of accelerations and of forces
constexpr std::size_t most_closed = 8;    ///< contacts, of which all sets are tried

/// A set of closed contacts and what it gives.
struct ClosedChoice {
  std::vector<std::size_t> closed;
  std::vector<double> accelerations;
  std::vector<double> multipliers;
  double least_push = 0.0; ///< the smallest of its multipliers
};

class ClosedSetSearch {
public:
  ClosedSetSearch(ContactStates& states, Motion& motion, const ActiveRows& bilateral, const RestingContacts& resting,
                  const std::vector<FrictionMode>& modes)
      : states_(states),
        motion_(motion),
        bilateral_(bilateral),
        resting_(resting.touching),
        falling_(resting.falling),
        modes_(modes) {}

  [[nodiscard]] ClosedSet find(double t, std::span<const double> y) {
    if (resting_.size() > most_closed)
      throw SolveError(fmt::format("{} contacts touch at t = {:.10g} s; at most {} at one instant are supported",
                                   resting_.size(), t, most_closed),
                       {.time = t});
    std::vector<ClosedChoice> possible;
    for (std::size_t set = 0; set < (std::size_t{1} << resting_.size()); ++set) {
      std::optional<ClosedChoice> choice = solved(set, t, y);
      if (choice && is_possible(*choice)) possible.push_back(std::move(*choice));
    }
    if (possible.empty() && undetermined_) throw UndeterminedFriction(*undetermined_);
    if (possible.empty() && !states_.frictions_at(resting_).empty())
      throw SolveError(fmt::format("no motion agrees with the touching contacts {} and Coulomb's law for {} at t = "
                                   "{:.10g} s, whichever of them are open: Painlevé's paradox{}; a smaller coefficient "
                                   "or a compliant contact has one",
                                   states_.names(resting_), states_.frictions_at(resting_), t,
                                   resting_.size() > 1 ? ", unless one of the contacts repeats the constraints" : ""),
                       {.time = t});
    if (possible.empty())
      throw SolveError(fmt::format("no set of the touching contacts {} at t = {:.10g} s pushes and keeps the others "
                                   "open; one of them repeats the constraints, or the equations have no solution",
                                   states_.names(resting_), t),
                       {.time = t});
    const ClosedChoice& first =
        *std::ranges::min_element(possible, {}, [this](const ClosedChoice& choice) { return order_among(choice); });
    ClosedSet out;
    out.contacts = first.closed;
    for (const ClosedChoice& other : possible) {
      require_same_motion(first, other, t);
      if (!differ(first.multipliers, other.multipliers, largest_force_)) continue;
      out.has_one_choice_of_forces = false;
      mark_difference(first, other, out.open);
    }
    if (!out.has_one_choice_of_forces) out.contacts = std::ranges::max_element(possible, {}, &rank_among)->closed;
    return out;
  }

private:
  /// Of sets of one motion and the same forces: those that leave few of the falling contacts open, then the small ones.
  [[nodiscard]] std::pair<std::size_t, std::size_t> order_among(const ClosedChoice& choice) const {
    const auto is_open = [&choice](std::size_t c) {
      return std::ranges::find(choice.closed, c) == choice.closed.end();
    };
    return {static_cast<std::size_t>(std::ranges::count_if(falling_, is_open)), choice.closed.size()};
  }

  /// Of sets that share a load in different ways one holds whatever way the load moves whose contacts are many and
  /// pressed.
  [[nodiscard]] static std::pair<std::size_t, double> rank_among(const ClosedChoice& choice) {
    return {choice.closed.size(), choice.least_push};
  }

  /// The motion with the contacts of a set closed; nothing where it is not determined.
  [[nodiscard]] std::optional<ClosedChoice> solved(std::size_t set, double t, std::span<const double> y) {
    ClosedChoice choice;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < resting_.size(); ++i) {
      if (((set >> i) & 1U) == 0U) continue;
      choice.closed.push_back(resting_[i]);
      rows.push_back(states_.contact(resting_[i]).constraint.value());
    }
    const ActiveRows active = bilateral_.with(rows);
    motion_.set_active_rows(active);
    if (!modes_.empty()) motion_.set_friction_modes(modes_);
    motion_.unpack(t, y);
    try {
      motion_.solve();
    } catch (const SeveralMotions&) {
      throw;
    } catch (const UndeterminedFriction& error) {
      if (resting_.empty()) throw;
      undetermined_ = error;
      return std::nullopt;
    } catch (const SolveError&) {
      if (resting_.empty()) throw;
      return std::nullopt;
    }
    if (!choice.closed.empty() && motion_.dynamics().status().rank < active.full_rank()) return std::nullopt;
    const InputView<double> at(states_.layout(), motion_.inputs());
    choice.accelerations.assign(at.accelerations().begin(), at.accelerations().end());
    choice.multipliers.assign(at.multipliers().begin(), at.multipliers().end());
    for (std::size_t i = 0; i < rows.size(); ++i)
      choice.least_push =
          i == 0 ? choice.multipliers[rows[i]] : std::min(choice.least_push, choice.multipliers[rows[i]]);
    for (const double a : choice.accelerations)
      largest_acceleration_ = std::max(largest_acceleration_, std::abs(a));
    for (const double h : motion_.dynamics().view().forcing)
      largest_force_ = std::max(largest_force_, std::abs(h));
    return choice;
  }

  [[nodiscard]] bool is_possible(const ClosedChoice& choice) const {
    const DynamicsView equations = motion_.dynamics().view();
    const std::size_t n = choice.accelerations.size();
    for (const std::size_t c : resting_) {
      const std::size_t k = states_.contact(c).constraint.value();
      if (std::ranges::find(choice.closed, c) != choice.closed.end()) {
        if (choice.multipliers[k] < -states_.negligible_push()) return false;
        continue;
      }
      double acceleration = -equations.row_forcing[k];
      double terms = std::abs(equations.row_forcing[k]);
      for (std::size_t i = 0; i < n; ++i) {
        acceleration += equations.rows[k * n + i] * choice.accelerations[i];
        terms += std::abs(equations.rows[k * n + i]) * largest_acceleration_;
      }
      if (acceleration < -no_acceleration * terms) return false;
    }
    return true;
  }

  /// What to blame where friction makes contacts ambiguous.
  [[nodiscard]] std::string with_frictions() const {
    const std::string frictions = states_.frictions_at(resting_);
    return frictions.empty() ? frictions : fmt::format(" with Coulomb's law for {}, Painlevé's paradox", frictions);
  }

  [[nodiscard]] static bool differ(const std::vector<double>& a, const std::vector<double>& b, double size) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::abs(a[i] - b[i]) > same_motion * size) return true;
    return false;
  }

  /// Marks the forces that differ.
  void mark_difference(const ClosedChoice& one, const ClosedChoice& other, OpenForces& open) const {
    const Engine& engine = states_.engine();
    const System& system = engine.system();
    std::vector<double> difference(one.multipliers.size());
    for (std::size_t k = 0; k < difference.size(); ++k)
      difference[k] = other.multipliers[k] - one.multipliers[k];
    open.multipliers.resize(difference.size(), false);
    open.reactions.resize(system.reactions.size() + system.frictions.size(), false);
    for (std::size_t k = 0; k < difference.size(); ++k)
      if (std::abs(difference[k]) > same_motion * largest_force_)
        open.multipliers[k] = true;
      else
        difference[k] = 0.0;
    if (!system.reactions.empty())
      mark_reactions(reaction_columns(engine, motion_.inputs()), difference, same_motion, open.reactions);
    mark_frictions(system, open.reactions);
  }

  void require_same_motion(const ClosedChoice& one, const ClosedChoice& other, double t) const {
    if (!differ(one.accelerations, other.accelerations, largest_acceleration_)) return;
    // Where all of them closed leave the motion open, the reason is what they do not determine.
    if (undetermined_) throw UndeterminedFriction(*undetermined_);
    throw SolveError(fmt::format("the contacts {} at t = {:.10g} s can stay closed or open{}: the motion is not "
                                 "determined by the model",
                                 states_.names(resting_), t, with_frictions()),
                     {.time = t});
  }

  ContactStates& states_;
  Motion& motion_;
  const ActiveRows& bilateral_;
  const std::vector<std::size_t>& resting_;
  const std::vector<std::size_t>& falling_;
  const std::vector<FrictionMode>& modes_; ///< what frictions do, empty: to be decided
  std::optional<UndeterminedFriction> undetermined_;
  double largest_acceleration_ = 0.0; ///< of all sets tried
  double largest_force_ = 0.0;        ///< likewise
};

} // namespace

ClosedSet closed_set(ContactStates& states, Motion& motion, const ActiveRows& bilateral, const RestingContacts& resting,
                     double t, std::span<const double> y, const std::vector<FrictionMode>& modes) {
  return ClosedSetSearch(states, motion, bilateral, resting, modes).find(t, y);
}

} // namespace simulation
} // namespace dalembert
