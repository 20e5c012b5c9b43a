#pragma once

#include <dalembert/dalembert.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace dalembert::cli {

/// Makes sure that the three standard streams are open, so that no file takes the place of one that is closed, and
/// that a pipe whose reader has gone is an error of writing. Once, before anything else.
void prepare_streams();

/// Writes all of `text` to standard output. @throws WriteError where it is full or closed
void print(std::string_view text);
/// Prints a page for a person: what a terminal would obey is shown instead, but for colours. @throws WriteError
void print_page(std::string_view text);
/// Prints a text that is data, such as a model: as it is, unless a terminal would read it. @throws WriteError
void print_data(std::string_view text);
/// Writes all of `text` to standard error.
void talk(std::string_view text);

/// The style of a page on standard output. Colours: `always`, `never`, or `auto` (a terminal, NO_COLOR not set).
[[nodiscard]] Style page_style(const std::string& color);
/// The same for diagnostics on standard error.
[[nodiscard]] Style talk_style(const std::string& color);

/// Requests a stop on Ctrl-C, SIGTERM and SIGHUP while it lives; a second signal of the kind ends the program at once.
class InterruptGuard {
public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] const StopToken& token() const;

private:
  using Handler = void (*)(int);
  std::array<Handler, 3> before_{};
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
