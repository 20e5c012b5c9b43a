#include <dalembert/elaborate/evaluator.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert::elaboration {

namespace {

constexpr std::string_view vowels = "aeiou";

std::string with_article(std::string_view noun) {
  const bool is_vowel = !noun.empty() && vowels.find(noun.front()) != std::string_view::npos;
  return fmt::format("{} {}", is_vowel ? "an" : "a", noun);
}

} // namespace

bool Evaluator::fit(const Scalar& a, const Scalar& b) {
  if (a.fits_any || b.fits_any) return true;
  return context_.dimensions.unify(a.dimension, b.dimension);
}

std::string Evaluator::unit_text(DimensionId dimension, bool moment) {
  if (!context_.dimensions.checks()) return "[1]";
  const Dimension known = context_.dimensions.known(dimension);
  return '[' + known.text(moment ? Dimension::Spelling::moment : Dimension::Spelling::plain) + ']';
}

std::string Evaluator::describe(const ast::Expr& expr, const Scope* scope, const Scalar& scalar) {
  if (!context_.dimensions.checks()) return {};
  const Complaints::Silence silence(context_.complaints);
  const std::string_view quantity = context_.dimensions.known(scalar.dimension).quantity();
  std::string text = "this is ";
  const bool is_angle = scalar.angular && context_.dimensions.known(scalar.dimension).is_one();
  if (is_angle && !std::holds_alternative<ast::Chain>(without_brackets(expr).node)) return text + "an angle [rad]";
  const bool is_turning = is_moment(scalar) && context_.dimensions.known(scalar.dimension) == Dimension::energy();
  if (!quantity.empty()) text += (is_turning ? "a moment" : with_article(quantity)) + ' ';
  text += unit_text(scalar);
  const auto* chain = std::get_if<ast::Chain>(&without_brackets(expr).node);
  const bool is_product = chain != nullptr && (chain->rest.front().op == ast::Operator::multiply ||
                                               chain->rest.front().op == ast::Operator::divide);
  if (!is_product) return text;
  const auto factor = [&](const ast::Expr& part) {
    const Value out = value(part, scope);
    const bool has_unit = out.is_scalar() && !graph_.is_number(out.scalar().expr);
    return context_.text(part.span) + (has_unit ? ' ' + unit_text(out.scalar()) : std::string());
  };
  text += ": " + factor(*chain->first);
  for (const ast::Link& link : chain->rest)
    text += (link.op == ast::Operator::divide ? " / " : " · ") + factor(*link.operand);
  return text;
}

bool Evaluator::same_scale(const ast::Expr& number, const Scalar& named) {
  if (named.written_in == nullptr || !is_bare_number(number)) return true;
  if (!context_.dimensions.known(named.dimension).is_one()) return true; // the dimensions will not fit
  const std::string text = context_.text(number.span);
  const std::string coherent = named.angular ? "rad" : "1";
  Diagnostic& made = context_.complaints.error(
      "E0411", number.span,
      fmt::format("`{}` has no unit, but is combined with a quantity given in [{}]", text, named.written_in->text));
  made.help = fmt::format("write `{0} [{1}]` or `{0} [{2}]`", text, named.written_in->text, coherent);
  return false;
}

bool Evaluator::same_dimension(const ast::Expr& left, const Scalar& l, const ast::Expr& right, const Scalar& r,
                               const Scope* scope) {
  if (!same_scale(right, l) || !same_scale(left, r)) return false;
  if (fit(l, r)) return true;
  Diagnostic& made = context_.complaints.error("E0412", right.span, "the two sides differ in dimension");
  made.note = describe(right, scope, r);
  made.labels.push_back({left.span, describe(left, scope, l)});
  if (!is_bare_number(right)) return false;
  const std::string text = context_.text(right.span);
  if (l.written_in != nullptr) {
    const Dimension known = context_.dimensions.known(l.dimension);
    made.help = fmt::format("give the number a unit: `{0} [{1}]` or `{0} [{2}]`", text, l.written_in->text,
                            known.text(is_moment(l) ? Dimension::Spelling::moment : Dimension::Spelling::plain));
    return false;
  }
  std::string unit = unit_text(l);
  if (l.angular) unit = '[' + context_.measure(l.dimension, true).unit() + ']';
  made.help = fmt::format("give the number its unit: `{} {}`", text, unit);
  made.edit = Edit{right.span, fmt::format("{} {}", text, unit)};
  return false;
}

const ast::Expr& without_brackets(const ast::Expr& expr) {
  const ast::Expr* inner = &expr;
  while (const auto* group = std::get_if<ast::Group>(&inner->node))
    inner = group->inner;
  return *inner;
}

bool is_bare_number(const ast::Expr& expr) {
  const ast::Expr* inner = &without_brackets(expr);
  while (const auto* sign = std::get_if<ast::Unary>(&inner->node))
    inner = &without_brackets(*sign->operand);
  const auto* number = std::get_if<ast::Number>(&inner->node);
  return number != nullptr && number->unit == nullptr && number->text.find_first_of("123456789") != std::string::npos;
}

const ast::Expr* bare_factor(const ast::Expr& expr) {
  const auto* chain = std::get_if<ast::Chain>(&without_brackets(expr).node);
  if (chain == nullptr) return nullptr;
  const auto is_plain = [](const ast::Expr& e) {
    return std::holds_alternative<ast::Number>(e.node) && is_bare_number(e);
  };
  const bool is_product = std::ranges::all_of(chain->rest, [](const ast::Link& link) {
    return link.op == ast::Operator::multiply || link.op == ast::Operator::divide;
  });
  if (!is_product) return nullptr;
  if (is_plain(*chain->first)) return chain->first;
  for (const ast::Link& link : chain->rest)
    if (link.op == ast::Operator::multiply && is_plain(*link.operand)) return link.operand;
  return nullptr;
}

void for_children(const ast::Expr& expr, const std::function<void(const ast::Expr&)>& visit) {
  using namespace ast;
  const auto range = [&](const Range* r) {
    if (r == nullptr) return;
    visit(*r->lower);
    visit(*r->upper);
  };
  const std::function<void(const Condition&)> condition = [&](const Condition& c) {
    if (c.relation != nullptr) {
      visit(*c.relation->left);
      visit(*c.relation->right);
    }
    for (const Condition* part : c.parts)
      condition(*part);
  };
  if (const auto* u = std::get_if<Unary>(&expr.node)) visit(*u->operand);
  if (const auto* c = std::get_if<Chain>(&expr.node)) {
    visit(*c->first);
    for (const Link& link : c->rest)
      visit(*link.operand);
  }
  if (const auto* p = std::get_if<ast::Power>(&expr.node)) {
    visit(*p->base);
    visit(*p->exponent);
  }
  if (const auto* g = std::get_if<Group>(&expr.node)) visit(*g->inner);
  if (const auto* t = std::get_if<Tuple>(&expr.node))
    for (const ast::Expr* item : t->items)
      visit(*item);
  if (const auto* a = std::get_if<Abs>(&expr.node)) visit(*a->inner);
  if (const auto* i = std::get_if<Index>(&expr.node)) {
    visit(*i->base);
    for (const IndexItem& item : i->index->items) {
      range(item.range);
      if (item.value != nullptr) visit(*item.value);
    }
  }
  if (const auto* m = std::get_if<Member>(&expr.node)) visit(*m->base);
  if (const auto* c = std::get_if<Call>(&expr.node)) {
    visit(*c->callee);
    for (const ast::Expr* argument : c->arguments)
      visit(*argument);
  }
  if (const auto* t = std::get_if<ast::Table>(&expr.node)) visit(*t->argument);
  if (const auto* p = std::get_if<Prime>(&expr.node)) visit(*p->operand);
  if (const auto* f = std::get_if<InFrame>(&expr.node)) visit(*f->operand);
  if (const auto* c = std::get_if<Conditional>(&expr.node)) {
    condition(*c->condition);
    visit(*c->yes);
    visit(*c->no);
  }
  if (const auto* f = std::get_if<Fold>(&expr.node)) {
    range(f->range);
    visit(*f->body);
  }
}

bool is_bare_value(const ast::Expr& expr, const SymbolTable& symbols, const Scope* scope) {
  if (const auto* number = std::get_if<ast::Number>(&expr.node)) return number->unit == nullptr;
  if (const auto* name = std::get_if<ast::Name>(&expr.node)) {
    if (find_name(scope, name->text) != nullptr || name->text == "pi") return true;
    const Symbol* symbol = symbols.find(name->text);
    return symbol != nullptr && symbol->kind == SymbolKind::count;
  }
  const bool is_arithmetic =
      std::holds_alternative<ast::Unary>(expr.node) || std::holds_alternative<ast::Chain>(expr.node) ||
      std::holds_alternative<ast::Power>(expr.node) || std::holds_alternative<ast::Group>(expr.node);
  if (!is_arithmetic) return false;
  bool is_bare = true;
  for_children(expr, [&](const ast::Expr& child) { is_bare = is_bare && is_bare_value(child, symbols, scope); });
  return is_bare;
}

namespace {

void gather_names(const ast::Expr& expr, std::vector<std::string_view>& bound, std::vector<std::string_view>& out) {
  if (const auto* name = std::get_if<ast::Name>(&expr.node)) {
    const bool is_free = std::find(bound.begin(), bound.end(), name->text) == bound.end();
    if (is_free && std::find(out.begin(), out.end(), name->text) == out.end()) out.push_back(name->text);
    return;
  }
  if (const auto* fold = std::get_if<ast::Fold>(&expr.node)) {
    gather_names(*fold->range->lower, bound, out);
    gather_names(*fold->range->upper, bound, out);
    bound.push_back(fold->binder->text);
    gather_names(*fold->body, bound, out);
    bound.pop_back();
    return;
  }
  for_children(expr, [&](const ast::Expr& child) { gather_names(child, bound, out); });
}

} // namespace

std::vector<std::string_view> names_in(const ast::Expr& expr) {
  std::vector<std::string_view> bound;
  std::vector<std::string_view> out;
  gather_names(expr, bound, out);
  return out;
}

} // namespace dalembert::elaboration
