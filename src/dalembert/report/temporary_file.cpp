#include <dalembert/report/temporary_file.h>

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace dalembert {
inline namespace report {

namespace fs = std::filesystem;

namespace {

/// Hidden names that only this program gives.
constexpr std::string_view mark = ".dalembert-unfinished-";

bool is_unfinished(const std::string& name) {
  return name.starts_with(mark) && name.find_first_not_of("0123456789-", mark.size()) == std::string::npos;
}

/// True where the open file has still a name: nobody removed it in between.
bool has_name(int descriptor) {
  struct stat found {};
  return ::fstat(descriptor, &found) == 0 && found.st_nlink > 0;
}

/// Removes an unfinished file that no process has locked.
void remove_where_unlocked(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return;
  struct stat found {};
  const bool is_file = ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
  if (is_file && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(descriptor);
}

} // namespace

int write_to(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

TemporaryFile::TemporaryFile(fs::path target) : target_(std::move(target)) {
  while (!open_locked()) {
  }
}

TemporaryFile::~TemporaryFile() {
  if (!was_renamed_) ::unlink(path_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

/// False where another process removed the new file before it was locked, or has one of this name.
bool TemporaryFile::open_locked() {
  static std::atomic<unsigned> counter{0};
  path_ = target_;
  path_.replace_filename(fmt::format("{}{}-{}", mark, ::getpid(), counter++));
  descriptor_ = ::open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor_ < 0 && errno == EEXIST) return false;
  if (descriptor_ < 0) {
    was_renamed_ = true; // there is nothing to remove
    fail(errno);
  }
  // A file system without locks cannot keep unfinished files apart, and can still rename.
  static_cast<void>(::flock(descriptor_, LOCK_EX));
  if (has_name(descriptor_)) return true;
  ::close(descriptor_);
  descriptor_ = -1;
  return false;
}

void TemporaryFile::fail(int error) const {
  throw fs::filesystem_error("cannot write", target_, std::error_code(error, std::generic_category()));
}

void TemporaryFile::take_owner_and_mode(const struct stat& old) {
  struct stat own {};
  if (::fstat(descriptor_, &own) != 0) fail(errno);
  const bool is_same = own.st_uid == old.st_uid && own.st_gid == old.st_gid;
  if (!is_same && ::fchown(descriptor_, old.st_uid, old.st_gid) != 0) fail(errno);
  constexpr mode_t permissions = 07777;
  if (::fchmod(descriptor_, old.st_mode & permissions) != 0) fail(errno);
}

void TemporaryFile::write(std::string_view content) {
  const int error = write_to(descriptor_, content);
  if (error != 0) fail(error);
  // Some file systems (pipes, a few network mounts) cannot flush; the rename is what the reader relies on.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail(errno);
}

/// The lock is given back after the renaming: until then no other process takes the file for an abandoned one.
void TemporaryFile::rename_to_target() {
  if (::rename(path_.c_str(), target_.c_str()) != 0) fail(errno);
  was_renamed_ = true;
  const int status = ::close(descriptor_);
  descriptor_ = -1;
  if (status != 0) fail(errno);
}

void remove_stale_files(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, error), end; !error && it != end;
       it.increment(error))
    if (is_unfinished(it->path().filename().string())) remove_where_unlocked(it->path());
}

} // namespace report
} // namespace dalembert
