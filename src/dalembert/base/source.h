#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace base {

/// A stretch of a source text: byte offsets `[begin, end)` into file `file` of a SourceMap.
struct SourceSpan {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// Returns the smallest span that covers both; both must lie in the same file.
[[nodiscard]] SourceSpan join(const SourceSpan& a, const SourceSpan& b);

/// Where a span lies for a person: lines and columns from 1, columns in code points, the end column one past the last.
struct SourcePosition {
  int line = 1;
  int column = 1;
  int end_line = 1;
  int end_column = 1;

  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

/// Keeps the texts that spans point into, and finds lines in them.
class SourceMap {
public:
  /// Adds a text under the name a person knows it by (a file name, or `<stdin>`) and returns its file number.
  std::uint32_t add(std::string name, std::string text);

  [[nodiscard]] const std::string& name(std::uint32_t file) const { return files_.at(file).name; }
  [[nodiscard]] const std::string& text(std::uint32_t file) const { return files_.at(file).text; }
  [[nodiscard]] std::size_t size() const { return files_.size(); }

  /// Returns the user's own characters under `span`.
  [[nodiscard]] std::string_view text(const SourceSpan& span) const;

  /// Returns line and column of `span`; cost O(log lines + length of its lines).
  [[nodiscard]] SourcePosition position(const SourceSpan& span) const;

  /// Returns line `line` (from 1) of `file` without its line end; empty past the last line.
  [[nodiscard]] std::string_view line(std::uint32_t file, int line) const;

private:
  struct File {
    std::string name;
    std::string text;
    std::vector<std::uint32_t> line_starts; ///< byte offset of each line
  };
  std::vector<File> files_;
};

} // namespace base
} // namespace dalembert
