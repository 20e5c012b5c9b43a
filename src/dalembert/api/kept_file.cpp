#include <dalembert/api/kept_file.h>
#include <dalembert/api/output.h>
#include <dalembert/base/checksum.h>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace dalembert {
inline namespace api {

std::optional<std::string> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string out{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return std::nullopt;
  return out;
}

void require_regular(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status found = std::filesystem::status(path, error);
  if (!std::filesystem::exists(found) || std::filesystem::is_regular_file(found)) return;
  throw WriteError(fmt::format("cannot keep anything in {}: it is not a regular file", path));
}

std::string checksum_text(std::uint64_t checksum) {
  return fmt::format("{:016x}", checksum);
}

std::optional<std::string> checksum_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  constexpr std::size_t block = 1 << 16; // bytes
  std::string bytes(block, '\0');
  std::uint64_t out = checksum({});
  while (file.read(bytes.data(), block), file.gcount() > 0)
    out = checksum({bytes.data(), static_cast<std::size_t>(file.gcount())}, out);
  if (file.bad()) return std::nullopt;
  return checksum_text(out);
}

void write_packed(const std::string& path, std::string_view heading, std::string_view owner, std::string_view bytes) {
  const std::uint64_t sum = checksum(bytes, checksum(owner));
  write_file(path, [&](const TextSink& sink) {
    sink(heading);
    sink({reinterpret_cast<const char*>(&sum), sizeof sum}); // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
    sink(bytes);
  });
}

std::optional<std::string> unpacked(std::string_view file, std::string_view heading, std::string_view owner) {
  std::uint64_t expected = 0;
  if (!file.starts_with(heading) || file.size() < heading.size() + sizeof expected) return std::nullopt;
  file.remove_prefix(heading.size());
  std::memcpy(&expected, file.data(), sizeof expected);
  file.remove_prefix(sizeof expected);
  if (checksum(file, checksum(owner)) != expected) return std::nullopt;
  return std::string(file);
}

FolderLock::FolderLock(const std::string& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  throw WriteError(fmt::format("the folder {} is in use by another run or sweep: wait for its end, or name another "
                               "folder with --out",
                               folder));
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

} // namespace api
} // namespace dalembert
