#pragma once

#include <dalembert/dalembert.h>

#include <atomic>
#include <chrono>
#include <cstddef>
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
/// True where standard output is a terminal.
[[nodiscard]] bool is_terminal_output();
/// Writes all of `text` to standard error.
void talk(std::string_view text);
/// From here on this process prints nothing; what it would say on standard error is returned by `unsaid`.
void keep_silent();
[[nodiscard]] const std::string& unsaid();

/// The style of a page on standard output. Colours: `always`, `never`, or `auto` (a terminal, NO_COLOR not set).
[[nodiscard]] Style page_style(const std::string& color);
/// The same for diagnostics on standard error.
[[nodiscard]] Style talk_style(const std::string& color);

/// A line on standard error with what is being done, the share of it that is done and the time left; only for work that
/// takes more than a second. On a terminal it is rewritten in place, and erased before anything else is printed;
/// elsewhere nothing is shown, or a new line now and then.
class ProgressLine {
public:
  /// What erases the line.
  static constexpr std::string_view erasing = "\r\033[K";

  using Seconds = std::chrono::duration<double>;

  /// Begins to count the time; nothing is shown before.
  void begin();
  /// The same, with a line now and then where standard error is no terminal: every `pause`, and less often the longer
  /// the work takes, down to every tenth part of that time or ten minutes.
  void begin_lines(Seconds pause);
  /// Says that the work has `all` parts, so that the line tells how fast these are done: `230 members/s`.
  void count(const char* parts, std::size_t all);
  /// Shows `activity` where it is time to; a negative `share` is not known.
  void show(const char* activity, double share);
  void erase();
  /// May be asked by a signal handler.
  [[nodiscard]] bool is_shown() const { return is_shown_.load(std::memory_order_relaxed); }

private:
  using Clock = std::chrono::steady_clock;
  enum class Way { none, in_place, lines };
  [[nodiscard]] std::string text(double share, Clock::time_point now) const;

  Way way_ = Way::none;
  Seconds pause_{0.0};
  const char* parts_ = "";
  std::size_t all_ = 0;
  double share_start_ = -1.0;
  std::atomic<bool> is_shown_{false};
  const char* activity_ = "";
  Clock::time_point start_;
  Clock::time_point last_;
  Clock::time_point activity_start_;
};

/// The line of this process.
[[nodiscard]] ProgressLine& progress_line();

} // namespace dalembert::cli
