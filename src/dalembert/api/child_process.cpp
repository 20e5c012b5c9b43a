#include <dalembert/api/child_process.h>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <new>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace dalembert {
inline namespace api {

namespace {

constexpr int memory_exit = 71; // as the program's own (docs/cli.md)
constexpr int internal_exit = 70;

void limit_cpu(int seconds) {
  const rlimit none{0, 0};
  static_cast<void>(setrlimit(RLIMIT_CORE, &none));
  if (seconds <= 0) return;
  const auto bound = static_cast<rlim_t>(seconds);
  const rlimit limit{bound, bound + 1};
  static_cast<void>(setrlimit(RLIMIT_CPU, &limit));
}

void leave_streams() {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) _exit(internal_exit);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (dup2(nowhere, stream) < 0) _exit(internal_exit);
}

[[noreturn]] void run_child(pid_t parent, int descriptor, const ChildProcess::Limits& limits,
                            const std::function<void(int)>& work) {
  static_cast<void>(prctl(PR_SET_PDEATHSIG, SIGKILL));
  if (getppid() != parent) _exit(internal_exit);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU})
    static_cast<void>(std::signal(signal, SIG_DFL));
  leave_streams();
  limit_cpu(limits.cpu_seconds);
  int code = 0;
  try {
    if (limits.prepare) limits.prepare();
    work(descriptor);
  } catch (const std::bad_alloc&) {
    code = memory_exit;
  } catch (...) {
    code = internal_exit;
  }
  _exit(code); // nothing of the parent is flushed or torn down twice
}

} // namespace

ChildProcess::ChildProcess(const Limits& limits, const std::function<void(int)>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::runtime_error(fmt::format("no pipe can be made: {}", std::generic_category().message(errno)));
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) run_child(parent, ends[1], limits, work);
  const int error = errno;
  static_cast<void>(close(ends[1]));
  if (process_ < 0) {
    static_cast<void>(close(ends[0]));
    throw std::runtime_error(fmt::format("no process can be made: {}", std::generic_category().message(error)));
  }
  descriptor_ = ends[0];
  static_cast<void>(fcntl(descriptor_, F_SETFL, O_NONBLOCK));
}

ChildProcess::~ChildProcess() {
  if (process_ > 0) {
    static_cast<void>(kill(process_, SIGKILL));
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (descriptor_ >= 0) static_cast<void>(close(descriptor_));
}

bool ChildProcess::read(std::string& out) const {
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t count = ::read(descriptor_, block.data(), block.size());
    if (count > 0)
      out.append(block.data(), static_cast<std::size_t>(count));
    else if (count == 0)
      return false;
    else if (errno != EINTR)
      return errno == EAGAIN || errno == EWOULDBLOCK;
  }
}

ChildProcess::End ChildProcess::end() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return End::out_of_time;
  if (WIFEXITED(status) && WEXITSTATUS(status) == memory_exit) return End::out_of_memory;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? End::whole : End::failed;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

} // namespace api
} // namespace dalembert
