#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// A run of `T` that an Arena owns; as cheap to copy as a pointer.
template <class T>
using List = std::span<const T>;

/// Owns the nodes of one tree: blocks of memory that are given back together, so that a tree of any depth dies without
/// recursion. Nodes must need no destructor and stay where they are when the arena is moved.
class Arena {
public:
  Arena() = default;
  Arena(Arena&& other) noexcept { swap(other); }
  Arena& operator=(Arena&& other) noexcept {
    Arena(std::move(other)).swap(*this);
    return *this;
  }
  void swap(Arena& other) noexcept;

  /// Makes one node; it lives as long as the arena.
  template <class T, class... Arguments>
  [[nodiscard]] T* make(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
  }

  /// Copies `items` into the arena.
  template <class T>
  [[nodiscard]] List<T> list(std::span<const T> items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    T* first = static_cast<T*>(allocate(items.size_bytes(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), first);
    return {first, items.size()};
  }
  template <class T>
  [[nodiscard]] List<T> list(const std::vector<T>& items) {
    return list(std::span<const T>(items));
  }

  /// Copies `text` into the arena.
  [[nodiscard]] std::string_view text(std::string_view text);

  /// Bytes handed out so far.
  [[nodiscard]] std::size_t used() const { return used_; }

private:
  void* allocate(std::size_t size, std::size_t alignment);

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t used_ = 0;
};

} // namespace ast
} // namespace language
} // namespace dalembert
