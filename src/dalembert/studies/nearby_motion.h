#pragma once

#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/phases/laws.h>
#include <dalembert/simulation/solving/row_ranks.h>

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace dalembert {
inline namespace studies {

/// Derivatives of a motion are not known from here on; the message says why.
class CourseEnds : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The set of active rows, and the modes of frictions and of functions that jump, between two changes of them.
struct MotionPhase {
  std::vector<bool> rows;
  std::vector<FrictionMode> frictions;
  std::vector<JumpMode> jumps;
  /// True where rows, kinds of modes and signs of the directions of frictions are the same.
  [[nodiscard]] bool is_same(const MotionPhase& other) const;
};
[[nodiscard]] MotionPhase phase_of(const Engine& engine, const Motion& motion);

/// The active rows and modes of a motion and the memory of its laws, as bytes.
[[nodiscard]] std::string kept_phase(Motion& motion, Laws& laws);

/// A motion of the same study, its parameters other by a little, with the laws that change along it.
class NearbyMotion {
public:
  NearbyMotion(const Engine& engine, std::vector<double> parameters, double tolerance, const State& start,
               const std::optional<RowRanks>& ranks);

  [[nodiscard]] const Engine& engine() const { return engine_; }
  [[nodiscard]] Motion& motion() { return motion_; }
  [[nodiscard]] Laws& laws() { return laws_; }
  [[nodiscard]] MotionPhase phase() const { return phase_of(engine_, motion_); }
  /// Continues with the active rows, the modes and the memory of the laws of another motion (`kept_phase`).
  void take_phase(const std::string& kept);

private:
  Engine engine_;
  RunResult notes_; ///< of the laws
  Motion motion_;
  Laws laws_;
};

/// The records that laws make at an instant: contacts struck, closed and opened, constraints imposed and released.
class NotedChanges {
public:
  /// Those made so far are left out.
  explicit NotedChanges(const RunResult& notes);
  /// Each as a list of indices.
  [[nodiscard]] std::vector<std::vector<std::size_t>> since() const;

private:
  const RunResult& notes_;
  std::size_t impacts_;
  std::size_t contacts_;
  std::size_t impositions_;
};

/// The function g(t, y) that is 0 where `event` happens: a gap, the force of a closed contact, a slip, the margin of a
/// friction force to its bound, the excess of a condition of the model.
class EventSurface {
public:
  EventSurface(const Engine& engine, Event event);

  /// True of constraints that are imposed or released at a time, which no state moves.
  [[nodiscard]] bool is_time() const { return event_.kind == EventKind::imposition; }
  /// The time at which they are, with the parameters of `motion`, s. @throws CourseEnds where several meet
  [[nodiscard]] double time(const NearbyMotion& motion) const;
  [[nodiscard]] double value(Motion& motion, Laws& laws, double t, std::span<const double> y) const;

private:
  const Engine& engine_;
  Event event_;
};

/// The other events that happen at the instant of `event`, at the state y before it: gaps that close, slips and bounds
/// that are used up, surfaces of jumps that are reached.
[[nodiscard]] std::vector<Event> events_beside(const Event& event, Laws& laws);

} // namespace studies
} // namespace dalembert
