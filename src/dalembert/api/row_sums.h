#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace dalembert {
inline namespace api {

/// A checksum for each member in a file of a sweep, one a line in a file beside it: tells what was changed after it was
/// written. Either file may be ahead of the other where the program was killed.
class RowSums {
public:
  explicit RowSums(std::string path) : path_(std::move(path)) {}

  /// Makes the file anew. @throws WriteError, here and below
  void begin();
  /// Continues after the first `rows` of them.
  void resume(std::size_t rows);
  void add(std::uint64_t sum);
  void flush();
  void close() { file_.reset(); }

  /// Hands over the checksums of rows that are read back, in order; nothing at the end of those that are whole.
  using NextSum = std::function<std::optional<std::uint64_t>()>;
  /// How many rows of `table` are those that were written, at most `most`.
  /// @throws WriteError where a row is another one, or there is no file
  [[nodiscard]] std::size_t known(const std::string& table, const NextSum& next, std::size_t most) const;

private:
  struct Closing {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };
  void open(const char* mode);
  [[noreturn]] void fail() const;

  std::string path_;
  std::unique_ptr<std::FILE, Closing> file_;
};

} // namespace api
} // namespace dalembert
