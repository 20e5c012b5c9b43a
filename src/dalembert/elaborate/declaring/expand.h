#pragma once

#include <dalembert/elaborate/declaring/declarations.h>
#include <dalembert/elaborate/expressions/evaluator.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// One member of a family: its index, and the scope in which the binders of `name[index]` have their values.
struct MemberScope {
  std::vector<int> index;
  const Scope* scope = nullptr;
};

/// Takes the family of `index` apart, one member where there is no index; the scopes are kept in `scopes`. Nothing
/// where a range was refused, which is reported.
[[nodiscard]] std::optional<std::vector<MemberScope>> expand(const ast::IndexList* index, const Scope* scope,
                                                             std::deque<Scope>& scopes, Evaluator& evaluator);

} // namespace elaboration
} // namespace dalembert
