// The symbols of coordinates, parameters, multipliers, reactions and the like: made before any expression is looked at.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/declaring/acting.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

std::string described(const ast::Text* text) {
  return text == nullptr ? std::string() : std::string(text->text);
}

void describe_declared(Declared& declared, const Symbol& symbol, const DeclaredName& definition,
                       const ast::Text* text) {
  declared.name = member_name(symbol.name, definition.index);
  declared.description = described(text);
  declared.span = definition.span;
  if (symbol.is_family) declared.member = {symbol.name, definition.index};
}

Comparison comparison(ast::Relop op) {
  switch (op) {
  case ast::Relop::equal:
    return Comparison::equal;
  case ast::Relop::less:
    return Comparison::less;
  case ast::Relop::less_equal:
    return Comparison::less_equal;
  case ast::Relop::greater:
    return Comparison::greater;
  case ast::Relop::greater_equal:
    return Comparison::greater_equal;
  }
  return Comparison::equal;
}

namespace {

/// What a name declared with `unit` is measured in; unknown where no unit was written.
Scalar measured(Context& context, Expr symbol, const ast::UnitText* unit) {
  Scalar out{symbol, {}, false, false, nullptr};
  const ReadUnit* read = unit == nullptr ? nullptr : context.units.read(*unit);
  if (read == nullptr) {
    out.dimension = context.dimensions.unknown();
    return out;
  }
  out.dimension = read->dimension;
  out.angular = read->angular;
  out.per_angle = read->per_angle;
  if (!read->unit.is_coherent()) out.written_in = read;
  return out;
}

void finish(const DeclaredName& definition, const Scalar& scalar, std::size_t slot, const Builder& builder) {
  builder.names.definitions().of(definition) = {DefinitionState::done, Value(scalar), static_cast<int>(slot)};
}

void enter_coordinate(const Item<ast::Declaration>& item, const Builder& builder) {
  Context& context = builder.context;
  System& system = builder.draft.study.system;
  Coordinate made;
  describe_declared(made, *item.symbol, *item.definition, item.node->description);
  made.position = context.graph.symbol(made.name);
  made.rate = context.graph.symbol(made.name + "'");
  made.acceleration = context.graph.symbol(made.name + "''");
  context.content.mark(made.position, holds::coordinate);
  context.content.mark(made.rate, holds::rate);
  context.content.mark(made.acceleration, holds::acceleration);
  context.rates.seed(made.position, made.rate);
  context.rates.seed(made.rate, made.acceleration);
  const Scalar scalar = measured(context, made.position, item.node->unit);
  const std::size_t slot = system.coordinates.size();
  system.coordinates.push_back(std::move(made));
  finish(*item.definition, scalar, slot, builder);
  builder.draft.later([&draft = builder.draft, slot, scalar] {
    draft.study.system.coordinates[slot].measure = draft.context.measure(scalar);
  });
}

void enter_parameter(const Item<ast::Declaration>& item, const Builder& builder) {
  Context& context = builder.context;
  System& system = builder.draft.study.system;
  Parameter made;
  describe_declared(made, *item.symbol, *item.definition, item.node->description);
  made.is_input = item.symbol->kind == SymbolKind::input;
  made.symbol = context.graph.symbol(made.name);
  context.content.mark(made.symbol, holds::parameter);
  const Scalar scalar = measured(context, made.symbol, item.node->unit);
  finish(*item.definition, scalar, system.parameters.size(), builder);
  system.parameters.push_back(std::move(made));
}

void enter_function(const Item<ast::FunctionDeclaration>& item, const Builder& builder) {
  Context& context = builder.context;
  System& system = builder.draft.study.system;
  UnknownFunction made;
  describe_declared(made, *item.symbol, *item.definition, item.node->description);
  for (const ast::Name& parameter : item.node->parameters)
    made.arguments.emplace_back(parameter.text);
  made.id = context.graph.declare_unknown(made.name, made.arguments.size());
  const Scalar scalar = measured(context, context.graph.zero(), item.node->unit);
  const std::size_t slot = system.functions.size();
  system.functions.push_back(std::move(made));
  finish(*item.definition, scalar, slot, builder);
  builder.draft.later([&draft = builder.draft, slot, scalar] {
    draft.study.system.functions[slot].measure = draft.context.measure(scalar);
  });
}

void enter_constraint(const Item<ast::Constraint>& item, const Builder& builder) {
  Context& context = builder.context;
  System& system = builder.draft.study.system;
  Constraint made;
  describe_declared(made, *item.symbol, *item.definition, item.node->description);
  made.statement = item.statement->span;
  made.multiplier = context.graph.symbol("lambda." + made.name);
  context.content.mark(made.multiplier, holds::reaction);
  const Scalar scalar{made.multiplier, context.dimensions.unknown(), false, false, nullptr};
  finish(*item.definition, scalar, system.constraints.size(), builder);
  system.constraints.push_back(std::move(made));
}

void enter_reaction(const ReactionItem& item, const Builder& builder) {
  Context& context = builder.context;
  System& system = builder.draft.study.system;
  for (std::size_t i = 0; i < item.definitions.size(); ++i) {
    const DeclaredName* definition = item.definitions[i];
    if (definition == nullptr) continue;
    Reaction made;
    describe_declared(made, *builder.declared.symbols.find(item.node->names[i].name.text), *definition,
                      item.node->description);
    made.statement = item.statement->span;
    made.symbol = context.graph.symbol(made.name);
    context.content.mark(made.symbol, holds::reaction);
    const Scalar scalar = measured(context, made.symbol, item.node->unit);
    finish(*definition, scalar, system.reactions.size(), builder);
    system.reactions.push_back(std::move(made));
  }
}

/// Frictions and impacts: a symbol with a unit.
template <class Made, class Node>
void enter_symbol(const Item<Node>& item, std::vector<Made>& list, const Builder& builder) {
  Context& context = builder.context;
  Made made;
  describe_declared(made, *item.symbol, *item.definition, item.node->description);
  made.statement = item.statement->span;
  made.symbol = context.graph.symbol(made.name);
  context.content.mark(made.symbol, holds::reaction);
  finish(*item.definition, measured(context, made.symbol, item.node->unit), list.size(), builder);
  list.push_back(std::move(made));
}

} // namespace

void enter_counts(const Builder& builder) {
  for (const auto& item : builder.declared.counts) {
    const Value value = builder.names.definitions().meaning(*item.symbol, *item.definition);
    if (!value.is_scalar()) continue;
    Count made;
    describe_declared(made, *item.symbol, *item.definition, item.node->description);
    made.value = *builder.context.graph.number(value.scalar().expr).as_integer();
    builder.draft.study.system.counts.push_back(std::move(made));
  }
}

void enter_symbols(const Builder& builder) {
  System& system = builder.draft.study.system;
  // Parameters first: products are printed in this order, `m*x'^2`.
  for (const auto& item : builder.declared.parameters)
    enter_parameter(item, builder);
  for (const auto& item : builder.declared.coordinates)
    enter_coordinate(item, builder);
  for (const auto& item : builder.declared.functions)
    enter_function(item, builder);
  const ActingNames names(builder.declared);
  for (const Acting now : all_acting) {
    for (const auto& item : builder.declared.constraints)
      if (acting(item) == now) enter_constraint(item, builder);
    for (const auto& item : builder.declared.reactions)
      if (names.of(item) == now) enter_reaction(item, builder);
    for (const auto& item : builder.declared.impacts)
      if (acting(item) == now) enter_symbol(item, system.impacts, builder);
    for (const auto& item : builder.declared.frictions) {
      if (names.of(item) != now) continue;
      if (item.symbol->kind == SymbolKind::impact)
        enter_symbol(item, system.impacts, builder);
      else
        enter_symbol(item, system.frictions, builder);
    }
  }
}

} // namespace elaboration
} // namespace dalembert
