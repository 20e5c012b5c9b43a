#pragma once

#include <filesystem>
#include <string_view>
#include <sys/stat.h>

namespace dalembert {
inline namespace report {

/// Writes all of `content` to an open file; returns 0 or the error number.
[[nodiscard]] int write_to(int descriptor, std::string_view content);

/// A hidden file beside `target`, which it replaces as a whole by `rename_to_target`; else it is removed again. It is
/// locked while it lives, so that the file of a killed process can be told from that of a running one.
/// Every member throws std::filesystem::filesystem_error that names `target`.
class TemporaryFile {
public:
  explicit TemporaryFile(std::filesystem::path target);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  void take_owner_and_mode(const struct stat& old);
  void write(std::string_view content);
  void rename_to_target();

private:
  [[nodiscard]] bool open_locked();
  [[noreturn]] void fail(int error) const;

  std::filesystem::path target_;
  std::filesystem::path path_;
  int descriptor_ = -1;
  bool was_renamed_ = false;
};

/// Removes the hidden files in `folder` (the current one where it is empty) whose process has gone without renaming
/// them. Files that cannot be looked at are left alone.
void remove_stale_files(const std::filesystem::path& folder);

} // namespace report
} // namespace dalembert
