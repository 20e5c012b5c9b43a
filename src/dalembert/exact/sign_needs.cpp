// Which assumed signs a sentence rests on: draws at which they are not met.
#include <dalembert/exact/sign_judge.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/rounding.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dalembert {
inline namespace exact {

AllPositive::AllPositive(const Graph& graph, const std::vector<Expr>& quantities) {
  quantities_.reserve(quantities.size());
  for (const Expr quantity : quantities)
    quantities_.emplace_back(graph, quantity);
}

std::optional<bool> AllPositive::operator()(const std::vector<Assignment>& values) const {
  bool is_clear = true;
  for (const RoundedValues& quantity : quantities_) {
    const Rounded at = quantity.at(values);
    const bool is_known = std::isfinite(at.value) && std::abs(at.value) > 1e3 * at.error;
    if (is_known && at.value < 0.0) return false;
    is_clear = is_clear && is_known;
  }
  return is_clear ? std::optional(true) : std::nullopt;
}

/// The parameters that must be below 0 for the two to differ at a draw, the others being above 0 there; nothing where
/// they agree at all draws.
std::optional<std::vector<Expr>> SignJudge::disagreement(const std::vector<Expr>& holding,
                                                         const std::vector<Expr>& below, Below which,
                                                         const SentenceAt& said, const SentenceAt& meant) {
  constexpr int draws = 200;
  constexpr int most_tries = 8 * draws;
  random_ = RandomStream("sentences");
  std::vector<Expr> all = holding;
  for (const std::vector<Expr>* more : {&real_, &compared_, &surpluses_})
    all.insert(all.end(), more->begin(), more->end());
  const std::vector<Expr> symbols = free_symbols(graph_, all);
  const std::size_t size = reachable(graph_, all).size();
  const AllPositive is_supposed(graph_, surpluses_);
  const auto is_allowed = [&](const std::vector<Assignment>& values) {
    return is_admissible(values) && is_supposed(values) == std::optional(true);
  };
  const auto differ = [&](const std::vector<Assignment>& values) {
    const std::optional<bool> is_said = said(values);
    const std::optional<bool> is_meant = is_said ? meant(values) : std::nullopt;
    return is_meant && is_said != is_meant;
  };
  try {
    for (int tries = 0, d = 0; d < draws && tries < most_tries; ++tries) {
      if (!spend(size)) return below;
      std::vector<Assignment> values = draw(symbols);
      std::vector<Expr> negative;
      for (Assignment& a : values)
        if (std::ranges::find(below, a.symbol) != below.end() && (which == Below::all || within(-1.0, 1.0) < 0.0)) {
          a.value = -a.value;
          negative.push_back(a.symbol);
        }
      if (!is_allowed(values)) continue;
      ++d;
      if (!differ(values)) continue;
      const std::vector<Expr> drawn = negative;
      for (const Expr parameter : drawn) {
        if (negative.size() == 1 || !spend(size)) break;
        double& value = std::ranges::find(values, parameter, &Assignment::symbol)->value;
        value = -value;
        if (is_allowed(values) && differ(values))
          std::erase(negative, parameter);
        else
          value = -value;
      }
      return negative;
    }
  } catch (const std::invalid_argument&) { // an unknown function
    return below;
  }
  return std::nullopt;
}

std::vector<Expr> SignJudge::needed_to_agree(const std::vector<Expr>& holding, const SentenceAt& said,
                                             const SentenceAt& meant) {
  std::vector<Expr> needed;
  std::vector<Expr> others;
  for (const Expr parameter : positive_) {
    if (!depends(graph_, holding, std::vector<Expr>{parameter})) continue;
    (disagreement(holding, {parameter}, Below::all, said, meant) ? needed : others).push_back(parameter);
  }
  // Two that do nothing alone may do so together: m₁·m₂ > 0.
  while (!others.empty()) {
    const std::optional<std::vector<Expr>> more = disagreement(holding, others, Below::some, said, meant);
    if (!more || more->empty()) break;
    needed.insert(needed.end(), more->begin(), more->end());
    std::erase_if(others, [&](Expr p) { return std::ranges::find(*more, p) != more->end(); });
  }
  return needed;
}

} // namespace exact
} // namespace dalembert
