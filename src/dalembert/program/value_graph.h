#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/program/operation.h>
#include <dalembert/program/tape.h>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace program {

/// A value on its way to a tape: an index into a ValueGraph.
using Value = std::uint32_t;

/// Operations of a tape before their order is chosen: each value is computed once, equal values are one.
class ValueGraph {
public:
  enum class Kind : std::uint8_t { constant, input, operation, cosine };
  struct Node {
    Kind kind = Kind::operation;
    Operation operation = Operation::add;
    Function function = Function::sin;
    Value a = 0; ///< operands; of a cosine, the sincos that it comes with; of an input, its position
    Value b = 0; ///< of a table, which one
    Value c = 0; ///< of a table, the order of the derivative
    Expr origin = {};
  };

  /// Makes room for so many operations.
  void reserve(std::size_t operations);
  Value constant(double value);
  Value input(std::size_t position, Expr origin);
  /// Values made from here on are computed for `origin`.
  void set_origin(Expr origin) { origin_ = origin; }
  Value make(Operation operation, Value a, Value b = 0, Value c = 0);
  Value make(Function function, Value a, Value b = 0);
  /// The derivative of `order` of `table` at a.
  Value look_up(std::shared_ptr<const TabulatedFunction> table, std::uint32_t order, Value a);
  [[nodiscard]] const Tape::Tables& tables() const { return tables_; }
  struct SineCosine {
    Value sine;
    Value cosine;
  };
  SineCosine sincos(Value angle);
  /// Says whether a · b has been made already.
  [[nodiscard]] bool has_product(Value a, Value b) const;

  [[nodiscard]] const Node& operator[](Value v) const { return nodes_[v]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] double number(Value v) const { return numbers_.at(v); } ///< of a constant
  /// Calls `visit(operand)` for every value that `v` reads; for a cosine its sincos.
  template <typename Visit>
  void for_operands(Value v, Visit&& visit) const;

private:
  /// Returns the place in the table of the value equal to `node`, or of the gap where it belongs.
  [[nodiscard]] std::size_t place_of(const Node& node) const;
  void grow_table(std::size_t size);
  Value intern(Node node);
  [[nodiscard]] bool fold(const Node& node, double& value) const;

  std::vector<Node> nodes_;
  std::vector<Value> table_; ///< open addressing over operations: value + 1, 0 is empty
  std::size_t operations_ = 0;
  std::unordered_map<std::uint64_t, Value> constants_; ///< by their bits
  std::unordered_map<Value, double> numbers_;
  Tape::Tables tables_;
  Expr origin_;
};

template <typename Visit>
void ValueGraph::for_operands(Value v, Visit&& visit) const {
  const Node& node = nodes_[v];
  if (node.kind == Kind::cosine) visit(node.a);
  if (node.kind != Kind::operation) return;
  const int count = operand_count(node.operation);
  visit(node.a);
  if (count > 1) visit(node.b);
  if (count > 2) visit(node.c);
}

} // namespace program
} // namespace dalembert
