#include <dalembert/language/name_index.h>
#include <dalembert/language/setting_words.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

NameKind kind_of(DeclarationKind kind) {
  switch (kind) {
  case DeclarationKind::count:
    return NameKind::count;
  case DeclarationKind::param:
    return NameKind::parameter;
  case DeclarationKind::coord:
    return NameKind::coordinate;
  case DeclarationKind::speed:
    return NameKind::speed;
  case DeclarationKind::input:
    return NameKind::input;
  }
  return NameKind::parameter;
}

NameKind kind_of(EnergyKind kind) {
  switch (kind) {
  case EnergyKind::kinetic:
    return NameKind::kinetic;
  case EnergyKind::potential:
    return NameKind::potential;
  case EnergyKind::dissipation:
    return NameKind::dissipation;
  case EnergyKind::lagrangian:
    return NameKind::lagrangian;
  }
  return NameKind::kinetic;
}

bool is_part_word(std::string_view name) {
  return name == "lambda" || name == "p" || name == "Qc";
}

class NameIndexer {
public:
  std::vector<Occurrence> run(const File& file) {
    statements(file.statements);
    resolve();
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Occurrence& a, const Occurrence& b) { return a.span.begin < b.span.begin; });
    return std::move(out_);
  }

private:
  /// A use that is looked for among the names of the model when all of them are known.
  enum class Use : std::uint8_t { name, callee, word };

  // ---- scopes

  /// Closes what is bound while it lives.
  class Bound {
  public:
    explicit Bound(NameIndexer& indexer) : indexer_(indexer), size_(indexer.bound_.size()) {}
    ~Bound() { indexer_.bound_.resize(size_); }
    Bound(const Bound&) = delete;
    Bound& operator=(const Bound&) = delete;

  private:
    NameIndexer& indexer_;
    std::size_t size_;
  };

  void bind(const Name& name, NameKind kind) {
    bound_.push_back({name.text, kind, ++scopes_});
    out_.push_back({name.span, name.text, true, kind, scopes_});
  }

  void declare(const Name& name, NameKind kind) {
    known_.try_emplace(name.text, kind);
    out_.push_back({name.span, name.text, true, kind, 0});
  }

  void use(const Name& name, Use how = Use::name) {
    const auto found =
        std::find_if(bound_.rbegin(), bound_.rend(), [&](const Binding& b) { return b.name == name.text; });
    if (found != bound_.rend()) {
      out_.push_back({name.span, name.text, false, found->kind, found->scope});
      return;
    }
    pending_.emplace_back(out_.size(), how);
    out_.push_back({name.span, name.text, false, NameKind::unknown, 0});
  }

  /// A name of the model, whatever is bound round it: `rod` of `lambda.rod`.
  void use_of_model(const Name& name) {
    pending_.emplace_back(out_.size(), Use::name);
    out_.push_back({name.span, name.text, false, NameKind::unknown, 0});
  }

  void resolve() {
    std::vector<bool> is_dropped(out_.size(), false);
    for (const auto& [place, how] : pending_) {
      Occurrence& one = out_[place];
      if (const auto found = known_.find(one.name); found != known_.end())
        one.kind = found->second;
      else if (how == Use::callee)
        one.kind = NameKind::function;
      else
        is_dropped[place] = how == Use::word;
    }
    std::size_t place = 0;
    std::erase_if(out_, [&](const Occurrence&) { return is_dropped[place++]; });
  }

  // ---- expressions

  void expression(const Expr* expr) {
    if (expr != nullptr) std::visit([this](const auto& node) { take(node); }, expr->node);
  }
  void expressions(const List<const Expr*>& all) {
    for (const Expr* each : all)
      expression(each);
  }

  void take(const Number&) {}
  void take(const Name& node) { use(node); }
  void take(const Unary& node) { expression(node.operand); }
  void take(const Chain& node) {
    expression(node.first);
    for (const Link& link : node.rest)
      expression(link.operand);
  }
  void take(const Power& node) {
    expression(node.base);
    expression(node.exponent);
  }
  void take(const Group& node) { expression(node.inner); }
  void take(const Tuple& node) { expressions(node.items); }
  void take(const Abs& node) { expression(node.inner); }
  void take(const Index& node) {
    expression(node.base);
    indices(node.index);
  }
  void take(const Member& node) {
    const auto* const base = get_if<Name>(node.base);
    if (base == nullptr || !is_part_word(base->text)) return expression(node.base);
    out_.push_back({base->span, base->text, false, NameKind::part, 0});
    use_of_model(node.member);
  }
  void take(const Call& node) {
    if (const auto* const callee = get_if<Name>(node.callee))
      use(*callee, Use::callee);
    else
      expression(node.callee);
    expressions(node.arguments);
  }
  void take(const Table& node) { expression(node.argument); }
  void take(const Prime& node) { expression(node.operand); }
  void take(const InFrame& node) {
    expression(node.operand);
    expression(node.frame);
  }
  void take(const Conditional& node) {
    condition(node.condition);
    expression(node.yes);
    expression(node.no);
  }
  void take(const Fold& node) {
    range(node.range);
    const Bound bound(*this);
    if (node.binder != nullptr) bind(*node.binder, NameKind::index);
    expression(node.body);
  }

  void condition(const Condition* node) {
    if (node == nullptr) return;
    if (node->relation != nullptr) relation(*node->relation);
    for (const Condition* part : node->parts)
      condition(part);
  }
  void relation(const Relation& node) {
    expression(node.left);
    expression(node.right);
  }
  void range(const Range* node) {
    if (node != nullptr) range(*node);
  }
  void range(const Range& node) {
    expression(node.lower);
    expression(node.upper);
  }
  /// The binders stay bound until the Bound round the call is closed.
  void indices(const IndexList* list) {
    if (list == nullptr) return;
    for (const IndexItem& item : list->items) {
      expression(item.value);
      range(item.range);
      if (item.binder != nullptr) bind(*item.binder, NameKind::index);
    }
  }
  void declare(const IndexedName& name, NameKind kind) {
    declare(name.name, kind);
    indices(name.index);
  }

  // ---- parts of statements

  void clauses(const List<Clause>& all) {
    for (const Clause& each : all)
      expressions(each.values);
  }
  void block(const Block* node) {
    if (node == nullptr) return;
    for (const Setting& setting : node->settings) {
      if (const auto* const range_value = std::get_if<const Range*>(&setting.value)) range(*range_value);
      const auto* const value = std::get_if<const Expr*>(&setting.value);
      if (value == nullptr) continue;
      const auto* const word = get_if<Name>(*value);
      if (word == nullptr || !is_setting_word(statement_, setting.key.text, word->text)) expression(*value);
    }
  }
  void rotations(const List<Rotation>& all) {
    for (const Rotation& each : all) {
      if (get_if<Name>(each.axis) == nullptr) expression(each.axis); // else one of the letters x, y, z
      expression(each.angle);
    }
  }

  // ---- statements

  void statements(const List<Statement>& all) {
    for (const Statement& statement : all) {
      const Bound bound(*this);
      std::visit([this](const auto& node) { take_statement(node); }, statement.node);
    }
  }

  void take_statement(const Model& node) { out_.push_back({node.name.span, node.name.text, true, NameKind::model, 0}); }
  void take_statement(const Include&) {}
  void take_statement(const Declarations& node) {
    for (const Declaration& item : node.items) {
      const Bound bound(*this);
      declare(item.name, kind_of(node.kind));
      expression(item.value);
      range(item.range);
    }
  }
  void take_statement(const Let& node) {
    declare(node.name, node.parameters.empty() ? NameKind::let : NameKind::function_let);
    for (const Name& parameter : node.parameters)
      bind(parameter, NameKind::argument);
    expression(node.value);
  }
  void take_statement(const Energy& node) {
    if (node.name != nullptr) declare(*node.name, kind_of(node.kind));
    expression(node.value);
  }
  void take_statement(const Gravity& node) { expression(node.value); }
  void take_statement(const Force& node) {
    if (node.name != nullptr) declare(*node.name, NameKind::force);
    expression(node.on);
    expression(node.value);
    clauses(node.clauses);
  }
  void take_statement(const Constraint& node) {
    statement_ = "constraint";
    declare(node.name, NameKind::constraint);
    relation(node.relation);
    expression(node.from);
    expression(node.until);
    block(node.block);
  }
  void take_statement(const Reaction& node) {
    for (const IndexedName& name : node.names)
      declare(name, NameKind::reaction);
    expressions(node.constraints);
    clauses(node.clauses);
  }
  void take_statement(const Friction& node) {
    statement_ = "friction";
    declare(node.name, NameKind::friction);
    expression(node.reaction);
    expression(node.conjugate);
    block(node.block);
  }
  void take_statement(const Impact& node) {
    statement_ = "impact";
    declare(node.name, NameKind::impact);
    expression(node.conjugate);
    if (node.when != nullptr) relation(*node.when);
    expression(node.at);
    block(node.block);
  }
  /// The parameters of an unknown function stand for what the model calls so, wherever it is written without arguments.
  void take_statement(const Function& node) {
    for (const FunctionDeclaration& item : node.items) {
      declare(item.name, NameKind::unknown_function);
      for (const Name& parameter : item.parameters)
        use(parameter);
    }
  }
  void take_statement(const Event& node) {
    statement_ = "event";
    declare(node.name, NameKind::event);
    relation(node.when);
    block(node.block);
  }
  void take_statement(const Assume& node) {
    for (const Relation& each : node.relations)
      relation(each);
  }
  void take_statement(const Initial& node) {
    for (const InitialItem& item : node.items) {
      expression(item.left);
      expression(item.value);
    }
  }
  void take_statement(const Simulate& node) {
    statement_ = "simulate";
    range(node.range);
    block(node.block);
  }
  void take_statement(const Plot& node) {
    statement_ = "plot";
    expressions(node.values);
    expression(node.versus);
    block(node.block);
  }
  void take_statement(const Animate& node) {
    statement_ = "animate";
    block(node.block);
  }
  void take_statement(const Draw& node) {
    statement_ = "draw";
    for (const DrawIndex& index : node.indices)
      range(index.range);
    for (const DrawIndex& index : node.indices)
      bind(index.name, NameKind::index);
    expressions(node.arguments);
    for (const DrawClause& clause : node.clauses) {
      expressions(clause.values);
      rotations(clause.rotations);
    }
    block(node.block);
  }
  void take_statement(const Check& node) {
    statement_ = "check";
    for (const Relation& each : node.relations)
      relation(each);
    block(node.block);
  }
  void take_statement(const Show& node) {
    for (const Name& word : node.words)
      if (std::ranges::find(shown_words(), word.text) == shown_words().end()) use(word, Use::word);
  }
  void take_statement(const Export& node) {
    statement_ = "export";
    block(node.block);
  }
  void take_statement(const Sweep& node) {
    statement_ = "sweep";
    use(node.name.name);
    indices(node.name.index);
    range(node.range);
    expression(node.values);
    block(node.block);
  }
  void take_statement(const For& node) {
    range(node.range);
    bind(node.index, NameKind::index);
    statements(node.body);
  }
  void take_statement(const Frame& node) {
    declare(node.name, NameKind::body_part);
    expression(node.base);
    rotations(node.rotations);
    expression(node.spin);
  }
  void take_statement(const Point& node) {
    declare(node.name, NameKind::body_part);
    expression(node.value);
  }
  void take_statement(const Body& node) {
    statement_ = "body";
    declare(node.name, NameKind::body_part);
    block(node.block);
  }
  void take_statement(const Joint& node) {
    statement_ = "joint";
    declare(node.name, NameKind::body_part);
    expression(node.from);
    expression(node.to);
    clauses(node.clauses);
    block(node.block);
  }
  void take_statement(const Contact& node) {
    statement_ = "contact";
    declare(node.name, NameKind::body_part);
    expression(node.body);
    expression(node.surface);
    expression(node.at);
    block(node.block);
  }

  struct Binding {
    std::string_view name;
    NameKind kind = NameKind::unknown;
    std::uint32_t scope = 0;
  };
  std::vector<Occurrence> out_;
  std::vector<std::pair<std::size_t, Use>> pending_;
  std::vector<Binding> bound_; ///< innermost last
  std::unordered_map<std::string_view, NameKind> known_;
  std::string_view statement_; ///< the word of the statement whose block is read
  std::uint32_t scopes_ = 0;
};

} // namespace

std::vector<Occurrence> name_index(const File& file) {
  return NameIndexer().run(file);
}

} // namespace ast
} // namespace language
} // namespace dalembert
