#include <dalembert/analysis/closure.h>
#include <dalembert/exact/draws.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/modular_tangent.h>
#include <dalembert/expr/residue_echelon.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace dalembert {
inline namespace analysis {

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
    out.is_new.push_back(out.space.add(*row));
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

using FieldPair = std::pair<std::size_t, std::size_t>;

/// The values of brackets at a point, as `bracket` would have them there. The rates of a field along all fields that it
/// is paired with are found together.
class BracketValues {
public:
  BracketValues(const Graph& graph, ModularPoint& point, const std::vector<Expr>& variables,
                const std::vector<Field>& fields)
      : tangent_(graph, point), fields_(fields), directions_(fields.size()) {
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (std::size_t i = 0; i < variables.size(); ++i)
        if (!graph.is_zero(fields[f][i])) directions_[f].emplace_back(variables[i], *point.value(fields[f][i]));
  }

  /// Of all pairs; nothing where a value is missing.
  std::optional<std::vector<std::vector<Residue>>> of(const std::vector<FieldPair>& pairs) {
    std::vector<std::vector<std::pair<std::size_t, bool>>> parts(fields_.size()); // pairs and whether it is the second
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      parts[pairs[p].second].emplace_back(p, true);
      parts[pairs[p].first].emplace_back(p, false);
    }
    std::vector<std::vector<Residue>> out(pairs.size());
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      if (parts[f].empty()) continue;
      std::vector<const ModularTangent::Direction*> along;
      for (const auto& [p, is_second] : parts[f])
        along.push_back(&directions_[is_second ? pairs[p].first : pairs[p].second]);
      const auto rates = tangent_.along(fields_[f], along);
      if (!rates) return std::nullopt;
      for (std::size_t k = 0; k < along.size(); ++k)
        add((*rates)[k], parts[f][k].second, out[parts[f][k].first]);
    }
    return out;
  }

private:
  static void add(const std::vector<Residue>& rates, bool is_positive, std::vector<Residue>& to) {
    to.resize(rates.size());
    for (std::size_t i = 0; i < rates.size(); ++i)
      to[i] += is_positive ? rates[i] : -rates[i];
  }

  ModularTangent tangent_;
  const std::vector<Field>& fields_;
  std::vector<ModularTangent::Direction> directions_; ///< of each field, where it is not 0
};

/// Which brackets are new directions at random point number `seed`, and the rank with them; nothing where a value is
/// missing there.
struct NewDirections {
  std::vector<bool> is_new;
  int rank = 0;
};

std::optional<NewDirections> directions_at(const Graph& graph, const std::vector<Expr>& variables,
                                           const std::vector<Field>& fields, const std::vector<FieldPair>& pairs,
                                           std::uint64_t seed) {
  ModularPoint point(graph, seed);
  RowSpace space;
  for (const Field& field : fields) {
    std::optional<std::vector<Residue>> row = values(graph, point, field);
    if (!row) return std::nullopt;
    space.add(*row);
  }
  BracketValues brackets(graph, point, variables, fields);
  NewDirections out;
  std::optional<std::vector<std::vector<Residue>>> rows = brackets.of(pairs);
  if (!rows) return std::nullopt;
  for (std::vector<Residue>& row : *rows)
    out.is_new.push_back(space.add(row));
  out.rank = space.rank();
  return out;
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
std::vector<FieldPair> new_pairs(std::size_t first, std::size_t newest, std::size_t count) {
  std::vector<FieldPair> pairs;
  for (std::size_t i = 0; i < first; ++i)
    for (std::size_t j = std::max(newest, i + 1); j < count; ++j)
      pairs.emplace_back(i, j);
  return pairs;
}

/// About how many operands the derivatives of `fields` hold: of a product of k factors k products of k.
double derivative_work(const Graph& graph, const std::vector<Field>& fields) {
  std::vector<Expr> components;
  for (const Field& field : fields)
    components.insert(components.end(), field.begin(), field.end());
  double out = 0.0;
  for (const Expr e : reachable(graph, components)) {
    std::size_t operands = 0;
    graph.for_children(e, [&operands](Expr) { ++operands; });
    out +=
        graph.kind(e) == NodeKind::product ? static_cast<double>(operands * operands) : static_cast<double>(operands);
  }
  return out;
}

/// Brackets of fields, written down only where they are new directions: their values at a random point say which are.
class Brackets {
public:
  Brackets(Graph& graph, const std::vector<Expr>& variables, int most)
      : graph_(graph), variables_(variables), left_(most) {}

  enum class Found { some, none, undecided };

  /// Appends the brackets of `pairs` that are new directions to `fields`, of which `rank` are independent.
  Found add(std::vector<Field>& fields, const std::vector<FieldPair>& pairs, int& rank) {
    left_ -= static_cast<int>(pairs.size());
    if (left_ < 0 || derivative_work(graph_, fields) > most_work) return Found::undecided;
    for (std::uint64_t seed = 1; seed <= draws::tries_per_point; ++seed)
      if (const auto found = directions_at(graph_, variables_, fields, pairs, seed))
        return add_those(fields, pairs, *found, rank);
    return add_by_expressions(fields, pairs, rank);
  }

private:
  static constexpr double most_work = 2e7; ///< operands of the derivatives of all fields: some seconds
  [[nodiscard]] bool has_room() const { return graph_.size() - before_ <= most_nodes_of_brackets; }

  Found add_those(std::vector<Field>& fields, const std::vector<FieldPair>& pairs, const NewDirections& found,
                  int& rank) {
    if (found.rank == rank) return Found::none;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (!found.is_new[k]) continue;
      if (!has_room()) return Found::undecided;
      fields.push_back(bracket(graph_, variables_, fields[pairs[k].first], fields[pairs[k].second]));
    }
    rank = found.rank;
    return Found::some;
  }

  /// The same where the derivatives have no values without their expressions.
  Found add_by_expressions(std::vector<Field>& fields, const std::vector<FieldPair>& pairs, int& rank) {
    const std::size_t known = fields.size();
    std::vector<Field> candidates = fields;
    for (const auto& [i, j] : pairs) {
      if (!has_room()) return Found::undecided;
      Field found = bracket(graph_, variables_, fields[i], fields[j]);
      if (!is_nothing(graph_, found)) candidates.push_back(std::move(found));
    }
    const std::optional<Span> spanned = span(graph_, candidates);
    if (!spanned) return Found::undecided;
    if (spanned->space.rank() == rank) return Found::none;
    for (std::size_t c = known; c < candidates.size(); ++c)
      if (spanned->is_new[c]) fields.push_back(std::move(candidates[c]));
    rank = spanned->space.rank();
    return Found::some;
  }

  Graph& graph_;
  const std::vector<Expr>& variables_;
  int left_;
  std::size_t before_ = graph_.size();
};

} // namespace

Closure closure(Graph& graph, const std::vector<Expr>& variables, std::vector<Field> fields, int most_brackets) {
  Closure out{{static_cast<int>(fields.size())}, std::move(fields), true};
  const std::size_t first = out.fields.size();
  Brackets brackets(graph, variables, most_brackets);
  std::size_t newest = 0; // where the fields of the last round begin
  while (out.growth.back() < static_cast<int>(variables.size())) {
    const std::size_t before = out.fields.size();
    int rank = out.growth.back();
    const Brackets::Found found = brackets.add(out.fields, new_pairs(first, newest, before), rank);
    out.is_complete = found != Brackets::Found::undecided;
    if (found != Brackets::Found::some) {
      out.fields.resize(before);
      break;
    }
    newest = before;
    out.growth.push_back(rank);
  }
  return out;
}

} // namespace analysis
} // namespace dalembert
