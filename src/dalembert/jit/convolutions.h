#pragma once

#include <dalembert/jit/series_layout.h>
#include <dalembert/program/series_program.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace jit {

/// C[x, y]: where its rows begin, in bytes from the first number.
struct Convolution {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t sums = 0;
};

/// The convolutions of each level.
struct Convolutions {
  Convolutions(const SeriesProgram& program, const SeriesLayout& layout, SeriesLevel level);
  std::vector<Convolution> all; ///< products, then squares
  std::size_t products = 0;
};

} // namespace jit
} // namespace dalembert
