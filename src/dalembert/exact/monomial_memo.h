#pragma once

#include <dalembert/exact/row_monomials.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace exact {

/// Remembers expressions that were multiplied out: signs are asked of the same ones for one set of positive symbols
/// after another. After `most_work` monomials that were multiplied or added, what is not remembered is nothing.
class MonomialMemo {
public:
  explicit MonomialMemo(std::size_t most_work = std::numeric_limits<std::size_t>::max()) : most_work_(most_work) {}

  /// multiplied_out(graph, e, most), always of one graph; the reference holds until the next call.
  [[nodiscard]] const std::optional<MonomialSum>& of(const Graph& graph, Expr e, std::size_t most) {
    constexpr std::size_t largest = 500; // entries of up to 300 terms each
    constexpr std::size_t most_monomials = 50'000;
    const auto found = known_.find({e, most});
    if (found != known_.end()) return found->second;
    if (known_.size() >= largest) known_.clear();
    if (!forms_ || forms_->size() > most_monomials) {
      done_ = work();
      forms_.emplace(graph, most_work_ - std::min(done_, most_work_));
    }
    return known_[{e, most}] = work() < most_work_ ? multiplied_out(*forms_, e, most) : std::nullopt;
  }

private:
  [[nodiscard]] std::size_t work() const { return done_ + (forms_ ? forms_->work() : 0); }

  std::size_t most_work_;
  std::size_t done_ = 0; ///< by forms that are no longer kept
  std::optional<LinearForms> forms_;
  std::map<std::pair<Expr, std::size_t>, std::optional<MonomialSum>> known_;
};

} // namespace exact
} // namespace dalembert
