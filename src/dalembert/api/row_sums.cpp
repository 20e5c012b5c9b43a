#include <dalembert/api/file_errors.h>
#include <dalembert/api/kept_file.h>
#include <dalembert/api/row_sums.h>
#include <dalembert/base/checksum.h>

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

namespace dalembert::inline api {

namespace {

constexpr std::size_t sum_line = 17; // bytes: 16 digits and the line end

/// The next line that is whole.
bool next_whole_line(std::istream& file, std::string& line) {
  return std::getline(file, line) && !file.eof();
}

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

void RowSums::add(std::string_view row) {
  const std::string line = checksum_text(checksum(row)) + "\n";
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size()) fail();
}

void RowSums::flush() {
  if (std::fflush(file_.get()) != 0) fail();
}

std::size_t RowSums::known(std::istream& table, const std::string& table_path, std::size_t most) const {
  std::ifstream sums(path_, std::ios::binary);
  if (!sums)
    throw WriteError(
        fmt::format("{} cannot be continued: {}, the checksums of its rows, is missing", table_path, path_));
  std::string row;
  std::string sum;
  std::size_t out = 0;
  if (!next_whole_line(table, row)) return 0; // the heading
  while (out < most && next_whole_line(table, row) && next_whole_line(sums, sum)) {
    if (checksum_text(checksum(row + "\n")) != sum)
      throw WriteError(
          fmt::format("{} cannot be continued: the row of member {} is not the one that was written", table_path, out));
    ++out;
  }
  return out;
}

} // namespace dalembert::inline api
