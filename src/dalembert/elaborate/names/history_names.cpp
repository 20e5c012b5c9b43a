// What is known along a run only: work(F), lost(D), impulse(R), drift(x).
#include <dalembert/elaborate/expressions/functions.h>
#include <dalembert/elaborate/names/derived_names.h>
#include <dalembert/elaborate/names/model_names.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

Value ModelNames::drift(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  const auto of = evaluator_.scalar(*call.arguments[0], scope);
  if (!of) return {};
  Derived derived;
  derived.kind = DerivedKind::drift;
  derived.argument = of->expr;
  derived.text = context_.text(whole.span);
  derived.span = whole.span;
  return derived_->history(std::move(derived), context_.dimensions.one(), of->dimension);
}

Value ModelNames::history(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  const std::string_view name = std::get<ast::Name>(call.callee->node).text;
  if (!takes(name, 1, whole, call, context_)) return {};
  if (name == "drift") return drift(whole, call, scope);
  const ast::Expr& argument = *call.arguments[0];
  Derived derived;
  derived.text = context_.text(whole.span);
  derived.span = whole.span;
  DimensionId dimension = context_.dimensions.of(Dimension::energy());
  const auto* plain = std::get_if<ast::Name>(&argument.node);
  const bool is_total = name == "lost" && plain != nullptr && plain->text == "D";
  if (is_total && symbols().find("D") == nullptr) {
    derived.kind = DerivedKind::lost;
    return derived_->history(std::move(derived), dimension);
  }
  const auto found = reference(argument, scope);
  if (!found) return {};
  const SymbolKind kind = found->symbol->kind;
  const auto refuse = [&](std::string_view wanted) {
    context_.complaints.error("E0210", argument.span, fmt::format("`{}` needs the name of {}", name, wanted)).note =
        fmt::format("`{}` is {}", found->symbol->name, phrase(kind));
    return Value();
  };
  if (found->definition == nullptr) return refuse("one thing, not a family");
  derived.index = definitions_.of(*found->definition).slot;
  if (name == "lost") {
    if (kind != SymbolKind::energy || found->definition->energy->kind != ast::EnergyKind::dissipation)
      return refuse("a dissipation");
    derived.kind = DerivedKind::lost;
    derived.index = -1;
  } else if (name == "work") {
    const System& system = draft_.study.system;
    if (kind != SymbolKind::force && kind != SymbolKind::friction && kind != SymbolKind::reaction)
      return refuse("a force, a friction or a reaction");
    derived.kind = DerivedKind::work;
    if (kind != SymbolKind::force) derived.index += static_cast<int>(system.forces.size());
    if (kind == SymbolKind::reaction) derived.index += static_cast<int>(system.frictions.size());
  } else {
    if (kind != SymbolKind::reaction) return refuse("a reaction");
    derived.kind = DerivedKind::impulse;
    dimension = context_.dimensions.multiply(definitions_.of(*found->definition).value.scalar().dimension,
                                             context_.dimensions.of(Dimension::time()));
  }
  return derived_->history(std::move(derived), dimension);
}

} // namespace elaboration
} // namespace dalembert
