// Friction: of reactions, of what is struck.
#include <dalembert/elaborate/building/conjugates.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/clauses.h>
#include <dalembert/elaborate/expressions/settings.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace dalembert {
inline namespace elaboration {

namespace {

/// True of a length, the arm of a moment that a force presses.
bool is_arm(Context& context, const Scalar& value) {
  return context.dimensions.checks() && !value.fits_any && context.dimensions.is_known(value.dimension) &&
         context.dimensions.known(value.dimension) == Dimension::length();
}

/// True of a number, or of the arm of a moment, in coordinates, rates and parameters; anything else is reported.
bool is_coefficient(const Builder& builder, const ast::Expr& written, const Scope* scope, const Scalar& value) {
  Context& context = builder.context;
  const Scalar number{context.graph.one(), context.dimensions.one(), false, false, nullptr};
  if (!is_arm(context, value) && !context.fit(number, value)) {
    context.complaints
        .error("E0412", written.span, "a coefficient of friction is a number; that of a moment may be a length")
        .note = describe(builder.evaluator, written, scope, value);
    return false;
  }
  if (!context.content.has(value.expr, holds::acceleration | holds::reaction | holds::history)) return true;
  context.complaints.error("E0501", written.span, "a coefficient of friction may contain only coordinates and rates");
  return false;
}

/// Builds one friction: a force that knows its reaction, or an impulse that knows its impact.
class FrictionBuilder {
public:
  FrictionBuilder(const Builder& builder, const Item<ast::Friction>& item)
      : builder_(builder),
        context_(builder.context),
        item_(item),
        slot_(static_cast<std::size_t>(builder.names.definitions().of(*item.definition).slot)),
        what_("friction " + member_name(item.symbol->name, item.definition->index)) {}

  void build() {
    const auto of = builder_.names.reference(*item_.node->reaction, item_.scope);
    if (!of) return;
    if (item_.symbol->kind == SymbolKind::impact)
      build_impulse(*of);
    else
      build_force(*of);
  }

private:
  void build_force(const ModelNames::Reference& of) {
    if (of.symbol->kind != SymbolKind::reaction || of.definition == nullptr)
      return refuse("a reaction", "friction needs the normal force: declare it with `reaction`");
    const auto slip = builder_.evaluator.scalar(*item_.node->conjugate, item_.scope);
    const Settings settings(builder_.evaluator, item_.node->block, item_.scope, ast::SettingPlace::friction);
    const auto coefficient = coefficient_of(settings);
    if (!slip || !coefficient) return;
    Friction& made = builder_.draft.study.system.frictions.at(slot_);
    made.of = builder_.names.definitions().of(*of.definition).slot;
    made.slip = slip->expr;
    made.coefficient = coefficient->expr;
    if (const ast::Expr* const at_rest = settings.expression("static_coefficient")) {
      const auto value = builder_.evaluator.scalar(*at_rest, item_.scope);
      if (!value || !is_coefficient(builder_, *at_rest, item_.scope, *value)) return;
      if (!context_.fit(*coefficient, *value)) {
        context_.complaints.error("E0412", at_rest->span, "the two coefficients differ in dimension").note =
            describe(builder_.evaluator, *at_rest, item_.scope, *value);
        return;
      }
      made.static_coefficient = value->expr;
    }
    if (agrees({*slip, *coefficient}, Dimension::power(), of, "the reaction"))
      measure_later(builder_, &System::frictions, *item_.definition);
  }

  void build_impulse(const ModelNames::Reference& of) {
    const bool is_impact = std::ranges::any_of(builder_.declared.impacts, [&of](const Item<ast::Impact>& impact) {
      return impact.definition == of.definition;
    });
    if (of.definition == nullptr || !is_impact)
      return refuse("an impact", "friction in an impact is that of its impulse: write `friction F of I`, I being the "
                                 "name of the impact");
    const auto slip = builder_.evaluator.scalar(*item_.node->conjugate, item_.scope);
    const Settings settings(builder_.evaluator, item_.node->block, item_.scope, ast::SettingPlace::impact_friction);
    const auto coefficient = coefficient_of(settings);
    if (!slip || !coefficient) return;
    Impact& made = builder_.draft.study.system.impacts.at(slot_);
    made.speed = slip->expr;
    made.restitution = context_.graph.zero();
    made.friction = ImpactFriction{static_cast<std::size_t>(builder_.names.definitions().of(*of.definition).slot),
                                   coefficient->expr, std::nullopt};
    if (agrees({*slip, *coefficient}, Dimension::energy(), of, "the impact"))
      measure_later(builder_, &System::impacts, *item_.definition);
  }

  void refuse(std::string_view wanted, std::string_view help) {
    context_.complaints
        .error("E0606", item_.node->reaction->span,
               fmt::format("`{}` is not {}", context_.text(item_.node->reaction->span), wanted))
        .help = help;
  }

  std::optional<Scalar> coefficient_of(const Settings& settings) {
    const ast::Expr* written = settings.expression("coefficient");
    if (written == nullptr) {
      context_.complaints.error("E0607", item_.definition->span, fmt::format("{} needs its coefficient", what_)).help =
          "write `{ coefficient = mu }`";
      return std::nullopt;
    }
    const auto value = builder_.evaluator.scalar(*written, item_.scope);
    if (!value || !is_coefficient(builder_, *written, item_.scope, *value)) return std::nullopt;
    return *value;
  }

  struct Law {
    Scalar slip;
    Scalar coefficient;
  };

  /// True where the slip is a speed, F·slip has the dimension `product`, and F that of coefficient·(what presses).
  bool agrees(const Law& law, const Dimension& product, const ModelNames::Reference& of, std::string_view presses) {
    if (!is_conjugate_speed(builder_.evaluator, law.slip, *item_.node->conjugate, item_.scope, what_)) return false;
    if (!has_product(builder_, *item_.definition, item_.node->unit, law.slip, product, what_)) return false;
    Definitions& definitions = builder_.names.definitions();
    const DimensionId pressing = definitions.of(*of.definition).value.scalar().dimension;
    const DimensionId own = definitions.of(*item_.definition).value.scalar().dimension;
    const bool has_arm = is_arm(context_, law.coefficient);
    if (context_.dimensions.unify(own, has_arm ? context_.dimensions.multiply(pressing, law.coefficient.dimension)
                                               : pressing))
      return true;
    Diagnostic& made = context_.complaints.error(
        "E0414", item_.definition->span,
        has_arm ? fmt::format("{} is not a length times {} {}", what_, presses, of.symbol->name)
                : fmt::format("{} and {} {} differ in dimension", what_, presses, of.symbol->name));
    if (!has_arm) made.help = "the coefficient of a moment that a force presses is a length: `coefficient = 0.004 [m]`";
    return false;
  }

  const Builder& builder_;
  Context& context_;
  const Item<ast::Friction>& item_;
  std::size_t slot_; ///< in System::frictions, or in System::impacts
  std::string what_;
};

} // namespace

void build_frictions(const Builder& builder) {
  for (const auto& item : builder.declared.frictions)
    FrictionBuilder(builder, item).build();
}

} // namespace elaboration
} // namespace dalembert
