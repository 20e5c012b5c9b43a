#pragma once

#include <dalembert/numerics/step/stepper.h>
#include <dalembert/program/executor.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A part of a step in which conditions are looked at, and into how many pieces it is divided for that.
struct WatchWindow {
  double begin = 0.0; ///< s
  double end = 0.0;
  std::size_t pieces = 1;
  bool is_sampled = true; ///< false where there would have to be more pieces

  /// The fastest one in it, s; of one piece all of it.
  [[nodiscard]] double period() const;
  /// How far a root that was found may be moved, s.
  [[nodiscard]] double reach() const;
};

/// Counts how often the functions of a step oscillate in it. A motion at rest, or in free flight, has steps that are
/// much longer than a period of what acts on it; a condition is looked at several times in each period. The rates of
/// the arguments of sines (PhaseProgram) are taken at some places of the step. Cost: none without such functions, else
/// seven evaluations of their rates a step.
class StepPhases {
public:
  explicit StepPhases(const Engine& engine);

  /// The pieces of the part of the last step between `begin` and `end`: four for each period of the fastest, 1 where
  /// there are few.
  [[nodiscard]] std::size_t pieces(Stepper& stepper, double begin, double end);
  /// Divides the last step up to `until` into windows of a limited number of pieces.
  [[nodiscard]] std::vector<WatchWindow> windows(Stepper& stepper, double until);
  /// Takes in that a condition changed too fast to be followed in the window; `of` says which, as a contact.
  void note_unresolved(const std::string& of, const WatchWindow& where);
  /// The conditions that could not be followed, each once.
  [[nodiscard]] const std::vector<Certificate::Failure>& unresolved() const { return unresolved_; }

private:
  [[nodiscard]] double rate_of(Stepper& stepper);

  const Engine& engine_;
  std::optional<ProgramInstance> program_; ///< absent where nothing oscillates
  std::vector<double> rates_;
  std::vector<double> inputs_;
  std::vector<double> y_;
  double begin_ = 0.0; ///< s, of the step that was looked at last
  double end_ = 0.0;
  double fastest_ = 0.0; ///< 1/s, in that step
  std::vector<Certificate::Failure> unresolved_;
};

} // namespace simulation
} // namespace dalembert
