#include <dalembert/api/file_errors.h>
#include <dalembert/api/kept_file.h>
#include <dalembert/api/row_sums.h>

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace dalembert {
inline namespace api {

namespace {

constexpr std::size_t sum_line = 17; // bytes: 16 digits and the line end

} // namespace

void RowSums::fail() const {
  throw WriteError(fmt::format("cannot write {}: {}", path_, std::generic_category().message(errno)));
}

void RowSums::open(const char* mode) {
  file_.reset(std::fopen(path_.c_str(), mode));
  if (!file_) fail();
}

void RowSums::begin() {
  open("wb");
}

void RowSums::resume(std::size_t rows) {
  std::error_code error;
  std::filesystem::resize_file(path_, rows * sum_line, error);
  if (error) throw WriteError(fmt::format("cannot write {}: {}", path_, error.message()));
  open("ab");
}

void RowSums::add(std::uint64_t sum) {
  const std::string line = checksum_text(sum) + "\n";
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size()) fail();
}

void RowSums::flush() {
  if (std::fflush(file_.get()) != 0) fail();
}

std::size_t RowSums::known(const std::string& table, const NextSum& next, std::size_t most) const {
  std::ifstream sums(path_, std::ios::binary);
  if (!sums) throw WriteError(fmt::format("{} cannot be continued: its checksums, {}, are missing", table, path_));
  std::string line;
  for (std::size_t row = 0; row < most; ++row) {
    const std::optional<std::uint64_t> found = next();
    if (!found || !std::getline(sums, line) || sums.eof()) return row;
    if (checksum_text(*found) != line)
      throw WriteError(
          fmt::format("{} cannot be continued: what it has of member {} is not what was written", table, row));
  }
  return most;
}

} // namespace api
} // namespace dalembert
