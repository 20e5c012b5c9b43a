#include <dalembert/lowering/append.h>
#include <dalembert/lowering/row_sizes.h>

namespace dalembert {
inline namespace lowering {

RowSizes::RowSizes(const Equations& equations, std::span<const std::size_t> rows, std::vector<Expr>& entries) {
  const System& system = *equations.system;
  const Graph& graph = *system.graph;
  for (const std::size_t k : rows) {
    std::vector<Entry> row;
    for (int i = 0; i < equations.constraint_matrix.columns; ++i) {
      const Expr a = equations.constraint_matrix.at(static_cast<int>(k), i);
      if (graph.is_zero(a)) continue;
      row.push_back({static_cast<std::size_t>(i), entries.size()});
      entries.push_back(a);
    }
    rows_.push_back(std::move(row));
  }
  positions_ = entries.size();
  for (const Coordinate& q : system.coordinates)
    entries.push_back(q.position);
  rates_ = entries.size();
  for (const Coordinate& q : system.coordinates)
    entries.push_back(q.rate);
}

std::vector<Value> RowSizes::sizes(ValueGraph& values, std::span<const Value> entries, std::size_t x) const {
  const Value one = values.constant(1.0);
  std::vector<Value> out;
  for (const std::vector<Entry>& row : rows_) {
    Value sum = values.constant(0.0);
    for (const Entry& entry : row) {
      const Value a = values.make(Function::abs, entries[entry.place]);
      const Value size = values.make(Function::abs, entries[x + entry.coordinate]);
      const Value scale = values.make(Operation::select, values.make(Operation::less, one, size), size, one);
      sum = values.make(Operation::fma, a, scale, sum);
    }
    out.push_back(sum);
  }
  return out;
}

std::vector<Value> RowSizes::by_positions(ValueGraph& values, std::span<const Value> entries) const {
  return sizes(values, entries, positions_);
}

std::vector<Value> RowSizes::by_rates(ValueGraph& values, std::span<const Value> entries) const {
  return sizes(values, entries, rates_);
}

} // namespace lowering
} // namespace dalembert
