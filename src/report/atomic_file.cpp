#include <dalembert/report/atomic_file.h>

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace dalembert {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const char* what, const fs::path& path, int error) {
  throw fs::filesystem_error(what, path, std::error_code(error, std::generic_category()));
}

/// A file that is removed again unless it was renamed to its place.
class TemporaryFile {
public:
  explicit TemporaryFile(const fs::path& target) {
    static std::atomic<unsigned> counter{0};
    path_ = target;
    path_.replace_filename(fmt::format(".{}.{}-{}", target.filename().string(), ::getpid(), counter++));
    descriptor_ = ::open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot write", target, errno);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!was_renamed_) ::unlink(path_.c_str());
  }

  void write(std::string_view content, const fs::path& target) {
    while (!content.empty()) {
      const ssize_t written = ::write(descriptor_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("cannot write", target, errno);
      content.remove_prefix(static_cast<std::size_t>(written));
    }
    // Some file systems (pipes, a few network mounts) cannot flush; the rename is what the reader relies on.
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("cannot write", target, errno);
  }

  void rename_to(const fs::path& target) {
    const int status = ::close(descriptor_);
    descriptor_ = -1;
    if (status != 0) fail("cannot write", target, errno);
    if (::rename(path_.c_str(), target.c_str()) != 0) fail("cannot write", target, errno);
    was_renamed_ = true;
  }

private:
  fs::path path_;
  int descriptor_ = -1;
  bool was_renamed_ = false;
};

} // namespace

void write_atomically(const fs::path& path, std::string_view content) {
  if (path.has_parent_path()) fs::create_directories(path.parent_path());
  TemporaryFile file(path);
  file.write(content, path);
  file.rename_to(path);
}

} // namespace dalembert
