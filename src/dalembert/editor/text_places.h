#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace editor {

/// What a client counts the characters of a line in.
enum class Encoding : std::uint8_t { utf8, utf16 };

/// A place of the language server protocol: line and character from 0.
struct TextPlace {
  std::uint32_t line = 0;
  std::uint32_t character = 0;

  friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

/// True where `a` comes before `b`.
[[nodiscard]] inline bool is_before(TextPlace a, TextPlace b) {
  return a.line < b.line || (a.line == b.line && a.character < b.character);
}

/// Finds places in a text, which must outlive this. Lines end with a line feed, a carriage return, or both.
class TextPlaces {
public:
  TextPlaces(std::string_view text, Encoding encoding);

  /// Returns the place of a byte; behind the end that of the end. Cost: O(log lines).
  [[nodiscard]] TextPlace place(std::size_t offset) const;
  /// Returns the byte of a place; behind the end of a line the end of the line, as the protocol has it.
  [[nodiscard]] std::uint32_t offset(TextPlace place) const;

  [[nodiscard]] std::uint32_t lines() const { return static_cast<std::uint32_t>(starts_.size()); }
  /// The byte at which a line begins; the length of the text behind the last line.
  [[nodiscard]] std::uint32_t line_start(std::size_t line) const;
  /// A line without its end.
  [[nodiscard]] std::string_view line(std::size_t line) const;

private:
  /// What stands before a byte, in units of the encoding.
  [[nodiscard]] std::uint32_t units_before(std::size_t offset) const;

  std::string_view text_;
  Encoding encoding_;
  std::vector<std::uint32_t> starts_;
  struct Milestone {
    std::uint32_t offset; ///< byte at which a character begins
    std::uint32_t units;  ///< before it
  };
  std::vector<Milestone> milestones_; ///< one for each stretch of bytes
};

} // namespace editor
} // namespace dalembert
