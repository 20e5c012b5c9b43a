#include <dalembert/elaborate/declaring/expand.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::size_t largest_family = 200'000;

} // namespace

std::optional<std::vector<MemberScope>> expand(const ast::IndexList* index, const Scope* scope,
                                               std::deque<Scope>& scopes, Evaluator& evaluator) {
  std::vector<MemberScope> out{{{}, scope}};
  if (index == nullptr) return out;
  for (const ast::IndexItem& item : index->items) {
    std::vector<MemberScope> longer;
    for (const MemberScope& so_far : out) {
      Evaluator::Bounds range;
      if (item.range != nullptr) {
        const auto bounds = evaluator.bounds(*item.range, so_far.scope);
        if (!bounds) return std::nullopt;
        range = *bounds;
      } else {
        const auto value = evaluator.integer(*item.value, so_far.scope, "an index");
        if (!value) return std::nullopt;
        range = {*value, *value};
      }
      if (range.upper >= range.lower &&
          static_cast<std::size_t>(range.upper - range.lower) + longer.size() >= largest_family) {
        evaluator.context().complaints.error("E0214", item.span,
                                             fmt::format("a family of more than {} members", largest_family));
        return std::nullopt;
      }
      for (std::int64_t i = range.lower; i <= range.upper; ++i) {
        MemberScope next = so_far;
        next.index.push_back(static_cast<int>(i));
        if (item.range != nullptr)
          next.scope = &scopes.emplace_back(
              Scope{so_far.scope, item.binder != nullptr ? item.binder->text : "", &item, i, nullptr});
        longer.push_back(std::move(next));
      }
    }
    out = std::move(longer);
  }
  return out;
}

} // namespace elaboration
} // namespace dalembert
