#pragma once

#include <dalembert/base/archive.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace simulation {

/// Ends a run whose laws change more often than a person would wait for, or again and again at one instant.
class RepetitionGuard {
public:
  explicit RepetitionGuard(std::string what) : what_(std::move(what)) {}
  void archive(Archive& with) { with(begin_, last_, here_, all_); }
  void start(double t) { begin_ = last_ = t; }
  /// Counts a change of `which` at t. @throws SolveError
  void count(double t, std::string_view which);

private:
  std::string what_;   ///< `frictions stick and slide`
  double begin_ = 0.0; ///< s
  double last_ = 0.0;  ///< s
  std::size_t here_ = 0;
  std::size_t all_ = 0;
};

} // namespace simulation
} // namespace dalembert
