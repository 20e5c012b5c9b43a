// Values and ranges of counts, parameters, inputs and coordinates; what speeds and lets stand for.
#include <dalembert/elaborate/building/builder.h>
#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Where the value of a declaration comes from, and in which unit a bare number there is meant.
struct Given {
  const ast::Expr* value = nullptr;
  const ReadUnit* unit = nullptr;
  bool is_override = false;
};

const ast::Number* signed_number(const ast::Expr& expr) {
  const ast::Expr* inner = &without_brackets(expr);
  while (const auto* sign = std::get_if<ast::Unary>(&inner->node))
    inner = &without_brackets(*sign->operand);
  return std::get_if<ast::Number>(&inner->node);
}

/// The unit of a declaration: the one after the name, or the one of a value that is a plain number.
const ReadUnit* unit_of(const ast::Declaration& declaration, Context& context) {
  if (declaration.unit != nullptr) return context.units.read(*declaration.unit);
  const ast::Number* number = declaration.value == nullptr ? nullptr : signed_number(*declaration.value);
  return number == nullptr || number->unit == nullptr ? nullptr : context.units.read(*number->unit);
}

/// Values and ranges of declared names.
class Values {
public:
  explicit Values(const Builder& builder)
      : draft_(builder.draft),
        names_(builder.names),
        context_(builder.context),
        evaluator_(builder.evaluator),
        overrides_(builder.overrides) {}

  void parameter(const Item<ast::Declaration>& item) {
    Parameter& made =
        draft_.study.system.parameters.at(static_cast<std::size_t>(names_.definitions().of(*item.definition).slot));
    const ast::Declaration* replaced = overrides_.find(item.symbol->name, item.definition->index);
    Scalar named = names_.definitions().of(*item.definition).value.scalar();
    const ReadUnit* unit = unit_of(*item.node, context_);
    if (unit != nullptr && !unit->unit.is_coherent()) named.written_in = unit;
    const bool is_own =
        item.node->value != nullptr && !(item.symbol->kind == SymbolKind::input && is_course(*item.node->value));
    if (is_own) made.value = value(*item.node->value, item.scope, named, unit, false, false);
    if (replaced != nullptr) made.value = value(*replaced->value, nullptr, named, unit, true, true);
    if (item.node->range != nullptr) made.range = interval(*item.node->range, item.scope, named, unit);
    named.angular = named.angular || (unit != nullptr && unit->angular);
    if (unit != nullptr) named.per_angle = unit->per_angle;
    names_.definitions().of(*item.definition).value = Value(named);
    const auto slot = static_cast<std::size_t>(names_.definitions().of(*item.definition).slot);
    draft_.later(
        [&draft = draft_, slot, named] { draft.study.system.parameters[slot].measure = draft.context.measure(named); });
  }

  void coordinate(const Item<ast::Declaration>& item) {
    if (item.node->value != nullptr)
      context_.complaints
          .error("E0706", item.node->value->span, "a coordinate has no value of its own; give it one in `initial`")
          .help = fmt::format("initial {} = {}", member_name(item.symbol->name, item.definition->index),
                              context_.text(item.node->value->span));
    if (item.node->range == nullptr) return;
    const auto slot = static_cast<std::size_t>(names_.definitions().of(*item.definition).slot);
    const ReadUnit* unit = item.node->unit == nullptr ? nullptr : context_.units.read(*item.node->unit);
    draft_.study.system.coordinates.at(slot).range =
        interval(*item.node->range, item.scope, names_.definitions().of(*item.definition).value.scalar(), unit);
  }

private:
  /// Returns the value, in SI units. A bare value takes the unit of its declaration.
  std::optional<Expr> value(const ast::Expr& expr, const Scope* scope, const Scalar& named, const ReadUnit* unit,
                            bool is_override, bool takes_any) {
    auto given = evaluator_.scalar(expr, scope);
    if (!given) return std::nullopt;
    if (context_.content.has(given->expr, static_cast<Content>(~holds::parameter))) {
      context_.complaints
          .error("E0505", evaluator_.place_of(expr, scope, static_cast<Content>(~holds::parameter)),
                 "the value of a parameter cannot change during the motion")
          .help = "use `let` for a quantity that depends on t, on coordinates or on rates";
      return std::nullopt;
    }
    if (is_bare_value(expr, names_.symbols(), scope)) {
      if (unit != nullptr && is_override && !is_clear(expr, *unit)) return std::nullopt;
      if (unit != nullptr) {
        given->expr = context_.graph.mul(given->expr, context_.units.factor(unit->unit));
        given->dimension = unit->dimension;
      } else if (takes_any) {
        given->dimension = named.dimension;
      }
      given->fits_any = false;
    }
    Scalar wanted = named;
    wanted.fits_any = false;
    if (context_.fit(wanted, *given)) return given->expr;
    Diagnostic& made = context_.complaints.error("E0412", expr.span, "the two sides differ in dimension");
    made.note = describe(evaluator_, expr, scope, *given);
    made.help = fmt::format("the name is declared in {}", context_.unit_text(named));
    return std::nullopt;
  }

  /// A bare number for a name in degrees or the like says too little on the command line.
  bool is_clear(const ast::Expr& expr, const ReadUnit& unit) {
    if (unit.unit.is_coherent() || !is_bare_number(expr)) return true;
    const std::string text = context_.text(expr.span);
    context_.complaints
        .error("E0411", expr.span, fmt::format("`{}` has no unit, but the name is declared in [{}]", text, unit.text))
        .help = fmt::format("write `{0} [{1}]` or `{0} [{2}]`", text, unit.text,
                            context_.measure(unit.dimension, unit.angular).unit());
    return false;
  }

  std::optional<Interval> interval(const ast::Range& range, const Scope* scope, const Scalar& named,
                                   const ReadUnit* unit) {
    const ReadUnit* both = range.unit != nullptr ? context_.units.read(*range.unit) : nullptr;
    const auto low = end(*range.lower, scope, named, both != nullptr ? both : unit);
    const auto high = end(*range.upper, scope, named, both != nullptr ? both : unit);
    if (!low || !high) return std::nullopt;
    const bool is_reversed = context_.graph.is_number(*low) && context_.graph.is_number(*high) &&
                             context_.graph.number(*low) > context_.graph.number(*high);
    if (is_reversed) {
      context_.complaints.error("E0801", range.span, "this range is empty: its lower end is above its upper end");
      return std::nullopt;
    }
    return Interval{*low, *high};
  }

  std::optional<Expr> end(const ast::Expr& expr, const Scope* scope, const Scalar& named, const ReadUnit* unit) {
    return value(expr, scope, named, unit, false, true);
  }

  Draft& draft_;
  ModelNames& names_;
  Context& context_;
  Evaluator& evaluator_;
  const Overrides& overrides_;
};

/// Reports parameters whose values depend on each other in a circle.
class Circles {
public:
  explicit Circles(Draft& draft)
      : context_(draft.context), parameters_(draft.study.system.parameters), progress_(parameters_.size()) {
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      slots_.emplace(parameters_[i].symbol.id, i);
  }

  void look() {
    for (std::size_t i = 0; i < progress_.size(); ++i)
      visit(i);
  }

private:
  void visit(std::size_t slot) {
    if (progress_[slot] == DefinitionState::done) return;
    if (progress_[slot] == DefinitionState::running) {
      report(slot);
      return;
    }
    constexpr std::size_t deepest = 2000;
    if (path_.size() > deepest) return;
    progress_[slot] = DefinitionState::running;
    path_.push_back(slot);
    const Parameter& parameter = parameters_[slot];
    if (parameter.value && !context_.graph.is_number(*parameter.value))
      for (const Expr symbol : free_symbols(context_.graph, *parameter.value))
        if (const auto next = slots_.find(symbol.id); next != slots_.end()) visit(next->second);
    path_.pop_back();
    progress_[slot] = DefinitionState::done;
  }

  void report(std::size_t slot) {
    const auto start = std::find(path_.begin(), path_.end(), slot);
    std::string circle;
    for (auto it = start; it != path_.end(); ++it)
      circle += parameters_[*it].name + " → ";
    const Parameter& parameter = parameters_[slot];
    context_.complaints.error("E0203", parameter.span,
                              fmt::format("`{0}` is defined through itself: {1}{0}", parameter.name, circle));
  }

  Context& context_;
  const std::vector<Parameter>& parameters_;
  std::vector<DefinitionState> progress_;
  std::unordered_map<std::uint32_t, std::size_t> slots_; ///< by symbol
  std::vector<std::size_t> path_;
};

} // namespace

void build_parameters(const Builder& builder) {
  Values values(builder);
  for (const auto& item : builder.declared.parameters)
    values.parameter(item);
  for (const auto& item : builder.declared.coordinates)
    values.coordinate(item);
  Circles(builder.draft).look();
}

namespace {

FunctionLet function_let(const Draft& draft, const Item<ast::Let>& item) {
  FunctionLet made;
  describe_declared(made, *item.symbol, *item.definition, item.node->description);
  for (const ast::Name& argument : item.node->parameters)
    made.arguments.emplace_back(argument.text);
  made.text = draft.shown(item.node->value->span);
  return made;
}

/// An input that follows the time is a function of it and of parameters, in the unit that it is declared in.
void check_course(const Builder& builder, const Item<ast::Let>& item, const ast::Declaration& declared,
                  const Scalar& value) {
  Context& context = builder.context;
  constexpr auto unwanted = static_cast<Content>(~(holds::parameter | holds::time));
  if (context.content.has(value.expr, unwanted)) {
    context.complaints
        .error("E0505", builder.evaluator.place_of(*declared.value, item.scope, unwanted),
               fmt::format("the input `{}` may contain only the time and parameters", item.symbol->name))
        .help = "use `let` for a quantity that depends on coordinates or on rates";
    return;
  }
  const ReadUnit* unit = declared.unit == nullptr ? nullptr : context.units.read(*declared.unit);
  if (unit == nullptr) return;
  Scalar wanted = value;
  wanted.dimension = unit->dimension;
  wanted.fits_any = false;
  if (context.fit(wanted, value)) return;
  Diagnostic& made = context.complaints.error("E0412", declared.value->span, "the two sides differ in dimension");
  made.note = describe(builder.evaluator, *declared.value, item.scope, value);
  made.labels.push_back({declared.unit->span, fmt::format("`{}` is declared in [{}]", item.symbol->name, unit->text)});
}

} // namespace

void build_definitions(const Builder& builder) {
  Definitions& definitions = builder.names.definitions();
  Context& context = builder.context;
  System& system = builder.draft.study.system;
  for (const auto& item : builder.declared.speeds) {
    const Value value = definitions.meaning(*item.symbol, *item.definition);
    definitions.mark(*item.symbol, true);
    if (!value.is_scalar()) continue;
    const Content unwanted = holds::acceleration | holds::reaction | holds::history;
    if (context.content.has(value.scalar().expr, unwanted)) {
      context.complaints.error("E0501", builder.evaluator.place_of(*item.node->value, item.scope, unwanted),
                               fmt::format("the speed `{}` may contain only coordinates and rates", item.symbol->name));
      continue;
    }
    Speed made;
    describe_declared(made, *item.symbol, *item.definition, item.node->description);
    made.value = value.scalar().expr;
    const std::size_t slot = system.speeds.size();
    definitions.of(*item.definition).slot = static_cast<int>(slot);
    system.speeds.push_back(std::move(made));
    builder.draft.later([&draft = builder.draft, slot, scalar = value.scalar()] {
      draft.study.system.speeds[slot].measure = draft.context.measure(scalar);
    });
  }
  for (const auto& item : builder.declared.lets) {
    if (item.symbol->kind == SymbolKind::function_let) {
      system.function_lets.push_back(function_let(builder.draft, item));
      continue;
    }
    const bool was_used = definitions.is_used(*item.symbol);
    const Value value = definitions.meaning(*item.symbol, *item.definition);
    definitions.mark(*item.symbol, was_used || item.symbol->is_family);
    if (!value.is_scalar()) continue;
    if (const auto course = builder.declared.courses.find(item.node); course != builder.declared.courses.end())
      check_course(builder, item, *course->second, value.scalar());
    Let made;
    describe_declared(made, *item.symbol, *item.definition, item.node->description);
    made.value = value.scalar().expr;
    if (!item.symbol->is_family) made.text = builder.draft.shown(item.node->value->span);
    const std::size_t slot = system.lets.size();
    system.lets.push_back(std::move(made));
    builder.draft.later([&draft = builder.draft, &definitions, slot, symbol = item.symbol, own = value.scalar()] {
      // The 0 that a recursion starts from is measured as the rest of its family.
      const Value& last = definitions.of(symbol->members.back()).value;
      const Scalar& like = own.fits_any && last.is_scalar() ? last.scalar() : own;
      draft.study.system.lets[slot].measure = draft.context.measure(like);
    });
  }
}

} // namespace elaboration
} // namespace dalembert
