// Lists of quantities, as plots and tables take them.
#include <dalembert/elaborate/expressions/folds.h>
#include <dalembert/elaborate/expressions/time_derivative.h>
#include <dalembert/elaborate/names/model_names.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

std::vector<ListItem> ModelNames::list(const ast::Expr& expr, const Scope* scope) {
  std::vector<ListItem> out;
  list_into(expr, scope, out);
  return out;
}

void ModelNames::list_into(const ast::Expr& expr, const Scope* scope, std::vector<ListItem>& out) {
  if (const auto* tuple = std::get_if<ast::Tuple>(&expr.node)) {
    for (const ast::Expr* item : tuple->items)
      list_into(*item, scope, out);
    return;
  }
  if (const auto* fold = std::get_if<ast::Fold>(&expr.node); fold != nullptr && fold->kind == ast::FoldKind::all) {
    const auto range = fold_bounds(evaluator_, *fold, scope);
    if (!range) return;
    for (std::int64_t i = range->lower; i <= range->upper; ++i) {
      const Scope turn{scope, fold->binder->text, nullptr, i, nullptr};
      const auto next = evaluator_.scalar(*fold->body, &turn);
      if (!next) return;
      out.push_back(
          {*next, fmt::format("{} ({} = {})", context_.text(fold->body->span), fold->binder->text, i), expr.span});
    }
    return;
  }
  if (list_slice(expr, scope, out)) return;
  const Value whole = evaluator_.value(expr, scope);
  if (whole.is_scalar()) out.push_back({whole.scalar(), draft_.shown(expr.span), expr.span});
  if (!whole.is_tuple()) return;
  int place = 0;
  for (const Scalar& item : whole.items())
    out.push_back({item, fmt::format("{}[{}]", context_.text(expr.span), ++place), expr.span});
}

/// `theta` and `theta[1..n]`, with primes: one entry for each member.
bool ModelNames::list_slice(const ast::Expr& expr, const Scope* scope, std::vector<ListItem>& out) {
  const ast::Expr* inner = &expr;
  int primes = 0;
  for (const ast::Prime* prime = std::get_if<ast::Prime>(&inner->node); prime != nullptr;
       prime = std::get_if<ast::Prime>(&inner->node)) {
    inner = prime->operand;
    ++primes;
  }
  const auto* index = std::get_if<ast::Index>(&inner->node);
  const auto* name = std::get_if<ast::Name>(index != nullptr ? &index->base->node : &inner->node);
  if (name == nullptr || find_name(scope, name->text) != nullptr) return false;
  const Symbol* symbol = symbols().find(name->text);
  const bool is_slice = symbol != nullptr && symbol->is_family && symbol->kind != SymbolKind::constraint &&
                        (index == nullptr || index->index->items.front().range != nullptr);
  if (!is_slice) return false;
  std::optional<Evaluator::Bounds> range;
  if (index != nullptr) {
    if (index->index->items.size() != 1) {
      context_.complaints.error("E0206", index->index->span, "a slice has one index");
      return true;
    }
    range = evaluator_.bounds(*index->index->items.front().range, scope);
    if (!range) return true;
  }
  for (const DeclaredName& member : symbol->members) {
    if (range && (member.index.front() < range->lower || member.index.front() > range->upper)) continue;
    Value value = definitions_.meaning(*symbol, member);
    for (int p = 0; p < primes; ++p)
      value = time_derivative(context_, value, expr.span);
    if (!value.is_scalar()) return true;
    out.push_back({value.scalar(),
                   member_name(symbol->name, member.index) + std::string(static_cast<std::size_t>(primes), '\''),
                   expr.span});
  }
  return true;
}

} // namespace elaboration
} // namespace dalembert
