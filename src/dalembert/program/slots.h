#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace program {

/// Hands out slots and takes them back, the last returned first: it is still warm.
class Slots {
public:
  explicit Slots(std::size_t first) : next_(static_cast<std::uint32_t>(first)) {}
  std::uint32_t take() {
    if (free_.empty()) return next_++;
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void give_back(std::uint32_t slot) { free_.push_back(slot); }
  [[nodiscard]] std::size_t used() const { return next_; }

private:
  std::vector<std::uint32_t> free_;
  std::uint32_t next_;
};

} // namespace program
} // namespace dalembert
