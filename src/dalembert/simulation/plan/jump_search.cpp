#include <dalembert/simulation/plan/jump_search.h>
#include <dalembert/simulation/plan/part_cells.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr std::size_t most_jumps = 50'000;
constexpr std::size_t switch_outputs = 3; ///< argument, rate, guard
constexpr double far_guard = 0.1;         ///< of its largest value over a cell: it vanishes nowhere in it
constexpr double near_guard = 0.01;       ///< of its value at the ends of a cell: it vanishes inside

} // namespace

bool JumpSearch::search() {
  int highest = 0;
  for (const PartProgram::Switch& s : parts_.program().switches)
    highest = std::max(highest, s.level);
  for (int level = 1; level <= highest; ++level) {
    for (const VariableSpan& piece : pieces())
      search_level(piece, level);
    merge();
  }
  return is_complete_;
}

std::vector<VariableSpan> JumpSearch::pieces() const {
  std::vector<VariableSpan> out;
  double begin = whole_.begin;
  for (const VariableSpan& jump : jumps_) {
    if (jump.begin > begin) out.push_back({begin, jump.begin});
    begin = jump.end;
  }
  if (whole_.end > begin) out.push_back({begin, whole_.end});
  return out;
}

/// Shortest difference from `x` that counts.
double JumpSearch::resolution(double x) const {
  return 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(x), 1e-2 * whole_.length());
}

bool JumpSearch::has_to_end() {
  if (!parts_.is_spent() && jumps_.size() + found_.size() <= most_jumps) return false;
  is_complete_ = false;
  return true;
}

void JumpSearch::search_level(const VariableSpan& piece, int level) {
  std::deque<VariableSpan> open{piece};
  while (!open.empty()) {
    const VariableSpan cell = open.front();
    open.pop_front();
    if (has_to_end()) return;
    if (!look(cell, level)) continue;
    open.push_back({cell.begin, cell.middle()});
    open.push_back({cell.middle(), cell.end});
  }
}

/// False where switch k keeps its label all over a cell, or its guard is nowhere small.
bool JumpSearch::may_switch(std::size_t k, const RealInterval& argument, const RealInterval& guard) const {
  const PartProgram::Switch& of = parts_.program().switches[k];
  if (label_at(of, argument.lo) == label_at(of, argument.hi)) return false;
  return !(guard.lo > far_guard * guard.hi);
}

/// True where the cell has to be halved.
bool JumpSearch::look(const VariableSpan& cell, int level) {
  const auto& switches = parts_.program().switches;
  const std::span<const RealInterval> quick = parts_.over(cell);
  std::vector<std::size_t> open;
  for (std::size_t k = 0; k < switches.size(); ++k)
    if (switches[k].level == level && may_switch(k, quick[switch_outputs * k], quick[switch_outputs * k + 2]))
      open.push_back(k);
  if (open.empty()) return false;
  const bool is_shortest = cell.length() <= shortest_share * whole_.length();
  const std::span<const IntervalJet> narrow = parts_.jets(cell, false);
  std::vector<std::size_t> steady_course;
  for (const std::size_t k : open) {
    const IntervalJet& argument = narrow[switch_outputs * k];
    if (!may_switch(k, argument.value, narrow[switch_outputs * k + 2].value)) continue;
    const RealInterval& rate = narrow[switch_outputs * k + 1].value;
    const bool has_one_way = std::max(rate.lo, argument.first.lo) >= 0 || std::min(rate.hi, argument.first.hi) <= 0;
    if (!has_one_way && !is_shortest) return true;
    steady_course.push_back(k);
  }
  for (const std::size_t k : steady_course)
    bracket(k, cell);
  return false;
}

double JumpSearch::label(std::size_t k, double x) {
  return label_at(parts_.program().switches[k], parts_.at(x)[switch_outputs * k]);
}

/// True where the guard of switch k is small at `x` against the ends of `cell`.
bool JumpSearch::counts(std::size_t k, const VariableSpan& cell, double x) {
  const auto guard = [&](double at) { return parts_.at(at)[switch_outputs * k + 2]; };
  return guard(x) <= near_guard * std::max(guard(cell.begin), guard(cell.end));
}

/// Where the argument of a table passes the only point between the ends, if it does so where a constant rate of it
/// would: the labels on both sides say.
std::optional<VariableSpan> JumpSearch::passed_point(std::size_t k, const Ends& ends) {
  const PartProgram::Switch& of = parts_.program().switches[k];
  if (of.label != PartProgram::Label::piece || std::abs(ends.left - ends.right) != 1) return std::nullopt;
  const double begin = parts_.at(ends.span.begin)[switch_outputs * k];
  const double share = (table_point(of, std::min(ends.left, ends.right)) - begin) /
                       (parts_.at(ends.span.end)[switch_outputs * k] - begin);
  const double x = ends.span.begin + share * ends.span.length();
  const VariableSpan jump{x - resolution(x), x + resolution(x)};
  const bool is_inside = jump.begin > ends.span.begin && jump.end < ends.span.end;
  if (!is_inside || label(k, jump.begin) != ends.left || label(k, jump.end) != ends.right) return std::nullopt;
  return jump;
}

/// Brackets every change of a label that goes one way over `cell`.
void JumpSearch::bracket(std::size_t k, const VariableSpan& cell) {
  std::vector<Ends> open{{cell, label(k, cell.begin), label(k, cell.end)}};
  while (!open.empty()) {
    const Ends now = open.back();
    open.pop_back();
    if (now.left == now.right || std::isnan(now.left) || std::isnan(now.right)) continue;
    if (has_to_end()) return;
    if (const std::optional<VariableSpan> point = passed_point(k, now)) {
      found_.push_back(*point);
      continue;
    }
    const double middle = now.span.middle();
    if (now.span.length() <= resolution(middle)) {
      if (counts(k, cell, middle))
        found_.push_back({now.span.begin - resolution(middle), now.span.end + resolution(middle)});
      continue;
    }
    const double between = label(k, middle);
    open.push_back({{now.span.begin, middle}, now.left, between});
    open.push_back({{middle, now.span.end}, between, now.right});
  }
}

/// Adds what was found to the jumps; those that overlap are one.
void JumpSearch::merge() {
  jumps_.insert(jumps_.end(), found_.begin(), found_.end());
  found_.clear();
  std::ranges::sort(jumps_, {}, &VariableSpan::begin);
  std::vector<VariableSpan> merged;
  for (const VariableSpan& jump : jumps_) {
    const VariableSpan inside{std::max(jump.begin, whole_.begin), std::min(jump.end, whole_.end)};
    if (!merged.empty() && inside.begin <= merged.back().end)
      merged.back().end = std::max(merged.back().end, inside.end);
    else
      merged.push_back(inside);
  }
  jumps_ = std::move(merged);
}

} // namespace simulation
} // namespace dalembert
