// What is probably an oversight: names that nothing uses, coordinates without kinetic energy.
#include <dalembert/elaborate/builder.h>
#include <dalembert/elaborate/derived_names.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert::elaboration {

namespace {

bool is_worth_a_note(SymbolKind kind) {
  return kind == SymbolKind::parameter || kind == SymbolKind::input || kind == SymbolKind::let ||
         kind == SymbolKind::function_let || kind == SymbolKind::count || kind == SymbolKind::unknown_function;
}

void look_for_unused(const Builder& builder) {
  const std::vector<std::string>& shows = builder.context.study.shows;
  for (const Symbol& symbol : builder.context.symbols.all()) {
    if (symbol.is_used || !is_worth_a_note(symbol.kind)) continue;
    if (std::find(shows.begin(), shows.end(), symbol.name) != shows.end()) continue;
    builder.context.complaints.note("N0216", symbol.span, fmt::format("`{}` is not used", symbol.name));
  }
}

void look_for_massless(const Builder& builder) {
  Context& context = builder.context;
  std::vector<Expr> values;
  for (const EnergyTerm& term : context.study.system.energies)
    if (term.kind == EnergyKind::kinetic || term.kind == EnergyKind::lagrangian) values.push_back(term.value);
  const std::vector<Expr> symbols = free_symbols(context.graph, values);
  for (const Coordinate& q : context.study.system.coordinates) {
    if (std::binary_search(symbols.begin(), symbols.end(), q.rate)) continue;
    context.complaints.warning("W0512", q.span, fmt::format("the kinetic energy does not contain {}'", q.name)).note =
        "this coordinate has no inertia; the constraints must then determine its acceleration";
  }
}

} // namespace

void look_for_oversights(const Builder& builder) {
  Context& context = builder.context;
  const System& system = context.study.system;
  const std::uint32_t file = system.span.file;
  const SourceSpan start = system.name.empty() ? SourceSpan{file, 0, 0} : system.span;
  if (builder.gathered.coordinates.empty()) {
    if (builder.gathered.declares_coordinates && context.complaints.has_errors()) return; // refused one by one
    context.complaints
        .error("E0510", start, builder.gathered.is_empty ? "this file is empty" : "this model has no coordinates")
        .help = "a model begins with its coordinates: `coord x [m]`, then `kinetic T = 1/2*m*x'^2`";
    return;
  }
  DerivedNames& derived = builder.evaluator.derived();
  if (!derived.has(ast::EnergyKind::kinetic) && !derived.has(ast::EnergyKind::lagrangian)) {
    context.complaints.error("E0511", start, "this model has no kinetic energy").help =
        "write `kinetic T = …`, or the whole Lagrangian as `lagrangian L = …`";
    return;
  }
  // After an error much is left undone that is no oversight.
  if (context.complaints.has_errors()) return;
  look_for_unused(builder);
  look_for_massless(builder);
}

} // namespace dalembert::elaboration
