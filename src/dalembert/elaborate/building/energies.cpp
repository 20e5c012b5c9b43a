#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/names/derived_names.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

std::string_view keyword(ast::EnergyKind kind) {
  switch (kind) {
  case ast::EnergyKind::kinetic:
    return "kinetic energy";
  case ast::EnergyKind::potential:
    return "potential";
  case ast::EnergyKind::dissipation:
    return "dissipation";
  case ast::EnergyKind::lagrangian:
    return "lagrangian";
  }
  return "energy";
}

EnergyKind kind_of(ast::EnergyKind kind) {
  switch (kind) {
  case ast::EnergyKind::kinetic:
    return EnergyKind::kinetic;
  case ast::EnergyKind::potential:
    return EnergyKind::potential;
  case ast::EnergyKind::dissipation:
    return EnergyKind::dissipation;
  case ast::EnergyKind::lagrangian:
    return EnergyKind::lagrangian;
  }
  return EnergyKind::kinetic;
}

std::string name_of(const EnergyStatement& statement) {
  return statement.node->name != nullptr ? std::string(statement.node->name->text)
                                         : std::string(keyword(statement.node->kind));
}

/// False where the energy holds what no energy may hold.
bool is_clean(const EnergyStatement& statement, Expr value, const Builder& builder) {
  Context& context = builder.context;
  const Content unwanted = holds::acceleration | holds::reaction | holds::history;
  if (!context.content.has(value, unwanted)) return true;
  const SourceSpan place = builder.evaluator.place_of(*statement.node->value, statement.scope, unwanted);
  const std::string name = name_of(statement);
  context.complaints
      .error("E0501", place,
             fmt::format("`{0}` in {1}: {1} may contain only coordinates and rates", context.text(place), name))
      .help = "an energy is a function of positions, velocities and time; accelerations and forces follow from it";
  return false;
}

bool has_energy_unit(const EnergyStatement& statement, const Scalar& value, const Builder& builder) {
  Context& context = builder.context;
  const bool is_power = statement.node->kind == ast::EnergyKind::dissipation;
  const Dimension wanted = is_power ? Dimension::power() : Dimension::energy();
  const Scalar like{context.graph.zero(), context.dimensions.of(wanted), false, false, nullptr};
  if (context.fit(like, value)) return true;
  Diagnostic& made =
      context.complaints.error("E0413", statement.node->value->span,
                               fmt::format("{} must be {}, not {}", name_of(statement),
                                           is_power ? "a power [W]" : "an energy [J]", context.unit_text(value)));
  made.note = describe(builder.evaluator, *statement.node->value, statement.scope, value);
  if (is_power) made.help = "the dissipation function is half the dissipated power: 1/2*c*x'^2 with c [N*s/m]";
  return false;
}

} // namespace

void build_energies(const Builder& builder) {
  Context& context = builder.context;
  System& system = builder.draft.study.system;
  for (EnergyStatement& statement : builder.names.derived().energies()) {
    const Value& value = builder.names.derived().energy(statement);
    if (!value.is_scalar()) continue;
    const Scalar scalar = value.scalar();
    if (!is_clean(statement, scalar.expr, builder) || !has_energy_unit(statement, scalar, builder)) continue;
    EnergyTerm made;
    made.name = statement.node->name != nullptr ? std::string(statement.node->name->text) : std::string();
    made.description = described(statement.node->description);
    made.span = join(statement.span, statement.node->value->span);
    made.kind = kind_of(statement.node->kind);
    made.value = scalar.expr;
    const std::size_t slot = system.energies.size();
    system.energies.push_back(std::move(made));
    const bool is_power = statement.node->kind == ast::EnergyKind::dissipation;
    const DimensionId dimension = context.dimensions.of(is_power ? Dimension::power() : Dimension::energy());
    builder.draft.later([&draft = builder.draft, slot, dimension] {
      draft.study.system.energies[slot].measure = draft.context.measure(dimension, false);
    });
  }
}

} // namespace elaboration
} // namespace dalembert
