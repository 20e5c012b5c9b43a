#include <dalembert/simulation/plan/coordinate_watch.h>
#include <dalembert/simulation/plan/jump_search.h>
#include <dalembert/simulation/plan/part_cells.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr std::size_t most_operations = 50'000'000;        ///< of a run
constexpr std::size_t most_operations_at_once = 2'000'000; ///< for jumps, and for cells, of one window
constexpr double steps_ahead = 8;                          ///< that a window reaches at least
constexpr double wide_window = 2000;                       ///< in steps: no window is wider
constexpr double undefined_cells =
    4; ///< in a step, where a part has no value: the range that the motion is in is longer
constexpr double step_over_cell = 0.5; ///< as of steps over cells of the time

} // namespace

/// One coordinate with its parts and their enclosures.
struct CoordinateWatch::Watched {
  std::size_t coordinate;
  PartValues values;
  VariableSpan window = {};  ///< empty before the first look
  double reach = 0.0;        ///< of the next window ahead
  VariableSpan visited = {}; ///< by the steps so far
  std::vector<VariableSpan> cells = {};
  bool is_complete = true;
};

CoordinateWatch::CoordinateWatch(const Engine& engine) : engine_(engine) {
  const Programs& programs = *engine.programs;
  for (std::size_t i = 0; i < programs.coordinates.size(); ++i) {
    const CoordinateParts& of = programs.coordinates[i];
    std::vector<double> inputs{0.0};
    inputs.insert(inputs.end(), engine.parameters.begin(), engine.parameters.end());
    watched_.push_back(std::make_unique<Watched>(
        Watched{of.coordinate, PartValues(of.parts, engine.coordinate_parts[i], std::move(inputs), 0)}));
    watched_.back()->is_complete = of.parts.is_complete;
  }
}

CoordinateWatch::~CoordinateWatch() = default;

double CoordinateWatch::passable(double h, std::span<const double> from, std::span<const double> to) {
  const std::size_t n = engine_.coordinates();
  double out = 1.0;
  for (const auto& one : watched_) {
    const double a = from[one->coordinate];
    double b = to[one->coordinate];
    const double v = from[n + one->coordinate];
    // Where the motion turns inside the step it goes at most about v·h/4 beyond both ends.
    if (v * to[n + one->coordinate] < 0 && std::abs(v * h) > 4 * std::abs(b - a)) b = a + v * h / 4;
    out = std::min(out, passable(*one, a, b));
  }
  return out;
}

double CoordinateWatch::passable(Watched& one, double from, double to) {
  const VariableSpan way{std::min(from, to), std::max(from, to)};
  const double distance = way.length();
  if (!(distance > 0) || !std::isfinite(distance)) return 1.0;
  one.visited = one.visited.length() > 0
                    ? VariableSpan{std::min(one.visited.begin, way.begin), std::max(one.visited.end, way.end)}
                    : way;
  const bool is_known = way.begin - distance >= one.window.begin && way.end + distance <= one.window.end;
  if (!is_known) look(one, way, to > from);
  double allowed = distance;
  const auto first = std::ranges::lower_bound(one.cells, way.begin, {}, &VariableSpan::end);
  for (auto cell = first; cell != one.cells.end() && cell->begin < way.end; ++cell) {
    const double until = to > from ? cell->begin - from : from - cell->end;
    allowed = std::min(allowed, std::max(until, step_over_cell * cell->length()));
  }
  return allowed / distance;
}

/// Moves the window over `way`, a step behind it and many ahead: twice as far as before where that was little work, but
/// no farther than the motion has come so far, which may turn. A narrow one keeps what it knew.
void CoordinateWatch::look(Watched& one, const VariableSpan& way, bool is_forwards) {
  if (operations_ > most_operations) {
    one.is_complete = false;
    one.cells.clear();
    return;
  }
  const double step = way.length();
  const VariableSpan old = one.window;
  const double reach =
      std::clamp(std::min(one.reach, one.visited.length()), steps_ahead * step, wide_window / 2 * step);
  VariableSpan& window = one.window;
  window = is_forwards ? VariableSpan{way.begin - 2 * step, way.end + reach}
                       : VariableSpan{way.begin - reach, way.end + 2 * step};
  const VariableSpan both{std::min(window.begin, old.begin), std::max(window.end, old.end)};
  if (old.length() > 0 && both.length() <= wide_window * step) window = both;
  one.values.start_anew(most_operations_at_once);
  JumpSearch jumps(one.values, window);
  const bool has_all_jumps = jumps.search();
  std::size_t used = one.values.operations();
  one.values.start_anew(most_operations_at_once);
  PartCells cells(one.values, window, has_all_jumps, step / undefined_cells);
  const bool has_all_cells = cells.search(jumps.pieces());
  used += one.values.operations();
  operations_ += used;
  const bool is_whole = has_all_jumps && has_all_cells;
  if (!is_whole && window.length() > 2 * steps_ahead * step) { // as near as a window may be
    one.reach = 0.0;
    one.window = {};
    return look(one, way, is_forwards);
  }
  one.is_complete = one.is_complete && is_whole;
  one.reach = used < most_operations_at_once / 8 ? 2 * window.length() : window.length() / 2;
  one.cells = cells.cells();
  // What the window cuts is longer than it seems.
  std::erase_if(one.cells, [&](const VariableSpan& c) { return c.begin <= window.begin || c.end >= window.end; });
}

void CoordinateWatch::archive(Archive& with) {
  with(operations_);
  for (const auto& one : watched_)
    with(one->window, one->reach, one->visited, one->cells, one->is_complete);
}

std::string CoordinateWatch::unseen() const {
  std::string out;
  for (const auto& one : watched_) {
    if (one->is_complete) continue;
    if (!out.empty()) out += ", ";
    out += engine_.system().coordinates[one->coordinate].name;
  }
  return out;
}

} // namespace simulation
} // namespace dalembert
