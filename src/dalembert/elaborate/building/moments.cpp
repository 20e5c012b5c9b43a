// Constraints that do not act all the time: `constraint peg: x = a from caught until 3 [s]`.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/declaring/acting.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace elaboration {

namespace {

class MomentBuilder {
public:
  explicit MomentBuilder(const Builder& builder) : builder_(builder), context_(builder.context) {}

  void build(const Item<ast::Constraint>& item) {
    const ast::Constraint& node = *item.node;
    if (node.from == nullptr && node.until == nullptr) return;
    if (acting(item) == Acting::at_contacts) {
      const ast::Expr& written = *(node.from != nullptr ? node.from : node.until);
      context_.complaints
          .error("E0306", written.span,
                 fmt::format("constraint {} is an inequality, which acts while its gap is closed", item.symbol->name))
          .help = "`from` and `until` belong to a constraint with `=`";
      return;
    }
    const auto slot = static_cast<std::size_t>(builder_.names.definitions().of(*item.definition).slot);
    const Constraint& row = builder_.draft.study.system.constraints.at(slot);
    Imposed made;
    made.name = row.name;
    made.constraint = slot;
    made.text = row.text;
    made.span = row.span;
    if (node.from != nullptr && !(made.from = moment(*node.from, item.scope))) return;
    if (node.until != nullptr && !(made.until = moment(*node.until, item.scope))) return;
    if (made.from && row.chetaev) {
      context_.complaints.error("E0306", made.from->span,
                                fmt::format("constraint {} is not linear in the rates, and Chetaev's law gives no "
                                            "impulses: it cannot be imposed",
                                            row.name));
      return;
    }
    if (!is_possible(made) || context_.complaints.has_errors()) return; // what has mistakes is not run
    builder_.draft.study.imposed.push_back(std::move(made));
  }

private:
  std::optional<Moment> moment(const ast::Expr& written, const Scope* scope) {
    Moment out;
    out.text = builder_.draft.shown(written.span);
    out.span = written.span;
    const Symbol* const symbol = builder_.declared.symbols.find(base_name(written));
    const bool is_event = symbol != nullptr && symbol->kind == SymbolKind::event;
    if (is_event)
      out.event = event(written, scope);
    else
      out.time = time(written, scope);
    return out.event || out.time ? std::optional(std::move(out)) : std::nullopt;
  }

  std::optional<std::size_t> event(const ast::Expr& written, const Scope* scope) {
    const auto found = builder_.names.reference(written, scope);
    if (!found) return std::nullopt;
    if (found->definition == nullptr) {
      context_.complaints
          .error("E0306", written.span, fmt::format("`{}` is a family of events", context_.text(written.span)))
          .help = fmt::format("name one of them: `{}[1]`", context_.text(written.span));
      return std::nullopt;
    }
    const std::vector<EventCondition>& events = builder_.draft.study.events;
    const auto at = std::ranges::find(events, member_name(found->symbol->name, found->definition->index),
                                      [](const EventCondition& each) { return each.name; });
    if (at == events.end()) return std::nullopt; // refused before
    if (!at->stops) return static_cast<std::size_t>(at - events.begin());
    context_.complaints
        .error("E0306", written.span, fmt::format("event {} ends the run: nothing can change there", at->name))
        .labels.push_back({at->span, "with `stop = true`"});
    return std::nullopt;
  }

  std::optional<Expr> time(const ast::Expr& written, const Scope* scope) {
    const auto value = builder_.evaluator.scalar(written, scope);
    if (!value) return std::nullopt;
    const Scalar second{context_.graph.one(), context_.dimensions.of(Dimension::time()), false, false, nullptr};
    if (context_.content.has(value->expr, static_cast<Content>(~holds::parameter))) {
      context_.complaints
          .error("E0306", written.span,
                 "the time from or until which a constraint acts holds numbers and parameters "
                 "alone")
          .help = "for an instant of the motion declare an event, `event e when …`, and write its name here";
      return std::nullopt;
    }
    if (context_.fit(second, *value)) return value->expr;
    Diagnostic& made = context_.complaints.error(
        "E0412", written.span, "a constraint acts from or until a time, in [s], or an event of the model");
    made.note = describe(builder_.evaluator, written, scope, *value);
    if (is_bare_number(written)) made.edit = Edit{written.span, context_.text(written.span) + " [s]"};
    return std::nullopt;
  }

  bool is_possible(const Imposed& made) {
    if (!made.from || !made.until) return true;
    Graph& graph = context_.graph;
    const bool are_times = made.from->time && made.until->time;
    const bool is_reversed = are_times && graph.is_number(*made.from->time) && graph.is_number(*made.until->time) &&
                             graph.number(*made.until->time) <= graph.number(*made.from->time);
    const bool is_one_event = made.from->event && made.from->event == made.until->event;
    if (!is_reversed && !is_one_event) return true;
    context_.complaints.error("E0306", made.until->span,
                              is_one_event
                                  ? fmt::format("constraint {} is imposed and released by one event", made.name)
                                  : fmt::format("constraint {} is released before it is imposed", made.name));
    return false;
  }

  const Builder& builder_;
  Context& context_;
};

} // namespace

void build_moments(const Builder& builder) {
  MomentBuilder moments(builder);
  for (const auto& item : builder.declared.constraints)
    moments.build(item);
}

} // namespace elaboration
} // namespace dalembert
