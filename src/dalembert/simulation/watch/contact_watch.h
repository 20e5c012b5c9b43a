#pragma once

#include <dalembert/simulation/motion/exact_states.h>
#include <dalembert/simulation/phases/contacts.h>
#include <dalembert/simulation/watch/watcher.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Looks for the first instant in a step at which a gap closes, or the force of a closed contact would pull.
class ContactWatch : public Watcher {
public:
  explicit ContactWatch(const WatchedRun& run)
      : contacts_(run.laws.contacts()),
        next_change_(run.next_change),
        phases_(run.phases),
        exact_(run.motion, run.method, run.passage) {}

  [[nodiscard]] bool is_idle() const override { return contacts_.size() == 0; }
  [[nodiscard]] std::vector<Event> inside(Stepper& stepper) override;

private:
  /// The gap of an open contact, λ of a closed one.
  [[nodiscard]] double value(std::size_t contact, double t, std::span<const double> y);
  [[nodiscard]] static std::vector<double> state_at(Stepper& stepper, double t);
  [[nodiscard]] bool is_below(Stepper& stepper, std::size_t contact, double t);
  [[nodiscard]] bool pulls(Stepper& stepper, std::size_t contact, double t);
  [[nodiscard]] bool is_falling(Stepper& stepper, std::size_t contact, double t);
  [[nodiscard]] bool rests(Stepper& stepper, std::size_t contact, double t);
  /// When the value of a contact first becomes negative in the window, s.
  [[nodiscard]] std::optional<double> first_fall(Stepper& stepper, std::size_t contact, const WatchWindow& window);
  /// The same in the step up to `until`, and the window that it lies in.
  struct Fall {
    double time = 0.0;
    WatchWindow window;
  };
  [[nodiscard]] std::optional<Fall> first_fall(Stepper& stepper, std::size_t contact, double until);

  Contacts& contacts_;
  double& next_change_;
  StepPhases& phases_;
  ExactStates exact_;
};

} // namespace simulation
} // namespace dalembert
