#include <dalembert/base/errors.h>
#include <dalembert/base/stir.h>
#include <dalembert/base/watch.h>
#include <dalembert/expr/graph.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace expr {

namespace {

std::uint64_t word(const Expr& e) {
  return e.id;
}
std::uint64_t word(const Term& t) {
  return t.expr.id | (std::uint64_t{t.coefficient.id} << 32U);
}
std::uint64_t word(const Factor& f) {
  return f.base.id | (std::uint64_t{f.exponent.id} << 32U);
}
std::uint64_t word(const Argument& a) {
  return a.expr.id | (std::uint64_t{a.order} << 32U);
}

bool holds(Relation relation, const Rational& left, const Rational& right) {
  switch (relation) {
  case Relation::less:
    return left < right;
  case Relation::less_equal:
    return left <= right;
  case Relation::equal:
    return left == right;
  case Relation::not_equal:
    return left != right;
  }
  return false;
}

} // namespace

Graph::Graph() : table_(1024) {
  for (const int value : {0, 1, -1})
    (void)intern(Rational(value));
  (void)number(Rational(0));
  (void)number(Rational(1));
  nodes_.push_back({NodeKind::pi, 0, 0, 0, 0});
}

NumberId Graph::intern(const Rational& value) {
  const auto [place, added] = number_ids_.try_emplace(value, static_cast<std::uint32_t>(numbers_.size()));
  if (added) {
    numbers_.push_back(value);
    doubles_.push_back(value.to_double());
    number_nodes_.push_back(Expr{0});
  }
  return {place->second};
}

NumberId Graph::times(NumberId a, NumberId b) {
  if (a == NumberId{1}) return b;
  if (b == NumberId{1}) return a;
  NumberMemo::Entry& known = products_.at(a, b);
  if (known.a == a && known.b == b) return known.result;
  const NumberId result = intern(numbers_[a.id] * numbers_[b.id]);
  known = {a, b, result};
  return result;
}

NumberId Graph::plus(NumberId a, NumberId b) {
  NumberMemo::Entry& known = sums_.at(a, b);
  if (known.a == a && known.b == b) return known.result;
  const NumberId result = intern(numbers_[a.id] + numbers_[b.id]);
  known = {a, b, result};
  return result;
}

Expr Graph::number(const Rational& value) {
  const NumberId id = intern(value);
  Expr& node = number_nodes_[id.id];
  if (node.id == 0 && (id.id != 0 || nodes_.empty())) {
    node = Expr{static_cast<std::uint32_t>(nodes_.size())};
    nodes_.push_back({NodeKind::number, 0, 0, 0, id.id});
  }
  return node;
}

Expr Graph::symbol(std::string name) {
  nodes_.push_back({NodeKind::symbol, 0, 0, 0, static_cast<std::uint32_t>(names_.size())});
  names_.push_back(std::move(name));
  return {static_cast<std::uint32_t>(nodes_.size() - 1)};
}

template <typename Entry>
Expr Graph::make(NodeKind kind, std::uint8_t tag, std::span<const Entry> entries, std::vector<Entry>& pool) {
  poll();
  std::uint64_t stirred = stir((static_cast<std::uint64_t>(kind) << 8U) | tag | (entries.size() << 16U));
  for (const Entry& entry : entries)
    stirred = stir(stirred ^ word(entry));
  const auto hash = static_cast<std::uint32_t>(stirred);
  const auto count = static_cast<std::uint32_t>(entries.size());
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  for (; table_[slot].place != 0; slot = (slot + 1) & mask) {
    if (table_[slot].hash != hash) continue;
    const std::uint32_t id = table_[slot].place - 1;
    const Node& node = nodes_[id];
    if (node.kind != kind || node.tag != tag || node.count != count) continue;
    const auto same = [](const Entry& a, const Entry& b) { return word(a) == word(b); };
    if (std::equal(entries.begin(), entries.end(), pool.begin() + node.offset, same)) return {id};
  }
  const Node node{kind, tag, 0, count, static_cast<std::uint32_t>(pool.size())};
  pool.insert(pool.end(), entries.begin(), entries.end());
  nodes_.push_back(node);
  const auto id = static_cast<std::uint32_t>(nodes_.size() - 1);
  table_[slot] = {hash, id + 1};
  if (nodes_.size() * 3 > table_.size() * 2) grow_table();
  return {id};
}

template Expr Graph::make(NodeKind, std::uint8_t, std::span<const Term>, std::vector<Term>&);
template Expr Graph::make(NodeKind, std::uint8_t, std::span<const Factor>, std::vector<Factor>&);

void Graph::grow_table() {
  const std::size_t mask = 2 * table_.size() - 1;
  std::vector<Slot> grown(mask + 1);
  for (const Slot& known : table_) {
    if (known.place == 0) continue;
    std::size_t slot = known.hash & mask;
    while (grown[slot].place != 0)
      slot = (slot + 1) & mask;
    grown[slot] = known;
  }
  table_ = std::move(grown);
}

Expr Graph::apply(Function f, Expr a) {
  ENSURE(arity(f) == 1);
  if (const auto simpler = folded(f, a)) return *simpler;
  return make(NodeKind::function, static_cast<std::uint8_t>(f), std::span<const Expr>(&a, 1), args_);
}

Expr Graph::apply(Function f, Expr a, Expr b) {
  ENSURE(arity(f) == 2);
  if (const auto simpler = folded(f, a, b)) return *simpler;
  const Expr both[] = {a, b};
  return make(NodeKind::function, static_cast<std::uint8_t>(f), std::span<const Expr>(both), args_);
}

Expr Graph::select(Relation relation, Expr left, Expr right, Expr then, Expr otherwise) {
  if (then == otherwise) return then;
  if (is_number(left) && is_number(right)) return holds(relation, number(left), number(right)) ? then : otherwise;
  const Expr all[] = {left, right, then, otherwise};
  return make(NodeKind::select, static_cast<std::uint8_t>(relation), std::span<const Expr>(all), args_);
}

UnknownId Graph::declare_unknown(std::string name, std::size_t arguments) {
  unknowns_.push_back({std::move(name), arguments});
  return {static_cast<std::uint32_t>(unknowns_.size() - 1)};
}

UnknownId Graph::declare_table(std::string name, std::shared_ptr<const TabulatedFunction> table) {
  ENSURE(table != nullptr);
  unknowns_.push_back({std::move(name), 1, std::move(table)});
  return {static_cast<std::uint32_t>(unknowns_.size() - 1)};
}

Expr Graph::unknown(UnknownId f, std::span<const Argument> arguments) {
  ENSURE(f.id < unknowns_.size() && arguments.size() == unknowns_[f.id].arguments);
  std::vector<Argument> entries{{Expr{f.id}, 0}};
  entries.insert(entries.end(), arguments.begin(), arguments.end());
  return make(NodeKind::unknown, 0, std::span<const Argument>(entries), arguments_);
}

Expr Graph::unknown(UnknownId f, std::initializer_list<Expr> arguments) {
  std::vector<Argument> entries;
  for (const Expr e : arguments)
    entries.push_back({e, 0});
  return unknown(f, entries);
}

std::size_t Graph::bytes() const {
  const auto held = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return held(nodes_) + held(terms_) + held(factors_) + held(args_) + held(arguments_) + held(table_) + held(numbers_) +
         held(doubles_) + held(number_nodes_) + held(names_);
}

const Rational& Graph::number(Expr e) const {
  return numbers_[number_id(e).id];
}

std::string_view Graph::name(Expr e) const {
  ENSURE(kind(e) == NodeKind::symbol);
  return names_[nodes_[e.id].offset];
}

Relation Graph::relation(Expr e) const {
  ENSURE(kind(e) == NodeKind::select);
  return static_cast<Relation>(nodes_[e.id].tag);
}

UnknownId Graph::unknown_id(Expr e) const {
  ENSURE(kind(e) == NodeKind::unknown);
  return {arguments_[nodes_[e.id].offset].expr.id};
}

std::span<const Argument> Graph::arguments(Expr e) const {
  ENSURE(kind(e) == NodeKind::unknown);
  return {arguments_.data() + nodes_[e.id].offset + 1, nodes_[e.id].count - 1};
}

} // namespace expr
} // namespace dalembert
