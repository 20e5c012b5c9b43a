#include "terminal.h"

#include "supervision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

namespace dalembert::cli {

namespace {

bool is_silent = false;
std::string unsaid_text; // while it is

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing here sets the environment
  return value == nullptr ? std::string_view() : std::string_view(value);
}

/// True where the locale's characters are UTF-8, as its name says.
bool speaks_utf8() {
  std::string_view locale;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    locale = environment(name);
    if (!locale.empty()) break;
  }
  std::string lower(locale);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
}

/// True where `descriptor` is a terminal, and not one that a launcher made to read from: mpirun gives each process one
/// for its output, and writes on what comes, to a file it may be. Such a terminal does not control the process.
bool is_terminal_of_user(int descriptor) {
  if (isatty(descriptor) == 0) return false;
  const bool is_launched = launch().has_value() || !environment("DALEMBERT_ALONE").empty();
  return !is_launched || tcgetpgrp(descriptor) >= 0;
}

int columns_of(int descriptor) {
  constexpr int usual = 100;
  constexpr int narrowest = 60;
  constexpr int widest = 120;
  winsize size{};
  if (isatty(descriptor) == 0 || ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual;
  return std::clamp(static_cast<int>(size.ws_col), narrowest, widest);
}

Style style_of(int descriptor, const std::string& color) {
  const bool may_color =
      is_terminal_of_user(descriptor) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return {speaks_utf8(), color == "always" || (color != "never" && may_color), columns_of(descriptor)};
}

/// Returns 0, or the error number of what could not be written.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Writes to a terminal, which shows slowly what is long: line by line, so that a signal ends it.
int write_lines(std::string_view text) {
  while (!text.empty() && !is_interrupted()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    if (const int error = write_all(STDOUT_FILENO, line); error != 0) return error;
    text.remove_prefix(line.size());
  }
  if (!text.empty()) end_interrupted();
  return 0;
}

} // namespace

void prepare_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  // A closed stream is held by something that can only be read: writing fails, as it did while it was closed.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) static_cast<void>(open("/dev/null", O_RDONLY));
}

void print(std::string_view text) {
  if (is_silent) return;
  begin_output();
  note_printed();
  const int error = is_terminal_output() ? write_lines(text) : write_all(STDOUT_FILENO, text);
  if (error == EBADF) throw WriteError("cannot write standard output: it is closed");
  if (error == EPIPE) throw WriteError("cannot write standard output: its reader has closed it");
  if (error != 0)
    throw WriteError(fmt::format("cannot write standard output: {}", std::generic_category().message(error)));
}
void print_page(std::string_view text) {
  print(shown_page(text));
}
void print_data(std::string_view text) {
  print(is_terminal_output() ? shown_text(text) : std::string(text));
}
bool is_terminal_output() {
  return isatty(STDOUT_FILENO) != 0;
}
void talk(std::string_view text) {
  if (is_silent) {
    unsaid_text += text;
    return;
  }
  progress_line().erase();
  static_cast<void>(write_all(STDERR_FILENO, text)); // there is nowhere else to say it
}

void keep_silent() {
  note_printed(); // no object of a failure either
  is_silent = true;
}

const std::string& unsaid() {
  return unsaid_text;
}

Style page_style(const std::string& color) {
  return style_of(STDOUT_FILENO, color);
}
Style talk_style(const std::string& color) {
  return style_of(STDERR_FILENO, color);
}

void ProgressLine::begin() {
  if (isatty(STDERR_FILENO) != 0 && way_ == Way::none) way_ = Way::in_place;
  start_ = last_ = activity_start_ = Clock::now();
}

void ProgressLine::begin_lines(Seconds pause) {
  if (isatty(STDERR_FILENO) != 0) return begin();
  way_ = Way::lines;
  pause_ = pause;
  begin();
}

void ProgressLine::count(const char* parts, std::size_t all) {
  parts_ = parts;
  all_ = all;
}

void ProgressLine::show(const char* activity, double share) {
  constexpr Seconds patience{1.0};
  constexpr Seconds in_place_pause{0.1};
  if (way_ == Way::none) return;
  const Clock::time_point now = Clock::now();
  if (activity != activity_ || (share >= 0.0 && share_start_ < 0.0)) {
    activity_start_ = now;
    share_start_ = share; // of a run that goes on: what was done before
  }
  activity_ = activity;
  if (way_ == Way::in_place) {
    if (now - start_ < patience || now - last_ < in_place_pause) return;
    is_shown_ = true;
    static_cast<void>(write_all(STDERR_FILENO, fmt::format("\r{}\033[K", text(share, now))));
  } else {
    // Of work that takes long a line is a small part of the page all the same.
    constexpr double part = 0.1;
    constexpr Seconds longest{600.0};
    const Seconds pause = std::max(pause_, std::min(part * Seconds(now - start_), longest));
    if (now - last_ < pause) return;
    static_cast<void>(write_all(STDERR_FILENO, fmt::format("dalembert: {}\n", text(share, now))));
  }
  last_ = now;
}

std::string ProgressLine::text(double share, Clock::time_point now) const {
  std::string out = activity_;
  if (!(share > 0.0 && share <= 1.0)) return out;
  out += fmt::format(": {:.0f} %", share * 100.0);
  const double speed = (share - share_start_) / Seconds(now - activity_start_).count(); // of the whole, 1/s
  if (!(speed > 0.0)) return out;
  const double rate = speed * static_cast<double>(all_);
  constexpr double many = 10.0;
  if (all_ > 0)
    out += fmt::format(", {} {}/s", rate < many ? fmt::format("{:.2g}", rate) : fmt::format("{:.0f}", rate), parts_);
  return out + fmt::format(", {:.0f} s left", (1.0 - share) / speed);
}

void ProgressLine::erase() {
  if (is_shown_) static_cast<void>(write_all(STDERR_FILENO, erasing));
  is_shown_ = false;
}

ProgressLine& progress_line() {
  static ProgressLine line;
  return line;
}

} // namespace dalembert::cli
