#include <dalembert/analysis/closure.h>
#include <dalembert/analysis/draws.h>
#include <dalembert/analysis/row_space.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace dalembert {

namespace {

/// The values of a field at `point`; nothing where one is missing.
std::optional<std::vector<Residue>> values(const Graph& graph, ModularPoint& point, const Field& field) {
  std::vector<Residue> out;
  out.reserve(field.size());
  for (const Expr component : field) {
    // Most components of a large system are 0: no look-up.
    const std::optional<Residue> value = graph.is_zero(component) ? Residue() : point.value(component);
    if (!value) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

/// The space that `fields` span at random point number `seed`, and which of them were new directions in their order.
struct Span {
  RowSpace space;
  std::vector<bool> is_new;
};

std::optional<Span> span_at(const Graph& graph, const std::vector<Field>& fields, std::uint64_t seed) {
  ModularPoint point(graph, seed);
  Span out;
  for (const Field& field : fields) {
    std::optional<std::vector<Residue>> row = values(graph, point, field);
    if (!row) return std::nullopt;
    out.is_new.push_back(out.space.add(std::move(*row)));
  }
  return out;
}

std::optional<Span> span(const Graph& graph, const std::vector<Field>& fields) {
  for (std::uint64_t seed = 1; seed <= draws::most_points; ++seed)
    if (std::optional<Span> found = span_at(graph, fields, seed)) return found;
  return std::nullopt;
}

/// [X, Y]ᵢ = Σⱼ (∂Yᵢ/∂xⱼ·Xⱼ − ∂Xᵢ/∂xⱼ·Yⱼ): two forward sweeps.
Field bracket(Graph& graph, const std::vector<Expr>& variables, const Field& x, const Field& y) {
  const auto along = [&](const Field& of, const Field& direction) {
    std::vector<Seed> seeds;
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (!graph.is_zero(direction[i])) seeds.push_back({variables[i], direction[i]});
    return directional(graph, of, seeds);
  };
  const Field first = along(y, x);
  const Field second = along(x, y);
  Field out;
  for (std::size_t i = 0; i < first.size(); ++i)
    out.push_back(graph.sub(first[i], second[i]));
  return out;
}

bool is_nothing(const Graph& graph, const Field& field) {
  return std::all_of(field.begin(), field.end(), [&graph](Expr e) { return graph.is_zero(e); });
}

} // namespace

Expr paired(Graph& graph, const std::vector<Expr>& form, const Field& field) {
  Expr sum = graph.zero();
  for (std::size_t i = 0; i < field.size(); ++i)
    sum = graph.add(sum, graph.mul(form[i], field[i]));
  return sum;
}

std::optional<int> generic_rank(const Graph& graph, const std::vector<Field>& rows) {
  const std::optional<Span> found = span(graph, rows);
  if (!found) return std::nullopt;
  return found->space.rank();
}

namespace {

/// The pairs of one of the `first` fields with one from `newest` on, each pair once.
std::vector<std::pair<std::size_t, std::size_t>> new_pairs(std::size_t first, std::size_t newest, std::size_t count) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < first; ++i)
    for (std::size_t j = std::max(newest, i + 1); j < count; ++j)
      pairs.emplace_back(i, j);
  return pairs;
}

} // namespace

Closure closure(Graph& graph, const std::vector<Expr>& variables, std::vector<Field> fields, int most_brackets) {
  Closure out{{static_cast<int>(fields.size())}, std::move(fields), true};
  const std::size_t first = out.fields.size();
  constexpr std::size_t most_nodes = 400'000;
  const std::size_t before = graph.size();
  std::size_t newest = 0; // where the fields of the last round begin
  while (out.growth.back() < static_cast<int>(variables.size())) {
    std::vector<Field> candidates = out.fields;
    for (const auto& [i, j] : new_pairs(first, newest, out.fields.size())) {
      if (most_brackets-- <= 0 || graph.size() - before > most_nodes) {
        out.is_complete = false;
        return out;
      }
      Field found = bracket(graph, variables, out.fields[i], out.fields[j]);
      if (!is_nothing(graph, found)) candidates.push_back(std::move(found));
    }
    const std::optional<Span> spanned = span(graph, candidates);
    out.is_complete = spanned.has_value();
    if (!spanned || spanned->space.rank() == out.growth.back()) break;
    newest = out.fields.size();
    for (std::size_t c = newest; c < candidates.size(); ++c)
      if (spanned->is_new[c]) out.fields.push_back(std::move(candidates[c]));
    out.growth.push_back(spanned->space.rank());
  }
  return out;
}

} // namespace dalembert
