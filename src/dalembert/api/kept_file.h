#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace api {

/// All bytes of a file, however long; nothing where it cannot be read.
[[nodiscard]] std::optional<std::string> bytes_of(const std::string& path);

/// Refuses to keep something in a device or a pipe, out of which it cannot be read again. @throws WriteError
void require_regular(const std::string& path);

/// The checksum of a file as 16 hexadecimal digits; nothing where it cannot be read.
[[nodiscard]] std::optional<std::string> checksum_of_file(const std::string& path);
[[nodiscard]] std::string checksum_text(std::uint64_t checksum);

/// Writes a file with a heading, a checksum of `bytes` and of what they belong to, and `bytes`. @throws WriteError
void write_packed(const std::string& path, std::string_view heading, std::string_view owner, std::string_view bytes);
/// Returns the bytes of such a file; nothing where it was cut off, changed, or belongs to another owner.
[[nodiscard]] std::optional<std::string> unpacked(std::string_view file, std::string_view heading,
                                                  std::string_view owner);

/// Keeps a folder for one run or sweep while it lives. The lock goes with the process, however that ends. A file system
/// without locks has none.
class FolderLock {
public:
  /// @throws WriteError where the folder is in use
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

private:
  int descriptor_;
};

} // namespace api
} // namespace dalembert
