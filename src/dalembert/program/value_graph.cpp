#include <dalembert/program/value_graph.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace program {

namespace {

bool is_commutative(Operation operation) {
  switch (operation) {
  case Operation::add:
  case Operation::mul:
  case Operation::fma:
  case Operation::fms:
  case Operation::fnma:
  case Operation::fnms:
    return true;
  default:
    return false;
  }
}

} // namespace

std::size_t ValueGraph::place_of(const Node& node) const {
  std::uint64_t h = static_cast<std::uint64_t>(node.operation) << 8U | static_cast<std::uint64_t>(node.function);
  for (const Value v : {node.a, node.b, node.c}) {
    h = (h ^ v) * 0x9E3779B97F4A7C15ULL; // 2⁶⁴ over the golden ratio: spreads small numbers
    h ^= h >> 29U;
  }
  const std::size_t mask = table_.size() - 1;
  const auto is_same = [&node](const Node& other) {
    return other.operation == node.operation && other.function == node.function && other.a == node.a &&
           other.b == node.b && other.c == node.c;
  };
  std::size_t place = h & mask;
  while (table_[place] != 0 && !is_same(nodes_[table_[place] - 1]))
    place = (place + 1) & mask;
  return place;
}

void ValueGraph::grow_table(std::size_t size) {
  const std::vector<Value> old = std::exchange(table_, std::vector<Value>(size));
  for (const Value entry : old)
    if (entry != 0) table_[place_of(nodes_[entry - 1])] = entry;
}

void ValueGraph::reserve(std::size_t operations) {
  nodes_.reserve(operations);
  if (2 * operations > table_.size()) grow_table(std::bit_ceil(2 * operations));
}

Value ValueGraph::constant(double value) {
  const auto [place, is_new] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), static_cast<Value>(size()));
  if (is_new) {
    nodes_.push_back({.kind = Kind::constant, .origin = origin_});
    numbers_[place->second] = value;
  }
  return place->second;
}

Value ValueGraph::input(std::size_t position, Expr origin) {
  nodes_.push_back({.kind = Kind::input, .a = static_cast<Value>(position), .origin = origin});
  return static_cast<Value>(size() - 1);
}

/// Computes an operation on constants; left to the run where the result is not finite, so that it can be traced.
bool ValueGraph::fold(const Node& node, double& value) const {
  if (node.operation == Operation::table) return false;
  std::array<double, 3> operands = {};
  const int count = operand_count(node.operation);
  const std::array<Value, 3> from = {node.a, node.b, node.c};
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (nodes_[from[i]].kind != Kind::constant) return false;
    operands[i] = numbers_.at(from[i]);
  }
  value = apply(node.operation, node.function, operands[0], operands[1], operands[2]);
  return std::isfinite(value);
}

Value ValueGraph::intern(Node node) {
  if (is_commutative(node.operation) && node.b < node.a) std::swap(node.a, node.b);
  double value = 0;
  if (node.operation != Operation::sincos && fold(node, value)) return constant(value);
  constexpr std::size_t first_size = 256;
  if (2 * operations_ >= table_.size()) grow_table(std::max(first_size, 2 * table_.size()));
  const std::size_t place = place_of(node);
  if (table_[place] == 0) {
    nodes_.push_back(node);
    table_[place] = static_cast<Value>(size());
    ++operations_;
  }
  return table_[place] - 1;
}

Value ValueGraph::make(Operation operation, Value a, Value b, Value c) {
  return intern({.operation = operation, .a = a, .b = b, .c = c, .origin = origin_});
}

Value ValueGraph::make(Function function, Value a, Value b) {
  if (function == Function::exp) return make(Operation::exp, a);
  if (function == Function::sin) return make(Operation::sin, a);
  if (function == Function::cos) return make(Operation::cos, a);
  const Operation operation = arity(function) == 2 ? Operation::binary : Operation::unary;
  return intern({.operation = operation, .function = function, .a = a, .b = b, .origin = origin_});
}

Value ValueGraph::look_up(std::shared_ptr<const TabulatedFunction> table, std::uint32_t order, Value a) {
  const auto known = std::ranges::find(tables_, table);
  const auto index = static_cast<Value>(known - tables_.begin());
  if (known == tables_.end()) tables_.push_back(std::move(table));
  return intern({.operation = Operation::table, .a = a, .b = index, .c = order, .origin = origin_});
}

ValueGraph::SineCosine ValueGraph::sincos(Value angle) {
  const Value sine = make(Operation::sincos, angle);
  if (sine + 1 == size()) nodes_.push_back({.kind = Kind::cosine, .a = sine, .origin = origin_});
  return {sine, sine + 1};
}

bool ValueGraph::has_product(Value a, Value b) const {
  if (b < a) std::swap(a, b);
  return !table_.empty() && table_[place_of({.operation = Operation::mul, .a = a, .b = b})] != 0;
}

} // namespace program
} // namespace dalembert
