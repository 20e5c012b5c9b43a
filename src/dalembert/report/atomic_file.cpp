#include <dalembert/report/atomic_file.h>
#include <dalembert/report/temporary_file.h>

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace dalembert::inline report {

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

/// Writes to a device or a pipe, which no file may replace.
void write_through(const fs::path& path, const TextSource& source) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) fail_to_write(path, errno);
  int error = 0;
  try {
    source([&](std::string_view piece) {
      if (error == 0) error = write_to(descriptor, piece);
    });
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  const int status = ::close(descriptor);
  if (error != 0) fail_to_write(path, error);
  if (status != 0) fail_to_write(path, errno);
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
  const fs::path target = write_target(path);
  const std::optional<struct stat> old = status_of(target);
  if (old && S_ISDIR(old->st_mode)) fail_to_write(path, EISDIR);
  if (old && !S_ISREG(old->st_mode)) return write_through(target, source);
  if (old) require_writable(target, *old);
  if (target.has_parent_path()) fs::create_directories(target.parent_path());
  remove_stale_files(target.parent_path());
  TemporaryFile file(target);
  if (old) file.take_owner_and_mode(*old);
  source([&file](std::string_view piece) { file.write(piece); });
  file.rename_to_target();
}

} // namespace dalembert::inline report
