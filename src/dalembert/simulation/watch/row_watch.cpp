#include <dalembert/numerics/step/root.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/watch/row_watch.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double left_by_errors = 1e-6;   ///< of a row: less tells no direction
constexpr double clear_of_zero = 1e-3;    ///< of a step: far beyond what the dense output is wrong by
constexpr double opposite_rows = -0.9999; ///< cosine of two rows: they turn by less than 1° beside a change of sign

double row_product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The largest entry of a row.
double row_size(std::span<const double> row) {
  double out = 0.0;
  for (const double entry : row)
    out = std::max(out, std::abs(entry));
  return out;
}

/// Makes entries 0 that are nothing beside the row where it is large: with them a row that goes through zero would seem
/// to turn there, at what rounding leaves of the rounding of a zero.
void drop_negligible(std::span<double> row, double size) {
  constexpr double share_of_nothing = 1e-20;
  for (double& entry : row)
    if (std::abs(entry) < share_of_nothing * size) entry = 0.0;
}

} // namespace

void RowWatch::start(double t, std::span<const double> y) {
  if (engine_.constraints() == 0) return;
  last_ = rows(t, y);
  if (typical_.empty()) find_typical(t, y);
  beside_.resize(engine_.constraints());
  for (std::size_t k = 0; k < beside_.size(); ++k) // one that is still at its zero is passed by what follows
    if (!is_nothing(entries_.of_row(std::span(std::as_const(last_)), k), k)) beside_[k] = {};
}

/// At states about a tenth of the sizes of the coordinates away, in irregular directions: the smallest sizes, so that a
/// pole near one of them does not count.
void RowWatch::find_typical(double t, std::span<const double> y) {
  const std::size_t m = engine_.constraints();
  typical_.assign(m, std::numeric_limits<double>::infinity());
  largest_.assign(m, 0.0);
  for (const double away : {0.1, -0.07, 0.13}) {
    std::vector<double> off(y.begin(), y.end());
    for (std::size_t i = 0; i < engine_.coordinates(); ++i)
      off[i] += away * engine_.scale(i) * std::sin(1.0 + 1.7 * static_cast<double>(i));
    const Rows there = rows(t, off);
    for (std::size_t k = 0; k < m; ++k)
      typical_[k] = std::min(typical_[k], row_size(entries_.of_row(std::span(there), k)));
  }
}

/// True of a row that is what rounding leaves of it wherever the constraints hold ((x - y)^2 = 0): its changes of sign
/// tell nothing.
bool RowWatch::vanishes_everywhere(std::size_t row) {
  constexpr double rounding = 3e-3; // the root of what a row is met to, and more
  for (const Rows* at : {&last_, &end_})
    largest_[row] = std::max(largest_[row], row_size(entries_.of_row(std::span(*at), row)));
  return largest_[row] < rounding * typical_[row];
}

RowWatch::Rows RowWatch::rows(double t, std::span<const double> y) {
  Rows out;
  entries_.evaluate(t, y, out);
  return out;
}

/// A, m×n.
std::vector<double> RowWatch::matrix(const Rows& all) const {
  const RowEntryProgram& entries = engine_.programs->row_entries;
  const std::size_t n = engine_.coordinates();
  std::vector<double> out(engine_.constraints() * n, 0.0);
  for (std::size_t k = 0; k < engine_.constraints(); ++k)
    for (std::size_t e = entries.begins[k]; e < entries.begins[k + 1]; ++e)
      out[k * n + entries.columns[e]] = all[e];
  return out;
}

bool RowWatch::turned(const Rows& from, const Rows& to, std::size_t row) const {
  const std::span<const double> before = entries_.of_row(std::span(from), row);
  const double product =
      std::inner_product(before.begin(), before.end(), entries_.of_row(std::span(to), row).begin(), 0.0);
  return product < 0.0 || (is_zero(to, row) && !is_zero(from, row));
}

bool RowWatch::is_zero(const Rows& at, std::size_t row) const {
  return std::ranges::all_of(entries_.of_row(std::span(at), row), [](double a) { return a == 0.0; });
}

std::vector<Event> RowWatch::inside(Stepper& stepper) {
  std::vector<Event> out;
  if (engine_.constraints() == 0) return out;
  entries_.evaluate(stepper.time(), stepper.state(), end_);
  for (std::size_t k = 0; k < engine_.constraints(); ++k) {
    if (vanishes_everywhere(k) || !motion_.dynamics().is_active(k)) continue;
    if (!beside_[k].row.empty() && !leaves_zero(stepper, k, out)) continue;
    if (is_nothing(entries_.of_row(std::span(std::as_const(end_)), k), k)) come_beside(stepper, k);
    if (!turned(last_, end_, k)) continue;
    Rows before = last_;
    Rows after = end_;
    const double size =
        std::max(row_size(entries_.of_row(std::span(last_), k)), row_size(entries_.of_row(std::span(end_), k)));
    std::optional<double> nothing; // where a row seems to turn, and is what errors leave of a row that goes through 0
    const std::optional<Root> turn = locate_root(stepper, [&](double t, std::span<const double> at) {
      Rows between = rows(t, at);
      drop_negligible(entries_.of_row(std::span(between), k), size);
      const bool is_early = turned(before, between, k);
      const bool is_nothing = row_size(entries_.of_row(std::span(between), k)) < left_by_errors * size;
      (is_early ? after : before) = std::move(between);
      if (turned(before, after, k)) return is_early ? RootSide::behind : RootSide::before;
      if (is_nothing) nothing = t;
      return RootSide::nowhere;
    });
    std::vector<double> y(stepper.state().begin(), stepper.state().end());
    if ((!turn && !nothing) || is_held_by_others(before, k)) continue;
    const double at = turn ? turn->before : *nothing;
    if (passes_zero(stepper, k, at)) {
      out.push_back(
          {at, EventKind::singular_position, EventEffect::none, row_vanishes(engine_.system().constraints[k].name)});
      continue;
    }
    if (!turn || is_zero(after, k)) continue; // it stays zero: no direction is lost that was there behind
    stepper.interpolate(turn->before, y);
    return {{turn->before, EventKind::singular_row, EventEffect::ends_before, message(k, turn->before, y)}};
  }
  std::swap(last_, end_);
  return out;
}

bool RowWatch::is_nothing(std::span<const double> row, std::size_t of) const {
  return row_size(row) < left_by_errors * largest_[of];
}

std::vector<double> RowWatch::row_inside(Stepper& stepper, std::size_t row, double t) {
  const auto [first, last] = std::minmax({stepper.previous_time(), stepper.time()});
  const double when = std::clamp(t, first, last);
  std::vector<double> y(stepper.state().size());
  stepper.interpolate(when, y);
  const Rows all = rows(when, y);
  const std::span<const double> entries = entries_.of_row(std::span(all), row);
  return {entries.begin(), entries.end()};
}

/// The step begins beside a zero of the row. False where it does not leave it; else the event is added if the row has
/// changed its sign, and the step is looked at from the row on that is clear.
bool RowWatch::leaves_zero(Stepper& stepper, std::size_t row, std::vector<Event>& out) {
  const double t = stepper.previous_time() + clear_of_zero * (stepper.time() - stepper.previous_time());
  const std::vector<double> clear = row_inside(stepper, row, t);
  if (is_nothing(clear, row)) return false;
  const Beside before = std::exchange(beside_[row], {});
  const double before_size = std::sqrt(row_product(before.row, before.row));
  const double size = std::sqrt(row_product(clear, clear));
  if (row_product(before.row, clear) <
      opposite_rows * before_size * size) // it falls and rises in proportion to the distance
    out.push_back({before.t + (t - before.t) * before_size / (before_size + size), EventKind::singular_position,
                   EventEffect::none, row_vanishes(engine_.system().constraints[row].name)});
  std::ranges::copy(clear, entries_.of_row(std::span(last_), row).begin());
  return true;
}

/// The step ends beside a zero of the row, and is looked at up to an instant that is clear of it.
void RowWatch::come_beside(Stepper& stepper, std::size_t row) {
  const double t = stepper.time() - clear_of_zero * (stepper.time() - stepper.previous_time());
  std::vector<double> clear = row_inside(stepper, row, t);
  if (is_nothing(clear, row)) return; // the run began there
  std::ranges::copy(clear, entries_.of_row(std::span(end_), row).begin());
  beside_[row] = {t, std::move(clear)};
}

/// True where the row is small at `t` beside its size a little before and behind, and these two lie on one line.
bool RowWatch::passes_zero(Stepper& stepper, std::size_t row, double t) {
  constexpr double small = 0.05; // of the row at that distance
  const double away = clear_of_zero * (stepper.time() - stepper.previous_time());
  const std::vector<double> here = row_inside(stepper, row, t);
  const std::vector<double> before = row_inside(stepper, row, t - away);
  const std::vector<double> behind = row_inside(stepper, row, t + away);
  const double least = std::min(row_product(before, before), row_product(behind, behind));
  const double lengths = std::sqrt(row_product(before, before) * row_product(behind, behind));
  return row_product(here, here) < small * small * least && row_product(before, behind) < opposite_rows * lengths;
}

/// True where the rows without this one have the rank of all: it is one that repeats others.
bool RowWatch::is_held_by_others(const Rows& at, std::size_t row) const {
  constexpr double held = 1e-6; // share of the largest singular value
  if (!ranks_.is_redundant(engine_)) return false;
  const std::size_t n = engine_.coordinates();
  const auto without = [row, n](std::vector<double> all) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(row * n);
    all.erase(first, first + static_cast<std::ptrdiff_t>(n));
    return all;
  };
  KktOptions options;
  const std::vector<double> rows = matrix(at);
  std::vector<double> typical = ranks_.typical_rows;
  typical.resize(rows.size(), 0.0); // of contacts: unknown
  options.typical_rows = without(std::move(typical));
  std::vector<double> mass(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    mass[i * n + i] = 1.0;
  const std::vector<double> values = row_spectrum({mass, without(rows), {}}, static_cast<int>(n),
                                                  static_cast<int>(engine_.constraints()) - 1, options);
  return std::count_if(values.begin(), values.end(), [&](double s) { return s > held * values.front(); }) >= ranks_.all;
}

std::string RowWatch::message(std::size_t row, double t, std::span<const double> y) const {
  const System& system = engine_.system();
  const Constraint& constraint = system.constraints[row];
  std::string where;
  for (const std::size_t i : coordinates_below(system, constraint.residual))
    where += fmt::format("{}{} = {:.6g}", where.empty() ? ", where " : ", ", system.coordinates[i].name, y[i]);
  return fmt::format("constraint {0} is singular at t = {1:.6g} s{2}: its coefficients are infinite or all zero there, "
                     "so lambda.{0} is undefined; clear the denominators that vanish, or end the run earlier",
                     constraint.name, t, where);
}

} // namespace simulation
} // namespace dalembert
