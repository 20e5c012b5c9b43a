#include <dalembert/simulation/plan/part_cells.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double shown_share = 0.25;     ///< of the enclosure that the values inside have to show
constexpr double steady_value = 1e-3;    ///< of its largest size: a part that varies by less hides nothing there
constexpr double steady_rate = 1e-2;     ///< likewise of a rate, whose enclosure is wider: products of one argument
constexpr double unbounded_rate = 1e300; ///< in any unit
constexpr double nothing = 1e-200;       ///< in any unit
constexpr double end_share = 1e-4;       ///< of a piece: next to its ends, where rates may have no bound
/// Where a cell is looked at, irregular, so that no period fits them.
constexpr std::array<double, 10> places = {0.037, 0.131, 0.243, 0.338, 0.447, 0.561, 0.652, 0.759, 0.866, 0.971};

/// An overflow is one value as any other, so that a part that is infinite all over a cell is constant there.
double bounded(double x) {
  constexpr double most = std::numeric_limits<double>::max() / 4;
  return std::isnan(x) ? 0 : std::clamp(x, -most, most);
}

RealInterval bounded(const RealInterval& x) {
  return {bounded(x.lo), bounded(x.hi)};
}

} // namespace

bool PartCells::search(const std::vector<VariableSpan>& pieces) {
  for (const VariableSpan& piece : pieces)
    nodes_.push_back({piece, piece.length()});
  roots_ = nodes_.size();
  largest_.resize(count_);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (parts_.is_spent()) return false;
    nodes_[i].is_looked_at = true;
    if (!look(i)) continue;
    nodes_[i].first_half = nodes_.size();
    const CellNode node = nodes_[i];
    nodes_.push_back({{node.span.begin, node.span.middle()}, node.piece, node.is_first, false});
    nodes_.push_back({{node.span.middle(), node.span.end}, node.piece, false, node.is_last});
  }
  return true;
}

std::vector<VariableSpan> PartCells::cells() {
  for (std::size_t i = nodes_.size(); i-- > 0;)
    close(nodes_[i]);
  std::vector<VariableSpan> out;
  for (std::size_t i = 0; i < roots_; ++i)
    append(nodes_[i], out);
  return out;
}

/// A change of value k that is none.
double PartCells::steady(std::size_t k) const {
  return (k % 2 == 0 ? steady_value : steady_rate) * largest_[k] + nothing;
}

PartCells::Hidden PartCells::hidden_in(const CellNode& node, const std::vector<RealInterval>& enclosures) const {
  Hidden out = Hidden::nothing;
  for (std::size_t k = 0; k < count_; ++k) {
    if (node.has_none[k] && node.span.length() <= undefined_) continue;
    const double width = enclosures[k].width();
    const bool is_unbounded_rate = k % 2 != 0 && width > unbounded_rate; // overflow beside a value that is constant
    const bool is_shown = shown_share * width <= node.own[k].width() || width <= steady(k) ||
                          (is_unbounded_rate && enclosures[k - 1].width() <= steady(k - 1));
    if (!is_shown) out = std::max(out, k % 2 == 0 ? Hidden::values : Hidden::rates);
  }
  return out;
}

/// True where the node has to be halved.
bool PartCells::look(std::size_t index) {
  CellNode& node = nodes_[index];
  show(node);
  node.seen = node.own;
  for (std::size_t k = 0; k < count_; ++k)
    for (const double end : {node.own[k].lo, node.own[k].hi})
      if (std::isfinite(end)) largest_[k] = std::max(largest_[k], std::abs(end));
  if (hidden_in(node, enclosed(node.span)) == Hidden::nothing) return false;
  const Hidden hidden = hidden_in(node, narrowly_enclosed(node.span));
  const double length = node.span.length();
  if (hidden == Hidden::rates && (node.is_first || node.is_last) && length <= end_share * node.piece) return false;
  return hidden != Hidden::nothing && length > shortest_share * whole_.length();
}

/// Encloses each value over `span` as it stands.
std::vector<RealInterval> PartCells::enclosed(const VariableSpan& span) {
  const std::span<const RealInterval> over = parts_.over(span).subspan(first_);
  std::vector<RealInterval> out(count_);
  std::ranges::transform(over, out.begin(), [](const RealInterval& x) { return bounded(x); });
  return out;
}

/// Encloses each value by its derivatives; a rate is one of these, and has derivatives of its own.
std::vector<RealInterval> PartCells::narrowly_enclosed(const VariableSpan& span) {
  const std::span<const IntervalJet> jets = parts_.jets(span, is_smooth_).subspan(first_);
  std::vector<RealInterval> out(count_);
  for (std::size_t k = 0; k < count_; ++k) {
    out[k] = bounded(jets[k].value);
    if (k % 2 == 0) continue;
    const RealInterval& slope = jets[k - 1].first;
    const RealInterval both{std::max(out[k].lo, slope.lo), std::min(out[k].hi, slope.hi)};
    if (both.lo <= both.hi) out[k] = bounded(both);
  }
  return out;
}

/// The range of each value at the places inside, less the largest and the smallest: what one place alone meets, the
/// stages of a step may miss.
void PartCells::show(CellNode& node) {
  std::vector<std::array<double, places.size()>> values(count_);
  node.has_none.assign(count_, true);
  for (std::size_t p = 0; p < places.size(); ++p) {
    const std::span<const double> at = parts_.at(node.span.begin + places[p] * node.span.length());
    for (std::size_t k = 0; k < count_; ++k) {
      values[k][p] = bounded(at[first_ + k]);
      node.has_none[k] = node.has_none[k] && std::isnan(at[first_ + k]);
    }
  }
  node.own.resize(count_);
  for (std::size_t k = 0; k < count_; ++k) {
    std::ranges::sort(values[k]);
    node.own[k] = {values[k][1], values[k][places.size() - 2]};
  }
}

/// Joins the halves of a node where it shows what they show.
void PartCells::close(CellNode& node) {
  if (node.first_half == 0 || !node.is_looked_at) return;
  bool is_shown = true;
  for (std::size_t half = node.first_half; half < node.first_half + 2; ++half) {
    const CellNode& part = nodes_[half];
    is_shown = is_shown && part.first_half == 0;
    if (!part.is_looked_at) continue;
    for (std::size_t k = 0; k < count_; ++k)
      node.seen[k] = {std::min(node.seen[k].lo, part.seen[k].lo), std::max(node.seen[k].hi, part.seen[k].hi)};
  }
  for (std::size_t k = 0; k < count_; ++k)
    is_shown =
        is_shown && (shown_share * node.seen[k].width() <= node.own[k].width() || node.seen[k].width() <= steady(k));
  if (is_shown) node.first_half = 0;
}

void PartCells::append(const CellNode& node, std::vector<VariableSpan>& out) const {
  if (node.first_half == 0) return out.push_back(node.span);
  append(nodes_[node.first_half], out);
  append(nodes_[node.first_half + 1], out);
}

} // namespace simulation
} // namespace dalembert
