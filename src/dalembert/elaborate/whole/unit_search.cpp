#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/whole/unit_search.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Looks for a unit in every part of a tree of statements.
class UnitSearch {
public:
  bool in(const ast::List<ast::Statement>& statements) {
    for (const ast::Statement& statement : statements)
      std::visit([this](const auto& node) { look(node); }, statement.node);
    return found_;
  }

private:
  void look(const ast::UnitText* unit) { found_ = found_ || unit != nullptr; }
  void look(const ast::Expr* expr) {
    if (expr == nullptr || found_) return;
    if (const auto* number = std::get_if<ast::Number>(&expr->node)) look(number->unit);
    if (const auto* index = std::get_if<ast::Index>(&expr->node))
      for (const ast::IndexItem& item : index->index->items)
        look(item.range);
    if (const auto* fold = std::get_if<ast::Fold>(&expr->node)) look(fold->range);
    for_children(*expr, [this](const ast::Expr& child) { look(&child); });
  }
  void look(const ast::Range* range) {
    if (range == nullptr) return;
    look(range->unit);
    look(range->lower);
    look(range->upper);
  }
  void look(const ast::Block* block) {
    if (block == nullptr) return;
    for (const ast::Setting& setting : block->settings) {
      if (const auto* expr = std::get_if<const ast::Expr*>(&setting.value)) look(*expr);
      if (const auto* range = std::get_if<const ast::Range*>(&setting.value)) look(*range);
    }
  }
  void look(const ast::List<ast::Clause>& clauses) {
    for (const ast::Clause& clause : clauses)
      for (const ast::Expr* value : clause.values)
        look(value);
  }
  void look(const ast::Relation& relation) {
    look(relation.left);
    look(relation.right);
  }
  void look(const ast::Declarations& node) {
    for (const ast::Declaration& item : node.items) {
      look(item.unit);
      look(item.value);
      look(item.range);
    }
  }
  void look(const ast::Let& node) { look(node.value); }
  void look(const ast::Energy& node) { look(node.value); }
  void look(const ast::Force& node) {
    look(node.value);
    look(node.clauses);
  }
  void look(const ast::Constraint& node) {
    look(node.relation);
    look(node.from);
    look(node.until);
    look(node.block);
  }
  void look(const ast::Reaction& node) {
    look(node.unit);
    look(node.clauses);
  }
  void look(const ast::Friction& node) {
    look(node.unit);
    look(node.conjugate);
    look(node.block);
  }
  void look(const ast::Impact& node) {
    look(node.unit);
    look(node.conjugate);
    look(node.block);
  }
  void look(const ast::Function& node) {
    for (const ast::FunctionDeclaration& item : node.items)
      look(item.unit);
  }
  void look(const ast::Assume& node) {
    for (const ast::Relation& relation : node.relations)
      look(relation);
  }
  void look(const ast::Initial& node) {
    for (const ast::InitialItem& item : node.items)
      look(item.value);
  }
  void look(const ast::Simulate& node) {
    look(&node.range);
    look(node.block);
  }
  void look(const ast::Plot& node) {
    for (const ast::Expr* value : node.values)
      look(value);
  }
  void look(const ast::Check& node) {
    for (const ast::Relation& relation : node.relations)
      look(relation);
  }
  void look(const ast::Export& node) { look(node.block); }
  void look(const ast::For& node) { in(node.body); }
  template <class Other>
  void look(const Other&) {} // nothing that could hold a unit, not supported, or the picture, which decides nothing

  bool found_ = false;
};

} // namespace

bool mentions_units(const Library& library) {
  return std::any_of(library.files.begin(), library.files.end(),
                     [](const ast::File* file) { return UnitSearch().in(file->statements); });
}

} // namespace elaboration
} // namespace dalembert
