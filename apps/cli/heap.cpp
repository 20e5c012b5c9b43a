#include "heap.h"

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
  constexpr int piece = 16 << 20; // bytes; what is not touched takes no memory
  constexpr int large = 8 << 20;  // vectors that grow do not come and go with pages of their own
  mallopt(M_TOP_PAD, piece);
  mallopt(M_MMAP_THRESHOLD, large);
  mallopt(M_TRIM_THRESHOLD, 4 * piece); // what is free at the end of the heap stays there
  mallopt(M_MXFAST, 0);         // small pieces that are free are joined at once, not all of them before each large one
  constexpr int more = 1 << 20; // bytes, than are left: the heap grows by the piece
  const auto first = std::make_unique_for_overwrite<char[]>(more);
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(first.get()) + page - 1) / page * page;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / page * page;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

} // namespace dalembert::cli
