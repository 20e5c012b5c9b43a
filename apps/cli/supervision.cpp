#include "supervision.h"

#include "command.h"
#include "terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <memory>
#include <new>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace dalembert::cli {

namespace {

// The sanitizers reserve terabytes of addresses.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool reserves_addresses = true;
#else
constexpr bool reserves_addresses = false;
#endif

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
const SplitObject* exhausted_object = nullptr;
std::atomic<bool> has_printed{false};
std::string json_command; // empty without --json

// What is given back where memory is used up, so that a run can end.
std::unique_ptr<char[]> reserve;
bool is_exhausted = false;
std::string limit_words = "out of memory"; // with a limit: that it is reached
constexpr std::string_view memory_advice =
    "; allow more with --memory, or make the model, its counts or --samples smaller";

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

/// Prints what was being done between two texts, and the object of it. Only what a signal handler may do.
void say(std::string_view before, std::string_view behind, const SplitObject* object) {
  const std::string_view activity = process_watch().activity();
  if (progress_line().is_shown()) put(STDERR_FILENO, ProgressLine::erasing);
  put(STDERR_FILENO, "dalembert: ");
  put(STDERR_FILENO, before);
  put(STDERR_FILENO, " while ");
  put(STDERR_FILENO, activity);
  put(STDERR_FILENO, behind);
  put(STDERR_FILENO, "\n");
  if (object == nullptr || has_printed.load()) return;
  put(STDOUT_FILENO, object->before);
  put(STDOUT_FILENO, activity);
  put(STDOUT_FILENO, object->behind);
}

[[noreturn]] void end_at_once() {
  say("interrupted", "", interrupted_object);
  _exit(interrupted);
}

/// The handler of `operator new`.
void on_exhausted_memory() {
  if (is_spare_work()) throw std::bad_alloc();
  const bool keeps = ending == Ending::with_results && process_watch().has_results();
  if (!keeps || is_exhausted) end_out_of_memory();
  is_exhausted = true;
  reserve.reset();
  throw std::bad_alloc();
}

extern "C" void on_signal(int signal) {
  const Ending now = ending.load(std::memory_order_relaxed);
  end_outside_waits();
  if (is_waiting_outside()) end_at_once();
  if (now == Ending::at_once || (now == Ending::with_results && !process_watch().has_results())) end_at_once();
  if (stop.requested()) _exit(interrupted);
  stop.request();
  static_cast<void>(signal);
}

constexpr std::string_view gap = "@activity@";

/// The object of a failure whose message has a gap.
SplitObject split_object(const std::string& command, const char* code, const std::string& message) {
  const std::string object = failure_object(command, code, message);
  const std::size_t place = object.find(gap);
  return {object.substr(0, place), object.substr(place + gap.size())};
}

std::string size_text(std::size_t bytes) {
  constexpr std::size_t mega = 1 << 20;
  constexpr std::size_t giga = 1 << 30;
  return bytes % giga == 0 ? fmt::format("{} GiB", bytes / giga) : fmt::format("{} MiB", bytes / mega);
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
    static const SplitObject object = split_object(command, interrupted_code, fmt::format("interrupted while {}", gap));
    interrupted_object = &object;
    json_command = command;
  }
  catch_signals();
}

void show_progress() {
  progress_line().begin();
}

void keep_results() {
  ending = Ending::with_results;
}

void limit_memory(std::size_t bytes) {
  take_memory_by_new();
  rlimit limit{};
  if (!reserves_addresses && bytes > 0 && getrlimit(RLIMIT_DATA, &limit) == 0) {
    limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
    if (setrlimit(RLIMIT_DATA, &limit) == 0)
      limit_words = fmt::format("the memory limit of {} is reached", size_text(bytes));
  }
  if (!json_command.empty()) {
    static const SplitObject object =
        split_object(json_command, exhausted_code, fmt::format("{} while {}{}", limit_words, gap, memory_advice));
    exhausted_object = &object;
  }
  constexpr std::size_t enough = 16 << 20; // bytes, to print a result
  reserve = std::make_unique_for_overwrite<char[]>(std::min(enough, bytes / 8));
  std::set_new_handler(on_exhausted_memory);
}

std::string exhausted_memory() {
  return is_exhausted ? fmt::format("{} while integrating the motion{}", limit_words, memory_advice) : std::string();
}

void end_out_of_memory() {
  say(limit_words, memory_advice, exhausted_object);
  _exit(memory_exhausted);
}

void note_printed() {
  has_printed = true;
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
