#pragma once

#include <dalembert/exact/row_monomials.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace dalembert::inline exact {

/// Remembers expressions that were multiplied out: signs are asked of the same ones for one set of positive symbols
/// after another.
class MonomialMemo {
public:
  /// multiplied_out(graph, e, most), always of one graph; the reference holds until the next call.
  [[nodiscard]] const std::optional<MonomialSum>& of(const Graph& graph, Expr e, std::size_t most) {
    constexpr std::size_t largest = 500; // entries of up to 300 terms each
    constexpr std::size_t most_monomials = 50'000;
    const auto found = known_.find({e, most});
    if (found != known_.end()) return found->second;
    if (known_.size() >= largest) known_.clear();
    if (!forms_ || forms_->size() > most_monomials) forms_ = std::make_shared<LinearForms>(graph);
    return known_[{e, most}] = multiplied_out(*forms_, e, most);
  }

private:
  std::shared_ptr<LinearForms> forms_; ///< shared by copies
  std::map<std::pair<Expr, std::size_t>, std::optional<MonomialSum>> known_;
};

} // namespace dalembert::inline exact
