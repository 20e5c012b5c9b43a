// sum, prod, max, min and all over an index; lists of quantities.
#include <dalembert/elaborate/evaluator.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert::elaboration {

namespace {

constexpr std::int64_t most_terms = 200'000; ///< of one sum, product or list

std::string_view word(ast::FoldKind kind) {
  switch (kind) {
  case ast::FoldKind::sum:
    return "sum";
  case ast::FoldKind::prod:
    return "prod";
  case ast::FoldKind::max:
    return "max";
  case ast::FoldKind::min:
    return "min";
  case ast::FoldKind::all:
    return "all";
  }
  return "sum";
}

} // namespace

std::string Evaluator::prefix_key(const ast::Fold& fold, const Scope* scope, std::int64_t lower) {
  const auto [names, is_new] = free_names_.try_emplace(&fold);
  if (is_new) names->second = names_in(*fold.body);
  std::string key = fmt::format("{} {}", static_cast<const void*>(&fold), lower);
  for (const std::string_view name : names->second) {
    if (name == fold.binder->text) continue;
    const Scope* bound = find_name(scope, name);
    if (bound == nullptr) continue;
    if (!bound->value.is_scalar()) return {};
    key += fmt::format(" {}:{}", bound->value.scalar().expr.id, bound->value.scalar().dimension.id);
  }
  return key;
}

/// The range of a fold; nothing where it is none or too long, which is reported before any term is looked at.
std::optional<Evaluator::Bounds> Evaluator::fold_bounds(const ast::Fold& fold, const Scope* scope) {
  const auto range = bounds(*fold.range, scope);
  if (!range || range->upper - range->lower < most_terms) return range;
  if (!has_given_up_)
    context_.complaints.error("E0214", fold.range->span,
                              fmt::format("a `{}` of more than {} terms", word(fold.kind), most_terms));
  return std::nullopt;
}

Value Evaluator::fold(const ast::Expr& whole, const ast::Fold& fold, const Scope* scope) {
  const auto range = fold_bounds(fold, scope);
  if (!range) return {};
  if (fold.kind == ast::FoldKind::all) {
    std::vector<Scalar> items;
    for (std::int64_t i = range->lower; i <= range->upper; ++i) {
      const Scope turn = context_.number_scope(scope, fold.binder->text, i);
      const auto next = scalar(*fold.body, &turn);
      if (!next) return {};
      items.push_back(*next);
    }
    return Value(std::move(items));
  }
  if (range->upper < range->lower) {
    if (fold.kind == ast::FoldKind::sum)
      return Value(Scalar{graph_.zero(), context_.dimensions.one(), false, true, nullptr});
    if (fold.kind == ast::FoldKind::prod)
      return Value(Scalar{graph_.one(), context_.dimensions.one(), false, false, nullptr});
    context_.complaints.error("E0506", whole.span,
                              fmt::format("the `{}` of nothing: the range is empty", word(fold.kind)));
    return {};
  }
  const std::string key = probe_ == 0 ? prefix_key(fold, scope, range->lower) : std::string();
  std::vector<Value> values;
  if (!key.empty()) values = std::move(prefixes_[key]);
  const auto wanted = static_cast<std::size_t>(range->upper - range->lower) + 1;
  while (values.size() < wanted) {
    const std::int64_t i = range->lower + static_cast<std::int64_t>(values.size());
    const Scope turn = context_.number_scope(scope, fold.binder->text, i);
    const auto next = scalar(*fold.body, &turn);
    if (!next) return {};
    if (values.empty()) {
      values.emplace_back(*next);
      continue;
    }
    const auto sum = fold_step(fold, values.back().scalar(), *next);
    if (!sum || !check_size(sum->expr, whole.span)) return {};
    values.emplace_back(*sum);
  }
  Value out = values[wanted - 1];
  if (!key.empty()) prefixes_[key] = std::move(values);
  return out;
}

std::optional<Scalar> Evaluator::fold_step(const ast::Fold& fold, const Scalar& sum, const Scalar& next) {
  Scalar out = sum;
  if (fold.kind == ast::FoldKind::prod) {
    out.dimension = context_.dimensions.multiply(sum.dimension, next.dimension);
    out.expr = graph_.mul(sum.expr, next.expr);
    out.angular = false;
    return out;
  }
  if (!fit(sum, next)) {
    context_.complaints
        .error("E0402", fold.body->span, fmt::format("the terms of this `{}` differ in dimension", word(fold.kind)))
        .note = fmt::format("one is in {}, another in {}", unit_text(sum), unit_text(next));
    return std::nullopt;
  }
  if (sum.fits_any) out.dimension = next.dimension;
  out.fits_any = sum.fits_any && next.fits_any;
  out.angular = sum.angular || next.angular;
  if (fold.kind == ast::FoldKind::sum)
    out.expr = graph_.add(sum.expr, next.expr);
  else
    out.expr = graph_.apply(fold.kind == ast::FoldKind::max ? Function::max : Function::min, sum.expr, next.expr);
  return out;
}

// ---- lists

std::vector<ListItem> Evaluator::list(const ast::Expr& expr, const Scope* scope) {
  std::vector<ListItem> out;
  list_into(expr, scope, out);
  return out;
}

void Evaluator::list_into(const ast::Expr& expr, const Scope* scope, std::vector<ListItem>& out) {
  if (const auto* tuple = std::get_if<ast::Tuple>(&expr.node)) {
    for (const ast::Expr* item : tuple->items)
      list_into(*item, scope, out);
    return;
  }
  if (const auto* fold = std::get_if<ast::Fold>(&expr.node); fold != nullptr && fold->kind == ast::FoldKind::all) {
    const auto range = fold_bounds(*fold, scope);
    if (!range) return;
    for (std::int64_t i = range->lower; i <= range->upper; ++i) {
      const Scope turn = context_.number_scope(scope, fold->binder->text, i);
      const auto next = scalar(*fold->body, &turn);
      if (!next) return;
      out.push_back(
          {*next, fmt::format("{} ({} = {})", context_.text(fold->body->span), fold->binder->text, i), expr.span});
    }
    return;
  }
  if (list_slice(expr, scope, out)) return;
  const Value whole = value(expr, scope);
  if (whole.is_scalar()) out.push_back({whole.scalar(), context_.shown(expr.span), expr.span});
  if (!whole.is_tuple()) return;
  int place = 0;
  for (const Scalar& item : whole.items())
    out.push_back({item, fmt::format("{}[{}]", context_.text(expr.span), ++place), expr.span});
}

/// `theta` and `theta[1..n]`, with primes: one entry for each member.
bool Evaluator::list_slice(const ast::Expr& expr, const Scope* scope, std::vector<ListItem>& out) {
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
  Symbol* symbol = context_.symbols.find(name->text);
  const bool is_slice = symbol != nullptr && symbol->is_family && symbol->kind != SymbolKind::constraint &&
                        (index == nullptr || index->index->items.front().range != nullptr);
  if (!is_slice) return false;
  std::optional<Bounds> range;
  if (index != nullptr) {
    if (index->index->items.size() != 1) {
      context_.complaints.error("E0206", index->index->span, "a slice has one index");
      return true;
    }
    range = bounds(*index->index->items.front().range, scope);
    if (!range) return true;
  }
  for (Definition& member : symbol->members) {
    if (range && (member.index.front() < range->lower || member.index.front() > range->upper)) continue;
    Value value = meaning(*symbol, member, expr.span);
    for (int p = 0; p < primes; ++p)
      value = time_derivative(value, expr.span);
    if (!value.is_scalar()) return true;
    out.push_back({value.scalar(),
                   member_name(symbol->name, member.index) + std::string(static_cast<std::size_t>(primes), '\''),
                   expr.span});
  }
  return true;
}

} // namespace dalembert::elaboration
