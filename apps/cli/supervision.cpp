#include "supervision.h"

#include "command.h"
#include "terminal.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace dalembert::cli {

namespace {

/// What a signal does.
enum class Ending : int { at_once, with_results, after_output };

// A signal handler reaches nothing that is not static, and may only read what is complete at every moment.
std::atomic<Ending> ending{Ending::at_once};
StopToken stop;

/// The object of an interruption, around what was being done.
struct SplitObject {
  std::string before;
  std::string behind;
};
const SplitObject* interrupted_object = nullptr; // set before signals are caught

void on_work(const Watch& watch) {
  progress_line().show(watch.activity(), watch.share());
}

Watch& process_watch() {
  static Watch watch(&stop, on_work);
  return watch;
}

constexpr std::array<int, 3> stopping_signals{SIGINT, SIGTERM, SIGHUP};

/// Writes without a buffer, an allocation or a lock.
void put(int descriptor, std::string_view text) {
  if (!text.empty()) static_cast<void>(!write(descriptor, text.data(), text.size()));
}

/// Only what a signal handler may do.
[[noreturn]] void end_at_once() {
  const std::string_view activity = process_watch().activity();
  if (progress_line().is_shown()) put(STDERR_FILENO, progress_line().erasing);
  put(STDERR_FILENO, "dalembert: interrupted while ");
  put(STDERR_FILENO, activity);
  put(STDERR_FILENO, "\n");
  if (const SplitObject* const object = interrupted_object) {
    put(STDOUT_FILENO, object->before);
    put(STDOUT_FILENO, activity);
    put(STDOUT_FILENO, object->behind);
  }
  _exit(interrupted);
}

extern "C" void on_signal(int signal) {
  const Ending now = ending.load(std::memory_order_relaxed);
  if (now == Ending::at_once || (now == Ending::with_results && !process_watch().has_results())) end_at_once();
  if (stop.requested()) _exit(interrupted);
  stop.request();
  static_cast<void>(signal);
}

SplitObject split_object(const std::string& command) {
  constexpr std::string_view gap = "@activity@";
  const std::string object = failure_object(command, interrupted_code, "interrupted while " + std::string(gap));
  const std::size_t place = object.find(gap);
  return {object.substr(0, place), object.substr(place + gap.size())};
}

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : stopping_signals)
    sigaddset(&action.sa_mask, signal); // one at a time
  for (const int signal : stopping_signals) {
    struct sigaction before {};
    // `nohup` and a parent that shields the program from a signal have their way.
    const bool is_shielded = sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
    if (!is_shielded || signal == SIGINT) sigaction(signal, &action, nullptr);
  }
}

} // namespace

Supervision::Supervision(const std::string& command, bool json) : watching_(&process_watch()) {
  if (json) {
    static const SplitObject object = split_object(command);
    interrupted_object = &object;
  }
  catch_signals();
}

void show_progress() {
  progress_line().begin();
}

void keep_results() {
  ending = Ending::with_results;
}

void begin_output() {
  ending = Ending::after_output;
  progress_line().erase();
}

bool is_interrupted() {
  return stop.requested();
}

const StopToken& stop_token() {
  return stop;
}

void end_interrupted() {
  end_at_once();
}

} // namespace dalembert::cli
