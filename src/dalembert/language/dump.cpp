#include <dalembert/language/part_dumper.h>

#include <array>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr auto energy_words = std::to_array<std::string_view>({"kinetic", "potential", "dissipation", "lagrangian"});
constexpr auto declaration_words = std::to_array<std::string_view>({"count", "param", "coord", "speed", "input"});
constexpr auto draw_clause_words =
    std::to_array<std::string_view>({"at", "from", "to", "through", "along", "turned", "of"});
constexpr auto frame_words = std::to_array<std::string_view>({"inertial", "rotate", "spin", "free"});

class StatementDumper : public PartDumper {
public:
  void statements(List<Statement> all, std::size_t level) {
    for (const Statement& statement : all) {
      start_line(level);
      level_ = level;
      std::visit([this](const auto& node) { put(node); }, statement.node);
      end_line();
    }
  }

private:
  using PartDumper::put;

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
    open(word_of(declaration_words, node.kind));
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
    open(word_of(energy_words, node.kind));
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
    part("from", node.from);
    part("until", node.until);
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
  void put(const Draw& node) {
    open("draw");
    put(node.kind);
    if (!node.arguments.empty()) list("arguments", node.arguments);
    for (const DrawClause& clause : node.clauses) {
      open(word_of(draw_clause_words, clause.kind));
      for (const Expr* value : clause.values)
        put(value);
      put(clause.rotations);
      close();
    }
    for (const DrawIndex& index : node.indices) {
      open("for");
      put(index.name);
      put(index.range);
      close();
    }
    put(node.block);
    put(node.description);
    close();
  }
  void put(List<Rotation> rotations) {
    for (const Rotation& rotation : rotations) {
      open("about");
      put(rotation.axis);
      put(rotation.angle);
      close();
    }
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
    open(node.is_rate ? "sweep rate" : "sweep");
    put(node.name);
    if (node.values == nullptr) {
      put(node.range);
    } else {
      put(node.values);
      put(node.range.unit);
    }
    put(node.block);
    close();
  }
  void put(const For& node) {
    const std::size_t level = level_;
    open("for");
    put(node.index);
    put(node.range);
    end_line();
    statements(node.body, level + 1);
    start_line(level);
    close();
  }
  void put(const Frame& node) {
    open("frame");
    put(node.name);
    leaf(word_of(frame_words, node.kind));
    part("base", node.base);
    put(node.rotations);
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

  std::size_t level_ = 0;
};

} // namespace

std::string dump(const File& file) {
  StatementDumper dumper;
  dumper.statements(file.statements, 0);
  return dumper.take();
}

} // namespace ast
} // namespace language
} // namespace dalembert
