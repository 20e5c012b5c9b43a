// The kernels of lanes, for the instructions that the including file is compiled for (src/CMakeLists.txt). Nothing of
// the standard library is called here: a function that the linker may take for all of the program would hold
// instructions that not every processor has.
#pragma once

#include <dalembert/numerics/lanes/lane_kernels.h>
#include <dalembert/numerics/linear/tolerances.h>

#include <cstddef>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace dalembert {
inline namespace numerics {

namespace {

using LaneVector [[gnu::vector_size(lane_count * sizeof(double)), gnu::aligned(sizeof(double)), gnu::may_alias]] =
    double;
using LaneBits [[gnu::vector_size(lane_count * sizeof(double)), gnu::aligned(sizeof(double)), gnu::may_alias]] =
    long long;

inline constexpr std::size_t accurate_sums = 4; // chains of additions, as `dot` has them

inline const LaneVector& at(const double* numbers, std::size_t i) {
  return *reinterpret_cast<const LaneVector*>(numbers + i * lane_count);
}
inline LaneVector& at(double* numbers, std::size_t i) { // NOLINT(readability-non-const-parameter): it is written to
  return *reinterpret_cast<LaneVector*>(numbers + i * lane_count);
}

[[gnu::always_inline]] inline void set_all(LaneVector& out, double x) {
  for (std::size_t l = 0; l < lane_count; ++l)
    out[l] = x;
}

/// |x|
[[gnu::always_inline]] inline void make_absolute(LaneVector& x) {
  constexpr long long without_sign = 0x7FFFFFFFFFFFFFFF;
  x = (LaneVector)((LaneBits)x & without_sign);
}

/// out ← std::max(out, x)
[[gnu::always_inline]] inline void raise_to(LaneVector& out, const LaneVector& x) {
  out = out < x ? x : out;
}

/// out ← std::max(out, weight·|x|)
[[gnu::always_inline]] inline void raise_to_size(LaneVector& out, const LaneVector& weight, const LaneVector& x) {
  LaneVector size = x;
  make_absolute(size);
  size = weight * size;
  raise_to(out, size);
}

/// out ← std::min(out, x)
[[gnu::always_inline]] inline void lower_to(LaneVector& out, const LaneVector& x) {
  out = x < out ? x : out;
}

/// out ← √x
[[gnu::always_inline]] inline void take_root(LaneVector& out, const LaneVector& x) {
#if defined(__AVX512F__)
  out = _mm512_maskz_sqrt_pd(all_lanes, x);
#else
  for (std::size_t l = 0; l < lane_count; ++l)
    out[l] = __builtin_sqrt(x[l]);
#endif
}

[[gnu::always_inline]] inline LaneMask mask_of(const LaneBits& bits) {
#if defined(__AVX512DQ__)
  return _mm512_movepi64_mask((__m512i)bits);
#else
  unsigned out = 0;
  for (std::size_t l = 0; l < lane_count; ++l)
    out |= bits[l] != 0 ? 1U << l : 0U;
  return static_cast<LaneMask>(out);
#endif
}

[[gnu::always_inline]] inline void expand(LaneMask mask, LaneBits& out) {
  for (std::size_t l = 0; l < lane_count; ++l)
    out[l] = -static_cast<long long>((static_cast<unsigned>(mask) >> l) & 1U);
}

/// AdaptiveStepper::scale
[[gnu::always_inline]] inline void scale_of(LaneVector& out, const LaneVector& a, const LaneVector& b,
                                            const LaneVector& absolute, const LaneVector& relative) {
  LaneVector size = a;
  LaneVector other = b;
  make_absolute(size);
  make_absolute(other);
  raise_to(size, other);
  size = relative * size;
  out = absolute;
  raise_to(out, size);
}

inline void combine_lanes(const LaneTerm* terms, std::size_t count, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) {
    LaneVector sum = {};
    for (std::size_t e = 0; e < count; ++e)
      sum += terms[e].weight * at(terms[e].numbers, i);
    at(out, i) = sum;
  }
}

inline void move_lanes(std::size_t n, const double* from, const double* h, double* x) {
  for (std::size_t i = 0; i < n; ++i)
    at(x, i) = at(from, i) + at(h, 0) * at(x, i);
}

inline void add_lane_increments(std::size_t n, const double* state, const double* h, const double* carry,
                                double* new_carry, double* x) {
  for (std::size_t i = 0; i < n; ++i) {
    const LaneVector increment = at(h, 0) * at(x, i);
    const LaneVector value = at(state, i);
    const LaneVector add = increment + at(carry, i);
    const LaneVector sum = value + add;
    const LaneVector virtual_add = sum - value;
    at(new_carry, i) = (value - (sum - virtual_add)) + (add - virtual_add);
    at(x, i) = sum;
  }
}

inline void norms_of_lanes(std::size_t n, const double* v, const double* h, const double* a, const double* b,
                           const double* absolute, const double* relative, double* out) {
  const double infinite = __builtin_inf();
  LaneVector largest = {};
  LaneVector spoilt = {}; // NaN where a share was one
  for (std::size_t i = 0; i < n; ++i) {
    LaneVector scale;
    scale_of(scale, at(a, i), at(b, i), at(absolute, i), at(relative, 0));
    LaneVector share = at(v, i) * at(h, 0);
    make_absolute(share);
    share /= scale;
    const LaneVector nothing = {};
    const LaneVector counted = scale == infinite ? nothing : share;
    spoilt += counted != counted ? counted : nothing; // NOLINT(misc-redundant-expression): true of NaN
    raise_to(largest, counted);
  }
  at(out, 0) = largest + spoilt;
}

inline void spreads_of_lanes(std::size_t n, const double* rate, const double* last, const double* state,
                             const double* stage, const double* absolute, const double* relative, double* moved,
                             double* apart) {
  const double infinite = __builtin_inf();
  LaneVector sum_moved = {};
  LaneVector sum_apart = {};
  for (std::size_t i = 0; i < n; ++i) {
    LaneVector scale;
    scale_of(scale, at(state, i), at(state, i), at(absolute, i), at(relative, 0));
    const LaneVector turn = at(rate, i) - at(last, i);
    const LaneVector way = at(state, i) - at(stage, i);
    const LaneBits is_open = scale == infinite;
    const LaneVector weight = 1.0 / (scale * scale);
    sum_moved = is_open ? sum_moved : sum_moved + turn * turn * weight;
    sum_apart = is_open ? sum_apart : sum_apart + way * way * weight;
  }
  at(moved, 0) = sum_moved;
  at(apart, 0) = sum_apart;
}

inline void take_lanes(std::size_t n, LaneMask mask, const double* from, double* to) {
  LaneBits chosen;
  expand(mask, chosen);
  for (std::size_t i = 0; i < n; ++i)
    at(to, i) = chosen ? at(from, i) : at(to, i);
}

inline LaneMask finite_lanes(std::size_t n, const double* x) {
  LaneVector sum = {};
  for (std::size_t i = 0; i < n; ++i)
    sum += at(x, i) - at(x, i); // NOLINT(misc-redundant-expression): NaN of what is not finite
  return mask_of(sum == sum);   // NOLINT(misc-redundant-expression): false of NaN
}

/// Σ aᵢ bᵢ, added up as detail::dot does.
[[gnu::always_inline]] inline void dot_of(LaneVector& out, const double* a, const double* b, std::size_t count) {
  std::size_t i = 0;
  LaneVector sum = {};
  if (count >= accurate_sums) {
    LaneVector sums[accurate_sums] = {};
    for (; i + accurate_sums <= count; i += accurate_sums)
      for (std::size_t k = 0; k < accurate_sums; ++k)
        sums[k] += at(a, i + k) * at(b, i + k);
    sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  for (; i < count; ++i)
    sum += at(a, i) * at(b, i);
  out = sum;
}

/// detail::factor_cholesky of less than 24 rows; `trusted` loses the lanes of which a pivot is not.
inline void factor_lanes(double* matrix, std::size_t n, double floor, LaneVector& smallest, LaneBits& trusted) {
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = matrix + i * n * lane_count;
    LaneVector sum;
    for (std::size_t j = 0; j < i; ++j) {
      const double* const above = matrix + j * n * lane_count;
      dot_of(sum, row, above, j);
      at(row, j) = (at(row, j) - sum) * at(above, j);
    }
    dot_of(sum, row, row, i);
    const LaneVector pivot = at(row, i) - sum;
    trusted &= pivot * smallest > floor;
    lower_to(smallest, pivot);
    LaneVector root;
    take_root(root, pivot);
    at(row, i) = 1.0 / root;
  }
}

inline void solve_lower_lanes(const double* lower, std::size_t n, double* x) {
  for (std::size_t i = 0; i < n; ++i) {
    LaneVector sum;
    dot_of(sum, lower + i * n * lane_count, x, i);
    at(x, i) = (at(x, i) - sum) * at(lower, i * n + i);
  }
}

inline void solve_transposed_lanes(const double* lower, std::size_t n, double* x) {
  for (std::size_t i = n; i-- > 0;) {
    at(x, i) = at(x, i) * at(lower, i * n + i);
    const LaneVector value = at(x, i);
    for (std::size_t j = 0; j < i; ++j)
      at(x, j) -= at(lower, i * n + j) * value;
  }
}

/// detail::KktWork without sorted pivots.
struct LaneFactors {
  double* mass;         ///< L
  double* rows;         ///< W
  double* schur;        ///< factors of S
  double* column_scale; ///< d
  double* row_scale;    ///< s
  double* coordinates;  ///< of a solution
  double* of_rows;      ///< likewise
  double* force_gap;
  double* row_gap;
};

/// KktWork::is_good_at_a_glance; `good` loses the lanes that are not.
inline void require_good_at_a_glance(const LaneSystem& s, const LaneFactors& f, LaneBits& good) {
  constexpr double good_gap = 1e-13;
  constexpr double no_gap = 1e-28;
  const std::size_t n = s.n;
  const double* const a = s.accelerations;
  for (std::size_t i = 0; i < n; ++i) {
    LaneVector sum;
    dot_of(sum, s.mass + i * n * lane_count, a, n);
    at(f.force_gap, i) = at(s.forcing, i) - sum;
  }
  for (std::size_t k = 0; k < s.m; ++k) {
    const double* const row = s.rows + k * n * lane_count;
    LaneVector sum;
    dot_of(sum, row, a, n);
    at(f.row_gap, k) = at(s.row_forcing, k) - sum;
    const LaneVector multiplier = at(s.multipliers, k);
    for (std::size_t i = 0; i < n; ++i)
      at(f.force_gap, i) += at(row, i) * multiplier;
  }
  LaneVector gap = {};
  LaneVector row_size = {};
  LaneVector forces = {};
  LaneVector motion = {};
  for (std::size_t i = 0; i < n; ++i) {
    const LaneVector scale = at(f.column_scale, i);
    raise_to_size(gap, scale, at(f.force_gap, i));
    raise_to_size(forces, scale, at(s.forcing, i));
    const LaneVector inertia = scale * at(s.mass, i * n + i);
    raise_to_size(motion, inertia, at(a, i));
  }
  for (std::size_t k = 0; k < s.m; ++k) {
    const LaneVector weight = at(f.row_scale, k);
    raise_to_size(row_size, weight, at(f.row_gap, k));
    raise_to_size(motion, weight, at(s.row_forcing, k));
  }
  LaneVector largest = forces;
  raise_to(largest, motion);
  raise_to(gap, row_size);
  const LaneBits is_met = (row_size <= good_gap * motion) | (row_size <= no_gap * largest);
  good &= (gap <= good_gap * largest) & is_met;
  const LaneVector nothing = {};
  at(s.residual, 0) = largest > 0.0 ? gap / largest : nothing;
  at(s.contradiction, 0) = largest > 0.0 ? row_size / largest : nothing;
}

/// KktWork::factor_mass
inline void factor_mass_lanes(const LaneSystem& s, const LaneFactors& f, LaneVector& smallest, LaneBits& trusted) {
  const std::size_t n = s.n;
  for (std::size_t i = 0; i < n; ++i) {
    const LaneVector diagonal = at(s.mass, i * n + i);
    trusted &= diagonal > 0.0;
    LaneVector root;
    take_root(root, diagonal);
    at(f.column_scale, i) = 1.0 / root;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      at(f.mass, i * n + j) = at(s.mass, i * n + j) * at(f.column_scale, i) * at(f.column_scale, j);
    set_all(at(f.mass, i * n + i), 1.0);
  }
  set_all(smallest, 1.0);
  factor_lanes(f.mass, n, mass_pivot, smallest, trusted);
}

/// KktWork::factor_rows
inline void factor_row_lanes(const LaneSystem& s, const LaneFactors& f, LaneVector& smallest, LaneBits& trusted) {
  const std::size_t n = s.n;
  for (std::size_t k = 0; k < s.m; ++k) {
    double* const row = f.rows + k * n * lane_count;
    for (std::size_t i = 0; i < n; ++i)
      at(row, i) = at(s.rows, k * n + i) * at(f.column_scale, i);
    solve_lower_lanes(f.mass, n, row);
    LaneVector square;
    dot_of(square, row, row, n);
    LaneVector norm;
    take_root(norm, square);
    trusted &= norm > 0.0;
    at(f.row_scale, k) = 1.0 / norm;
    for (std::size_t i = 0; i < n; ++i)
      at(row, i) = at(row, i) * at(f.row_scale, k);
  }
  for (std::size_t k = 0; k < s.m; ++k)
    for (std::size_t l = 0; l <= k; ++l)
      dot_of(at(f.schur, k * s.m + l), f.rows + k * n * lane_count, f.rows + l * n * lane_count, n);
  LaneVector of_rows;
  set_all(of_rows, 1.0);
  factor_lanes(f.schur, s.m, row_pivot, of_rows, trusted);
  lower_to(smallest, of_rows);
}

/// KktWork::solve_cholesky
inline void solve_by_factors(const LaneSystem& s, const LaneFactors& f) {
  const std::size_t n = s.n;
  double* const u = f.coordinates;
  for (std::size_t i = 0; i < n; ++i)
    at(u, i) = at(s.forcing, i) * at(f.column_scale, i);
  solve_lower_lanes(f.mass, n, u);
  for (std::size_t k = 0; k < s.m; ++k) {
    LaneVector sum;
    dot_of(sum, f.rows + k * n * lane_count, u, n);
    at(f.of_rows, k) = at(s.row_forcing, k) * at(f.row_scale, k) - sum;
  }
  solve_lower_lanes(f.schur, s.m, f.of_rows);
  solve_transposed_lanes(f.schur, s.m, f.of_rows);
  for (std::size_t k = 0; k < s.m; ++k)
    for (std::size_t i = 0; i < n; ++i)
      at(u, i) += at(f.rows, k * n + i) * at(f.of_rows, k);
  solve_transposed_lanes(f.mass, n, u);
  for (std::size_t i = 0; i < n; ++i)
    at(s.accelerations, i) = at(u, i) * at(f.column_scale, i);
  for (std::size_t k = 0; k < s.m; ++k)
    at(s.multipliers, k) = at(f.of_rows, k) * at(f.row_scale, k);
}

inline LaneMask solve_kkt_lanes(const LaneSystem& s) {
  const std::size_t n = s.n;
  double* next = s.work;
  const auto room = [&next](std::size_t count) {
    double* const out = next;
    next += count * lane_count;
    return out;
  };
  LaneFactors f{};
  f.mass = room(n * n);
  f.rows = room(s.m * n);
  f.schur = room(s.m * s.m);
  f.column_scale = room(n);
  f.row_scale = room(s.m);
  f.coordinates = room(n);
  f.of_rows = room(s.m);
  f.force_gap = room(n);
  f.row_gap = room(s.m);
  LaneVector smallest;
  LaneBits good;
  expand(all_lanes, good);
  factor_mass_lanes(s, f, smallest, good);
  if (s.m > 0) factor_row_lanes(s, f, smallest, good);
  at(s.smallest_pivot, 0) = smallest;
  solve_by_factors(s, f);
  require_good_at_a_glance(s, f, good);
  return mask_of(good);
}

inline constexpr LaneKernels kernels_compiled_here{combine_lanes,    move_lanes, add_lane_increments, norms_of_lanes,
                                                   spreads_of_lanes, take_lanes, finite_lanes,        solve_kkt_lanes};

} // namespace

} // namespace numerics
} // namespace dalembert
