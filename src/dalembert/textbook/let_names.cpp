#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/textbook/let_names.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace textbook {

namespace {

constexpr std::size_t most_joint = 3;

struct Inverse {
  std::vector<Expr> entries;
  Expr determinant;
};

/// The inverse of a k×k matrix, k ≤ 3, by cofactors; nothing where its determinant is structurally 0.
std::optional<Inverse> inverse(Graph& graph, const std::vector<Expr>& a, std::size_t k) {
  const auto at = [&a, k](std::size_t i, std::size_t j) { return a[(i % k) * k + j % k]; };
  std::vector<Expr> cofactors(k * k);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) {
      if (k == 2) {
        const Expr across = at(i + 1, j + 1);
        cofactors[i * k + j] = (i + j) % 2 == 0 ? across : graph.neg(across);
      } else { // cyclic minors carry their sign
        cofactors[i * k + j] =
            graph.sub(graph.mul(at(i + 1, j + 1), at(i + 2, j + 2)), graph.mul(at(i + 1, j + 2), at(i + 2, j + 1)));
      }
    }
  Expr determinant = graph.zero();
  for (std::size_t j = 0; j < k; ++j)
    determinant = graph.add(determinant, graph.mul(at(0, j), cofactors[j]));
  if (graph.is_zero(determinant)) return std::nullopt;
  std::vector<Expr> out(k * k);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      out[j * k + i] = graph.div(cofactors[i * k + j], determinant);
  return Inverse{std::move(out), determinant};
}

} // namespace

LetNames::LetNames(const Equations& equations, AtomTable& atoms)
    : system_(*equations.system), atoms_(atoms), graph_(*equations.system->graph) {
  for (const Let& each : system_.lets)
    add_name(each, each.value, each.text);
  for (const Speed& each : system_.speeds)
    add_name(each, each.value, {});
  std::vector<std::size_t> rates;
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const Level at = level(names_[k].value);
    if (at == Level::constant) ways_.push_back({{k}, {{names_[k].value, names_[k].symbol}}, {}, {}, false});
    if (at == Level::position) add_position_ways(k);
    if (at != Level::rate) continue;
    add_rate_ways(k);
    rates.push_back(k);
  }
  add_linear_way();
  for (std::size_t count = 2; count <= most_joint && count <= rates.size(); ++count)
    for (std::size_t first = 0; first + count <= rates.size(); ++first)
      add_joint_way({rates.begin() + static_cast<std::ptrdiff_t>(first),
                     rates.begin() + static_cast<std::ptrdiff_t>(first + count)});
}

LetNames::Level LetNames::level(Expr value) const {
  const NodeKind kind = graph_.kind(value);
  if (kind == NodeKind::symbol || kind == NodeKind::number || kind == NodeKind::pi) return Level::other;
  const std::vector<Expr> below = free_symbols(graph_, value);
  const auto holds = [&below](const std::vector<Expr>& symbols) {
    return std::any_of(symbols.begin(), symbols.end(),
                       [&below](Expr s) { return std::binary_search(below.begin(), below.end(), s); });
  };
  std::vector<Expr> forces = system_.multipliers();
  for (const Friction& each : system_.frictions)
    forces.push_back(each.symbol);
  for (const Reaction& each : system_.reactions)
    forces.push_back(each.symbol);
  if (holds(system_.accelerations()) || holds(forces)) return Level::other;
  if (holds(system_.rates())) return Level::rate;
  return holds(system_.positions()) ? Level::position : Level::constant;
}

Expr LetNames::moved(Expr e) const {
  std::vector<Seed> seeds{{system_.time, graph_.one()}};
  for (const Coordinate& q : system_.coordinates) {
    seeds.push_back({q.position, q.rate});
    seeds.push_back({q.rate, q.acceleration});
  }
  return directional(graph_, e, seeds);
}

void LetNames::add_name(const Declared& declared, Expr value, std::string written) {
  // A second name for the same thing shortens no line.
  const auto is_same = [value](const Name& name) { return name.value == value; };
  if (names_.size() >= most_names || std::ranges::any_of(names_, is_same) || level(value) == Level::other) return;
  Name name{declared.name,
            std::move(written),
            value,
            graph_.symbol(declared.name),
            graph_.symbol(declared.name + "'"),
            graph_.symbol(declared.name + "''"),
            system_.coordinates.size() + names_.size()};
  const bool is_rate = level(value) == Level::rate;
  atoms_.declare(name.symbol, is_rate ? AtomClass::rate : AtomClass::coordinate, name.order);
  atoms_.declare(name.rate, is_rate ? AtomClass::acceleration : AtomClass::rate, name.order);
  atoms_.declare(name.acceleration, AtomClass::acceleration, name.order);
  const Expr rate = moved(value);
  meanings_[name.text] = value;
  meanings_[name.text + "'"] = rate;
  if (!is_rate) meanings_[name.text + "''"] = moved(rate);
  names_.push_back(std::move(name));
}

void LetNames::add_position_ways(std::size_t k) {
  const Name& name = names_[k];
  const std::vector<Expr> slopes = gradient(graph_, name.value, system_.positions());
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    if (!graph_.is_number(slopes[i]) || graph_.is_zero(slopes[i])) continue;
    const Coordinate& q = system_.coordinates[i];
    const Expr rest = substitute(graph_, name.value, std::vector<Replacement>{{q.position, graph_.zero()}});
    const Expr rest_rate = moved(rest);
    const auto solved = [this, slope = slopes[i]](Expr u, Expr r) { return graph_.div(graph_.sub(u, r), slope); };
    ways_.push_back({{k},
                     {{q.position, solved(name.symbol, rest)},
                      {q.rate, solved(name.rate, rest_rate)},
                      {q.acceleration, solved(name.acceleration, moved(rest_rate))}},
                     {i},
                     {k},
                     false});
  }
}

namespace {

/// u = Σ slopes·q + rest, or what has become of it: u itself is a sum of other names then.
struct LinearRow {
  std::size_t name = 0;
  std::vector<Rational> slopes; ///< by coordinate
  std::vector<Rational> shares; ///< by row, of (u − rest)
  std::size_t pivot = 0;
};

/// Solves row by row for the last coordinate that is left in it; rows that hang on the others are dropped.
std::vector<LinearRow> solved(std::vector<LinearRow> rows) {
  std::vector<LinearRow> out;
  for (LinearRow& row : rows) {
    const auto subtract = [](LinearRow& from, const LinearRow& what) {
      const Rational factor = from.slopes[what.pivot];
      for (std::size_t i = 0; i < from.slopes.size(); ++i)
        from.slopes[i] -= factor * what.slopes[i];
      for (std::size_t i = 0; i < from.shares.size(); ++i)
        from.shares[i] -= factor * what.shares[i];
    };
    for (const LinearRow& done : out)
      subtract(row, done);
    std::size_t last = row.slopes.size();
    while (last > 0 && row.slopes[last - 1].is_zero())
      --last;
    if (last == 0) continue;
    row.pivot = last - 1;
    const Rational scale = row.slopes[row.pivot].inverse();
    for (Rational& slope : row.slopes)
      slope *= scale;
    for (Rational& share : row.shares)
      share *= scale;
    for (LinearRow& done : out)
      subtract(done, row);
    out.push_back(std::move(row));
  }
  return out;
}

} // namespace

/// One way for all names that are sums of coordinates with constant coefficients.
void LetNames::add_linear_way() {
  const std::vector<Expr> positions = system_.positions();
  std::vector<Replacement> at_origin;
  at_origin.reserve(positions.size());
  for (const Expr q : positions)
    at_origin.push_back({q, graph_.zero()});
  std::vector<LinearRow> rows;
  for (std::size_t k = 0; k < names_.size(); ++k) {
    if (level(names_[k].value) != Level::position) continue;
    const std::vector<Expr> slopes = gradient(graph_, names_[k].value, positions);
    if (!std::ranges::all_of(slopes, [this](Expr slope) { return graph_.is_number(slope); })) continue;
    LinearRow row{k, {}, {}, 0};
    for (const Expr slope : slopes)
      row.slopes.push_back(graph_.number(slope));
    rows.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].shares.assign(rows.size(), Rational(0));
    rows[i].shares[i] = Rational(1);
  }
  const std::vector<LinearRow> all = rows;
  const std::vector<LinearRow> found = solved(std::move(rows));
  if (found.size() < 2) return;
  LetChoice way;
  for (const LinearRow& row : found) {
    const Coordinate& q = system_.coordinates[row.pivot];
    std::array<Expr, 3> sums{graph_.zero(), graph_.zero(), graph_.zero()};
    const auto add = [this, &sums](const Rational& c, std::array<Expr, 3> what) {
      for (std::size_t d = 0; d < sums.size(); ++d)
        sums[d] = graph_.add(sums[d], graph_.mul(graph_.number(c), what[d]));
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (row.shares[i].is_zero()) continue;
      const Name& name = names_[all[i].name];
      const Expr rest = substitute(graph_, name.value, at_origin);
      const Expr rest_rate = moved(rest);
      add(row.shares[i], {graph_.sub(name.symbol, rest), graph_.sub(name.rate, rest_rate),
                          graph_.sub(name.acceleration, moved(rest_rate))});
    }
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Coordinate& other = system_.coordinates[i];
      if (i != row.pivot && !row.slopes[i].is_zero())
        add(-row.slopes[i], {other.position, other.rate, other.acceleration});
    }
    way.names.push_back(row.name);
    way.coordinates.push_back(row.pivot);
    way.leads.push_back(row.name);
    way.replacements.push_back({q.position, sums[0]});
    way.replacements.push_back({q.rate, sums[1]});
    way.replacements.push_back({q.acceleration, sums[2]});
  }
  ways_.push_back(std::move(way));
}

void LetNames::add_rate_ways(std::size_t k) {
  const Name& name = names_[k];
  const std::vector<Expr> slopes = gradient(graph_, name.value, system_.rates());
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    if (!graph_.is_number(slopes[i]) || graph_.is_zero(slopes[i])) continue;
    const Coordinate& q = system_.coordinates[i];
    const Expr rest = substitute(graph_, name.value, std::vector<Replacement>{{q.rate, graph_.zero()}});
    const Replacement rate{q.rate, graph_.div(graph_.sub(name.symbol, rest), slopes[i])};
    const Expr rest_rate = substitute(graph_, moved(rest), std::vector<Replacement>{rate});
    ways_.push_back(
        {{k}, {rate, {q.acceleration, graph_.div(graph_.sub(name.rate, rest_rate), slopes[i])}}, {i}, {k}, false});
  }
}

void LetNames::add_joint_way(const std::vector<std::size_t>& names) {
  const std::size_t k = names.size();
  const std::vector<Expr> rates = system_.rates();
  std::vector<std::size_t> used;
  std::vector<Expr> slopes;
  for (const std::size_t name : names)
    for (const Expr slope : gradient(graph_, names_[name].value, rates))
      slopes.push_back(slope);
  if (depends(graph_, slopes, rates)) return;
  for (std::size_t i = 0; i < rates.size(); ++i)
    for (std::size_t row = 0; row < k; ++row)
      if (!graph_.is_zero(slopes[row * rates.size() + i]) && (used.empty() || used.back() != i)) used.push_back(i);
  if (used.size() != k) return;
  std::vector<Expr> block;
  block.reserve(k * k);
  for (std::size_t row = 0; row < k; ++row)
    for (const std::size_t i : used)
      block.push_back(slopes[row * rates.size() + i]);
  const std::optional<Inverse> back = inverse(graph_, block, k);
  if (!back) return;

  std::vector<Replacement> at_rest;
  at_rest.reserve(k);
  for (const std::size_t i : used)
    at_rest.push_back({rates[i], graph_.zero()});
  const auto times_inverse = [&](std::size_t row, const std::vector<Expr>& of) {
    Expr sum = graph_.zero();
    for (std::size_t j = 0; j < k; ++j)
      sum = graph_.add(sum, graph_.mul(back->entries[row * k + j], of[j]));
    return sum;
  };
  std::vector<Expr> speeds;
  speeds.reserve(k);
  std::vector<Expr> changes; // u̇ less what v̇ does not bring in
  changes.reserve(k);
  for (const std::size_t name : names)
    speeds.push_back(graph_.sub(names_[name].symbol, substitute(graph_, names_[name].value, at_rest)));
  std::vector<Replacement> replacements;
  replacements.reserve(2 * k);
  for (std::size_t row = 0; row < k; ++row)
    replacements.push_back({rates[used[row]], times_inverse(row, speeds)});
  std::vector<Replacement> unaccelerated;
  unaccelerated.reserve(k);
  for (const std::size_t i : used)
    unaccelerated.push_back({system_.coordinates[i].acceleration, graph_.zero()});
  for (const std::size_t name : names) {
    const Expr drift = substitute(graph_, moved(names_[name].value), unaccelerated);
    changes.push_back(graph_.sub(names_[name].rate, substitute(graph_, drift, replacements)));
  }
  for (std::size_t row = 0; row < k; ++row)
    replacements.push_back({system_.coordinates[used[row]].acceleration, times_inverse(row, changes)});
  const bool has_divisions = !graph_.is_number(back->determinant);
  ways_.push_back({names, std::move(replacements), std::move(used), {}, has_divisions});
}

} // namespace textbook
} // namespace dalembert
