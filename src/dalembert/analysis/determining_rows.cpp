#include <dalembert/analysis/determining_rows.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/expr/depends.h>

#include <unordered_map>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::uint64_t simple_points = 512;             ///< of the streams of random numbers
constexpr std::uint64_t seeds_per_point = 1024;          ///< one for each stream
constexpr std::size_t most_kept = std::size_t{1} << 22U; ///< residues of positions at rest: 32 MiB

} // namespace

DeterminingRows::DeterminingRows(const Graph& graph, std::span<const DeterminingColumn> columns)
    : parts_(graph, std::span<const Expr>()) {
  std::vector<Expr> parts;
  std::unordered_map<std::uint32_t, std::size_t> places;
  const auto place_of = [&](Expr part) {
    const auto [place, is_new] = places.emplace(part.id, parts.size());
    if (is_new) parts.push_back(part);
    return place->second;
  };
  for (const DeterminingColumn& c : columns)
    columns_.push_back({place_of(c.function), place_of(c.slope), place_of(c.per_function),
                        place_of(graph.is_zero(c.slope) ? c.slope : c.per_slope)});
  symbols_ = free_symbols(graph, parts);
  parts_ = ModularSweep(graph, parts);
}

std::vector<Residue> DeterminingRows::of(const std::vector<Residue>& parts) const {
  std::vector<Residue> out;
  out.reserve(columns_.size());
  for (const Places& c : columns_) {
    ProductSum sum;
    sum.add(parts[c.function], parts[c.per_function]);
    sum.add(parts[c.slope], parts[c.per_slope]);
    out.push_back(sum.value());
  }
  return out;
}

std::vector<Residue> DeterminingRows::of(const ModularSweep::Values& parts) const {
  return of(parts_.results(parts));
}

std::optional<std::vector<Residue>> DeterminingRows::at(ModularPoint& point) const {
  const std::optional<std::vector<Residue>> parts = parts_(point);
  if (!parts) return std::nullopt;
  return of(*parts);
}

SimplePoints::SimplePoints(const DeterminingRows& rows, const RootedPoints& points, SymbolValues fixed,
                           std::vector<Expr> rates, std::uint64_t stream)
    : rows_(rows), points_(points), fixed_(std::move(fixed)), rates_(std::move(rates)), stream_(stream) {
  for (const Expr rate : rates_)
    above_.push_back(rows_.parts().above(rate));
}

std::uint64_t SimplePoints::seed(std::size_t k) const {
  return (k + 1) * seeds_per_point + stream_ + simple_points;
}

std::optional<SimplePoints::Position> SimplePoints::drawn(std::size_t k) {
  SymbolValues at_rest = fixed_;
  for (const Expr rate : rates_)
    at_rest.emplace_back(rate, Residue());
  std::optional<ModularPoint> point = points_.draw(seed(k), at_rest);
  std::optional<ModularSweep::Values> parts = point ? rows_.parts().at(*point) : std::nullopt;
  if (!parts) return std::nullopt;
  are_rational_ = are_rational_ && point->is_rational();
  std::vector<Residue> row = rows_.of(*parts);
  return Position{std::move(*parts), std::move(row)};
}

const SimplePoints::Position* SimplePoints::position(std::size_t k) {
  if (k == positions_.size()) {
    last_ = drawn(k);
    const std::size_t size = last_ ? last_->parts.steps.size() + last_->row.size() : 0;
    if ((k + 1) * size <= most_kept) positions_.push_back(std::exchange(last_, std::nullopt));
  } else if (k > positions_.size()) {
    last_ = drawn(k);
  }
  const std::optional<Position>& out = k < positions_.size() ? positions_[k] : last_;
  return out ? &*out : nullptr;
}

std::optional<std::vector<Residue>> SimplePoints::row(Kind kind, std::size_t k) {
  if (kind < rates_.size() && !above_[kind]) return row_alone(kind, k);
  const Position* const rest = position(k);
  if (rest == nullptr) return std::nullopt;
  if (kind >= rates_.size()) return rest->row;
  ModularSweep::Values parts = rest->parts;
  RandomStream random(seed(k) + kind);
  if (!rows_.parts().change(parts, *above_[kind], Residue(random()))) return std::nullopt;
  std::vector<Residue> out = rows_.of(parts);
  for (std::size_t c = 0; c < out.size(); ++c)
    out[c] -= rest->row[c];
  return out;
}

/// A row with one rate in a root, a function or the like, which is evaluated anew.
std::optional<std::vector<Residue>> SimplePoints::row_alone(Kind kind, std::size_t k) {
  SymbolValues values = fixed_;
  for (std::size_t i = 0; i < rates_.size(); ++i)
    if (i != kind) values.emplace_back(rates_[i], Residue());
  std::optional<ModularPoint> point = points_.draw(seed(k), values);
  if (!point) return std::nullopt;
  are_rational_ = are_rational_ && point->is_rational();
  return rows_.at(*point);
}

} // namespace analysis
} // namespace dalembert
