// Events that a run locates: `event name when left <= right { stop = true }`.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/settings.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Not negative where `op` holds between the sides; of `=` left − right.
Expr excess_of(Graph& graph, ast::Relop op, Expr left, Expr right) {
  const bool is_less = op == ast::Relop::less || op == ast::Relop::less_equal;
  return is_less ? graph.sub(right, left) : graph.sub(left, right);
}

class EventBuilder {
public:
  explicit EventBuilder(const Builder& builder)
      : draft_(builder.draft), context_(builder.context), evaluator_(builder.evaluator) {}

  void build(const Item<ast::Event>& item) {
    const ast::Relation& relation = item.node->when;
    const Settings settings(evaluator_, item.node->block, item.scope, ast::SettingPlace::event);
    const auto left = evaluator_.scalar(*relation.left, item.scope);
    const auto right = evaluator_.scalar(*relation.right, item.scope);
    if (!left || !right) return;
    if (!same_dimension(evaluator_, {*relation.left, *left}, {*relation.right, *right}, item.scope)) return;
    EventCondition made;
    describe_declared(made, *item.symbol, *item.definition, item.node->description);
    made.excess = excess_of(context_.graph, relation.op, left->expr, right->expr);
    made.relation = comparison(relation.op);
    made.stops = settings.choice<bool>("stop", {{"true", true}, {"false", false}}).value_or(false);
    made.text = draft_.shown(relation.span);
    made.statement = item.statement->span;
    if (can_happen(item, made)) draft_.study.events.push_back(std::move(made));
  }

private:
  /// False where the relation does not change along a run, or changes only as a whole run does.
  bool can_happen(const Item<ast::Event>& item, const EventCondition& made) {
    const ast::Relation& relation = item.node->when;
    constexpr Content moving = holds::time | holds::coordinate | holds::rate | holds::acceleration | holds::reaction;
    for (const Derived& derived : draft_.study.derived) {
      if (derived.kind != DerivedKind::drift || !holds_symbol(made.excess, derived.symbol)) continue;
      context_.complaints
          .error("E0821", relation.span,
                 fmt::format("event {} asks for {}, which describes a whole run", made.name, derived.text))
          .help = "compare the quantity itself: `event e when x >= x0`";
      return false;
    }
    if (context_.content.has(made.excess, moving | holds::history)) return true;
    context_.complaints
        .error("E0821", relation.span,
               fmt::format("nothing in the condition of event {} changes along a run", made.name))
        .help = "a condition holds a coordinate, a rate, the time, a multiplier or a reaction; a relation between "
                "parameters is a `check`";
    return false;
  }

  [[nodiscard]] bool holds_symbol(Expr e, Expr symbol) const { return depends(context_.graph, e, symbol); }

  Draft& draft_;
  Context& context_;
  Evaluator& evaluator_;
};

} // namespace

void build_events(const Builder& builder) {
  EventBuilder events(builder);
  for (const auto& item : builder.declared.events)
    events.build(item);
}

} // namespace elaboration
} // namespace dalembert
