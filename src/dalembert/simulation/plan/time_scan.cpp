#include <dalembert/simulation/plan/jump_search.h>
#include <dalembert/simulation/plan/part_cells.h>
#include <dalembert/simulation/plan/time_scan.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr std::size_t jump_operations = 20'000'000; ///< values and enclosures together: each jump takes some hundred
constexpr std::size_t cell_operations = 10'000'000;
constexpr double share_of_cell = 0.5; ///< a step over a cell: its stages then lie as close as the values looked at

} // namespace

StepLimits::StepLimits(std::vector<Cell> cells, const TimeOrder& order) : order_(order), cells_(std::move(cells)) {
  if (!order_.is_backwards()) return;
  std::ranges::reverse(cells_);
  for (Cell& cell : cells_)
    cell.begin = -(cell.begin + cell.length);
}

double StepLimits::longest(double time) const {
  const double t = order_.sign() * time;
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
  if (!engine.time || begin == end) return out;
  const InputLayout& layout = engine.programs->layout;
  std::vector<double> inputs = engine.blank_inputs();
  inputs.resize(layout.state_size());
  PartValues parts(engine.programs->time, engine.time, std::move(inputs), layout.time());
  const TimeOrder order(begin, end);
  const VariableSpan run{std::min(begin, end), std::max(begin, end)};
  parts.start_anew(jump_operations);
  JumpSearch jumps(parts, run);
  const bool has_all_jumps = jumps.search() && parts.program().is_complete;
  for (const VariableSpan& jump : jumps.jumps())
    out.jumps.push_back({order.first(jump.begin, jump.end), order.last(jump.begin, jump.end)});
  if (order.is_backwards()) std::ranges::reverse(out.jumps);
  out.is_complete = has_all_jumps;
  if (parts.program().smooth_parts == 0) return out;
  parts.start_anew(cell_operations);
  PartCells search(parts, run, has_all_jumps);
  const std::vector<VariableSpan> pieces = jumps.pieces();
  out.is_complete = search.search(pieces) && out.is_complete;
  std::vector<StepLimits::Cell> cells;
  for (const VariableSpan& cell : search.cells())
    cells.push_back({cell.begin, cell.length()});
  if (cells.size() > pieces.size()) out.limits = StepLimits(std::move(cells), order);
  return out;
}

} // namespace simulation
} // namespace dalembert
