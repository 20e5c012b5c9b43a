#include <dalembert/language/arena.h>

#include <algorithm>
#include <cstring>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {
constexpr std::size_t first_block = 4096;       // bytes
constexpr std::size_t largest_block = 1U << 20; // bytes
} // namespace

void* Arena::allocate(std::size_t size, std::size_t alignment) {
  const std::size_t misplaced = reinterpret_cast<std::uintptr_t>(next_) % alignment;
  const std::size_t padding = misplaced == 0 ? 0 : alignment - misplaced;
  if (next_ == nullptr || padding + size > left_) {
    const std::size_t grown = std::min(largest_block, first_block << std::min<std::size_t>(blocks_.size(), 8));
    const std::size_t room = std::max(grown, size);
    // operator new[] of bytes is aligned for every fundamental type, and no node asks for more
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(room));
    next_ = blocks_.back().get();
    left_ = room;
    return allocate(size, alignment);
  }
  std::byte* place = next_ + padding;
  next_ = place + size;
  left_ -= padding + size;
  used_ += size;
  return place;
}

void Arena::swap(Arena& other) noexcept {
  blocks_.swap(other.blocks_);
  std::swap(next_, other.next_);
  std::swap(left_, other.left_);
  std::swap(used_, other.used_);
}

std::string_view Arena::text(std::string_view text) {
  if (text.empty()) return {};
  char* first = static_cast<char*>(allocate(text.size(), 1));
  std::memcpy(first, text.data(), text.size());
  return {first, text.size()};
}

} // namespace ast
} // namespace language
} // namespace dalembert
