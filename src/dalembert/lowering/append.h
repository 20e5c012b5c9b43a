#pragma once

#include <dalembert/expr/graph.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// Appends every entry of `from` to `to`.
inline void append(std::vector<Expr>& to, std::span<const Expr> from) {
  to.insert(to.end(), from.begin(), from.end());
}

} // namespace lowering
} // namespace dalembert
