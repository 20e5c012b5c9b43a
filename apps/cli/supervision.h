#pragma once

#include <dalembert/dalembert.h>

#include <cstddef>
#include <string>

namespace dalembert::cli {

/// Watches over the one piece of work of this process: catches SIGINT, SIGTERM and SIGHUP from the start of the program
/// to its end, knows what is being done, and shows it on a terminal.
///
/// A signal ends the program at once, with a message and, with --json, an object, as long as there is nothing to keep:
/// no output has begun and no run has results. Then it requests a stop of the run, or lets the output be finished. A
/// second signal always ends the program at once, and so does the first one while the program waits for the reader of a
/// pipe.
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

/// Says that something stands on standard output: no object of a failure may follow.
void note_printed();

/// True where a signal has asked to stop.
[[nodiscard]] bool is_interrupted();

/// The token that a signal requests.
[[nodiscard]] const StopToken& stop_token();

/// Limits the memory of this process; 0 is no limit. Where it is used up, the program ends with a message, the exit
/// code `memory_exhausted` and, with --json, an object with E0005; a run that has results ends first, and they are
/// kept.
void limit_memory(std::size_t bytes);

/// What to say of memory that is used up, where that has happened; else empty.
[[nodiscard]] std::string exhausted_memory();

/// Ends the program with what there is to say of memory that is used up.
[[noreturn]] void end_out_of_memory();

/// Ends the program with a message and the exit code of an interruption, as a signal does.
[[noreturn]] void end_interrupted();

} // namespace dalembert::cli
