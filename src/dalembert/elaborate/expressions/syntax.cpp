#include <dalembert/elaborate/expressions/syntax.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

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

bool holds_unit(const ast::Expr& expr) {
  if (const auto* number = std::get_if<ast::Number>(&expr.node)) return number->unit != nullptr;
  bool out = false;
  for_children(expr, [&out](const ast::Expr& child) { out = out || holds_unit(child); });
  return out;
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

bool is_course(const ast::Expr& value) {
  if (std::holds_alternative<ast::Table>(value.node)) return true;
  if (const auto* name = std::get_if<ast::Name>(&value.node)) return name->text == "t";
  bool found = false;
  for_children(value, [&found](const ast::Expr& child) { found = found || is_course(child); });
  return found;
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

} // namespace elaboration
} // namespace dalembert
