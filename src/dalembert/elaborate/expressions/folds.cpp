// sum, prod, max, min and all over an index.
#include <dalembert/elaborate/expressions/folds.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::int64_t most_terms = 200'000; ///< of one sum, product or list

std::string_view fold_word(ast::FoldKind kind) {
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

std::string Folds::prefix_key(const ast::Fold& fold, const Scope* scope, std::int64_t lower) {
  const auto [names, is_new] = free_names_.try_emplace(&fold);
  if (is_new) names->second = names_in(*fold.body);
  std::string key = fmt::format("{} {}", static_cast<const void*>(&fold), lower);
  for (const std::string_view name : names->second) {
    if (name == fold.binder->text) continue;
    const Scope* bound = find_name(scope, name);
    if (bound == nullptr) continue;
    if (bound->argument == nullptr) {
      key += fmt::format(" {}", bound->number);
      continue;
    }
    if (!bound->argument->is_scalar()) return {};
    key += fmt::format(" {}:{}", bound->argument->scalar().expr.id, bound->argument->scalar().dimension.id);
  }
  return key;
}

/// The range of a fold; nothing where it is none or too long, which is reported before any term is looked at.
std::optional<Evaluator::Bounds> fold_bounds(Evaluator& evaluator, const ast::Fold& fold, const Scope* scope) {
  Context& context = evaluator.context();
  const auto range = evaluator.bounds(*fold.range, scope);
  if (!range || range->upper - range->lower < most_terms) return range;
  if (!context.work_done.has_given_up)
    context.complaints.error("E0214", fold.range->span,
                             fmt::format("a `{}` of more than {} terms", fold_word(fold.kind), most_terms));
  return std::nullopt;
}

Value Folds::fold(const ast::Expr& whole, const ast::Fold& fold, const Scope* scope) {
  const auto range = fold_bounds(evaluator_, fold, scope);
  if (!range) return {};
  if (fold.kind == ast::FoldKind::all) {
    std::vector<Scalar> items;
    for (std::int64_t i = range->lower; i <= range->upper; ++i) {
      const Scope turn{scope, fold.binder->text, nullptr, i, nullptr};
      const auto next = evaluator_.scalar(*fold.body, &turn);
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
                              fmt::format("the range of this `{}` is empty", fold_word(fold.kind)));
    return {};
  }
  const std::string key = !evaluator_.is_probing() ? prefix_key(fold, scope, range->lower) : std::string();
  std::vector<Value> values;
  if (!key.empty()) values = std::move(prefixes_[key]);
  const auto wanted = static_cast<std::size_t>(range->upper - range->lower) + 1;
  while (values.size() < wanted) {
    const std::int64_t i = range->lower + static_cast<std::int64_t>(values.size());
    const Scope turn{scope, fold.binder->text, nullptr, i, nullptr};
    const auto next = evaluator_.scalar(*fold.body, &turn);
    if (!next) return {};
    if (values.empty()) {
      values.emplace_back(*next);
      continue;
    }
    const auto sum = fold_step(fold, values.back().scalar(), *next);
    if (!sum || !evaluator_.check_size(sum->expr, whole.span)) return {};
    values.emplace_back(*sum);
  }
  Value out = values[wanted - 1];
  if (!key.empty()) prefixes_[key] = std::move(values);
  return out;
}

std::optional<Scalar> Folds::fold_step(const ast::Fold& fold, const Scalar& sum, const Scalar& next) {
  Scalar out = sum;
  if (fold.kind == ast::FoldKind::prod) {
    out.dimension = context_.dimensions.multiply(sum.dimension, next.dimension);
    out.expr = graph_.mul(sum.expr, next.expr);
    out.angular = false;
    return out;
  }
  if (!context_.fit(sum, next)) {
    context_.complaints
        .error("E0402", fold.body->span,
               fmt::format("the terms of this `{}` differ in dimension", fold_word(fold.kind)))
        .note = fmt::format("one is in {}, another in {}", context_.unit_text(sum), context_.unit_text(next));
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

} // namespace elaboration
} // namespace dalembert
