#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace dalembert {

/// Values by node or number of a graph, in pages made on first use: a few entries of a large graph cost little, and a
/// look-up is two steps through memory.
template <typename T>
class IdMap {
public:
  /// Returns the value of `id`, or nothing where none was set.
  [[nodiscard]] const T* find(std::uint32_t id) const {
    const std::size_t page = id / page_size;
    if (page >= pages_.size() || !pages_[page] || !pages_[page]->is_set[id % page_size]) return nullptr;
    return &pages_[page]->values[id % page_size];
  }
  [[nodiscard]] bool contains(std::uint32_t id) const { return find(id) != nullptr; }
  /// Returns the value of `id`. Precondition: it was set
  [[nodiscard]] const T& at(std::uint32_t id) const { return pages_[id / page_size]->values[id % page_size]; }

  void set(std::uint32_t id, const T& value) {
    const std::size_t page = id / page_size;
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    pages_[page]->is_set[id % page_size] = true;
    pages_[page]->values[id % page_size] = value;
  }
  /// Forgets all values and keeps their memory.
  void clear() {
    for (const std::unique_ptr<Page>& page : pages_)
      if (page) page->is_set.reset();
  }

private:
  static constexpr std::size_t page_size = 64;
  struct Page {
    std::bitset<page_size> is_set;
    std::array<T, page_size> values{};
  };
  std::vector<std::unique_ptr<Page>> pages_;
};

} // namespace dalembert
