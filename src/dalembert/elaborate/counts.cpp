#include <dalembert/elaborate/builder.h>

#include <fmt/format.h>

namespace dalembert::elaboration {

void enter_counts(const Builder& builder) {
  Context& context = builder.context;
  for (const auto& item : builder.gathered.counts) {
    const Value value = builder.evaluator.meaning(*item.symbol, *item.definition, item.definition->span);
    if (!value.is_scalar()) continue;
    const auto whole = context.graph.number(value.scalar().expr).as_integer();
    Count made;
    describe_declared(made, *item.symbol, *item.definition, item.node->description);
    made.value = *whole;
    context.study.system.counts.push_back(std::move(made));
  }
}

} // namespace dalembert::elaboration
