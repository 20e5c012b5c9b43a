#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/clauses.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

std::string quantity_text(Evaluator& evaluator, DimensionId dimension, bool is_moment) {
  Context& context = evaluator.context();
  const std::string unit = context.unit_text(dimension, is_moment);
  if (is_moment) return "a moment " + unit;
  const std::string_view quantity = context.dimensions.known(dimension).quantity();
  return quantity.empty() ? unit : fmt::format("a {} {}", quantity, unit);
}

/// Builds one declared force.
class ForceBuilder {
public:
  ForceBuilder(const Builder& builder, const Item<ast::Force>& item, std::string name)
      : draft_(builder.draft),
        names_(builder.names),
        context_(builder.context),
        evaluator_(builder.evaluator),
        item_(item),
        name_(std::move(name)),
        clauses_(builder.evaluator, item.node->clauses, item.scope, "a force",
                 {ast::ClauseKind::on, ast::ClauseKind::at, ast::ClauseKind::against, ast::ClauseKind::conjugate}) {}

  void build(Force& made) {
    const ast::Clause* on_clause = clauses_.find(ast::ClauseKind::on);
    const ast::Clause* at = clauses_.find(ast::ClauseKind::at);
    const ast::Clause* conjugate = clauses_.find(ast::ClauseKind::conjugate);
    const ast::Expr* on = item_.node->on;
    if (on == nullptr && on_clause != nullptr && on_clause->values.size() == 1) on = on_clause->values[0];
    const int places = (on != nullptr ? 1 : 0) + (at != nullptr ? 1 : 0) + (conjugate != nullptr ? 1 : 0);
    if (places != 1) {
      context_.complaints
          .error("E0601", item_.statement->keyword,
                 fmt::format("force {} names {}", name_,
                             places == 0 ? "no point of application" : "more than one point of application"))
          .help = "write one of `on coordinate`, `conjugate speed`, `at point`";
      return;
    }
    if (on != nullptr) on_coordinate(made, *on);
    if (conjugate != nullptr) on_speed(made, *conjugate);
    if (at != nullptr) at_point(made);
  }

  [[nodiscard]] std::optional<Scalar> measured() const { return measured_; }

private:
  void on_coordinate(Force& made, const ast::Expr& written) {
    const auto found = names_.reference(written, item_.scope);
    if (!found) return;
    if (found->symbol->kind != SymbolKind::coordinate || found->definition == nullptr) {
      context_.complaints
          .error("E0608", written.span, fmt::format("`{}` is not a coordinate", context_.text(written.span)))
          .help = "a force conjugate to a speed is written `force F = … conjugate speed`";
      return;
    }
    const auto magnitude = clean_magnitude();
    if (!magnitude) return;
    const Meaning& meaning = names_.definitions().of(*found->definition);
    const Scalar coordinate = meaning.value.scalar();
    const Coordinate& q = draft_.study.system.coordinates.at(static_cast<std::size_t>(meaning.slot));
    const DimensionId wanted =
        context_.dimensions.divide(context_.dimensions.of(Dimension::energy()), coordinate.dimension);
    const Expr rate = q.rate;
    if (!fits(*magnitude, wanted, written, q.name, coordinate.dimension)) return;
    made.parts.push_back({magnitude->expr, rate});
    measured_ = *magnitude;
    measured_->dimension = wanted;
    measured_->per_angle = coordinate.angular ? 1 : magnitude->per_angle;
  }

  void on_speed(Force& made, const ast::Clause& conjugate) {
    if (conjugate.values.size() != 1) {
      context_.complaints.error("E0605", conjugate.span, "one speed is needed here");
      return;
    }
    const ast::Expr& written = *conjugate.values[0];
    const auto magnitude = clean_magnitude();
    const auto speed = evaluator_.scalar(written, item_.scope);
    if (!magnitude || !speed) return;
    if (!is_conjugate_speed(evaluator_, *speed, written, item_.scope, "force " + name_)) return;
    const DimensionId wanted = context_.dimensions.divide(context_.dimensions.of(Dimension::power()), speed->dimension);
    const DimensionId moved = context_.dimensions.multiply(speed->dimension, context_.dimensions.of(Dimension::time()));
    if (!fits(*magnitude, wanted, written, context_.text(written.span), moved)) return;
    made.parts.push_back({magnitude->expr, speed->expr});
    measured_ = *magnitude;
    measured_->dimension = wanted;
    measured_->per_angle = speed->angular ? 1 : magnitude->per_angle;
  }

  void at_point(Force& made) {
    const Value vector = evaluator_.value(*item_.node->value, item_.scope);
    const auto velocity = clauses_.velocity();
    if (vector.failed() || !velocity) return;
    if (!vector.is_tuple() || vector.items().size() != velocity->size()) {
      context_.complaints.error(
          "E0605", item_.node->value->span,
          fmt::format("a force at a point with {} coordinates has {} components", velocity->size(), velocity->size()));
      return;
    }
    for (std::size_t i = 0; i < velocity->size(); ++i) {
      const Scalar& component = vector.items()[i];
      if (!is_clean(component.expr)) return;
      const DimensionId power = context_.dimensions.multiply(component.dimension, (*velocity)[i].dimension);
      const bool fits_any = component.fits_any || (*velocity)[i].fits_any;
      if (!fits_any && !context_.dimensions.unify(power, context_.dimensions.of(Dimension::power()))) {
        context_.complaints.error("E0412", item_.node->value->span,
                                  fmt::format("component {} of force {} is in {}, its point moves in {}", i + 1, name_,
                                              context_.unit_text(component), context_.unit_text((*velocity)[i])));
        return;
      }
      made.parts.push_back({component.expr, (*velocity)[i].expr});
      if (!component.fits_any) measured_ = component;
    }
    made.application =
        Application{clauses_.position(ast::ClauseKind::at), {}, clauses_.position(ast::ClauseKind::against)};
  }

  std::optional<Scalar> clean_magnitude() {
    const auto magnitude = evaluator_.scalar(*item_.node->value, item_.scope);
    if (!magnitude || !is_clean(magnitude->expr)) return std::nullopt;
    return magnitude;
  }

  bool is_clean(Expr value) {
    const Content unwanted = holds::acceleration | holds::reaction | holds::history;
    if (!context_.content.has(value, unwanted)) return true;
    const SourceSpan place = evaluator_.place_of(*item_.node->value, item_.scope, unwanted);
    Diagnostic& made =
        context_.complaints.error("E0501", place,
                                  fmt::format("`{}` in force {}: a given force may contain only coordinates and rates",
                                              context_.text(place), name_));
    if (context_.content.has(value, holds::reaction)) made.help = "a force that depends on a reaction is a `friction`";
    return false;
  }

  /// Reports E0412 where the magnitude has another dimension than what it works on needs.
  bool fits(const Scalar& magnitude, DimensionId wanted, const ast::Expr& target, const std::string& target_name,
            DimensionId target_dimension) {
    if (magnitude.fits_any || context_.dimensions.unify(magnitude.dimension, wanted)) return true;
    const bool is_moment = context_.dimensions.known(target_dimension).is_one();
    const ast::Expr& value = *item_.node->value;
    Diagnostic& made =
        context_.complaints.error("E0412", value.span,
                                  fmt::format("force {}: the two sides differ in dimension, {} and {}", name_,
                                              context_.unit_text(magnitude), context_.unit_text(wanted, is_moment)));
    made.note = describe(evaluator_, value, item_.scope, magnitude);
    made.labels.push_back(
        {target.span, fmt::format("{} needs {}", target_name, quantity_text(evaluator_, wanted, is_moment))});
    offer_factor(made, value, magnitude, wanted, is_moment);
    return false;
  }

  /// Offers a declared name that has just the dimension that is missing, best one that the force speaks of.
  void offer_factor(Diagnostic& made, const ast::Expr& value, const Scalar& magnitude, DimensionId wanted,
                    bool is_moment) {
    const Dimension missing = context_.dimensions.known(wanted) / context_.dimensions.known(magnitude.dimension);
    const std::vector<std::string_view> mentioned = names_in(value);
    const Symbol* best = nullptr;
    int best_rank = 0;
    for (const Symbol& symbol : names_.symbols().all()) {
      const bool is_named = symbol.kind == SymbolKind::coordinate || symbol.kind == SymbolKind::parameter;
      if (!is_named || symbol.is_family || symbol.members.empty()) continue;
      const Scalar& own = names_.definitions().of(symbol.members.front()).value.scalar();
      if (!context_.dimensions.is_known(own.dimension) || !(context_.dimensions.known(own.dimension) == missing))
        continue;
      const bool is_mentioned = std::find(mentioned.begin(), mentioned.end(), symbol.name) != mentioned.end();
      const int rank = (symbol.kind == SymbolKind::coordinate ? 2 : 1) + (is_mentioned ? 2 : 0);
      if (rank <= best_rank) continue;
      best = &symbol;
      best_rank = rank;
    }
    if (best == nullptr) return;
    const bool is_sum = std::holds_alternative<ast::Chain>(value.node) &&
                        std::get<ast::Chain>(value.node).rest.front().op <= ast::Operator::subtract;
    const std::string text = context_.text(value.span);
    const std::string product = fmt::format("{}*{}{}{}", best->name, is_sum ? "(" : "", text, is_sum ? ")" : "");
    const bool is_arm = is_moment && missing == Dimension::length();
    made.help = is_arm ? fmt::format("a force {} at arm {} has the moment {}", text, best->name, product)
                       : fmt::format("`{}` has the unit {}", product, context_.unit_text(wanted, is_moment));
  }

  Draft& draft_;
  ModelNames& names_;
  Context& context_;
  Evaluator& evaluator_;
  const Item<ast::Force>& item_;
  std::string name_;
  Clauses clauses_;
  std::optional<Scalar> measured_;
};

} // namespace

void build_forces(const Builder& builder) {
  System& system = builder.draft.study.system;
  int unnamed = 0;
  for (const auto& item : builder.declared.forces) {
    Force made;
    if (item.symbol != nullptr) {
      describe_declared(made, *item.symbol, *item.definition, item.node->description);
    } else {
      made.name = fmt::format("force_{}", ++unnamed);
      made.description = described(item.node->description);
      made.span = item.statement->keyword;
    }
    ForceBuilder force(builder, item, made.name);
    force.build(made);
    const std::size_t slot = system.forces.size();
    std::vector<Scalar> magnitudes;
    for (const Force::Part& part : made.parts) {
      Scalar scalar = force.measured().value_or(Scalar{});
      scalar.expr = part.magnitude;
      magnitudes.push_back(scalar);
    }
    system.forces.push_back(std::move(made));
    if (item.definition != nullptr) {
      Meaning& meaning = builder.names.definitions().of(*item.definition);
      meaning.slot = static_cast<int>(slot);
      meaning.progress = DefinitionState::done;
      if (magnitudes.size() == 1) meaning.value = Value(magnitudes.front());
      if (magnitudes.size() > 1) meaning.value = Value(std::move(magnitudes));
    }
    if (const auto like = force.measured())
      builder.draft.later([&draft = builder.draft, slot, scalar = *like] {
        draft.study.system.forces[slot].measure = draft.context.measure(scalar.dimension, false, is_moment(scalar));
      });
  }
}

} // namespace elaboration
} // namespace dalembert
