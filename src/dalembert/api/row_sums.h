#pragma once

#include <cstddef>
#include <cstdio>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace dalembert::inline api {

/// A checksum for each row of a table, one a line in a file beside it: tells rows that were changed after they were
/// written. Either file may be ahead of the other where the program was killed.
class RowSums {
public:
  explicit RowSums(std::string path) : path_(std::move(path)) {}

  /// Makes the file anew. @throws WriteError, here and below
  void begin();
  /// Goes on behind the first `rows` of them.
  void resume(std::size_t rows);
  void add(std::string_view row);
  void flush();
  void close() { file_.reset(); }

  /// How many rows of `table`, behind its heading, both files have whole, at most `most`.
  /// @throws WriteError where a row is not the one that was written, or there is no file
  [[nodiscard]] std::size_t known(std::istream& table, const std::string& table_path, std::size_t most) const;

private:
  struct Closing {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };
  void open(const char* mode);
  [[noreturn]] void fail() const;

  std::string path_;
  std::unique_ptr<std::FILE, Closing> file_;
};

} // namespace dalembert::inline api
