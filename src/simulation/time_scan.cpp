#include <dalembert/program/interval.h>
#include <dalembert/simulation/time_scan.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <utility>

namespace dalembert {

namespace {

constexpr std::size_t jump_operations = 20'000'000; ///< values and enclosures together: each jump takes some hundred
constexpr std::size_t cell_operations = 2'000'000;
constexpr std::size_t most_jumps = 50'000;
constexpr double shortest_share = 1e-11; ///< of the run: cells are not halved below
constexpr double shown_share = 0.25;     ///< of the enclosure that the values inside have to show
constexpr double steady_value = 1e-3;    ///< of its largest size: a part that varies by less hides nothing there
constexpr double steady_rate = 1e-2;     ///< likewise of a rate, whose enclosure is wider: products of one argument
constexpr double unbounded_rate = 1e300; ///< in any unit
constexpr double nothing = 1e-200;       ///< in any unit
constexpr double share_of_cell = 0.5;    ///< a step over a cell: its stages then lie as close as the values looked at
/// Where a cell is looked at, irregular, so that no period fits them.
constexpr std::array<double, 10> places = {0.037, 0.131, 0.243, 0.338, 0.447, 0.561, 0.652, 0.759, 0.866, 0.971};

/// Evaluates the parts at times and over cells, and counts what that costs.
class PartValues {
public:
  explicit PartValues(const Engine& engine)
      : engine_(engine),
        program_(engine.programs->time),
        inputs_(engine.blank_inputs()),
        values_(program_.tape.outputs()),
        enclosures_(values_.size()) {
    inputs_.resize(engine.programs->layout.state_size());
    for (const double x : inputs_)
      box_.push_back({x, x});
  }

  [[nodiscard]] const TimeProgram& program() const { return program_; }
  std::span<const double> at(double t) {
    inputs_[engine_.programs->layout.time()] = t;
    engine_.time->evaluate(inputs_, values_);
    operations_ += program_.tape.operations() + 1;
    return values_;
  }
  std::span<const RealInterval> over(double begin, double end) {
    constexpr std::size_t price = 4; // of an interval operation
    box_[engine_.programs->layout.time()] = {begin, end};
    evaluate_over(program_.tape, box_, slots_, enclosures_);
    operations_ += price * program_.tape.operations() + 1;
    return enclosures_;
  }
  [[nodiscard]] bool is_spent() const { return operations_ > allowed_; }
  void start_anew(std::size_t allowed) {
    operations_ = 0;
    allowed_ = allowed;
  }

private:
  const Engine& engine_;
  const TimeProgram& program_;
  std::vector<double> inputs_;
  std::vector<double> values_;
  std::vector<RealInterval> box_;
  std::vector<RealInterval> slots_;
  std::vector<RealInterval> enclosures_;
  std::size_t operations_ = 0;
  std::size_t allowed_ = jump_operations;
};

struct TimeSpan {
  double begin = 0.0;
  double end = 0.0;
  [[nodiscard]] double length() const { return end - begin; }
  [[nodiscard]] double middle() const { return begin + (end - begin) / 2; }
};

/// Finds the jumps and kinks of [begin, end], level by level: between those of the lower levels everything is smooth.
class JumpSearch {
public:
  JumpSearch(PartValues& parts, TimeSpan run) : parts_(parts), run_(run) {}

  bool search() {
    int highest = 0;
    for (const TimeProgram::Switch& s : parts_.program().switches)
      highest = std::max(highest, s.level);
    for (int level = 1; level <= highest; ++level) {
      for (const TimeSpan& piece : pieces())
        search_level(piece, level);
      merge();
    }
    return is_complete_;
  }

  [[nodiscard]] const std::vector<TimeJump>& jumps() const { return jumps_; }

  /// What lies between the jumps.
  [[nodiscard]] std::vector<TimeSpan> pieces() const {
    std::vector<TimeSpan> out;
    double begin = run_.begin;
    for (const TimeJump& jump : jumps_) {
      if (jump.from > begin) out.push_back({begin, jump.from});
      begin = jump.to;
    }
    if (run_.end > begin) out.push_back({begin, run_.end});
    return out;
  }

private:
  /// Shortest time that differs from `t`, s.
  [[nodiscard]] double resolution(double t) const {
    return 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), 1e-2 * run_.length());
  }

  void search_level(const TimeSpan& piece, int level) {
    std::deque<TimeSpan> open{piece};
    while (!open.empty()) {
      const TimeSpan cell = open.front();
      open.pop_front();
      if (parts_.is_spent() || jumps_.size() + found_.size() > most_jumps) {
        is_complete_ = false;
        return;
      }
      if (!look(cell, level)) continue;
      open.push_back({cell.begin, cell.middle()});
      open.push_back({cell.middle(), cell.end});
    }
  }

  /// True where the cell has to be halved.
  bool look(const TimeSpan& cell, int level) {
    const std::span<const RealInterval> enclosures = parts_.over(cell.begin, cell.end);
    const auto& switches = parts_.program().switches;
    bool is_shortest = cell.length() <= shortest_share * run_.length();
    std::vector<std::size_t> steady_course;
    for (std::size_t k = 0; k < switches.size(); ++k) {
      if (switches[k].level != level) continue;
      const RealInterval& argument = enclosures[2 * k];
      if (label_at(switches[k], argument.lo) == label_at(switches[k], argument.hi)) continue;
      const RealInterval& rate = enclosures[2 * k + 1];
      const bool has_one_way = rate.lo >= 0 || rate.hi <= 0;
      if (!has_one_way && !is_shortest) return true;
      steady_course.push_back(k);
    }
    for (const std::size_t k : steady_course)
      bracket(k, cell);
    return false;
  }

  [[nodiscard]] double label(std::size_t k, double t) {
    return label_at(parts_.program().switches[k], parts_.at(t)[2 * k]);
  }

  /// A span with the labels at its ends.
  struct Ends {
    TimeSpan span;
    double left, right;
  };

  /// Where the argument of a table passes the only point between the ends, if it does so where a constant rate of it
  /// would: the labels on both sides say.
  std::optional<TimeJump> passed_point(std::size_t k, const Ends& ends) {
    const TimeProgram::Switch& of = parts_.program().switches[k];
    if (of.label != TimeProgram::Label::piece || std::abs(ends.left - ends.right) != 1) return std::nullopt;
    const double begin = parts_.at(ends.span.begin)[2 * k];
    const double share =
        (table_point(of, std::min(ends.left, ends.right)) - begin) / (parts_.at(ends.span.end)[2 * k] - begin);
    const double t = ends.span.begin + share * ends.span.length();
    const TimeJump jump{t - resolution(t), t + resolution(t)};
    const bool is_inside = jump.from > ends.span.begin && jump.to < ends.span.end;
    if (!is_inside || label(k, jump.from) != ends.left || label(k, jump.to) != ends.right) return std::nullopt;
    return jump;
  }

  /// Brackets every change of a label that goes one way over `cell`.
  void bracket(std::size_t k, const TimeSpan& cell) {
    std::vector<Ends> open{{cell, label(k, cell.begin), label(k, cell.end)}};
    while (!open.empty()) {
      const Ends now = open.back();
      open.pop_back();
      if (now.left == now.right || std::isnan(now.left) || std::isnan(now.right)) continue;
      if (parts_.is_spent() || jumps_.size() + found_.size() > most_jumps) {
        is_complete_ = false;
        return;
      }
      if (const std::optional<TimeJump> point = passed_point(k, now)) {
        found_.push_back(*point);
        continue;
      }
      const double middle = now.span.middle();
      if (now.span.length() <= resolution(middle)) {
        found_.push_back({now.span.begin - resolution(middle), now.span.end + resolution(middle)});
        continue;
      }
      const double between = label(k, middle);
      open.push_back({{now.span.begin, middle}, now.left, between});
      open.push_back({{middle, now.span.end}, between, now.right});
    }
  }

  /// Adds what was found to the jumps; those that overlap are one.
  void merge() {
    jumps_.insert(jumps_.end(), found_.begin(), found_.end());
    found_.clear();
    std::ranges::sort(jumps_, {}, &TimeJump::from);
    std::vector<TimeJump> merged;
    for (const TimeJump& jump : jumps_) {
      const TimeJump inside{std::max(jump.from, run_.begin), std::min(jump.to, run_.end)};
      if (!merged.empty() && inside.from <= merged.back().to)
        merged.back().to = std::max(merged.back().to, inside.to);
      else
        merged.push_back(inside);
    }
    jumps_ = std::move(merged);
  }

  PartValues& parts_;
  TimeSpan run_;
  std::vector<TimeJump> jumps_;
  std::vector<TimeJump> found_;
  bool is_complete_ = true;
};

/// Divides the run into cells that show what happens in them.
class CellSearch {
public:
  CellSearch(PartValues& parts, TimeSpan run) : parts_(parts), run_(run), count_(2 * parts.program().smooth_parts) {}

  bool search(const std::vector<TimeSpan>& pieces) {
    for (const TimeSpan& piece : pieces)
      nodes_.push_back({piece});
    roots_ = nodes_.size();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (parts_.is_spent()) return false;
      nodes_[i].is_looked_at = true;
      if (!look(i)) continue;
      const TimeSpan whole = nodes_[i].span;
      nodes_[i].first_half = nodes_.size();
      nodes_.push_back({{whole.begin, whole.middle()}});
      nodes_.push_back({{whole.middle(), whole.end}});
    }
    return true;
  }

  /// The cells in order of time; halves whose values the whole shows as well are one.
  std::vector<StepLimits::Cell> cells() {
    for (std::size_t i = nodes_.size(); i-- > 0;)
      close(nodes_[i]);
    std::vector<StepLimits::Cell> out;
    for (std::size_t i = 0; i < roots_; ++i)
      append(nodes_[i], out);
    return out.size() > roots_ ? out : std::vector<StepLimits::Cell>{};
  }

private:
  struct CellNode {
    TimeSpan span;
    std::size_t first_half = 0;          ///< 0: it was not halved
    std::vector<RealInterval> own = {};  ///< of each value, what it shows itself
    std::vector<RealInterval> seen = {}; ///< with what its halves show
    bool is_looked_at = false;
  };

  /// A change of value k that is none; values and rates follow one another.
  [[nodiscard]] double steady(std::size_t k) const {
    return (k % 2 == 0 ? steady_value : steady_rate) * largest_[k] + nothing;
  }

  /// True where the node has to be halved.
  bool look(std::size_t index) {
    CellNode& node = nodes_[index];
    const std::size_t first = 2 * parts_.program().switches.size();
    node.own = shown(node.span, first);
    node.seen = node.own;
    const std::vector<RealInterval> enclosures = enclosed(node.span, first);
    if (largest_.empty()) largest_.resize(count_);
    bool is_hidden = false;
    for (std::size_t k = 0; k < count_; ++k) {
      for (const double end : {node.own[k].lo, node.own[k].hi})
        if (std::isfinite(end)) largest_[k] = std::max(largest_[k], std::abs(end));
      const double width = enclosures[k].width();
      const bool is_unbounded_rate = k % 2 != 0 && width > unbounded_rate; // overflow beside a value that is constant
      const bool is_shown = shown_share * width <= node.own[k].width() || width <= steady(k) ||
                            (is_unbounded_rate && enclosures[k - 1].width() <= steady(k - 1));
      is_hidden = is_hidden || !is_shown;
    }
    return is_hidden && node.span.length() > shortest_share * run_.length();
  }

  /// Where value k lies among the three outputs of its part.
  [[nodiscard]] static std::size_t output(std::size_t k) { return 3 * (k / 2) + k % 2; }

  /// Encloses each value over `span`: as it stands, and as its middle value plus its rate times the way from there.
  std::vector<RealInterval> enclosed(const TimeSpan& span, std::size_t first) {
    const std::span<const double> middle = parts_.at(span.middle()).subspan(first);
    const std::span<const RealInterval> over = parts_.over(span.begin, span.end).subspan(first);
    std::vector<RealInterval> out(count_);
    for (std::size_t k = 0; k < count_; ++k) {
      const RealInterval& plain = over[output(k)];
      const RealInterval& rate = over[output(k) + 1];
      const double most = std::max(std::abs(rate.lo), std::abs(rate.hi)) * span.length() / 2;
      out[k] = plain;
      if (!std::isfinite(most) || !std::isfinite(middle[output(k)])) continue;
      out[k] = {std::max(plain.lo, middle[output(k)] - most), std::min(plain.hi, middle[output(k)] + most)};
    }
    for (RealInterval& x : out)
      x = {bounded(x.lo), bounded(x.hi)};
    return out;
  }

  /// An overflow is one value as any other, so that a part that is infinite all over a cell is constant there.
  [[nodiscard]] static double bounded(double x) {
    constexpr double most = std::numeric_limits<double>::max() / 4;
    return std::isnan(x) ? 0 : std::clamp(x, -most, most);
  }

  /// The range of each value at the places inside, less the largest and the smallest: what one place alone meets, the
  /// stages of a step may miss.
  std::vector<RealInterval> shown(const TimeSpan& span, std::size_t first) {
    std::vector<std::array<double, places.size()>> values(count_);
    for (std::size_t p = 0; p < places.size(); ++p) {
      const std::span<const double> at = parts_.at(span.begin + places[p] * span.length());
      for (std::size_t k = 0; k < count_; ++k)
        values[k][p] = at[first + output(k)];
    }
    std::vector<RealInterval> out(count_);
    for (std::size_t k = 0; k < count_; ++k) {
      auto& of = values[k];
      for (double& x : of)
        x = bounded(x);
      std::ranges::sort(of);
      out[k] = {of[1], of[places.size() - 2]};
    }
    return out;
  }

  /// Joins the halves of a node where it shows what they show.
  void close(CellNode& node) {
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

  void append(const CellNode& node, std::vector<StepLimits::Cell>& out) const {
    if (node.first_half == 0) return out.push_back({node.span.begin, node.span.length()});
    append(nodes_[node.first_half], out);
    append(nodes_[node.first_half + 1], out);
  }

  PartValues& parts_;
  TimeSpan run_;
  std::size_t count_; ///< values and rates
  std::size_t roots_ = 0;
  std::deque<CellNode> nodes_;
  std::vector<double> largest_;
};

} // namespace

double StepLimits::longest(double t) const {
  const auto after = std::ranges::upper_bound(cells_, t, {}, &Cell::begin);
  double out = std::numeric_limits<double>::infinity();
  for (auto cell = after == cells_.begin() ? after : after - 1; cell != cells_.end(); ++cell) {
    const double distance = cell->begin - t;
    if (distance >= out) break;
    out = std::min(out, std::max(distance, share_of_cell * cell->length));
  }
  return out;
}

TimeScan scan_time_parts(const Engine& engine, double begin, double end) {
  TimeScan out;
  if (!engine.time || !(end > begin)) return out;
  PartValues parts(engine);
  JumpSearch jumps(parts, {begin, end});
  out.is_complete = jumps.search() && parts.program().is_complete;
  out.jumps = jumps.jumps();
  if (parts.program().smooth_parts == 0) return out;
  parts.start_anew(cell_operations);
  CellSearch search(parts, {begin, end});
  out.is_complete = search.search(jumps.pieces()) && out.is_complete;
  out.limits = StepLimits(search.cells());
  return out;
}

} // namespace dalembert
