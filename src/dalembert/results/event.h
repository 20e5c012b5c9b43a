#pragma once

#include <dalembert/numerics/step/time_order.h>

#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace results {

enum class EventKind {
  singular_position, ///< the rank of the rows falls, or a row vanishes: passed on the branch on which motion is smooth
  singular_row,      ///< a row has a pole or a zero behind which it has another direction
  constraint_jump,   ///< a constraint jumps in time, in its position or its rate
  slow_steps,        ///< the run takes more steps than a person would wait for
  stall,             ///< the run cannot get on
  end_of_work,       ///< the work that the run may do is done
  awaited,           ///< an `event` of the model
  imposition,        ///< the time at which constraints are imposed or released
  contact,           ///< a gap closes, or what acts at a closed contact would pull
  friction,          ///< a friction that slides comes to rest, or one that sticks can no longer hold
  jump,              ///< a function that jumps reaches its surface, or the motion leaves it
};

/// What an event changes.
enum class EventEffect {
  none,        ///< the run goes on
  ends_before, ///< the run fails; the step that the event lies in is left out
  ends_there,  ///< the run fails; what lies before the event is kept
  bounds,      ///< the run ends as it may
  changes,     ///< the motion changes there, and the run goes on
  stops,       ///< the run ends there, as the model asks
};

/// Something that happens along a run at one time.
struct Event {
  double time = 0.0; ///< s
  EventKind kind = EventKind::singular_position;
  EventEffect effect = EventEffect::none;
  std::string text;           ///< in the user's words, with names; of a passage its reason, which may be empty
  std::size_t index = 0;      ///< of one that is awaited: in Study::events; of a contact, in Study::contacts;
                              ///< of a friction, in System::frictions; of a jump, in Programs::jumps
  std::vector<double> y = {}; ///< q, v and the integrals there, where they are known better than by the step
};

/// How far apart two roots of a step of `length` seconds may lie that are one instant but for rounding, s.
[[nodiscard]] double same_instant(double t, double length);

/// The last time, on a way in this order, that is one instant with `t` but for rounding, s.
[[nodiscard]] double end_of_instant(double t, double length, const TimeOrder& order);

/// Those of one kind.
[[nodiscard]] std::vector<Event> events_of(std::span<const Event> events, EventKind kind);

} // namespace results
} // namespace dalembert
