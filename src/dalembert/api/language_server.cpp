#include <dalembert/api/file_errors.h>
#include <dalembert/api/language_requests.h>
#include <dalembert/api/language_server.h>
#include <dalembert/api/message_frames.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace dalembert {
inline namespace api {

namespace {

using Clock = LanguageSessions::Clock;

constexpr std::chrono::seconds client_check{5}; // how often it is asked whether the client is alive

/// Milliseconds to wait; -1 for ever.
int waiting_time(const std::optional<Clock::time_point>& until, bool checks_client) {
  const Clock::time_point now = Clock::now();
  std::optional<Clock::time_point> end = until;
  if (checks_client && (!end || *end > now + client_check)) end = now + client_check;
  if (!end) return -1;
  if (*end <= now) return 0;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - now);
  return static_cast<int>(left.count());
}

bool is_gone(std::int64_t process) {
  return process > 0 && kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

/// Reads what there is; false at the end of the stream.
bool read_input(int descriptor, MessageFrames& frames) {
  std::array<char, 65536> block{};
  const ssize_t count = read(descriptor, block.data(), block.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  frames.feed({block.data(), static_cast<std::size_t>(count)});
  return count > 0;
}

} // namespace

int serve_language(const LanguageServerOptions& options) {
  const auto send = [&options](const std::string& body) {
    if (!write_all(options.output, framed(body)))
      throw WriteError("the client of `dalembert lsp` has closed its stream");
  };
  LanguageRequests requests(options, send);
  MessageFrames frames;
  while (true) {
    std::vector<pollfd> waited{{options.input, POLLIN, 0}};
    for (const int descriptor : requests.descriptors())
      waited.push_back({descriptor, POLLIN, 0});
    const int ready = poll(waited.data(), waited.size(), waiting_time(requests.next_time(), requests.client() > 0));
    if (ready < 0 && errno != EINTR) throw FileError("cannot wait: " + std::generic_category().message(errno));
    if (is_gone(requests.client())) return 1;
    if (waited.front().revents != 0) {
      const bool is_open = read_input(options.input, frames);
      while (const std::optional<MessageFrame> frame = frames.next()) {
        requests.take(*frame);
        if (const std::optional<int> code = requests.exit_code()) return *code;
      }
      if (!is_open) return 1;
    }
    requests.work();
  }
}

} // namespace api
} // namespace dalembert
