#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/active_rows.h>
#include <dalembert/simulation/phases/closed_set.h>
#include <dalembert/simulation/phases/contact_states.h>
#include <dalembert/simulation/phases/contact_strike.h>
#include <dalembert/simulation/phases/impact_history.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

class SingularPassage;

/// The contacts of a run: which are closed, and what happens at an instant at which that changes.
///
/// An open contact acts with no force. Its gap may not become negative: where it closes, the impulsive equations with
/// Newton's law give the rates behind. A contact that is touched with no rate is a constraint while the force that this
/// takes pushes (`closed_set.h`). Bounces whose intervals shrink like a geometric series end when its
/// remainder is short beside the time that they took (`bounces.h`).
class Contacts {
public:
  Contacts(const Engine& engine, Motion& motion, RunResult& result);

  [[nodiscard]] bool empty() const { return closed_.empty(); }
  [[nodiscard]] std::size_t size() const { return closed_.size(); }
  [[nodiscard]] bool is_closed(std::size_t contact) const { return closed_[contact]; }
  [[nodiscard]] const std::vector<bool>& closed() const { return closed_; }
  [[nodiscard]] ContactStates& states() { return states_; }
  [[nodiscard]] std::vector<Touch> touches(double t, std::span<const double> y) {
    return states_.touches(t, y, closed_);
  }

  /// Impacts close to singular positions are looked at along the branch that `passage` follows.
  void look_along(SingularPassage& passage) { passage_ = &passage; }
  /// The ranks of the constraints that are equations, where these are redundant.
  void set_known_ranks(const RowRanks& ranks);
  /// Takes in the first state; `y` becomes the one that the motion starts from.
  /// @throws ModelError (E0709) where a gap is negative there
  void start(double t, std::vector<double>& y);
  /// Takes in the instant at which `contact` closes or opens; `y` becomes the state behind it. Returns what the energy
  /// h changes by, J. @throws SolveError where what follows is not determined, with the reason
  double pass(double t, std::size_t contact, std::vector<double>& y);

  /// True where all contacts that touch without rate are closed, and push: no other set gives another motion, unless
  /// frictions act.
  [[nodiscard]] bool all_push(double t, std::span<const double> y);

  /// Decides anew which of the contacts that touch without rate are closed, with frictions that go on with `modes`;
  /// `y` becomes the state on the constraints. False where nothing touches: nothing was done.
  /// @throws SolveError where what follows is not determined
  bool decide(double t, const std::vector<FrictionMode>& modes, std::vector<double>& y);

  /// Takes in that gaps or their rates may have jumped in time: contacts are struck, or let go, where they have; which
  /// of the others are closed remains to be decided (`decide`). Returns what the energy h changes by, J.
  /// @throws SolveError where a gap has become negative, and where what follows is not determined
  double release_jumped(double t, std::vector<double>& y);

  /// Which forces the contacts that are closed leave open: other sets would give the same motion.
  [[nodiscard]] const OpenForces& open_forces() const { return open_; }
  /// Records which contacts have closed and opened since the last time.
  void note_changes(double t) { record_changes(t, std::nullopt); }

  /// Which equations act from here on; contacts that are closed stay so.
  void set_equations(const ActiveRows& rows);
  [[nodiscard]] const ActiveRows& equations() const { return bilateral_; }
  /// Solves the impulsive equations where the equations `imposed`, which act already, are imposed on the rates; those
  /// of contacts that touch persist or are let go. `y` becomes the state behind it.
  /// @throws SolveError where the equations contradict one another, and where what follows is not determined
  [[nodiscard]] ImpactReport impose(double t, const std::vector<std::size_t>& imposed, std::vector<double>& y);
  /// Takes in an instant at which other equations act; as `pass` where no contact changes.
  double pass(double t, std::vector<double>& y) { return pass(t, size(), y); }

  /// All impacts so far were later by `by`, s: the bounces of another motion, seen from one that is near it.
  void shift_impacts(double by) { history_.shift(by); }
  /// Hands over which are closed, with the constraints of these, and what is remembered of impacts.
  void archive(Archive& with);

  /// How long a step may be at first, s, so that the next flight is not passed over; 0: no bound.
  [[nodiscard]] double first_step(double t, std::span<const double> y);

private:
  double strike(double t, const std::vector<std::size_t>& struck, const std::vector<Touch>& now,
                std::vector<double>& y);
  double strike_all(double t, std::vector<double>& y);
  void put_limits(double t, const std::vector<double>& y, const Strike& parts, ImpactReport& report);
  [[nodiscard]] std::vector<std::size_t> struck_first(double t, const std::vector<Touch>& now);
  void warn_of_end(const std::vector<std::size_t>& pressed, const std::vector<std::size_t>& struck, double t);
  void warn_of_persisting(const std::vector<std::size_t>& persisting, const std::vector<std::size_t>& struck, double t);
  void warn_of_sharing(const std::vector<std::size_t>& struck, double t);
  void settle(double t, std::optional<std::size_t> opening, std::vector<double>& y);
  [[nodiscard]] std::vector<std::size_t> resting(const std::vector<Touch>& now) const;
  void close(const std::vector<std::size_t>& contacts);
  void close_those(const ClosedSet& set, const std::vector<std::size_t>& touching, double t);
  void record_changes(double t, std::optional<std::size_t> opening);
  [[nodiscard]] bool is_at_last_pass(double t) const;
  void note_asked(double t, std::size_t contact, bool opens);
  [[nodiscard]] RestingContacts with_falling(std::vector<std::size_t> touching, double t) const;
  void guard_repetition(double t);
  void require_no_step(double t, std::size_t contact, const std::vector<double>& y);
  void require_open(double t, const std::vector<double>& y);

  const Engine& engine_;
  Motion& motion_;
  RunResult& result_;
  SingularPassage* passage_ = nullptr; ///< null: nothing follows a branch
  ContactStates states_;
  ActiveRows bilateral_;
  std::vector<bool> closed_;
  std::vector<bool> noted_; ///< those closed as recorded
  OpenForces open_;
  ImpactHistory history_;
  std::vector<bool> is_warned_; ///< that a contact persisted
  double begin_ = 0.0;          ///< s
  double last_pass_ = 0.0;      ///< s
  std::size_t passes_here_ = 0;
  std::vector<bool> is_falling_; ///< those whose gaps fell when they were left open at the last pass
  bool is_order_warned_ = false;
  bool is_gain_warned_ = false;
  bool is_choice_warned_ = false;
  bool is_end_warned_ = false;
};

} // namespace simulation
} // namespace dalembert
