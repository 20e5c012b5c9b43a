#pragma once

#include <dalembert/language/ast.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace language {
namespace ast {

/// The word at the place of an enumerator.
template <std::size_t N, class E>
std::string_view word_of(const std::array<std::string_view, N>& words, E value) {
  return words.at(static_cast<std::size_t>(value));
}

/// Prints what statements are made of as `(head part part …)`; absent parts leave no trace, so each optional part has a
/// head of its own.
class PartDumper {
public:
  [[nodiscard]] std::string take() { return std::move(out_); }

  /// A line of its own, `level` steps to the right.
  void start_line(std::size_t level) { out_.append(2 * level, ' '); }
  void end_line() { out_ += '\n'; }

  void open(std::string_view head);
  void close();
  void leaf(std::string_view text);
  void part(std::string_view head, std::string_view text);
  void put(const Name& name);
  void put(const Text& text);
  void put(const UnitText* unit);
  void put(const Text* text);
  void part(std::string_view head, const Expr* expr);
  void put(const Expr* expr);
  void list(std::string_view head, List<const Expr*> items);
  void put(const Range& range);
  void put(const IndexList* index);
  void put(const IndexedName& name);
  void put(const Relation& relation);
  void put(const Condition* condition);
  void put(const Block* block);
  void put(List<Clause> clauses);
  void parameters(List<Name> names);
  void put(List<Relation> relations);

private:
  void put_node(const Name& name);
  void put_node(const Number& number);
  void put_node(const Unary& node);
  void put_node(const Chain& node);
  void put_node(const Power& node);
  void put_node(const Group& node);
  void put_node(const Tuple& node);
  void put_node(const Abs& node);
  void put_node(const Index& node);
  void put_node(const Member& node);
  void put_node(const Call& node);
  void put_node(const Table& node);
  void put_node(const Prime& node);
  void put_node(const InFrame& node);
  void put_node(const Conditional& node);
  void put_node(const Fold& node);

  std::string out_;
};

} // namespace ast
} // namespace language
} // namespace dalembert
