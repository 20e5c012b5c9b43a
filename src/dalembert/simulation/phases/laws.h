#pragma once

#include <dalembert/results/event.h>
#include <dalembert/simulation/phases/contacts.h>
#include <dalembert/simulation/phases/friction_phases.h>
#include <dalembert/simulation/phases/impositions.h>
#include <dalembert/simulation/phases/jump_phases.h>

#include <vector>

namespace dalembert {
inline namespace simulation {

/// What of the equations changes at instants of a run: constraints that are imposed and released, contacts, frictions,
/// functions that jump.
class Laws {
public:
  Laws(const Engine& engine, Motion& motion, RunResult& result)
      : result_(result),
        contacts_(engine, motion, result),
        impositions_(engine, motion, contacts_, result),
        frictions_(engine, motion, contacts_, result),
        jumps_(engine, motion, result) {}

  [[nodiscard]] Contacts& contacts() { return contacts_; }
  [[nodiscard]] Impositions& impositions() { return impositions_; }
  [[nodiscard]] FrictionPhases& frictions() { return frictions_; }
  [[nodiscard]] JumpPhases& jumps() { return jumps_; }
  [[nodiscard]] bool empty() const { return !rows_change() && frictions_.empty() && jumps_.empty(); }
  /// What they note down.
  [[nodiscard]] const RunResult& notes() const { return result_; }
  /// True where not all rows of the constraints hold all the time.
  [[nodiscard]] bool rows_change() const { return !contacts_.empty() || !impositions_.empty(); }

  /// Takes in which contacts are closed or struck at the start, which frictions stick, and on which side of surfaces
  /// the motion begins; `y` becomes the state that it starts from.
  void start(double t, std::vector<double>& y);
  /// Takes in what changes at an event; `y` becomes the state behind it. Returns what the energy h changes by, J.
  /// @throws SolveError where what follows is not determined
  double pass(const Event& event, std::vector<double>& y);
  /// What a jump of the equations in time changes.
  struct TimeJumpChange {
    bool is_none = true; ///< contacts, frictions and functions that jump go on as before, and `y` stays
    double work = 0.0;   ///< of impacts, J: what the energy h changes by
  };
  /// Takes in a jump of the equations in time: contacts, frictions and functions that jump are decided anew, with the
  /// equations that hold behind it; `y` becomes the state behind it.
  /// @throws SolveError where what follows is not determined
  TimeJumpChange pass_time_jump(double t, std::vector<double>& y);

private:
  bool decide_anew(double t, std::vector<double>& y);

  RunResult& result_; ///< notes what it passes
  Contacts contacts_;
  Impositions impositions_;
  FrictionPhases frictions_;
  JumpPhases jumps_;
};

} // namespace simulation
} // namespace dalembert
