#pragma once

#include <dalembert/dalembert.h>

#include <chrono>
#include <string>
#include <string_view>

namespace dalembert::cli {

/// Writes all of `text` to standard output; a closed pipe is no error of ours.
void print(std::string_view text);
/// Writes all of `text` to standard error.
void talk(std::string_view text);

/// The style of a page on standard output. Colours: `always`, `never`, or `auto` (a terminal, NO_COLOR not set).
[[nodiscard]] Style page_style(const std::string& color);
/// The same for diagnostics on standard error.
[[nodiscard]] Style talk_style(const std::string& color);

/// Requests a stop on Ctrl-C while it lives; a second Ctrl-C ends the program at once.
class InterruptGuard {
public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] const StopToken& token() const;
};

/// A line on standard error with the share that is done and the time left; only on a terminal, only for work that
/// takes more than half a second. The line is gone when the object is.
class ProgressLine {
public:
  explicit ProgressLine(bool is_wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(double share);

private:
  using Clock = std::chrono::steady_clock;
  bool is_wanted_;
  bool is_shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

} // namespace dalembert::cli
