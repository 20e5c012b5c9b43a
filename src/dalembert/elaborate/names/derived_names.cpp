#include <dalembert/elaborate/names/derived_names.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace elaboration {

DerivedNames::DerivedNames(Draft& draft, const Declarations& declared, Evaluator& evaluator, Definitions& definitions)
    : draft_(draft), context_(draft.context), evaluator_(evaluator), definitions_(definitions) {
  for (const EnergyItem& item : declared.energies)
    energies_.push_back({item, DefinitionState::waiting, {}});
}

Value DerivedNames::whole(const std::optional<Scalar>& scalar) {
  return scalar ? Value(*scalar) : Value();
}

std::optional<Value> DerivedNames::plain(std::string_view name, SourceSpan span) {
  if (name == "T") return whole(total(ast::EnergyKind::kinetic));
  if (name == "V") return whole(total(ast::EnergyKind::potential));
  if (name == "D" && has(ast::EnergyKind::dissipation)) return whole(total(ast::EnergyKind::dissipation));
  if (name == "L") return whole(lagrangian());
  if (name == "h" || name == "H") return whole(energy_function());
  if (name == "E") return whole(total_energy(span));
  return std::nullopt;
}

bool DerivedNames::has(ast::EnergyKind kind) const {
  return std::any_of(energies_.begin(), energies_.end(),
                     [kind](const EnergyStatement& s) { return s.node->kind == kind; });
}

std::optional<Value> DerivedNames::total_named(const Symbol& symbol) {
  using Kind = ast::EnergyKind;
  const Kind kind = symbol.members.front().energy->kind;
  const bool is_letter = (kind == Kind::kinetic && symbol.name == "T") ||
                         (kind == Kind::potential && symbol.name == "V") ||
                         (kind == Kind::dissipation && symbol.name == "D");
  if (is_letter) return whole(total(kind));
  if (kind == Kind::lagrangian && symbol.name == "L") return whole(lagrangian());
  return std::nullopt;
}

const Value& DerivedNames::energy(EnergyStatement& statement) {
  if (statement.progress == DefinitionState::done) return statement.value;
  if (statement.progress == DefinitionState::running) {
    context_.complaints.error("E0203", statement.span, "this energy is defined through itself");
    return statement.value;
  }
  statement.progress = DefinitionState::running;
  Value value = whole(evaluator_.scalar(*statement.node->value, statement.scope));
  statement.value = std::move(value);
  statement.progress = DefinitionState::done;
  return statement.value;
}

std::optional<Scalar> DerivedNames::total(ast::EnergyKind kind) {
  const Dimension dimension = kind == ast::EnergyKind::dissipation ? Dimension::power() : Dimension::energy();
  Scalar sum{context_.graph.zero(), context_.dimensions.of(dimension), false, false, nullptr};
  for (EnergyStatement& statement : energies_) {
    if (statement.node->kind != kind) continue;
    const Value& value = energy(statement);
    if (!value.is_scalar()) return std::nullopt;
    sum.expr = context_.graph.add(sum.expr, value.scalar().expr);
  }
  return sum;
}

std::optional<Scalar> DerivedNames::lagrangian() {
  const auto kinetic = total(ast::EnergyKind::kinetic);
  const auto potential = total(ast::EnergyKind::potential);
  const auto given = total(ast::EnergyKind::lagrangian);
  if (!kinetic || !potential || !given) return std::nullopt;
  Scalar sum = *kinetic;
  sum.expr = context_.graph.add(context_.graph.sub(kinetic->expr, potential->expr), given->expr);
  return sum;
}

std::optional<Scalar> DerivedNames::energy_function() {
  auto sum = lagrangian();
  if (!sum) return std::nullopt;
  const std::vector<Expr> rates = draft_.study.system.rates();
  const std::vector<Expr> momenta = gradient(context_.graph, sum->expr, rates);
  Expr h = context_.graph.neg(sum->expr);
  for (std::size_t i = 0; i < rates.size(); ++i)
    h = context_.graph.add(h, context_.graph.mul(rates[i], momenta[i]));
  sum->expr = h;
  return sum;
}

std::optional<Scalar> DerivedNames::total_energy(SourceSpan span) {
  if (has(ast::EnergyKind::lagrangian)) {
    context_.complaints.error("E0210", span, "`E` = T + V is undefined where the Lagrangian is given directly").help =
        "the energy function is `h`";
    return std::nullopt;
  }
  auto kinetic = total(ast::EnergyKind::kinetic);
  const auto potential = total(ast::EnergyKind::potential);
  if (!kinetic || !potential) return std::nullopt;
  std::vector<Replacement> at_rest;
  for (const Expr rate : draft_.study.system.rates())
    at_rest.push_back({rate, context_.graph.zero()});
  Expr still = potential->expr;
  try {
    if (context_.content.has(still, holds::rate)) still = substitute(context_.graph, still, at_rest);
  } catch (const std::domain_error&) {
    context_.complaints.error("E0210", span, "`E` = T + V is undefined where V has no value at rest").help =
        "the energy function is `h`";
    return std::nullopt;
  }
  kinetic->expr = context_.graph.add(kinetic->expr, still);
  return kinetic;
}

Value DerivedNames::part(std::string_view base, const DeclaredName& of, SourceSpan span) {
  if (base == "lambda") return definitions_.of(of).value;
  return base == "p" ? momentum(of) : constraint_force(of, span);
}

Value DerivedNames::momentum(const DeclaredName& coordinate) {
  const auto l = lagrangian();
  if (!l) return {};
  const Coordinate& q = draft_.study.system.coordinates.at(static_cast<std::size_t>(definitions_.of(coordinate).slot));
  DimensionTable& dimensions = context_.dimensions;
  const DimensionId action = dimensions.multiply(l->dimension, dimensions.of(Dimension::time()));
  const Expr rate = q.rate;
  const Expr momentum = gradient(context_.graph, l->expr, std::span<const Expr>(&rate, 1)).front();
  return Value(Scalar{momentum, dimensions.divide(action, definitions_.of(coordinate).value.scalar().dimension), false,
                      false, nullptr});
}

Value DerivedNames::constraint_force(const DeclaredName& coordinate, SourceSpan span) {
  if (!has_constraints_) {
    context_.complaints.error("E0210", span, "the force of the constraints cannot be used where it is defined");
    return {};
  }
  const System& system = draft_.study.system;
  const Coordinate& q = system.coordinates.at(static_cast<std::size_t>(definitions_.of(coordinate).slot));
  Expr force = context_.graph.zero();
  for (const Constraint& constraint : system.constraints) {
    const Expr along = constraint.kind == ConstraintKind::holonomic ? q.position : q.rate;
    const Expr row = gradient(context_.graph, constraint.residual, std::span<const Expr>(&along, 1)).front();
    force = context_.graph.add(force, context_.graph.mul(row, constraint.multiplier));
  }
  DimensionTable& dimensions = context_.dimensions;
  const DimensionId wanted =
      dimensions.divide(dimensions.of(Dimension::energy()), definitions_.of(coordinate).value.scalar().dimension);
  return Value(Scalar{force, wanted, false, false, nullptr, 1});
}

Value DerivedNames::history(Derived derived, DimensionId dimension, std::optional<DimensionId> argument) {
  std::vector<Derived>& all = draft_.study.derived;
  const auto same = std::find_if(all.begin(), all.end(), [&](const Derived& other) {
    return other.kind == derived.kind && other.index == derived.index && other.argument == derived.argument;
  });
  if (same != all.end()) return Value(Scalar{same->symbol, dimension, false, false, nullptr});
  derived.symbol = context_.graph.symbol(derived.text);
  context_.content.mark(derived.symbol, holds::history);
  const Expr symbol = derived.symbol;
  const std::size_t slot = all.size();
  all.push_back(std::move(derived));
  draft_.later([this, slot, dimension, argument] {
    Derived& kept = draft_.study.derived[slot];
    kept.measure = context_.measure(dimension, false);
    if (argument) kept.argument_measure = context_.measure(*argument, false);
  });
  return Value(Scalar{symbol, dimension, false, false, nullptr});
}

} // namespace elaboration
} // namespace dalembert
