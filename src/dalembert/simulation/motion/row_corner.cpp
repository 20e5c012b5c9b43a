#include <dalembert/base/errors.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/motion/row_corner.h>
#include <dalembert/simulation/solving/account.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double least_turn = 1e-6; ///< of the direction of a row, by the largest of its entries; of its value likewise
constexpr double no_turn = 0.25;    ///< of the jump: what the direction may change by on either side of it
constexpr double no_row_rate = 1e-9; ///< of the terms of the rate of a row
constexpr double least_time = 1e-12; ///< of the way looked at: where t = 0, it has no last place

/// The rows of a motion that goes on from one state as it moves there.
class RowsAhead {
public:
  RowsAhead(const Engine& engine, Motion& motion, double t, std::span<const double> y)
      : engine_(engine),
        motion_(motion),
        rates_(engine, Level::rate),
        positions_(engine, Level::position),
        t_(t),
        y_(y.begin(), y.end()) {
    motion.unpack(t, y);
    motion.solve();
    const InputView<double> at(engine.programs->layout, motion.inputs());
    v_.assign(at.rates().begin(), at.rates().end());
    a_.assign(at.accelerations().begin(), at.accelerations().end());
  }

  struct Rows {
    std::vector<double> directions;
    std::vector<double> rates;
    std::vector<double> values; ///< 0 of rows of the rates alone
    [[nodiscard]] std::span<const double> direction(std::size_t k, std::size_t n) const {
      return std::span(directions).subspan(k * n, n);
    }
  };

  [[nodiscard]] std::vector<double> state(double by) const {
    std::vector<double> out = y_;
    for (std::size_t i = 0; i < v_.size(); ++i) {
      out[i] += by * (v_[i] + by / 2 * a_[i]);
      out[v_.size() + i] += by * a_[i];
    }
    return out;
  }

  [[nodiscard]] Rows at(double by) {
    motion_.unpack(t_ + by, state(by));
    rates_.evaluate_rows(motion_.inputs());
    Rows out;
    out.directions.assign(rates_.view().gradient.begin(), rates_.view().gradient.end());
    out.rates.assign(rates_.view().residual.begin(), rates_.view().residual.end());
    out.values.assign(engine_.constraints(), 0.0);
    const std::vector<std::size_t>& holonomic = engine_.programs->positions.rows;
    if (holonomic.empty()) return out;
    positions_.evaluate_rows(motion_.inputs());
    for (std::size_t k = 0; k < holonomic.size(); ++k)
      out.values[holonomic[k]] = positions_.view().residual[k];
    return out;
  }

private:
  const Engine& engine_;
  Motion& motion_;
  RowValues rates_;
  RowValues positions_;
  double t_;
  std::vector<double> y_;
  std::vector<double> v_;
  std::vector<double> a_;
};

double largest_of(std::span<const double> row) {
  double out = 0.0;
  for (const double entry : row)
    out = std::max(out, std::abs(entry));
  return out;
}

double difference(std::span<const double> one, std::span<const double> other) {
  double out = 0.0;
  for (std::size_t i = 0; i < one.size(); ++i)
    out = std::max(out, std::abs(one[i] - other[i]));
  return out;
}

/// The direction of a row, and its value; 0 of one of the rates alone.
std::vector<double> row_entries_at(const Engine& engine, std::size_t row, double t, std::span<const double> y) {
  const std::size_t n = engine.coordinates();
  std::vector<double> inputs = engine.blank_inputs();
  const auto rates = y.begin() + static_cast<std::ptrdiff_t>(n);
  put_state(engine.programs->layout, {t, {y.begin(), rates}, {rates, rates + static_cast<std::ptrdiff_t>(n)}}, inputs);
  const RowValues values = rows_at(engine, inputs);
  const std::span<const double> direction = values.view().row(row);
  std::vector<double> out(direction.begin(), direction.end());
  const std::vector<std::size_t>& holonomic = engine.programs->positions.rows;
  const auto found = std::ranges::find(holonomic, row);
  const RowValues positions = rows_at(engine, inputs, Level::position);
  out.push_back(
      found == holonomic.end() ? 0.0 : positions.view().residual[static_cast<std::size_t>(found - holonomic.begin())]);
  return out;
}

class CornerSearch {
public:
  CornerSearch(const Engine& engine, Motion& motion, double t, std::span<const double> y)
      : engine_(engine), motion_(motion), rows_(engine, motion, t, y), t_(t), here_(rows_.at(0.0)) {}

  [[nodiscard]] std::optional<RowCorner> find(double nearest) {
    if (nearest == 0.0) return std::nullopt; // no step was made
    const double first = std::copysign(std::max(rounding_of_time(), least_time * std::abs(nearest)), nearest);
    for (double by = first; std::abs(by) <= std::abs(nearest); by *= 2.0) {
      const RowsAhead::Rows back = rows_.at(-by);
      const RowsAhead::Rows ahead = rows_.at(by);
      for (std::size_t k = 0; k < engine_.constraints(); ++k)
        if (motion_.dynamics().is_active(k) && distance(k, back, ahead) > least_turn && is_sharp(k, by, {back, ahead}))
          return made(k, by, {back, ahead});
    }
    return std::nullopt;
  }

private:
  struct Sides {
    const RowsAhead::Rows& back;
    const RowsAhead::Rows& ahead;
  };

  [[nodiscard]] std::size_t n() const { return engine_.coordinates(); }
  [[nodiscard]] double rounding_of_time() const { return std::numeric_limits<double>::epsilon() * std::abs(t_); }

  /// The size of a row's value: its direction times the sizes of the coordinates.
  [[nodiscard]] double scale(std::size_t k) const {
    double out = 0.0;
    for (std::size_t i = 0; i < n(); ++i)
      out += std::abs(here_.direction(k, n())[i]) * engine_.scale(i);
    return out;
  }

  /// How different two rows are: of direction, or of value where that is no movement, relative to their sizes.
  [[nodiscard]] double distance(std::size_t k, const RowsAhead::Rows& one, const RowsAhead::Rows& other) const {
    const double turn = difference(one.direction(k, n()), other.direction(k, n()));
    const double size = largest_of(here_.direction(k, n()));
    const double step = std::abs(one.values[k] - other.values[k]);
    return std::max(size > 0.0 ? turn / size : turn, step > 0.0 ? step / scale(k) : 0.0);
  }

  /// True where the row is nearly constant on both sides.
  [[nodiscard]] bool is_sharp(std::size_t k, double by, const Sides& sides) {
    constexpr double farther = 4.0;
    const double most = no_turn * distance(k, sides.back, sides.ahead);
    return distance(k, sides.ahead, rows_.at(farther * by)) <= most &&
           distance(k, sides.back, rows_.at(-farther * by)) <= most;
  }

  /// Halves the way from `from`, where the row is that of `side`, to `to`, where it is another one, down to roundings;
  /// returns the last place at which it is that of `side`.
  [[nodiscard]] double last_like(std::size_t k, double from, double to, const RowsAhead::Rows& side, double most) {
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
      const double middle = from + (to - from) / 2;
      if (middle == from || middle == to) break;
      (distance(k, side, rows_.at(middle)) <= most ? from : to) = middle;
    }
    return from;
  }

  /// The corner that lies less than `by` away. At the very place a row may be a third one, as with sign(0).
  [[nodiscard]] RowCorner made(std::size_t k, double by, const Sides& sides) {
    const double most = no_turn * distance(k, sides.back, sides.ahead);
    const double last_back = last_like(k, -by, by, sides.back, most);
    const double first_ahead = last_like(k, by, -by, sides.ahead, most);
    // Clear of the place, so that no projection onto the row meets the other side.
    constexpr double clear = 16.0;
    const double apart = std::copysign(std::max(std::abs(first_ahead - last_back), rounding_of_time()), by);
    const double near = last_back - clear * apart;
    const double beyond = first_ahead + clear * apart;
    const double behind = by > 0.0 ? std::max(beyond, 0.0) : std::min(beyond, 0.0); // no run goes back
    const RowsAhead::Rows ahead = rows_.at(behind);
    RowCorner out;
    out.row = k;
    out.time = t_ + behind;
    out.before = rows_.state(near);
    out.behind = rows_.state(behind);
    const double step = sides.ahead.values[k] - sides.back.values[k];
    out.step = std::abs(step) > least_turn * scale(k) ? step : 0.0;
    out.rate = ahead.rates[k];
    double terms = 0.0;
    for (std::size_t i = 0; i < n(); ++i)
      terms += std::abs(ahead.direction(k, n())[i]) * std::max(engine_.scale(i), std::abs(out.behind[n() + i]));
    out.is_struck = out.rate < -no_row_rate * terms;
    out.is_left = out.rate > no_row_rate * terms;
    return out;
  }

  const Engine& engine_;
  Motion& motion_;
  RowsAhead rows_;
  double t_;
  RowsAhead::Rows here_;
};

} // namespace

std::optional<RowCorner> corner_ahead(const Engine& engine, Motion& motion, double t, std::span<const double> y,
                                      double nearest) {
  try {
    return CornerSearch(engine, motion, t, y).find(nearest);
  } catch (const SolveError&) { // no motion goes on from there
    return std::nullopt;
  }
}

std::string place_on_row(const Engine& engine, std::size_t row, double t, const RowSides& sides) {
  const std::size_t n = engine.coordinates();
  const std::vector<double> before = row_entries_at(engine, row, t, sides.before);
  const std::vector<double> behind = row_entries_at(engine, row, t, sides.behind);
  const double jump = difference(before, behind);
  std::string out;
  for (std::size_t i = 0; i < n; ++i) {
    constexpr double negligible = 1e-12;
    constexpr double of_jump = 0.5;
    std::vector<double> moved(sides.before.begin(), sides.before.end());
    moved[i] = sides.behind[i];
    const bool is_cause = difference(before, row_entries_at(engine, row, t, moved)) > of_jump * jump;
    if (before[i] == 0.0 && behind[i] == 0.0 && !is_cause) continue;
    const double value = std::abs(moved[i]) < negligible * engine.scale(i) ? 0.0 : moved[i];
    out += fmt::format("{}{} = {:.6g}", out.empty() ? "" : ", ", engine.system().coordinates[i].name, value);
  }
  return fmt::format("{} (t = {:.6g} s)", out, t);
}

std::string step_up(const Engine& engine, std::size_t row, double t, const RowSides& sides) {
  const double height =
      row_entries_at(engine, row, t, sides.before).back() - row_entries_at(engine, row, t, sides.behind).back();
  return fmt::format("{} steps up by {:.6g} at {}: the motion runs into a face for which the inequality has no "
                     "direction; write the face as a constraint of its own, as `x <= 1 [m]`",
                     engine.system().constraints[row].name, std::abs(height), place_on_row(engine, row, t, sides));
}

} // namespace simulation
} // namespace dalembert
