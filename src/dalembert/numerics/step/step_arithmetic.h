// The kernels of steps, for the instructions that the including file is compiled for (src/CMakeLists.txt). As in
// lane_arithmetic.h nothing of the standard library is called here.
#pragma once

#include <dalembert/numerics/step/step_kernels.h>

#include <cstddef>

namespace dalembert {
inline namespace numerics {

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

/// Calls `work` with each block of h·Σ weight·k, in the order of by_blocks. Four blocks are summed together: an entry
/// of the row is read once for all of them, and their sums do not wait for each other.
template <typename Width, typename Work>
[[gnu::always_inline]] inline void by_sums(const SlopeSum& s, const Work& work) {
  using Vector = typename Width::Vector;
  constexpr std::size_t size = Width::size;
  const TableauEntry* const end = s.row + s.entries;
  const auto slope = [&s](const TableauEntry* entry, std::size_t i) {
    return s.slopes + static_cast<std::size_t>(entry->stage) * s.stride + i;
  };
  const auto alone = [&](std::size_t i) {
    Vector sum = {};
    for (const TableauEntry* entry = s.row; entry != end; ++entry)
      sum += entry->weight * these<Width>(slope(entry, i));
    work(i, s.h * sum);
  };
  std::size_t i = 0;
  for (; i + 4 * size <= s.n; i += 4 * size) {
    Vector first = {};
    Vector second = {};
    Vector third = {};
    Vector fourth = {};
    for (const TableauEntry* entry = s.row; entry != end; ++entry) {
      const double* const k = slope(entry, i);
      first += entry->weight * these<Width>(k);
      second += entry->weight * these<Width>(k + size);
      third += entry->weight * these<Width>(k + 2 * size);
      fourth += entry->weight * these<Width>(k + 3 * size);
    }
    work(i, s.h * first);
    work(i + size, s.h * second);
    work(i + 2 * size, s.h * third);
    work(i + 3 * size, s.h * fourth);
  }
  for (; i + size <= s.n; i += size)
    alone(i);
  if (i < s.n) alone(s.n - size);
}

template <typename Width>
inline void combine_blocks(const SlopeSum& s, double* out) {
  by_sums<Width>(s, [&](std::size_t i, const typename Width::Vector& sum) { these<Width>(out + i) = sum; });
}

template <typename Width>
inline void move_blocks(const SlopeSum& s, const double* state, double* out) {
  by_sums<Width>(s, [&](std::size_t i, const typename Width::Vector& sum) {
    these<Width>(out + i) = these<Width>(state + i) + sum;
  });
}

template <typename Width>
inline void add_blocks(const SlopeSum& s, const double* state, const double* carry, double* new_carry, double* out) {
  by_sums<Width>(s, [&](std::size_t i, const typename Width::Vector& increment) {
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
  by_sums<Width>(s, [&](std::size_t i, const Vector& error) {
    Vector size = these<Width>(of.from + i);
    Vector other = these<Width>(of.to + i);
    drop_signs<Width>(size);
    drop_signs<Width>(other);
    size = size < other ? other : size;
    size = of.relative * size;
    Vector scale = these<Width>(of.absolute + i);
    scale = scale < size ? size : scale;
    Vector share = error;
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
  using Vector = typename Width::Vector;
  constexpr std::size_t size = Width::size;
  Vector first = {};
  Vector second = {};
  Vector third = {};
  Vector fourth = {};
  std::size_t i = 0;
  for (; i + 4 * size <= n; i += 4 * size) {
    const double* const at = x + i;
    first += these<Width>(at) - these<Width>(at);
    second += these<Width>(at + size) - these<Width>(at + size);
    third += these<Width>(at + 2 * size) - these<Width>(at + 2 * size);
    fourth += these<Width>(at + 3 * size) - these<Width>(at + 3 * size);
  }
  for (; i + size <= n; i += size)
    first += these<Width>(x + i) - these<Width>(x + i);
  const Vector sum = (first + second) + (third + fourth);
  double all = 0;
  for (; i < n; ++i)
    all += x[i] - x[i];
  for (std::size_t k = 0; k < size; ++k)
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

} // namespace numerics
} // namespace dalembert
