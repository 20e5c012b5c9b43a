#pragma once

#include <dalembert/program/executor.h>

#include <cstddef>
#include <memory>

namespace dalembert::inline program {

/// Returns a program whose outputs are those of `rest` with a matrix before number `place` of them: symmetric,
/// `size`×`size`, row by row. `product` multiplies it by a vector x: its inputs are the first inputs of `rest`, then x,
/// its outputs `size`. Where entries share most of what they are made of, `size` products are as fast as all entries,
/// and a program of one product is `size` times as short.
[[nodiscard]] std::shared_ptr<const Executor> with_matrix(std::shared_ptr<const Executor> rest,
                                                          std::shared_ptr<const Executor> product, std::size_t size,
                                                          std::size_t place);

} // namespace dalembert::inline program
