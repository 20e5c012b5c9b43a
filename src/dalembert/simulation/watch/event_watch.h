#pragma once

#include <dalembert/numerics/step/time_order.h>
#include <dalembert/simulation/motion/exact_states.h>
#include <dalembert/simulation/watch/watcher.h>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Looks for the events of the model: each time at which the condition of one becomes true, or where the sides of an
/// equation meet. What holds at the start is no event; a state that jumps (an impact) can make a condition true at
/// once.
class EventWatch : public Watcher {
public:
  explicit EventWatch(const WatchedRun& run);

  void start(double t, std::span<const double> y) override;
  [[nodiscard]] bool is_idle() const override { return events_.empty(); }
  [[nodiscard]] std::vector<Event> inside(Stepper& stepper) override;
  void take_back() override;

  void archive(Archive& with) override {
    with(holds_, is_warned_, turns_, changes_, sleeps_, is_open_, largest_, last_, first_, begin_, end_, length_,
         is_first_, is_fresh_, changed_.time, changed_.y, steps_);
  }

private:
  /// A change of a condition that counts once the run has got there.
  struct Turn {
    double time = 0.0;
    std::size_t event = 0;
    bool holds = false;
    void archive(Archive& with) { with(time, event, holds); }
  };

  [[nodiscard]] const std::vector<double>& values(double t, std::span<const double> y);
  [[nodiscard]] const std::vector<double>& values_inside(Stepper& stepper, double t);
  void settle(Stepper& stepper, double begin, std::vector<Event>& out);
  [[nodiscard]] bool stays_equal(Stepper& stepper, std::size_t event, double from);
  /// What a step says of sides that are equal at its begin.
  enum class Equality {
    ends,    ///< they differ
    is_open, ///< they do not differ, and neither do the quantities that they are made of
    is_held  ///< these move, and they do not differ: a constraint holds them equal, or a friction that sticks
  };
  [[nodiscard]] Equality equality(Stepper& stepper, std::size_t event, double from);
  [[nodiscard]] double excess_on_rows(Stepper& stepper, std::size_t event, double t);
  /// By how much a share of each quantity of a state changes the difference of the sides, all together.
  struct Parts {
    double size = 0.0;     ///< by all of each quantity
    double movement = 0.0; ///< by what it has moved in the step
  };
  [[nodiscard]] Parts parts(Stepper& stepper, std::size_t event, double from, double to);
  void fall_asleep(Stepper& stepper, std::size_t event, double begin, std::vector<Event>& out);
  void look(Stepper& stepper, std::size_t event, double begin, std::vector<Event>& out);
  void apply_turns(double until);
  [[nodiscard]] std::optional<double> wakes(Stepper& stepper, std::size_t event, double begin);
  void warn_unresolved(std::size_t event, double t);
  [[nodiscard]] Event made(std::size_t event, ExactState where);
  [[nodiscard]] bool is_equation(std::size_t event) const;
  [[nodiscard]] bool is_strict(std::size_t event) const;
  [[nodiscard]] bool comes_true_on_waking(std::size_t event) const;
  [[nodiscard]] Event on_waking(Stepper& stepper, std::size_t event, double t);

  /// What a step changes.
  using Memory =
      std::tuple<std::vector<bool>, std::vector<Turn>, std::vector<Turn>, std::vector<bool>, std::vector<bool>,
                 std::vector<double>, std::vector<double>, double, double, double, bool, bool, int>;
  [[nodiscard]] auto remembered() {
    return std::tie(holds_, turns_, changes_, sleeps_, is_open_, largest_, last_, begin_, end_, length_, is_first_,
                    is_fresh_, steps_);
  }

  const Engine& engine_;
  Motion& motion_;
  Impositions& impositions_;
  std::vector<Diagnostic>& warnings_;
  double& next_change_;
  StepPhases& phases_;
  TimeOrder order_; ///< of the run
  const std::vector<EventCondition>& events_;
  ExactStates exact_;
  ProgramInstance program_;
  std::vector<double> outputs_;
  std::map<double, std::vector<double>> seen_; ///< values inside the step that is looked at
  std::vector<bool> holds_;                    ///< each condition, up to where the run has got
  std::vector<bool> is_warned_;
  std::vector<Turn> turns_;
  std::vector<Turn> changes_;   ///< events that impose or release constraints, where the run gets there
  std::vector<bool> sleeps_;    ///< a constraint or a friction that sticks may hold its sides equal but for rounding
  std::vector<bool> is_open_;   ///< of those that sleep from the start on: it is not known yet why
  std::vector<double> largest_; ///< |excess| of each so far
  std::vector<double> last_;    ///< s, the last time of each
  std::vector<double> first_;   ///< y at the start of the run
  double begin_ = 0.0;          ///< s, from where on is looked
  double end_ = 0.0;            ///< s, up to where is looked: a contact that changes cuts the step short
  double length_ = 0.0;         ///< s, of the step that was looked at last
  bool is_first_ = true;
  ExactState changed_;   ///< where the equations changed last, at a time that never was if they did not
  int steps_ = 0;        ///< since then, or since the start of the run
  bool is_fresh_ = true; ///< nothing was looked at since the start of these steps
  Memory before_;        ///< before the step that was looked at last
};

} // namespace simulation
} // namespace dalembert
