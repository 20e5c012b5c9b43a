#include <dalembert/base/errors.h>
#include <dalembert/jit/turns.h>

#include <cmath>

namespace dalembert::inline jit {

void library_turns(const double* angles, double* sines, double* cosines, std::size_t both, std::size_t sines_only,
                   std::size_t cosines_only) {
  std::size_t i = 0;
  for (const std::size_t end = both; i < end; ++i) {
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
    ::sincos(angles[i], sines + i, cosines + i); // the bits of the two functions, written where they belong
#else
    const double angle = angles[i];
    sines[i] = std::sin(angle);
    cosines[i] = std::cos(angle);
#endif
  }
  for (const std::size_t end = i + sines_only; i < end; ++i)
    sines[i] = std::sin(angles[i]);
  for (const std::size_t end = i + cosines_only; i < end; ++i)
    cosines[i] = std::cos(angles[i]);
}

TurnFunction turn_function(Sines how, Instructions instructions) {
  ENSURE(instructions != Instructions::none);
#if defined(__x86_64__)
  if (how == Sines::vector) return instructions == Instructions::avx512 ? vector_turns_avx512 : vector_turns_avx2;
#endif
  ENSURE(how == Sines::library);
  return library_turns;
}

} // namespace dalembert::inline jit
