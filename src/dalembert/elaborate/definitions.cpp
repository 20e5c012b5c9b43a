// What a name means: worked out on first demand, with circles found and long families taken in order.
#include <dalembert/elaborate/derived_names.h>
#include <dalembert/elaborate/evaluator.h>
#include <dalembert/elaborate/overrides.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert::elaboration {

namespace {

enum class Order { free, ascending, descending };

/// Whether the members of a `let` family speak of their neighbours below (`x[i-1]`) or above (`x[i+1]`).
void look_for_neighbours(const ast::Expr& expr, std::string_view family, Order& order) {
  const auto* index = std::get_if<ast::Index>(&expr.node);
  const auto* name = index != nullptr ? std::get_if<ast::Name>(&index->base->node) : nullptr;
  if (name != nullptr && name->text == family && order == Order::free) {
    order = Order::ascending;
    for (const ast::IndexItem& item : index->index->items) {
      const auto* chain = item.value != nullptr ? std::get_if<ast::Chain>(&item.value->node) : nullptr;
      if (chain != nullptr && chain->rest.front().op == ast::Operator::add) order = Order::descending;
    }
  }
  for_children(expr, [&](const ast::Expr& child) { look_for_neighbours(child, family, order); });
}

} // namespace

bool Evaluator::is_set(std::string_view name) const {
  return overrides_ != nullptr && overrides_->has(name);
}

Value Evaluator::meaning(Symbol& symbol, Definition& definition, SourceSpan) {
  symbol.is_used = true;
  if (definition.progress == Progress::done) return definition.value;
  if (definition.progress == Progress::running) {
    report_circle(symbol, definition);
    return {};
  }
  if (symbol.kind == SymbolKind::let && symbol.members.size() > 1) sweep_before(symbol, definition);
  return define(symbol, definition);
}

void Evaluator::sweep_before(Symbol& symbol, const Definition& definition) {
  Order order = Order::free;
  look_for_neighbours(*definition.let->value, symbol.name, order);
  if (order == Order::free) return;
  const std::size_t size = symbol.members.size();
  while (symbol.swept < size) {
    Definition& next = symbol.members[order == Order::ascending ? symbol.swept : size - 1 - symbol.swept];
    if (&next == &definition || next.progress == Progress::running) return;
    ++symbol.swept;
    if (next.progress == Progress::waiting) define(symbol, next);
  }
}

Value Evaluator::define(Symbol& symbol, Definition& definition) {
  if (definition.progress == Progress::done) return definition.value;
  definition.progress = Progress::running;
  running_.push_back({&symbol, &definition});
  Value value = definition.let != nullptr ? define_let(symbol, definition) : define_declared(symbol, definition);
  running_.pop_back();
  definition.value = std::move(value);
  definition.progress = Progress::done;
  return definition.value;
}

Value Evaluator::define_let(Symbol&, Definition& definition) {
  return value(*definition.let->value, definition.scope);
}

Value Evaluator::define_declared(Symbol& symbol, Definition& definition) {
  if (symbol.kind == SymbolKind::count) return define_count(symbol, definition);
  if (symbol.kind == SymbolKind::energy && definition.energy != nullptr)
    return value(*definition.energy->value, definition.scope);
  if (symbol.kind == SymbolKind::force) {
    context_.complaints.error("E0203", definition.span,
                              fmt::format("the force `{}` is used in its own definition", symbol.name));
    return {};
  }
  if (symbol.kind != SymbolKind::speed || definition.declaration == nullptr) return definition.value;
  const ast::Declaration& declaration = *definition.declaration;
  if (declaration.value == nullptr) {
    context_.complaints.error("E0509", definition.span, fmt::format("the speed `{}` has no definition", symbol.name))
        .help = fmt::format("define it: `speed {} = …`", symbol.name);
    return {};
  }
  const auto speed = scalar(*declaration.value, definition.scope);
  if (!speed) return {};
  Scalar out = *speed;
  if (declaration.unit == nullptr) return Value(out);
  const ReadUnit* unit = context_.units.read(*declaration.unit);
  if (unit == nullptr) return {};
  Scalar wanted = out;
  wanted.dimension = unit->dimension;
  wanted.fits_any = false;
  if (!fit(wanted, out)) {
    Diagnostic& made = context_.complaints.error("E0412", declaration.value->span, "the two sides differ in dimension");
    made.note = describe(*declaration.value, definition.scope, out);
    made.labels.push_back({declaration.unit->span, fmt::format("`{}` is declared in [{}]", symbol.name, unit->text)});
    return {};
  }
  out.dimension = unit->dimension;
  out.angular = unit->angular;
  out.fits_any = false;
  if (!unit->unit.is_coherent()) out.written_in = unit;
  return Value(out);
}

Value Evaluator::define_count(Symbol& symbol, Definition& definition) {
  const ast::Declaration& declaration = *definition.declaration;
  const ast::Declaration* replaced = overrides_ == nullptr ? nullptr : overrides_->find(symbol.name, {});
  const ast::Expr* given = replaced != nullptr ? replaced->value : declaration.value;
  if (given == nullptr) {
    context_.complaints.error("E0207", definition.span, fmt::format("the count `{}` has no value", symbol.name)).help =
        fmt::format("write `count {} = 5`", symbol.name);
    return {};
  }
  const ast::UnitText* unit = replaced != nullptr && replaced->unit != nullptr ? replaced->unit : declaration.unit;
  if (unit != nullptr) {
    context_.complaints.error("E0207", unit->span, fmt::format("the count `{}` has no unit", symbol.name));
    return {};
  }
  const auto whole = integer(*given, nullptr, "a count");
  if (!whole) return {};
  if (declaration.range != nullptr) {
    const auto range = bounds(*declaration.range, nullptr);
    if (!range) return {};
    if (*whole < range->lower || *whole > range->upper) {
      context_.complaints
          .error("E0207", given->span,
                 fmt::format("`{} = {}` lies outside {}..{}", symbol.name, *whole, range->lower, range->upper))
          .labels.push_back({declaration.range->span, "its declared range"});
      return {};
    }
  }
  return Value(Scalar{graph_.number(*whole), context_.dimensions.one(), false, false, nullptr});
}

void Evaluator::report_circle(Symbol& symbol, const Definition& definition) {
  const auto start =
      std::find_if(running_.begin(), running_.end(), [&](const Running& r) { return r.definition == &definition; });
  if (start == running_.end()) return;
  std::string circle;
  for (auto it = start; it != running_.end(); ++it)
    circle += member_name(it->symbol->name, it->definition->index) + " → ";
  const std::string own = member_name(symbol.name, definition.index);
  Diagnostic& made = context_.complaints.error("E0203", definition.span,
                                               fmt::format("`{}` is defined through itself: {}{}", own, circle, own));
  for (auto it = start + 1; it != running_.end(); ++it)
    made.labels.push_back({it->definition->span, fmt::format("`{}` is part of the cycle", it->symbol->name)});
}

} // namespace dalembert::elaboration
