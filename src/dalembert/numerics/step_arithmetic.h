// The kernels of steps, for the instructions that the including file is compiled for (src/CMakeLists.txt). As in
// lane_arithmetic.h nothing of the standard library is called here.
#pragma once

#include <dalembert/numerics/step_kernels.h>

#include <cstddef>

namespace dalembert::inline numerics {

namespace {

/// So many numbers as one.
template <std::size_t Size>
struct Wide {
  static constexpr std::size_t size = Size;
  using Vector [[gnu::vector_size(Size * sizeof(double)), gnu::aligned(sizeof(double)), gnu::may_alias]] = double;
  using Bits [[gnu::vector_size(Size * sizeof(double))]] = long long;
};

template <typename Width>
inline const typename Width::Vector& these(const double* numbers) {
  return *reinterpret_cast<const typename Width::Vector*>(numbers);
}
template <typename Width>
inline typename Width::Vector& these(double* numbers) { // NOLINT(readability-non-const-parameter): it is written to
  return *reinterpret_cast<typename Width::Vector*>(numbers);
}

/// x ← |x|
template <typename Width>
[[gnu::always_inline]] inline void drop_signs(typename Width::Vector& x) {
  constexpr long long without_sign = 0x7FFFFFFFFFFFFFFF;
  x = (typename Width::Vector)((typename Width::Bits)x & without_sign);
}

/// Calls `work` for blocks of numbers that together are all; the last may repeat some of the one before.
template <typename Width, typename Work>
[[gnu::always_inline]] inline void by_blocks(std::size_t n, const Work& work) {
  std::size_t i = 0;
  for (; i + Width::size <= n; i += Width::size)
    work(i);
  if (i < n) work(n - Width::size);
}

template <typename Width>
[[gnu::always_inline]] inline void sum_block(const SlopeSum& s, std::size_t i, typename Width::Vector& out) {
  typename Width::Vector sum = {};
  for (std::size_t e = 0; e < s.entries; ++e)
    sum += s.row[e].weight * these<Width>(s.slopes + static_cast<std::size_t>(s.row[e].stage) * s.n + i);
  out = s.h * sum;
}

template <typename Width>
inline void combine_blocks(const SlopeSum& s, double* out) {
  by_blocks<Width>(s.n, [&](std::size_t i) { sum_block<Width>(s, i, these<Width>(out + i)); });
}

template <typename Width>
inline void move_blocks(const SlopeSum& s, const double* state, double* out) {
  by_blocks<Width>(s.n, [&](std::size_t i) {
    typename Width::Vector sum;
    sum_block<Width>(s, i, sum);
    these<Width>(out + i) = these<Width>(state + i) + sum;
  });
}

template <typename Width>
inline void add_blocks(const SlopeSum& s, const double* state, const double* carry, double* new_carry, double* out) {
  by_blocks<Width>(s.n, [&](std::size_t i) {
    typename Width::Vector increment;
    sum_block<Width>(s, i, increment);
    const typename Width::Vector value = these<Width>(state + i);
    const typename Width::Vector add = increment + these<Width>(carry + i);
    const typename Width::Vector sum = value + add;
    const typename Width::Vector virtual_add = sum - value;
    these<Width>(new_carry + i) = (value - (sum - virtual_add)) + (add - virtual_add);
    these<Width>(out + i) = sum;
  });
}

template <typename Width>
inline double largest_share(const SlopeSum& s, const ErrorScale& of) {
  using Vector = typename Width::Vector;
  const double infinite = __builtin_inf();
  const Vector nothing = {};
  Vector largest = {};
  Vector spoilt = {}; // NaN where a share was one
  by_blocks<Width>(s.n, [&](std::size_t i) {
    Vector size = these<Width>(of.from + i);
    Vector other = these<Width>(of.to + i);
    drop_signs<Width>(size);
    drop_signs<Width>(other);
    size = size < other ? other : size;
    size = of.relative * size;
    Vector scale = these<Width>(of.absolute + i);
    scale = scale < size ? size : scale;
    Vector share;
    sum_block<Width>(s, i, share);
    drop_signs<Width>(share);
    share /= scale;
    share = scale == infinite ? nothing : share;
    spoilt += share != share ? share : nothing; // NOLINT(misc-redundant-expression): true of NaN
    largest = largest < share ? share : largest;
  });
  double out = 0;
  for (std::size_t k = 0; k < Width::size; ++k) {
    const double one = largest[k] + spoilt[k];
    out = one > out || one != one ? one : out; // NOLINT(misc-redundant-expression): true of NaN
    if (out != out) return out;                // NOLINT(misc-redundant-expression)
  }
  return out;
}

/// x − x is 0 where x is finite and NaN where it is not.
template <typename Width>
inline bool are_blocks_finite(const double* x, std::size_t n) {
  typename Width::Vector sum = {};
  by_blocks<Width>(n, [&](std::size_t i) { sum += these<Width>(x + i) - these<Width>(x + i); });
  double all = 0;
  for (std::size_t k = 0; k < Width::size; ++k)
    all += sum[k];
  return all == 0;
}

/// Calls `work` for the widest vector that the processor has and that is no longer than n numbers: of wider ones
/// compilers keep the parts in memory.
template <typename Work>
[[gnu::always_inline]] inline auto in_widest(std::size_t n, const Work& work) {
#if defined(__AVX512F__)
  if (n >= Wide<8>::size) return work(Wide<8>());
#endif
#if defined(__AVX2__)
  if (n >= Wide<4>::size) return work(Wide<4>());
#endif
  return n >= Wide<2>::size ? work(Wide<2>()) : work(Wide<1>());
}

inline void combine_slopes(const SlopeSum& s, double* out) {
  in_widest(s.n, [&](auto width) { combine_blocks<decltype(width)>(s, out); });
}
inline void move_by_slopes(const SlopeSum& s, const double* state, double* out) {
  in_widest(s.n, [&](auto width) { move_blocks<decltype(width)>(s, state, out); });
}
inline void add_slopes(const SlopeSum& s, const double* state, const double* carry, double* new_carry, double* out) {
  in_widest(s.n, [&](auto width) { add_blocks<decltype(width)>(s, state, carry, new_carry, out); });
}
inline double norm_of_slopes(const SlopeSum& s, const ErrorScale& scale) {
  return in_widest(s.n, [&](auto width) { return largest_share<decltype(width)>(s, scale); });
}
inline bool are_numbers_finite(const double* x, std::size_t n) {
  return in_widest(n, [&](auto width) { return are_blocks_finite<decltype(width)>(x, n); });
}

inline constexpr StepKernels step_kernels_compiled_here{combine_slopes, move_by_slopes, add_slopes, norm_of_slopes,
                                                        are_numbers_finite};

} // namespace

} // namespace dalembert::inline numerics
