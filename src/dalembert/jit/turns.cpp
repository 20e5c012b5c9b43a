#include <dalembert/base/errors.h>
#include <dalembert/jit/turns.h>

namespace dalembert {
inline namespace jit {

TurnFunction turn_function(Instructions instructions, std::size_t count) {
  ENSURE(instructions != Instructions::none);
#if defined(__x86_64__)
  // So few take no longer one after the other than in a vector, which waits until all of them are in memory (measured).
  constexpr std::size_t few = 7;
  if (count <= few) return turns_in_order;
  return instructions == Instructions::avx512 ? vector_turns_avx512 : vector_turns_avx2;
#else
  ENSURE(count > 0);
  return nullptr;
#endif
}

} // namespace jit
} // namespace dalembert
