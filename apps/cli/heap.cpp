#include "heap.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

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
  mallopt(M_TRIM_THRESHOLD, 4 * piece);     // what is free at the end of the heap stays there
  void* const first = std::malloc(1 << 20); // more than is left, so that the heap grows by the piece
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(first) + page - 1) / page * page;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / page * page;
  if (first != nullptr && begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  std::free(first);
#endif
}

} // namespace dalembert::cli
