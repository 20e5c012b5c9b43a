#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/declaring/acting.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/linearity.h>
#include <dalembert/elaborate/expressions/settings.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Left minus right; of an inequality what is not negative.
Expr residual_of(Graph& graph, ast::Relop op, Expr left, Expr right) {
  return op == ast::Relop::less_equal ? graph.sub(right, left) : graph.sub(left, right);
}

/// Builds the rows of constraints.
class Rows {
public:
  explicit Rows(const Builder& builder)
      : draft_(builder.draft), names_(builder.names), context_(builder.context), evaluator_(builder.evaluator) {}

  void build(const Item<ast::Constraint>& item) {
    const ast::Relation& relation = item.node->relation;
    if (relation.op == ast::Relop::less || relation.op == ast::Relop::greater) {
      Diagnostic& made = context_.complaints.error("E0305", relation.operator_span,
                                                   "a constraint with an inequality is written with `<=` or `>=`");
      made.edit = Edit{relation.operator_span, relation.op == ast::Relop::less ? "<=" : ">="};
      return;
    }
    const auto left = evaluator_.scalar(*relation.left, item.scope);
    const auto right = evaluator_.scalar(*relation.right, item.scope);
    if (!left || !right) return;
    if (!same_dimension(evaluator_, {*relation.left, *left}, {*relation.right, *right}, item.scope)) return;
    Constraint& made =
        draft_.study.system.constraints.at(static_cast<std::size_t>(names_.definitions().of(*item.definition).slot));
    made.residual = residual_of(context_.graph, relation.op, left->expr, right->expr);
    made.text = draft_.shown(relation.span);
    if (!is_clean(item, made)) return;
    const bool has_rates = context_.content.has(made.residual, holds::rate);
    if (acting(item) == Acting::at_contacts) {
      if (has_rates)
        context_.complaints.error("E0305", relation.span,
                                  fmt::format("`{}` in constraint {}: a constraint with an inequality contains only "
                                              "coordinates, the time and parameters",
                                              context_.text(relation.span), made.name));
      else
        measure(item, left->fits_any ? *right : *left, made.kind);
      return;
    }
    made.kind = has_rates ? ConstraintKind::velocity : ConstraintKind::holonomic;
    read_settings(item, made);
    const bool is_affine = !has_rates || is_affine_in_rates(context_, made.residual);
    if (!is_affine && !made.chetaev) refuse_nonlinear(item, made);
    made.chetaev = made.chetaev && !is_affine; // Chetaev's rule is that of every row that is affine in the rates
    measure(item, left->fits_any ? *right : *left, made.kind);
  }

private:
  /// False where the row holds what no constraint may hold, or says nothing about the motion.
  bool is_clean(const Item<ast::Constraint>& item, const Constraint& made) {
    const Content unwanted = holds::acceleration | holds::reaction | holds::history;
    const ast::Relation& relation = item.node->relation;
    if (context_.content.has(made.residual, unwanted)) {
      const bool is_left = context_.content.has(evaluator_.scalar(*relation.left, item.scope)->expr, unwanted);
      const SourceSpan place = evaluator_.place_of(is_left ? *relation.left : *relation.right, item.scope, unwanted);
      context_.complaints.error(
          "E0302", place,
          fmt::format("`{0}` in constraint {1}: a constraint may contain only coordinates and rates",
                      context_.text(place), made.name));
      return false;
    }
    if (context_.content.has(made.residual, holds::coordinate | holds::rate)) return true;
    Diagnostic& made_error = context_.complaints.error(
        "E0303", relation.span, fmt::format("constraint {} contains no coordinate or rate", made.name));
    made_error.help = context_.graph.is_zero(made.residual) ? "it is always satisfied; remove it"
                                                            : "a relation between parameters is a `let` or a `check`";
    return false;
  }

  void read_settings(const Item<ast::Constraint>& item, Constraint& made) {
    const Settings settings(evaluator_, item.node->block, item.scope, ast::SettingPlace::constraint);
    made.chetaev = settings.choice<bool>("law", {{"chetaev", true}}).value_or(false);
    made.asserted = settings.choice<ConstraintKind>("kind", {{"holonomic", ConstraintKind::holonomic},
                                                             {"nonholonomic", ConstraintKind::velocity},
                                                             {"velocity", ConstraintKind::velocity}});
    for (const std::string_view key : {"restitution", "friction"})
      if (const ast::Setting* setting = settings.find(key))
        context_.complaints.error("E0802", setting->span,
                                  fmt::format("`{}` belongs to a constraint with `<=` or `>=`", key));
    if (made.kind == ConstraintKind::holonomic && made.asserted == ConstraintKind::velocity)
      context_.complaints
          .error("E0304", settings.value_span("kind"),
                 fmt::format("constraint {} contains no rate: it is holonomic", made.name))
          .edit = Edit{settings.value_span("kind"), "holonomic"};
    // That a row is written in the rates is seen; that it cannot be integrated is tested where its class is found.
    if (settings.word("kind") == "velocity") made.asserted.reset();
  }

  void refuse_nonlinear(const Item<ast::Constraint>& item, const Constraint& made) {
    const ast::Relation& relation = item.node->relation;
    Diagnostic& error = context_.complaints.error("E0301", relation.span,
                                                  fmt::format("constraint {} is not linear in the rates", made.name));
    error.note = "such a constraint alone does not determine its constraint force";
    error.help = "with `{ law = chetaev }` its force is taken along ∂g/∂q'";
    if (item.node->block != nullptr) return;
    error.edit = Edit{{relation.span.file, relation.span.end, relation.span.end}, " { law = chetaev }"};
  }

  void measure(const Item<ast::Constraint>& item, const Scalar& like, ConstraintKind kind) {
    DimensionTable& dimensions = context_.dimensions;
    DimensionId wanted = dimensions.divide(dimensions.of(Dimension::energy()), like.dimension);
    if (kind == ConstraintKind::velocity) wanted = dimensions.divide(wanted, dimensions.of(Dimension::time()));
    Meaning& meaning = names_.definitions().of(*item.definition);
    Scalar multiplier = meaning.value.scalar();
    const bool fits = dimensions.unify(multiplier.dimension, wanted);
    if (!fits)
      context_.complaints.error("E0412", item.definition->span,
                                fmt::format("the multiplier of {} is used as {}, but it is in {}", item.symbol->name,
                                            context_.unit_text(multiplier.dimension, true),
                                            context_.unit_text(wanted, true)));
    // J per radian, and J per pure number such as cos θ: a multiplier is a force or a moment.
    multiplier.per_angle = 1;
    meaning.value = Value(multiplier);
    const auto slot = static_cast<std::size_t>(meaning.slot);
    draft_.later([&draft = draft_, slot, like, wanted] {
      Constraint& row = draft.study.system.constraints[slot];
      row.measure = draft.context.measure(like);
      row.multiplier_measure = draft.context.measure(wanted, false, true);
    });
  }

  Draft& draft_;
  ModelNames& names_;
  Context& context_;
  Evaluator& evaluator_;
};

} // namespace

void build_constraints(const Builder& builder) {
  Rows rows(builder);
  for (const auto& item : builder.declared.constraints)
    rows.build(item);
}

} // namespace elaboration
} // namespace dalembert
