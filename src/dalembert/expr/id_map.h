#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Values by node or number of a graph, in pages made on first use: a few entries of a large graph cost little, and a
/// look-up is two steps through memory.
template <typename T>
class IdMap {
public:
  /// Returns the value of `id`, or nothing where none was set.
  [[nodiscard]] const T* find(std::uint32_t id) const {
    const std::size_t page = id / page_size;
    if (page >= pages_.size() || pages_[page] == nullptr || !pages_[page]->is_set[id % page_size]) return nullptr;
    return &pages_[page]->values[id % page_size];
  }
  [[nodiscard]] bool contains(std::uint32_t id) const { return find(id) != nullptr; }
  /// Returns the value of `id`. Precondition: it was set
  [[nodiscard]] const T& at(std::uint32_t id) const { return pages_[id / page_size]->values[id % page_size]; }

  void set(std::uint32_t id, const T& value) {
    const std::size_t page = id / page_size;
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (pages_[page] == nullptr) pages_[page] = &blocks_.page();
    pages_[page]->is_set[id % page_size] = true;
    pages_[page]->values[id % page_size] = value;
  }
  /// Forgets all values and keeps their memory.
  void clear() {
    for (Page* const page : pages_)
      if (page != nullptr) page->is_set.reset();
  }

private:
  static constexpr std::size_t page_size = 64;
  struct Page {
    std::bitset<page_size> is_set;
    std::array<T, page_size> values{};
  };
  /// Where the pages lie: in blocks that grow, since each would take long to allocate alone.
  class Blocks {
  public:
    Page& page() {
      if (used_ == size_) {
        size_ = std::min(2 * size_ + 1, largest);
        blocks_.push_back(std::make_unique<Page[]>(size_));
        used_ = 0;
      }
      return blocks_.back()[used_++];
    }
    Blocks() = default;
    Blocks(Blocks&& other) noexcept
        : blocks_(std::move(other.blocks_)),
          size_(std::exchange(other.size_, 0)),
          used_(std::exchange(other.used_, 0)) {}
    Blocks& operator=(Blocks&& other) noexcept {
      blocks_ = std::move(other.blocks_);
      size_ = std::exchange(other.size_, 0);
      used_ = std::exchange(other.used_, 0);
      return *this;
    }

  private:
    static constexpr std::size_t largest = 63; ///< pages
    std::vector<std::unique_ptr<Page[]>> blocks_;
    std::size_t size_ = 0; ///< of the last block
    std::size_t used_ = 0; ///< pages of it
  };
  std::vector<Page*> pages_;
  Blocks blocks_;
};

} // namespace expr
} // namespace dalembert
