#include <dalembert/language/part_dumper.h>
#include <dalembert/language/words.h>

#include <array>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr auto clause_words = std::to_array<std::string_view>({"at", "on", "against", "along", "conjugate", "axis"});
constexpr auto fold_words = std::to_array<std::string_view>({"sum", "prod", "max", "min", "all"});
constexpr auto relops = std::to_array<std::string_view>({"=", "<", "<=", ">", ">="});
constexpr auto operators = std::to_array<std::string_view>({"+", "-", "*", "/"});

} // namespace

void PartDumper::open(std::string_view head) {
  if (!out_.empty() && out_.back() != '(' && out_.back() != ' ' && out_.back() != '\n') out_ += ' ';
  out_ += '(';
  out_ += head;
}

void PartDumper::close() {
  out_ += ')';
}

void PartDumper::leaf(std::string_view text) {
  if (out_.back() != '(') out_ += ' ';
  out_ += text;
}

void PartDumper::part(std::string_view head, std::string_view text) {
  open(head);
  leaf(text);
  close();
}

void PartDumper::put(const Name& name) {
  leaf(name.text);
}

void PartDumper::put(const Text& text) {
  leaf("\"" + std::string(text.text) + "\"");
}

void PartDumper::put(const UnitText* unit) {
  if (unit != nullptr) part("unit", canonical_unit(unit->text));
}

void PartDumper::put(const Text* text) {
  if (text == nullptr) return;
  open("text");
  put(*text);
  close();
}

void PartDumper::part(std::string_view head, const Expr* expr) {
  if (expr == nullptr) return;
  open(head);
  put(expr);
  close();
}

void PartDumper::put(const Expr* expr) {
  std::visit([this](const auto& node) { put_node(node); }, expr->node);
}

void PartDumper::put_node(const Name& name) {
  put(name);
}

void PartDumper::put_node(const Number& number) {
  if (number.unit == nullptr) return leaf(number.text);
  open("number");
  leaf(number.text);
  put(number.unit);
  close();
}

void PartDumper::put_node(const Unary& node) {
  part(node.sign == Sign::minus ? "neg" : "pos", node.operand);
}

void PartDumper::put_node(const Chain& node) {
  open("chain");
  put(node.first);
  for (const Link& link : node.rest)
    part(word_of(operators, link.op), link.operand);
  close();
}

void PartDumper::put_node(const Power& node) {
  open("^");
  put(node.base);
  put(node.exponent);
  close();
}

void PartDumper::put_node(const Group& node) {
  part("group", node.inner);
}

void PartDumper::put_node(const Tuple& node) {
  list("tuple", node.items);
}

void PartDumper::put_node(const Abs& node) {
  part("abs", node.inner);
}

void PartDumper::put_node(const Index& node) {
  open("index");
  put(node.base);
  put(node.index);
  close();
}

void PartDumper::put_node(const Member& node) {
  open("member");
  put(node.base);
  put(node.member);
  close();
}

void PartDumper::put_node(const Call& node) {
  open("call");
  put(node.callee);
  for (const Expr* argument : node.arguments)
    put(argument);
  close();
}

void PartDumper::put_node(const Table& node) {
  open("table");
  put(*node.file);
  put(node.argument);
  if (node.column != nullptr) put(*node.column);
  close();
}

void PartDumper::put_node(const Prime& node) {
  part("prime", node.operand);
}

void PartDumper::put_node(const InFrame& node) {
  open("in-frame");
  put(node.operand);
  put(node.frame);
  close();
}

void PartDumper::put_node(const Conditional& node) {
  open("if");
  put(node.condition);
  put(node.yes);
  put(node.no);
  close();
}

void PartDumper::put_node(const Fold& node) {
  open(word_of(fold_words, node.kind));
  put(*node.binder);
  put(*node.range);
  put(node.body);
  close();
}

void PartDumper::list(std::string_view head, List<const Expr*> items) {
  open(head);
  for (const Expr* item : items)
    put(item);
  close();
}

void PartDumper::put(const Range& range) {
  open("range");
  put(range.lower);
  put(range.upper);
  put(range.unit);
  close();
}

void PartDumper::put(const IndexList* index) {
  if (index == nullptr) return;
  open("items");
  for (const IndexItem& item : index->items) {
    open("item");
    if (item.binder != nullptr) put(*item.binder);
    if (item.range != nullptr) put(*item.range);
    if (item.value != nullptr) put(item.value);
    close();
  }
  close();
}

void PartDumper::put(const IndexedName& name) {
  put(name.name);
  put(name.index);
}

void PartDumper::put(const Relation& relation) {
  open(word_of(relops, relation.op));
  put(relation.left);
  put(relation.right);
  close();
}

void PartDumper::put(const Condition* condition) {
  if (condition->kind == Condition::Kind::relation) return put(*condition->relation);
  const bool is_negation = condition->kind == Condition::Kind::negation;
  open(is_negation ? "not" : condition->kind == Condition::Kind::all_of ? "and" : "or");
  for (const Condition* inner : condition->parts)
    put(inner);
  close();
}

void PartDumper::put(const Block* block) {
  if (block == nullptr) return;
  open("block");
  for (const Setting& setting : block->settings) {
    open(setting.key.text);
    if (const auto* expr = std::get_if<const Expr*>(&setting.value)) put(*expr);
    if (const auto* range = std::get_if<const Range*>(&setting.value)) put(**range);
    if (const auto* text = std::get_if<const Text*>(&setting.value)) put(*text);
    close();
  }
  close();
}

void PartDumper::put(List<Clause> clauses) {
  for (const Clause& clause : clauses)
    list(word_of(clause_words, clause.kind), clause.values);
}

void PartDumper::parameters(List<Name> names) {
  if (names.empty()) return;
  open("parameters");
  for (const Name& name : names)
    put(name);
  close();
}

void PartDumper::put(List<Relation> relations) {
  for (const Relation& relation : relations)
    put(relation);
}

} // namespace ast
} // namespace language
} // namespace dalembert
