#include <dalembert/base/outside_wait.h>
#include <dalembert/report/atomic_file.h>
#include <dalembert/report/temporary_file.h>

#include <cerrno>
#include <deque>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace dalembert {
inline namespace report {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_to_write(const fs::path& path, int error) {
  throw fs::filesystem_error("cannot write", path, std::error_code(error, std::generic_category()));
}

/// What stands at `path`; nothing where it does not exist.
std::optional<struct stat> status_of(const fs::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) return found;
  if (errno != ENOENT && errno != ENOTDIR) fail_to_write(path, errno);
  return std::nullopt;
}

/// Waits until the other end takes something. One that reads does so within a second; another one is an OutsideWait.
void await_other_end(int descriptor) {
  constexpr int a_second = 1000; // ms
  pollfd other{descriptor, POLLOUT, 0};
  if (::poll(&other, 1, a_second) != 0) return;
  const OutsideWait wait;
  static_cast<void>(::poll(&other, 1, -1));
}

/// Writes all of `content` to a device or a pipe that does not wait by itself; returns 0 or the error number.
int write_patiently(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written >= 0)
      content.remove_prefix(static_cast<std::size_t>(written));
    else if (errno == EAGAIN)
      await_other_end(descriptor);
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

/// A device or a pipe that is open for writing.
class OpenDevice {
public:
  explicit OpenDevice(const fs::path& path) : path_(path), descriptor_(opened(path)) {
    if (descriptor_ < 0) fail_to_write(path, errno);
    static_cast<void>(::fcntl(descriptor_, F_SETFL, O_WRONLY | O_NONBLOCK));
  }
  ~OpenDevice() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  void close() {
    if (::close(std::exchange(descriptor_, -1)) != 0) fail_to_write(path_, errno);
  }

private:
  /// A pipe without a reader is open once it has one.
  [[nodiscard]] static int opened(const fs::path& path) {
    constexpr int how = O_WRONLY | O_CLOEXEC | O_NOCTTY;
    const int out = ::open(path.c_str(), how | O_NONBLOCK);
    if (out >= 0 || errno != ENXIO) return out;
    const OutsideWait wait;
    return ::open(path.c_str(), how);
  }

  const fs::path& path_;
  int descriptor_;
};

/// Writes to a device or a pipe, which no file may replace.
void write_through(const fs::path& path, const TextSource& source) {
  OpenDevice device(path);
  int error = 0;
  source([&](std::string_view piece) {
    if (error == 0) error = write_patiently(device.descriptor(), piece);
  });
  if (error != 0) fail_to_write(path, error);
  device.close();
}

/// Refuses a file that nobody may write, and one that this process may not.
void require_writable(const fs::path& path, const struct stat& found) {
  constexpr mode_t any_write = S_IWUSR | S_IWGRP | S_IWOTH;
  if ((found.st_mode & any_write) == 0) fail_to_write(path, EACCES);
  if (::access(path.c_str(), W_OK) != 0) fail_to_write(path, errno);
}

} // namespace

fs::path write_target(const fs::path& path) {
  constexpr int most_links = 40; // as the kernel follows
  fs::path target = path;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target)); ++links) {
    if (links == most_links) fail_to_write(path, ELOOP);
    const fs::path next = fs::read_symlink(target);
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target;
}

void write_atomically(const fs::path& path, std::string_view content) {
  write_atomically(path, [content](const TextSink& sink) { sink(content); });
}

void write_atomically(const fs::path& path, const TextSource& source) {
  write_together({{path, source}});
}

void write_together(const std::vector<FileToWrite>& files) {
  std::deque<TemporaryFile> written;
  std::vector<FileToWrite> devices;
  for (const FileToWrite& file : files) {
    const fs::path target = write_target(file.path);
    const std::optional<struct stat> old = status_of(target);
    if (old && S_ISDIR(old->st_mode)) fail_to_write(file.path, EISDIR);
    if (old && !S_ISREG(old->st_mode)) {
      devices.push_back({target, file.content});
      continue;
    }
    if (old) require_writable(target, *old);
    if (target.has_parent_path()) fs::create_directories(target.parent_path());
    remove_stale_files(target.parent_path());
    TemporaryFile& hidden = written.emplace_back(target);
    if (old) hidden.take_owner_and_mode(*old);
    file.content([&hidden](std::string_view piece) { hidden.write(piece); });
  }
  for (const FileToWrite& device : devices)
    write_through(device.path, device.content);
  for (TemporaryFile& hidden : written)
    hidden.rename_to_target();
}

} // namespace report
} // namespace dalembert
