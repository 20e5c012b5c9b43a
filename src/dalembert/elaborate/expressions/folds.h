#pragma once

#include <dalembert/elaborate/expressions/evaluator.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Returns the range of a fold; nothing where it is none or too long, which is reported before any term is looked at.
[[nodiscard]] std::optional<Evaluator::Bounds> fold_bounds(Evaluator& evaluator, const ast::Fold& fold,
                                                           const Scope* scope);

/// Gives `sum(i in 1..n: …)` and its kin their meaning. Running sums share their terms: a fold that is asked again for
/// a longer range goes on where it ended.
class Folds {
public:
  Folds(Context& context, Evaluator& evaluator) : context_(context), graph_(context.graph), evaluator_(evaluator) {}

  [[nodiscard]] Value fold(const ast::Expr& whole, const ast::Fold& fold, const Scope* scope);

private:
  std::string prefix_key(const ast::Fold& fold, const Scope* scope, std::int64_t lower);
  std::optional<Scalar> fold_step(const ast::Fold& fold, const Scalar& sum, const Scalar& next);

  Context& context_;
  Graph& graph_;
  Evaluator& evaluator_;
  /// The values of one fold for upper = lower, lower + 1, …
  std::unordered_map<std::string, std::vector<Value>> prefixes_;
  std::unordered_map<const ast::Fold*, std::vector<std::string_view>> free_names_;
};

} // namespace elaboration
} // namespace dalembert
