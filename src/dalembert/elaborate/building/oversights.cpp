// What is probably an oversight: names that nothing uses, coordinates without kinetic energy, energies counted twice.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/names/derived_names.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/mechanics/massless.h>
#include <dalembert/mechanics/slip_plane.h>

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

namespace dalembert {
inline namespace elaboration {

namespace {

bool is_worth_a_note(SymbolKind kind) {
  return kind == SymbolKind::parameter || kind == SymbolKind::input || kind == SymbolKind::let ||
         kind == SymbolKind::function_let || kind == SymbolKind::count || kind == SymbolKind::unknown_function;
}

void look_for_unused(const Builder& builder) {
  const std::vector<std::string>& shows = builder.draft.study.shows;
  for (const Symbol& symbol : builder.declared.symbols.all()) {
    if (builder.names.definitions().is_used(symbol) || !is_worth_a_note(symbol.kind)) continue;
    if (std::find(shows.begin(), shows.end(), symbol.name) != shows.end()) continue;
    builder.context.complaints.note("N0216", symbol.span, fmt::format("`{}` is not used", symbol.name));
  }
}

/// e holds the same quadratic part in the rates as `kinetic`, or at rest the same value as `potential`.
struct Repeated {
  bool kinetic = false;
  bool potential = false;
};

Repeated repeated_in(const System& system, Expr lagrangian) {
  Graph& graph = *system.graph;
  const std::vector<Expr> rates = system.rates();
  std::vector<Replacement> at_rest;
  std::vector<Seed> twice;
  for (const Expr rate : rates) {
    at_rest.push_back({rate, graph.zero()});
    twice.push_back({rate, rate});
  }
  // v·∂/∂v(v·∂e/∂v − e) is twice the quadratic part of a polynomial of degree 2.
  const auto quadratic = [&](Expr e) { return directional(graph, graph.sub(directional(graph, e, twice), e), twice); };
  const Expr kinetic = quadratic(system.total(EnergyKind::kinetic));
  Repeated out;
  out.kinetic = !is_zero(graph, kinetic) && are_equal(graph, quadratic(lagrangian), kinetic);
  try {
    const Expr potential = substitute(graph, system.total(EnergyKind::potential), at_rest);
    const bool has_potential = depends(graph, potential, system.positions());
    out.potential = has_potential && are_equal(graph, substitute(graph, lagrangian, at_rest), graph.neg(potential));
  } catch (const std::domain_error&) { // NOLINT: without a value at rest they are not compared
  }
  return out;
}

/// `kinetic`, `potential` and `lagrangian L = T - V`: a lagrangian adds to T − V.
void look_for_doubled_energies(const Builder& builder) {
  Context& context = builder.context;
  const System& system = builder.draft.study.system;
  for (const EnergyStatement& statement : builder.names.derived().energies()) {
    if (statement.node->kind != ast::EnergyKind::lagrangian || !statement.value.is_scalar()) continue;
    const Repeated repeated = repeated_in(system, statement.value.scalar().expr);
    if (!repeated.kinetic && !repeated.potential) continue;
    const char* const what = repeated.kinetic && repeated.potential ? "T and V count"
                             : repeated.kinetic                     ? "T counts"
                                                                    : "V counts";
    Diagnostic& made = context.complaints.warning(
        "W0513", statement.node->value->span,
        fmt::format("{} twice: a `lagrangian` is added to T - V of the other statements", what));
    made.help = "remove this statement, or the `kinetic` and `potential` statements that it repeats";
    made.edit = Edit{statement.statement->span, ""};
  }
}

/// Notes each table of coordinates whose second derivative is in the equations of motion: `roots` are differentiated
/// `times` more on the way there.
void note_bends(const Draft& draft, std::span<const Expr> roots, std::uint32_t times) {
  const Graph& graph = draft.context.graph;
  const std::vector<Expr> positions = draft.study.system.positions();
  for (const Expr e : reachable(graph, roots)) {
    if (graph.kind(e) != NodeKind::unknown || !graph.table(graph.unknown_id(e))) continue;
    const Argument& argument = graph.arguments(e).front();
    if (argument.order + times < 2 || !depends(graph, std::vector<Expr>{argument.expr}, positions)) continue;
    const auto& tables = draft.study.system.tables;
    const auto input = std::ranges::find(tables, graph.unknown_id(e), &TableInput::id);
    if (input == tables.end()) continue;
    Diagnostic& made = draft.context.complaints.note(
        "N0514", input->span,
        fmt::format("the equations of motion contain the second derivative of `{}`", input->name));
    made.note = "it is discontinuous at the table points, and steps are shortened there";
  }
}

void look_for_bends(const Builder& builder) {
  const System& system = builder.draft.study.system;
  if (system.tables.empty()) return;
  std::vector<Expr> once; // of the potential, the forces and the velocity rows
  std::vector<Expr> twice;
  for (const EnergyTerm& term : system.energies)
    once.push_back(term.value);
  for (const Constraint& constraint : system.constraints)
    (constraint.kind == ConstraintKind::holonomic ? twice : once).push_back(constraint.residual);
  note_bends(builder.draft, once, 1);
  note_bends(builder.draft, twice, 2);
}

void look_for_massless(const Builder& builder) {
  const System& system = builder.draft.study.system;
  for (const std::size_t i : massless_coordinates(system)) {
    const Coordinate& q = system.coordinates[i];
    builder.context.complaints.warning("W0512", q.span, fmt::format("the kinetic energy does not contain {}'", q.name))
        .note = "this coordinate has no inertia: a constraint, or its own Lagrange equation, must then determine it";
  }
}

/// `reaction N2 [N] of floor conjugate y'`, a second name of a reaction.
std::string second_name(const System& system, const Reaction& reaction) {
  std::string makers;
  for (const int k : reaction.of)
    makers += (makers.empty() ? "" : ", ") + system.constraints[static_cast<std::size_t>(k)].name;
  const std::string unit = reaction.measure.unit();
  const bool has_text = !reaction.speed_text.empty();
  return fmt::format("reaction {}2{} of {} {}", reaction.name, unit.empty() ? "" : " [" + unit + "]", makers,
                     has_text ? "conjugate " + reaction.speed_text : "at … along …");
}

/// Two frictions of one reaction are the components of one: a sliding friction and a rolling resistance are seldom
/// meant so.
void warn_of_unlike_components(const Draft& draft) {
  const System& system = draft.study.system;
  for (const SlipPlane& plane : slip_planes(system)) {
    const Friction& first = system.frictions[plane[0]];
    const Friction& second = system.frictions[plane[1]];
    if (first.measure.dimension == second.measure.dimension) continue;
    const Reaction& normal = system.reactions[static_cast<std::size_t>(first.of)];
    Diagnostic& made = draft.context.complaints.warning(
        "W0617", second.span,
        fmt::format("{0} and {1} of one reaction are taken as one friction: each is smaller while the other acts",
                    first.name, second.name));
    made.note = fmt::format("they stay within the ellipse ({0}/coefficient)^2 + ({1}/coefficient)^2 <= {2}^2",
                            first.name, second.name, normal.name);
    made.help =
        fmt::format("frictions that do not depend on each other have a reaction each, of one load by two names: "
                    "`{}`, and `friction {} of {}2`",
                    second_name(system, normal), second.name, normal.name);
  }
}

} // namespace

void look_for_oversights(const Builder& builder) {
  Context& context = builder.context;
  const System& system = builder.draft.study.system;
  const std::uint32_t file = system.span.file;
  const SourceSpan start = system.name.empty() ? SourceSpan{file, 0, 0} : system.span;
  if (builder.declared.coordinates.empty()) {
    if (builder.declared.declares_coordinates && context.complaints.has_errors()) return; // refused one by one
    context.complaints
        .error("E0510", start, builder.declared.is_empty ? "this file is empty" : "this model has no coordinates")
        .help = "a model begins with its coordinates: `coord x [m]`, then `kinetic T = 1/2*m*x'^2`";
    return;
  }
  const DerivedNames& derived = builder.names.derived();
  if (!derived.has(ast::EnergyKind::kinetic) && !derived.has(ast::EnergyKind::lagrangian)) {
    context.complaints.error("E0511", start, "this model has no kinetic energy").help =
        "write `kinetic T = …`, or the whole Lagrangian as `lagrangian L = …`";
    return;
  }
  // After an error much is left undone that is no oversight.
  if (context.complaints.has_errors()) return;
  look_for_unused(builder);
  look_for_massless(builder);
  look_for_bends(builder);
  look_for_ends_of_tables(builder);
  builder.draft.later([&draft = builder.draft] { warn_of_unlike_components(draft); });
  if (derived.has(ast::EnergyKind::lagrangian) &&
      (derived.has(ast::EnergyKind::kinetic) || derived.has(ast::EnergyKind::potential)))
    look_for_doubled_energies(builder);
}

} // namespace elaboration
} // namespace dalembert
