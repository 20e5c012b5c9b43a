#include <dalembert/program/value_graph.h>

#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace dalembert {

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

std::size_t ValueGraph::KeyHash::operator()(const Key& key) const {
  std::uint64_t h = key.head;
  for (const Value v : {key.a, key.b, key.c}) {
    h = (h ^ v) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 29U;
  }
  return h;
}

ValueGraph::Key ValueGraph::key_of(const Node& node) {
  const auto operation = static_cast<std::uint32_t>(node.operation);
  return {operation << 8U | static_cast<std::uint32_t>(node.function), node.a, node.b, node.c};
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
  const auto [place, is_new] = known_.try_emplace(key_of(node), static_cast<Value>(size()));
  if (is_new) nodes_.push_back(node);
  return place->second;
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

ValueGraph::SineCosine ValueGraph::sincos(Value angle) {
  const Value sine = make(Operation::sincos, angle);
  if (sine + 1 == size()) nodes_.push_back({.kind = Kind::cosine, .a = sine, .origin = origin_});
  return {sine, sine + 1};
}

bool ValueGraph::has_product(Value a, Value b) const {
  if (b < a) std::swap(a, b);
  return known_.contains(key_of({.operation = Operation::mul, .a = a, .b = b}));
}

} // namespace dalembert
