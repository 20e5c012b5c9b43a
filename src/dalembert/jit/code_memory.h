#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace dalembert {
inline namespace jit {

/// Machine code in pages of its own. They are written first and made executable afterwards: at no time can they be
/// both written and executed.
class CodeMemory {
public:
  /// Copies `code`; nothing where the system does not let memory become executable.
  [[nodiscard]] static std::optional<CodeMemory> holding(std::span<const std::uint8_t> code);

  CodeMemory(CodeMemory&& other) noexcept
      : begin_(std::exchange(other.begin_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  CodeMemory& operator=(CodeMemory&&) = delete;
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;
  ~CodeMemory();

  [[nodiscard]] const void* begin() const { return begin_; }
  [[nodiscard]] std::size_t size() const { return size_; } ///< bytes, whole pages

private:
  CodeMemory(void* begin, std::size_t size) : begin_(begin), size_(size) {}

  void* begin_;
  std::size_t size_;
};

} // namespace jit
} // namespace dalembert
