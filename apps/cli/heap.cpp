#include "heap.h"

#include <cstddef>
#include <cstdint>
#include <memory>

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace dalembert::cli {

void use_large_pages() {
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  constexpr int piece = 24 << 20; // bytes; what is not touched takes no memory
  constexpr int large = 8 << 20;  // vectors that grow do not come and go with pages of their own
  mallopt(M_TOP_PAD, piece);
  mallopt(M_MMAP_THRESHOLD, large);
  mallopt(M_TRIM_THRESHOLD, 4 * piece); // what is free at the end of the heap stays there
  mallopt(M_MXFAST, 0); // small pieces that are free are joined at once, not all of them before each large one
  // More than is left, so that the heap grows by the piece.
  constexpr std::size_t more = std::size_t{1} << 18; // bytes
  static const auto first = std::make_unique_for_overwrite<char[]>(more);
  // A large page begins on a multiple of its size, and is one only where nothing of it was touched before: what lies
  // before the first such page stays taken.
  const std::uintptr_t touched = reinterpret_cast<std::uintptr_t>(first.get()) + more;
  const std::uintptr_t begin = (touched + more) / page * page + page;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / page * page;
  if (begin >= end || madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE) != 0) return;
  static const auto skipped = std::make_unique_for_overwrite<char[]>(begin - touched);
#endif
}

} // namespace dalembert::cli
