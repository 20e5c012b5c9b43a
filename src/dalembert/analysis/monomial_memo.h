#pragma once

#include <dalembert/analysis/row_monomials.h>

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace dalembert {

/// Remembers expressions that were multiplied out: signs are asked of the same ones for one set of positive symbols
/// after another.
class MonomialMemo {
public:
  /// multiplied_out(graph, e, most); the reference holds until the next call.
  [[nodiscard]] const std::optional<MonomialSum>& of(const Graph& graph, Expr e, std::size_t most) {
    constexpr std::size_t largest = 500; // entries of up to 300 terms each
    const auto found = known_.find({e, most});
    if (found != known_.end()) return found->second;
    if (known_.size() >= largest) known_.clear();
    return known_[{e, most}] = multiplied_out(graph, e, most);
  }

private:
  std::map<std::pair<Expr, std::size_t>, std::optional<MonomialSum>> known_;
};

} // namespace dalembert
