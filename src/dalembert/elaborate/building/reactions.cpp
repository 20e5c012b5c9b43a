#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/building/conjugates.h>
#include <dalembert/elaborate/building/contacts.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/clauses.h>
#include <dalembert/elaborate/expressions/settings.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Builds the reactions of one statement.
class ReactionBuilder {
public:
  ReactionBuilder(const Builder& builder, const ReactionItem& item)
      : builder_(builder),
        context_(builder.context),
        evaluator_(builder.evaluator),
        item_(item),
        clauses_(builder.evaluator, item.node->clauses, item.scope, "a reaction",
                 {ast::ClauseKind::conjugate, ast::ClauseKind::at, ast::ClauseKind::against, ast::ClauseKind::along}) {}

  void build() {
    if (!find_constraints()) return;
    const ast::Clause* conjugate = clauses_.find(ast::ClauseKind::conjugate);
    const ast::Clause* at = clauses_.find(ast::ClauseKind::at);
    const ast::Clause* along = clauses_.find(ast::ClauseKind::along);
    const bool is_point = at != nullptr && along != nullptr && conjugate == nullptr;
    const bool is_speed = conjugate != nullptr && at == nullptr && along == nullptr;
    if (!is_point && !is_speed) {
      context_.complaints
          .error("E0601", item_.node->names.front().name.span,
                 fmt::format("reaction {} does not say what it acts on", item_.node->names.front().name.text))
          .help = "write `conjugate speed`, or `at point along direction`";
      return;
    }
    const ast::Clause& list = is_speed ? *conjugate : *along;
    if (list.values.size() != item_.node->names.size()) {
      context_.complaints.error("E0605", list.span,
                                fmt::format("{} reaction{}, but {} {}{}", item_.node->names.size(),
                                            item_.node->names.size() == 1 ? "" : "s", list.values.size(),
                                            is_speed ? "speed" : "direction", list.values.size() == 1 ? "" : "s"));
      return;
    }
    const auto velocity = is_point ? clauses_.velocity() : std::nullopt;
    if (is_point && !velocity) return;
    for (std::size_t i = 0; i < list.values.size(); ++i) {
      if (item_.definitions[i] == nullptr) continue;
      const ast::Expr& written = *list.values[i];
      const auto speed = is_speed ? evaluator_.scalar(written, item_.scope) : along_speed(written, *velocity);
      if (speed) finish(*item_.definitions[i], *speed, written, is_speed);
    }
  }

private:
  bool find_constraints() {
    for (const ast::Expr* written : item_.node->constraints) {
      const auto found = builder_.names.reference(*written, item_.scope);
      if (!found) return false;
      if (found->symbol->kind != SymbolKind::constraint) {
        context_.complaints
            .error(
                "E0602", written->span,
                fmt::format("`{}` is {}, not a constraint", context_.text(written->span), phrase(found->symbol->kind)))
            .help = "a reaction belongs to the constraints that produce it";
        return false;
      }
      for (const DeclaredName& member : found->symbol->members) {
        if (found->definition != nullptr && &member != found->definition) continue;
        of_.push_back(builder_.names.definitions().of(member).slot);
        of_spans_.push_back(written->span);
      }
    }
    return true;
  }

  std::optional<Scalar> along_speed(const ast::Expr& written, const std::vector<Scalar>& velocity) {
    const Value direction = evaluator_.value(written, item_.scope);
    if (direction.failed()) return std::nullopt;
    if (!direction.is_tuple() || direction.items().size() != velocity.size()) {
      context_.complaints.error("E0605", written.span,
                                fmt::format("the direction must have {} components, like the point", velocity.size()));
      return std::nullopt;
    }
    Scalar sum{context_.graph.zero(), context_.dimensions.one(), false, true, nullptr};
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      const Scalar& u = direction.items()[i];
      Scalar part{context_.graph.mul(u.expr, velocity[i].expr),
                  context_.dimensions.multiply(u.dimension, velocity[i].dimension), false,
                  u.fits_any || velocity[i].fits_any, nullptr};
      if (!context_.fit(sum, part)) {
        context_.complaints.error("E0402", written.span, "the components of this direction differ in dimension");
        return std::nullopt;
      }
      if (sum.fits_any) sum.dimension = part.dimension;
      sum.fits_any = sum.fits_any && part.fits_any;
      sum.expr = context_.graph.add(sum.expr, part.expr);
    }
    return sum;
  }

  /// The point of a clause as it is written; empty without the clause.
  [[nodiscard]] std::string point_text(ast::ClauseKind kind) const {
    const ast::Clause* clause = clauses_.find(kind);
    return clause != nullptr ? context_.text(clause->values[0]->span) : std::string();
  }

  void state_point(Reaction& made, const ast::Expr& direction) {
    made.at_point = {point_text(ast::ClauseKind::at), context_.text(direction.span),
                     point_text(ast::ClauseKind::against)};
    Application application;
    application.at = clauses_.position(ast::ClauseKind::at);
    application.against = clauses_.position(ast::ClauseKind::against);
    const Value components = evaluator_.value(direction, item_.scope);
    for (const Scalar& component : components.items())
      application.along.push_back(component.expr);
    made.application = std::move(application);
  }

  void finish(const DeclaredName& definition, const Scalar& speed, const ast::Expr& written, bool is_speed) {
    Meaning& meaning = builder_.names.definitions().of(definition);
    Reaction& made = builder_.draft.study.system.reactions.at(static_cast<std::size_t>(meaning.slot));
    const std::string what = "reaction " + made.name;
    made.of = of_;
    made.of_spans = of_spans_;
    made.speed = speed.expr;
    if (is_speed)
      made.speed_text = builder_.draft.shown(written.span);
    else
      state_point(made, written);
    if (!is_conjugate_speed(evaluator_, speed, written, item_.scope, what)) return;
    if (!has_product(builder_, definition, item_.node->unit, speed, Dimension::power(), what)) return;
    Scalar value = meaning.value.scalar();
    value.per_angle = 1; // a force or a moment
    meaning.value = Value(value);
    measure_later(builder_, &System::reactions, definition);
  }

  const Builder& builder_;
  Context& context_;
  Evaluator& evaluator_;
  const ReactionItem& item_;
  Clauses clauses_;
  std::vector<int> of_;
  std::vector<SourceSpan> of_spans_;
};

} // namespace

void build_reactions(const Builder& builder) {
  for (const ReactionItem& item : builder.declared.reactions)
    ReactionBuilder(builder, item).build();
}

void build_impacts(const Builder& builder) {
  Context& context = builder.context;
  Evaluator& evaluator = builder.evaluator;
  Definitions& definitions = builder.names.definitions();
  for (const auto& item : builder.declared.impacts) {
    Impact& made =
        builder.draft.study.system.impacts.at(static_cast<std::size_t>(definitions.of(*item.definition).slot));
    const std::string what = "impact " + made.name;
    const auto speed = evaluator.scalar(*item.node->conjugate, item.scope);
    const Settings settings(evaluator, item.node->block, item.scope, ast::SettingPlace::impact);
    made.law = law_of(builder, settings);
    const ast::Expr* written = settings.expression("restitution");
    made.restitution = context.graph.one();
    if (written == nullptr && made.law != ImpactLaw::energy) {
      context.complaints.error("E0607", item.definition->span, fmt::format("{} needs its restitution", what)).help =
          "write `{ restitution = e }`, or `{ law = energy }` for a contact that conserves the energy";
      continue;
    }
    if (written != nullptr) {
      const auto restitution = restitution_of(builder, made.law, *written, item.scope);
      if (!restitution) continue;
      made.restitution = *restitution;
    }
    if (!speed) continue;
    made.speed = speed->expr;
    if (!is_conjugate_speed(evaluator, *speed, *item.node->conjugate, item.scope, what)) continue;
    if (!has_product(builder, *item.definition, item.node->unit, *speed, Dimension::energy(), what)) continue;
    measure_later(builder, &System::impacts, *item.definition);
  }
}

} // namespace elaboration
} // namespace dalembert
