#include "terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace dalembert::cli {

namespace {

StopToken stop; // a signal handler reaches nothing that is not static

extern "C" void on_interrupt(int) {
  stop.request();
  std::signal(SIGINT, SIG_DFL);
}

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

int columns_of(int descriptor) {
  constexpr int usual = 100;
  constexpr int narrowest = 60;
  constexpr int widest = 120;
  winsize size{};
  if (isatty(descriptor) == 0 || ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual;
  return std::clamp(static_cast<int>(size.ws_col), narrowest, widest);
}

Style style_of(int descriptor, const std::string& color) {
  const bool is_terminal = isatty(descriptor) != 0;
  const bool may_color = is_terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return {speaks_utf8(), color == "always" || (color != "never" && may_color), columns_of(descriptor)};
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

} // namespace

void print(std::string_view text) {
  write_all(STDOUT_FILENO, text);
}
void talk(std::string_view text) {
  write_all(STDERR_FILENO, text);
}

Style page_style(const std::string& color) {
  return style_of(STDOUT_FILENO, color);
}
Style talk_style(const std::string& color) {
  return style_of(STDERR_FILENO, color);
}

InterruptGuard::InterruptGuard() {
  std::signal(SIGINT, on_interrupt);
}
InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
}
const StopToken& InterruptGuard::token() const {
  return stop;
}

ProgressLine::ProgressLine(bool is_wanted) : is_wanted_(is_wanted && isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  if (is_shown_) talk("\r\033[K");
}

void ProgressLine::show(double share) {
  using std::chrono::duration;
  constexpr duration<double> patience{0.5};
  constexpr duration<double> pause{0.1};
  const Clock::time_point now = Clock::now();
  if (!is_wanted_ || now - start_ < patience || now - last_ < pause) return;
  last_ = now;
  is_shown_ = true;
  const double passed = duration<double>(now - start_).count();
  const double left = share > 0.0 ? passed * (1.0 - share) / share : 0.0;
  talk(share > 0.0 ? fmt::format("\r{:3.0f} %  {:.0f} s left\033[K", share * 100.0, std::max(left, 0.0))
                   : std::string("\rworking\033[K"));
}

} // namespace dalembert::cli
