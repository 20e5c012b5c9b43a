#include <dalembert/elaborate/expressions/clauses.h>
#include <dalembert/elaborate/expressions/linearity.h>
#include <dalembert/elaborate/expressions/time_derivative.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

std::string_view clause_word(ast::ClauseKind kind) {
  switch (kind) {
  case ast::ClauseKind::at:
    return "at";
  case ast::ClauseKind::on:
    return "on";
  case ast::ClauseKind::against:
    return "against";
  case ast::ClauseKind::along:
    return "along";
  case ast::ClauseKind::conjugate:
    return "conjugate";
  case ast::ClauseKind::axis:
    return "axis";
  }
  return "at";
}

} // namespace

Clauses::Clauses(Evaluator& evaluator, const ast::List<ast::Clause>& clauses, const Scope* scope, std::string_view what,
                 std::initializer_list<ast::ClauseKind> allowed)
    : evaluator_(evaluator), clauses_(clauses), scope_(scope) {
  std::vector<ast::ClauseKind> met;
  for (const ast::Clause& clause : clauses) {
    Complaints& complaints = evaluator.context().complaints;
    if (std::find(allowed.begin(), allowed.end(), clause.kind) == allowed.end())
      complaints.error("E0601", clause.keyword, fmt::format("{} takes no `{}`", what, clause_word(clause.kind)));
    else if (std::find(met.begin(), met.end(), clause.kind) != met.end())
      complaints.error("E0601", clause.keyword, fmt::format("`{}` is given twice", clause_word(clause.kind)));
    met.push_back(clause.kind);
  }
}

const ast::Clause* Clauses::find(ast::ClauseKind kind) const {
  for (const ast::Clause& clause : clauses_)
    if (clause.kind == kind) return &clause;
  return nullptr;
}

std::optional<std::vector<Scalar>> Clauses::point(const ast::Clause& clause) const {
  Complaints& complaints = evaluator_.context().complaints;
  if (clause.values.size() != 1) {
    complaints.error("E0605", clause.span, fmt::format("`{}` must be followed by one point", clause_word(clause.kind)))
        .help = "write its coordinates in parentheses: `(x, y)`";
    return std::nullopt;
  }
  const Value position = evaluator_.value(*clause.values[0], scope_);
  if (position.failed()) return std::nullopt;
  if (!position.is_tuple()) {
    complaints.error("E0605", clause.values[0]->span, "a point has two or three coordinates: `(x, y)`");
    return std::nullopt;
  }
  const Value velocity = time_derivative(evaluator_.context(), position, clause.values[0]->span);
  if (velocity.failed()) return std::nullopt;
  return velocity.items();
}

std::optional<std::vector<Scalar>> Clauses::velocity() const {
  Context& context = evaluator_.context();
  auto velocity = point(*find(ast::ClauseKind::at));
  const ast::Clause* against = find(ast::ClauseKind::against);
  if (!velocity || against == nullptr) return velocity;
  const auto other = point(*against);
  if (!other) return std::nullopt;
  bool fits = other->size() == velocity->size();
  for (std::size_t i = 0; fits && i < velocity->size(); ++i) {
    fits = context.fit((*velocity)[i], (*other)[i]);
    if ((*velocity)[i].fits_any) (*velocity)[i].dimension = (*other)[i].dimension;
    (*velocity)[i].fits_any = (*velocity)[i].fits_any && (*other)[i].fits_any;
    (*velocity)[i].expr = context.graph.sub((*velocity)[i].expr, (*other)[i].expr);
  }
  if (fits) return velocity;
  context.complaints.error("E0605", against->span, "the two points differ in their components or units");
  return std::nullopt;
}

std::vector<Expr> Clauses::position(ast::ClauseKind kind) const {
  const ast::Clause* clause = find(kind);
  std::vector<Expr> out;
  if (clause == nullptr) return out;
  const Value point = evaluator_.value(*clause->values.front(), scope_);
  for (const Scalar& component : point.items())
    out.push_back(component.expr);
  return out;
}

bool is_conjugate_speed(Evaluator& evaluator, const Scalar& speed, const ast::Expr& place, const Scope* scope,
                        std::string_view whose) {
  Context& context = evaluator.context();
  const Content unwanted = holds::acceleration | holds::reaction | holds::history;
  if (context.content.has(speed.expr, unwanted)) {
    const SourceSpan span = evaluator.place_of(place, scope, unwanted);
    context.complaints.error("E0604", span,
                             fmt::format("`{}` in the speed of {}: a speed may contain only coordinates and rates",
                                         context.text(span), whose));
    return false;
  }
  if (!context.content.has(speed.expr, holds::rate)) {
    context.complaints.error("E0604", place.span, fmt::format("the speed of {} contains no rate", whose)).help =
        "a generalized force is given with the speed on which it does work: `conjugate x'`";
    return false;
  }
  if (is_affine_in_rates(context, speed.expr)) return true;
  context.complaints.error("E0604", place.span, fmt::format("the speed of {} is not linear in the rates", whose));
  return false;
}

} // namespace elaboration
} // namespace dalembert
