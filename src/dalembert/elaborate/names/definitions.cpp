// What a name means: worked out on first demand, with circles found and long families taken in order.
#include <dalembert/elaborate/declaring/counts.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/names/definitions.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

enum class Order { free, ascending, descending };

/// True for `i + 1` and `i + k`: an index with something added to it.
bool is_raised(const ast::Expr& index) {
  const auto* chain = std::get_if<ast::Chain>(&index.node);
  return chain != nullptr && std::holds_alternative<ast::Name>(chain->first->node) && chain->rest.size() == 1 &&
         chain->rest.front().op == ast::Operator::add;
}

/// Whether the members of a `let` family speak of earlier ones (`x[i-1]`, `x[floor(i/2)]`) or of later ones (`x[i+1]`).
void look_for_neighbours(const ast::Expr& expr, std::string_view family, Order& order) {
  const auto* index = std::get_if<ast::Index>(&expr.node);
  const auto* name = index != nullptr ? std::get_if<ast::Name>(&index->base->node) : nullptr;
  if (name != nullptr && name->text == family && order == Order::free) {
    order = Order::ascending;
    for (const ast::IndexItem& item : index->index->items)
      if (item.value != nullptr && is_raised(*item.value)) order = Order::descending;
  }
  for_children(expr, [&](const ast::Expr& child) { look_for_neighbours(child, family, order); });
}

} // namespace

Definitions::Definitions(const Declarations& declared, const Overrides& overrides, Evaluator& evaluator)
    : overrides_(overrides),
      evaluator_(evaluator),
      meanings_(declared.symbols.definitions()),
      used_(declared.symbols.all().size()),
      swept_(declared.symbols.all().size()),
      is_sweeping_(declared.symbols.all().size()) {
  for (const Symbol& symbol : declared.symbols.all())
    used_[symbol.place] = symbol.is_used;
  for (const auto& item : declared.counts) {
    const std::optional<std::int64_t> count = item.definition->count;
    if (!count && !item.definition->is_refused) continue;
    Meaning& meaning = of(*item.definition);
    meaning.progress = DefinitionState::done;
    if (count) meaning.value = Value(Scalar{evaluator.context().graph.number(*count), {}, false, false, nullptr});
  }
}

Value Definitions::meaning(const Symbol& symbol, const DeclaredName& definition) {
  mark(symbol, true);
  const Meaning& known = of(definition);
  if (known.progress == DefinitionState::done) return known.value;
  if (known.progress == DefinitionState::running) {
    open_.report_circle(symbol, definition, evaluator_.context().complaints);
    return {};
  }
  if (symbol.kind == SymbolKind::let && symbol.members.size() > 1) sweep_before(symbol, definition);
  return define(symbol, definition);
}

void Definitions::sweep_before(const Symbol& symbol, const DeclaredName& definition) {
  // A member that is asked for within a sweep is not behind it: it is defined by itself.
  if (is_sweeping_[symbol.place]) return;
  Order order = Order::free;
  look_for_neighbours(*definition.let->value, symbol.name, order);
  if (order == Order::free) return;
  const std::size_t size = symbol.members.size();
  std::size_t& swept = swept_[symbol.place];
  while (swept < size) {
    const DeclaredName& next = symbol.members[order == Order::ascending ? swept : size - 1 - swept];
    if (&next == &definition || of(next).progress == DefinitionState::running) return;
    ++swept;
    is_sweeping_[symbol.place] = true;
    if (of(next).progress == DefinitionState::waiting) define(symbol, next);
    is_sweeping_[symbol.place] = false;
  }
}

Value Definitions::define(const Symbol& symbol, const DeclaredName& definition) {
  Meaning& meaning = of(definition);
  if (meaning.progress == DefinitionState::done) return meaning.value;
  meaning.progress = DefinitionState::running;
  open_.open(symbol, definition);
  Value value = define_declared(symbol, definition);
  open_.close();
  meaning.value = std::move(value);
  meaning.progress = DefinitionState::done;
  return meaning.value;
}

Value Definitions::define_declared(const Symbol& symbol, const DeclaredName& definition) {
  if (definition.let != nullptr) return evaluator_.value(*definition.let->value, definition.scope);
  if (definition.energy != nullptr) return evaluator_.value(*definition.energy->value, definition.scope);
  if (symbol.kind == SymbolKind::count) {
    const auto count = count_value(symbol, definition, overrides_, evaluator_);
    return count ? Value(Scalar{evaluator_.context().graph.number(*count), {}, false, false, nullptr}) : Value();
  }
  if (symbol.kind == SymbolKind::force) {
    evaluator_.context().complaints.error("E0203", definition.span,
                                          fmt::format("the force `{}` is used in its own definition", symbol.name));
    return {};
  }
  return symbol.kind == SymbolKind::speed ? define_speed(symbol, definition) : of(definition).value;
}

Value Definitions::define_speed(const Symbol& symbol, const DeclaredName& definition) {
  Context& context = evaluator_.context();
  const ast::Declaration& declaration = *definition.declaration;
  if (declaration.value == nullptr) {
    context.complaints.error("E0509", definition.span, fmt::format("the speed `{}` has no definition", symbol.name))
        .help = fmt::format("define it: `speed {} = …`", symbol.name);
    return {};
  }
  const auto speed = evaluator_.scalar(*declaration.value, definition.scope);
  if (!speed) return {};
  Scalar out = *speed;
  if (declaration.unit == nullptr) return Value(out);
  const ReadUnit* unit = context.units.read(*declaration.unit);
  if (unit == nullptr) return {};
  Scalar wanted = out;
  wanted.dimension = unit->dimension;
  wanted.fits_any = false;
  if (!context.fit(wanted, out)) {
    Diagnostic& made = context.complaints.error("E0412", declaration.value->span, "the two sides differ in dimension");
    made.note = describe(evaluator_, *declaration.value, definition.scope, out);
    made.labels.push_back({declaration.unit->span, fmt::format("`{}` is declared in [{}]", symbol.name, unit->text)});
    return {};
  }
  out.dimension = unit->dimension;
  out.angular = unit->angular;
  out.fits_any = false;
  if (!unit->unit.is_coherent()) out.written_in = unit;
  return Value(out);
}

} // namespace elaboration
} // namespace dalembert
