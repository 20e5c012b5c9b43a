#include <dalembert/language/ast.h>
#include <dalembert/language/words.h>

#include <array>
#include <string>
#include <string_view>

namespace dalembert::ast {

namespace {

constexpr auto energy_words = std::to_array<std::string_view>({"kinetic", "potential", "dissipation", "lagrangian"});
constexpr auto declaration_words = std::to_array<std::string_view>({"count", "param", "coord", "speed", "input"});
constexpr auto clause_words = std::to_array<std::string_view>({"at", "on", "against", "along", "conjugate", "axis"});
constexpr auto frame_words = std::to_array<std::string_view>({"inertial", "rotate", "spin", "free"});
constexpr auto fold_words = std::to_array<std::string_view>({"sum", "prod", "max", "min", "all"});
constexpr auto relops = std::to_array<std::string_view>({"=", "<", "<=", ">", ">="});
constexpr auto operators = std::to_array<std::string_view>({"+", "-", "*", "/"});

template <std::size_t N, class E>
std::string_view word(const std::array<std::string_view, N>& words, E value) {
  return words.at(static_cast<std::size_t>(value));
}

/// Prints nodes as `(head part part …)`; absent parts leave no trace, so each optional part has a head of its own.
class Dumper {
public:
  std::string take() { return std::move(out_); }

  void statements(List<Statement> all, std::size_t level) {
    for (const Statement& statement : all) {
      out_.append(2 * level, ' ');
      level_ = level;
      std::visit([this](const auto& node) { put(node); }, statement.node);
      out_ += '\n';
    }
  }

private:
  // ---- leaves
  void open(std::string_view head) {
    if (!out_.empty() && out_.back() != '(' && out_.back() != ' ' && out_.back() != '\n') out_ += ' ';
    out_ += '(';
    out_ += head;
  }
  void close() { out_ += ')'; }
  void leaf(std::string_view text) {
    if (out_.back() != '(') out_ += ' ';
    out_ += text;
  }
  void part(std::string_view head, std::string_view text) {
    open(head);
    leaf(text);
    close();
  }
  void put(const Name& name) { leaf(name.text); }
  void put(const Text& text) { leaf("\"" + std::string(text.text) + "\""); }
  void put(const UnitText* unit) {
    if (unit != nullptr) part("unit", canonical_unit(unit->text));
  }
  void put(const Text* text) {
    if (text == nullptr) return;
    open("text");
    put(*text);
    close();
  }
  void part(std::string_view head, const Expr* expr) {
    if (expr == nullptr) return;
    open(head);
    put(expr);
    close();
  }

  // ---- expressions
  void put(const Expr* expr) {
    std::visit([this](const auto& node) { put_node(node); }, expr->node);
  }
  void put_node(const Name& name) { put(name); }
  void put_node(const Number& number) {
    if (number.unit == nullptr) return leaf(number.text);
    open("number");
    leaf(number.text);
    put(number.unit);
    close();
  }
  void put_node(const Unary& node) { part(node.sign == Sign::minus ? "neg" : "pos", node.operand); }
  void put_node(const Chain& node) {
    open("chain");
    put(node.first);
    for (const Link& link : node.rest)
      part(word(operators, link.op), link.operand);
    close();
  }
  void put_node(const Power& node) {
    open("^");
    put(node.base);
    put(node.exponent);
    close();
  }
  void put_node(const Group& node) { part("group", node.inner); }
  void put_node(const Tuple& node) { list("tuple", node.items); }
  void put_node(const Abs& node) { part("abs", node.inner); }
  void put_node(const Index& node) {
    open("index");
    put(node.base);
    put(node.index);
    close();
  }
  void put_node(const Member& node) {
    open("member");
    put(node.base);
    put(node.member);
    close();
  }
  void put_node(const Call& node) {
    open("call");
    put(node.callee);
    for (const Expr* argument : node.arguments)
      put(argument);
    close();
  }
  void put_node(const Prime& node) { part("prime", node.operand); }
  void put_node(const InFrame& node) {
    open("in-frame");
    put(node.operand);
    put(node.frame);
    close();
  }
  void put_node(const Conditional& node) {
    open("if");
    put(node.condition);
    put(node.yes);
    put(node.no);
    close();
  }
  void put_node(const Fold& node) {
    open(word(fold_words, node.kind));
    put(*node.binder);
    put(*node.range);
    put(node.body);
    close();
  }

  // ---- what holds expressions together
  void list(std::string_view head, List<const Expr*> items) {
    open(head);
    for (const Expr* item : items)
      put(item);
    close();
  }
  void put(const Range& range) {
    open("range");
    put(range.lower);
    put(range.upper);
    put(range.unit);
    close();
  }
  void put(const IndexList* index) {
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
  void put(const IndexedName& name) {
    put(name.name);
    put(name.index);
  }
  void put(const Relation& relation) {
    open(word(relops, relation.op));
    put(relation.left);
    put(relation.right);
    close();
  }
  void put(const Condition* condition) {
    if (condition->kind == Condition::Kind::relation) return put(*condition->relation);
    const bool is_negation = condition->kind == Condition::Kind::negation;
    open(is_negation ? "not" : condition->kind == Condition::Kind::all_of ? "and" : "or");
    for (const Condition* inner : condition->parts)
      put(inner);
    close();
  }
  void put(const Block* block) {
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
  void put(List<Clause> clauses) {
    for (const Clause& clause : clauses)
      list(word(clause_words, clause.kind), clause.values);
  }
  void parameters(List<Name> names) {
    if (names.empty()) return;
    open("parameters");
    for (const Name& name : names)
      put(name);
    close();
  }
  void put(List<Relation> relations) {
    for (const Relation& relation : relations)
      put(relation);
  }

  // ---- statements
  void put(const Model& node) {
    open("model");
    put(node.name);
    put(node.description);
    close();
  }
  void put(const Include& node) {
    open("include");
    put(node.path);
    close();
  }
  void put(const Declarations& node) {
    open(word(declaration_words, node.kind));
    for (const Declaration& item : node.items) {
      open("declare");
      put(item.name);
      put(item.unit);
      part("value", item.value);
      if (item.range != nullptr) put(*item.range);
      put(item.description);
      close();
    }
    close();
  }
  void put(const Let& node) {
    open("let");
    put(node.name);
    parameters(node.parameters);
    part("value", node.value);
    put(node.description);
    close();
  }
  void put(const Energy& node) {
    open(word(energy_words, node.kind));
    if (node.name != nullptr) put(*node.name);
    part("value", node.value);
    put(node.description);
    close();
  }
  void put(const Gravity& node) { part("gravity", node.value); }
  void put(const Force& node) {
    open(node.kind == Force::Kind::force ? "force" : "torque");
    if (node.name != nullptr) put(*node.name);
    part("on", node.on);
    part("value", node.value);
    put(node.clauses);
    put(node.description);
    close();
  }
  void put(const Constraint& node) {
    open("constraint");
    put(node.name);
    put(node.relation);
    put(node.block);
    put(node.description);
    close();
  }
  void put(const Reaction& node) {
    open("reaction");
    for (const IndexedName& name : node.names)
      put(name);
    put(node.unit);
    list("of", node.constraints);
    put(node.clauses);
    put(node.description);
    close();
  }
  void put(const Friction& node) {
    open("friction");
    put(node.name);
    put(node.unit);
    part("of", node.reaction);
    part("conjugate", node.conjugate);
    put(node.block);
    put(node.description);
    close();
  }
  void put(const Impact& node) {
    open("impact");
    put(node.name);
    put(node.unit);
    part("conjugate", node.conjugate);
    if (node.when != nullptr) put(*node.when);
    part("at", node.at);
    put(node.block);
    put(node.description);
    close();
  }
  void put(const Function& node) {
    open("function");
    for (const FunctionDeclaration& item : node.items) {
      open("declare");
      put(item.name);
      parameters(item.parameters);
      put(item.unit);
      put(item.description);
      close();
    }
    close();
  }
  void put(const Event& node) {
    open("event");
    put(node.name);
    put(node.when);
    put(node.block);
    put(node.description);
    close();
  }
  void put(const Assume& node) {
    open("assume");
    put(node.relations);
    close();
  }
  void put(const Initial& node) {
    open("initial");
    for (const InitialItem& item : node.items) {
      open(item.is_kept ? "keep" : "move");
      put(item.left);
      put(item.value);
      close();
    }
    close();
  }
  void put(const Simulate& node) {
    open("simulate");
    put(node.range);
    put(node.block);
    close();
  }
  void put(const Plot& node) {
    list("plot", node.values);
    part("vs", node.versus);
    put(node.block);
    put(node.description);
  }
  void put(const Animate& node) {
    open("animate");
    put(node.block);
    close();
  }
  void put(const Check& node) {
    open("check");
    put(node.relations);
    put(node.block);
    put(node.description);
    close();
  }
  void put(const Show& node) {
    open("show");
    for (const Name& name : node.words)
      put(name);
    close();
  }
  void put(const Export& node) {
    open("export");
    if (node.kind != nullptr) put(*node.kind);
    put(node.path);
    put(node.block);
    close();
  }
  void put(const Sweep& node) {
    open("sweep");
    put(node.name);
    put(node.range);
    put(node.block);
    close();
  }
  void put(const For& node) {
    const std::size_t level = level_;
    open("for");
    put(node.index);
    put(node.range);
    out_ += '\n';
    statements(node.body, level + 1);
    out_.append(2 * level, ' ');
    close();
  }
  void put(const Frame& node) {
    open("frame");
    put(node.name);
    leaf(word(frame_words, node.kind));
    part("base", node.base);
    for (const Rotation& rotation : node.rotations) {
      open("about");
      put(rotation.axis);
      put(rotation.angle);
      close();
    }
    part("vector", node.spin);
    put(node.description);
    close();
  }
  void put(const Point& node) {
    open("point");
    put(node.name);
    part("value", node.value);
    put(node.description);
    close();
  }
  void put(const Body& node) {
    open("body");
    put(node.name);
    put(node.block);
    put(node.description);
    close();
  }
  void put(const Joint& node) {
    open("joint");
    put(node.name);
    put(node.kind);
    part("from", node.from);
    part("to", node.to);
    put(node.clauses);
    put(node.block);
    put(node.description);
    close();
  }
  void put(const Contact& node) {
    open("contact");
    put(node.name);
    put(node.kind);
    part("from", node.body);
    part("on", node.surface);
    part("at", node.at);
    put(node.block);
    put(node.description);
    close();
  }

  std::string out_;
  std::size_t level_ = 0;
};

} // namespace

std::string dump(const File& file) {
  Dumper dumper;
  dumper.statements(file.statements, 0);
  return dumper.take();
}

} // namespace dalembert::ast
