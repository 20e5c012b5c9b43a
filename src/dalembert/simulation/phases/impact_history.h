#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/simulation/phases/bounces.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The impacts of a run so far, contact by contact: when bounces have come to their end.
class ImpactHistory {
public:
  explicit ImpactHistory(std::size_t contacts) : contacts_(contacts) {}

  /// The impacts that follow happen at another instant than those before.
  void begin_instant();
  /// Takes in an impact at time `t`, s, with `approach`, the speed at which the gap closes. Flights whose height is
  /// less than `unseen` are none.
  void add(std::size_t contact, double t, double approach, double unseen);
  /// Forgets the bounces of a contact that was closed and has opened.
  void forget_bounces(std::size_t contact) { contacts_[contact].bounces.clear(); }

  /// True where the bounces of a contact are over: their series is (Bounces::limit), or hardly a speed is left of the
  /// impacts at this instant, or of the fastest impact of the run, or several flights in a row were too low to be seen.
  [[nodiscard]] bool has_died_out(std::size_t contact) const;
  /// True of a contact that was struck before, at a speed that is small beside the fastest impact of the run.
  [[nodiscard]] bool is_settling(std::size_t contact, double approach) const;

  /// All impacts were later by `by`, s.
  void shift(double by) {
    for (OfContact& contact : contacts_)
      contact.bounces.shift(by);
  }

  void archive(Archive& with) { with(contacts_, largest_); }

  /// How often a contact was struck, and the contact that was struck most.
  [[nodiscard]] std::size_t count(std::size_t contact) const { return contacts_[contact].count; }
  [[nodiscard]] std::size_t busiest() const;

  [[nodiscard]] const Bounces& bounces(std::size_t contact) const { return contacts_[contact].bounces; }

private:
  struct OfContact {
    Bounces bounces;
    std::size_t count = 0;
    double last = 0.0;         ///< speed of approach at the last impact
    double last_here = 0.0;    ///< the same at this instant; 0: there was none
    double largest_here = 0.0; ///< of those at this instant
    std::size_t unseen = 0;    ///< flights in a row that were too low
    void archive(Archive& with) { with(bounces, count, last, last_here, largest_here, unseen); }
  };

  std::vector<OfContact> contacts_;
  double largest_ = 0.0; ///< speed of approach of all impacts
};

} // namespace simulation
} // namespace dalembert
