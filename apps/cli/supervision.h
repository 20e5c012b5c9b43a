#pragma once

#include <dalembert/dalembert.h>

#include <string>

namespace dalembert::cli {

/// Watches over the one piece of work of this process: catches SIGINT, SIGTERM and SIGHUP from the start of the program
/// to its end, knows what is being done, and shows it on a terminal.
///
/// A signal ends the program at once, with a message and, with --json, an object, as long as there is nothing to keep:
/// no output has begun and no run has results. Then it requests a stop of the run, or lets the output be finished. A
/// second signal always ends the program at once.
class Supervision {
public:
  /// `command` is the schema of the object that an interruption prints where `json` is true.
  Supervision(const std::string& command, bool json);
  ~Supervision() = default;
  Supervision(const Supervision&) = delete;
  Supervision& operator=(const Supervision&) = delete;

private:
  Watching watching_;
};

/// Shows on a terminal what is being done, from now on.
void show_progress();

/// From here on a signal stops the run that has results, and the program goes on with what was computed.
void keep_results();

/// From here on a signal lets the output be finished.
void begin_output();

/// True where a signal has asked to stop.
[[nodiscard]] bool is_interrupted();

/// The token that a signal requests.
[[nodiscard]] const StopToken& stop_token();

/// Ends the program with a message and the exit code of an interruption, as a signal does.
[[noreturn]] void end_interrupted();

} // namespace dalembert::cli
