#pragma once

#include <dalembert/base/archive.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What a friction does from here on.
struct FrictionMode {
  enum class Kind {
    undecided, ///< to be found: by its slip, and where that is 0 by the forces
    rests,     ///< its slip is 0: whether it sticks is to be found
    slides,
    sticks,
    shares, ///< others that stick hold its slip at 0, and its force is chosen so that all stay within their bounds
    leans,  ///< others that stick hold its slip at 0, and its force, which nothing determines, is at its bound
    idle,   ///< the contact that it acts at is open
    turns,  ///< its slip is a component of one in a plane, which slides in the direction that it has
    begins, ///< likewise, of one that begins: in the direction in which its load makes it grow
  };
  Kind kind = Kind::undecided;
  /// The sign of the slip that the force opposes, 0 unless it slides or leans. Of a slip in a plane the component of
  /// its direction: where it slides the one that the force opposes, else one that is less than a right angle away,
  /// which a run keeps up to date, or 0.
  double direction = 0.0;

  void archive(Archive& with) { with(kind, direction); }
  [[nodiscard]] bool is_open() const { return kind == Kind::undecided || kind == Kind::rests; }
  [[nodiscard]] bool slides() const { return kind == Kind::slides; }
  [[nodiscard]] bool sticks() const { return kind == Kind::sticks; }
  [[nodiscard]] bool turns() const { return kind == Kind::turns; }
  [[nodiscard]] bool begins() const { return kind == Kind::begins; }
  [[nodiscard]] bool leans() const { return kind == Kind::leans; }
  [[nodiscard]] bool is_at_bound() const { return slides() || turns() || begins() || leans(); }
  [[nodiscard]] bool shares() const { return kind == Kind::shares; }
  [[nodiscard]] bool holds() const { return sticks() || leans() || shares(); }
  [[nodiscard]] bool is_idle() const { return kind == Kind::idle; }
  static FrictionMode sliding(double direction) { return {Kind::slides, direction}; }
  static FrictionMode turning(double reference) { return {Kind::turns, reference}; }
  static FrictionMode leaning(double direction) { return {Kind::leans, direction}; }
  friend bool operator==(const FrictionMode&, const FrictionMode&) = default;
};

/// Frictions that stick and act along one line: only the sum of their forces is determined. Each takes the share that
/// its bound has in the sum of the bounds, as they have it where they begin to slide.
struct HeldSlip {
  std::vector<std::size_t> members; ///< in System::frictions; the slip of the first one is held at 0
  double force = 0.0;               ///< along the slip of the first
  double bound = 0.0;               ///< the largest that they can hold together
  void archive(Archive& with) { with(members, force, bound); }
};

} // namespace simulation
} // namespace dalembert
