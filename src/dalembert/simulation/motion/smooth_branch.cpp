#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/motion/smooth_branch.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double least_way = 1e-3; ///< of the usual speed: below it the direction is that of before

} // namespace

/// Of the coordinates that take part, in units of their sizes, 1/s.
double SmoothBranch::speed(std::span<const double> y) const {
  const std::size_t n = engine_.coordinates();
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    if (moving_[i]) sum = std::hypot(sum, y[n + i] / engine_.scale(i));
  return sum;
}

/// How long the motion takes for a distance along u.
double SmoothBranch::seconds(double distance, std::span<const double> y) const {
  return sign_ * distance / std::max(speed(y), least_way * usual_speed_);
}

void SmoothBranch::take_way(std::span<const double> y) {
  const double fast = speed(y);
  if (!(fast > least_way * usual_speed_)) return;
  const std::size_t n = engine_.coordinates();
  way_.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    if (moving_[i]) way_[i] = sign_ * y[n + i] / fast;
}

std::vector<std::size_t> SmoothBranch::acting_rows() const {
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < engine_.constraints(); ++k)
    if (motion_.dynamics().is_active(k)) out.push_back(k);
  return out;
}

/// The entries of some of the rows.
std::vector<double> SmoothBranch::gathered(std::span<const double> rows, std::span<const std::size_t> which) const {
  const std::size_t n = engine_.coordinates();
  std::vector<double> out;
  out.reserve(which.size() * n);
  for (const std::size_t k : which) {
    const std::span<const double> row = rows.subspan(k * n, n);
    out.insert(out.end(), row.begin(), row.end());
  }
  return out;
}

/// The coordinates in the rows that are close to dependent, and all that further rows and frictions at rest tie to
/// these.
std::vector<bool> SmoothBranch::component_of(double t, std::span<const double> y) {
  constexpr double dependent = 0.1;
  constexpr double part = 1e-3;
  constexpr double short_row = 0.1;
  const std::size_t n = engine_.coordinates();
  const std::vector<std::size_t> acting = acting_rows();
  const RowEntryProgram& entries = engine_.programs->row_entries;
  std::vector<std::vector<std::size_t>> ties; // coordinates
  for (const std::size_t k : acting)
    ties.emplace_back(entries.columns.begin() + static_cast<std::ptrdiff_t>(entries.begins[k]),
                      entries.columns.begin() + static_cast<std::ptrdiff_t>(entries.begins[k + 1]));
  const FrictionSolver& frictions = motion_.dynamics().frictions();
  for (const HeldSlip& group : frictions.held()) {
    const SlipView slip = frictions.slip(group.members.front());
    std::vector<std::size_t>& columns = ties.emplace_back();
    for (std::size_t i = 0; i < n; ++i)
      if (slip.column[i] != 0.0) columns.push_back(i);
  }
  std::vector<bool> taken(ties.size(), false);
  const std::vector<double> rows = gathered(motion_.dynamics().rows(), acting);
  const KktFacts facts = examine_kkt({motion_.dynamics().mass(), rows, {}}, {}, static_cast<int>(n),
                                     static_cast<int>(acting.size()), {.rank_tolerance = dependent});
  for (const std::vector<double>& combination : facts.row_dependencies)
    for (std::size_t k = 0; k < acting.size(); ++k)
      taken[k] = taken[k] || std::abs(combination[k]) > part;
  const std::span<const double> lengths = rows_.lengths(t, y);
  for (std::size_t k = 0; k < acting.size(); ++k) {
    const std::size_t row = acting[k];
    taken[k] = taken[k] || (!rows_.vanishes_everywhere(row) && lengths[row] < short_row * rows_.usual_lengths()[row]);
  }
  std::vector<bool> out(n, false);
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t k = 0; k < ties.size(); ++k) {
      taken[k] = taken[k] || std::ranges::any_of(ties[k], [&out](std::size_t i) { return out[i]; });
      for (const std::size_t i : ties[k]) {
        grows = grows || (taken[k] && !out[i]);
        out[i] = out[i] || taken[k];
      }
    }
  }
  return out;
}

/// False where nothing moves in the coordinates that take part.
bool SmoothBranch::choose_direction(double t, std::span<const double> y) {
  constexpr double rounding = 1e-9;
  if (!can_solve_at(motion_, t, y)) return false;
  moving_ = component_of(t, y);
  usual_speed_ = 0.0;
  take_way(y);
  usual_speed_ = speed(y);
  if (!(usual_speed_ > 0.0)) return false;
  const std::size_t n = engine_.coordinates();
  const std::span<const double> rows = motion_.dynamics().rows();
  moves_rows_ = false;
  for (const std::size_t k : acting_rows()) {
    double rate = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      rate += rows[k * n + i] * way_[i];
    moves_rows_ = moves_rows_ || std::abs(rate) > rounding * rows_.usual_lengths()[k];
  }
  return true;
}

/// The state at the distance `shift` along u, on the constraints; `at` becomes its time.
std::vector<double> SmoothBranch::shifted(double t, std::span<const double> y, double shift, double& at) {
  std::vector<double> out(y.begin(), y.end());
  for (std::size_t i = 0; i < way_.size(); ++i)
    out[i] += shift * way_[i];
  at = t;
  if (moves_rows_) {
    at += seconds(shift, y);
    if (at < back_ || at > limit_) throw SolveError("the equations change beside a singular position", {.time = t});
  }
  motion_.put_onto_constraints(at, out);
  return out;
}

/// Where the measure, which falls and rises in proportion to the distance, would vanish between the nearest states.
double SmoothBranch::recentred(const Nodes& nodes) {
  constexpr std::size_t before = node_count / 2 - 1;
  const double falling = rows_.at(nodes.times[before], nodes.y[before]);
  const double rising = rows_.at(nodes.times[before + 1], nodes.y[before + 1]);
  return nodes.centre + reach_ * (falling - rising) / (falling + rising);
}

/// Fills the states round the position, as seen from (t, y), beginning with `nodes.centre`; false where they are not
/// found on both sides of it.
bool SmoothBranch::make_nodes(Nodes& nodes, double t, std::span<const double> y) {
  constexpr int most_shifts = 5;
  constexpr double off = 0.2;
  for (int i = 0; i < most_shifts; ++i) {
    for (std::size_t j = 0; j < node_count; ++j)
      nodes.y[j] = shifted(t, y, nodes.centre + node_places[j] * reach_, nodes.times[j]);
    const double centre = recentred(nodes);
    if (!std::isfinite(centre)) return false;
    if (std::abs(centre - nodes.centre) < off * reach_) {
      bend(nodes, t, y);
      return true;
    }
    nodes.centre = centre;
  }
  return false;
}

/// Makes the states anew, from a curve that bends as they lie instead of the line along u. Where that is the distance d
/// from the branch, corrections along rows that turn at the position are off by d²/σ, which no polynomial follows.
void SmoothBranch::bend(Nodes& nodes, double t, std::span<const double> y) {
  constexpr double straight = 1e-8; // of the sizes of the coordinates: the square of such a distance does not show
  const std::size_t n = engine_.coordinates();
  std::array<double, node_count> shifts{};
  double s4 = 0.0;
  double s5 = 0.0;
  double s6 = 0.0;
  for (std::size_t j = 0; j < node_count; ++j) {
    const double s = shifts[j] = (nodes.centre + node_places[j] * reach_) / reach_;
    s4 += s * s * s * s;
    s5 += s * s * s * s * s;
    s6 += s * s * s * s * s * s;
  }
  // Of s² and s³ by least squares, for each coordinate.
  std::vector<std::array<double, 2>> bends(n, {0.0, 0.0});
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!moving_[i]) continue;
    double r2 = 0.0;
    double r3 = 0.0;
    for (std::size_t j = 0; j < node_count; ++j) {
      const double s = shifts[j];
      const double off = nodes.y[j][i] - y[i] - s * reach_ * way_[i];
      r2 += s * s * off;
      r3 += s * s * s * off;
      largest = std::max(largest, std::abs(off) / engine_.scale(i));
    }
    const double determinant = s4 * s6 - s5 * s5;
    bends[i] = {(r2 * s6 - r3 * s5) / determinant, (r3 * s4 - r2 * s5) / determinant};
  }
  if (largest < straight) return;
  std::vector<double> from(y.begin(), y.end());
  for (std::size_t j = 0; j < node_count; ++j) {
    const double s = shifts[j];
    for (std::size_t i = 0; i < n; ++i)
      from[i] = y[i] + s * s * (bends[i][0] + s * bends[i][1]);
    nodes.y[j] = shifted(t, from, s * reach_, nodes.times[j]);
  }
}

SmoothBranch::Weights SmoothBranch::weights(const Nodes& nodes, double at, std::size_t left_out) const {
  Weights out{};
  const double place = (at - nodes.centre) / reach_;
  for (std::size_t j = left_out; j + left_out < node_count; ++j) {
    out[j] = 1.0;
    for (std::size_t k = left_out; k + left_out < node_count; ++k)
      if (k != j) out[j] *= (place - node_places[k]) / (node_places[j] - node_places[k]);
  }
  return out;
}

SmoothBranch::Forces SmoothBranch::forces(const Nodes& nodes) {
  Forces out;
  for (std::size_t j = 0; j < node_count; ++j) {
    motion_.unpack(nodes.times[j], nodes.y[j]);
    motion_.solve();
    const InputView<double> at(engine_.programs->layout, motion_.inputs());
    out.accelerations[j].assign(at.accelerations().begin(), at.accelerations().end());
    out.multipliers[j].assign(at.multipliers().begin(), at.multipliers().end());
  }
  return out;
}

/// What polynomials through all states and through those but the outermost differ by, at the position and beside it,
/// where a motion that is symmetric about the position shows what it does not at the position: of q, of v beside the
/// speed, and of what v̇ makes of v within the nearest states; in units of the sizes of the coordinates.
double SmoothBranch::disagreement(const Nodes& nodes) {
  constexpr std::array looks{0.0, 0.5, -0.5, 1.15, -1.15, 1.65, -1.65, 2.2, -2.2}; // between the states
  const std::size_t n = engine_.coordinates();
  const PerNode rates = forces(nodes).accelerations;
  const double passing = reach_ / usual_speed_;
  double out = 0.0;
  for (const double look : looks) {
    const double at = nodes.centre + look * reach_;
    const Weights all = weights(nodes, at);
    const Weights inner = weights(nodes, at, 1);
    for (std::size_t i = 0; i < 3 * n; ++i) {
      double sum = 0.0;
      double size = 0.0;
      for (std::size_t j = 0; j < node_count; ++j) {
        const double value = i < 2 * n ? nodes.y[j][i] : passing * rates[j][i - 2 * n];
        sum += (all[j] - inner[j]) * value;
        size = std::max(size, std::abs(value));
      }
      out = std::max(out, std::abs(sum) / (size + engine_.scale(i % n) * (i < n ? 1.0 : usual_speed_)));
    }
  }
  return out;
}

/// How fast the measure falls along u from (t, y), where it is `here`; nothing where it does not fall.
std::optional<double> SmoothBranch::fall(double t, std::span<const double> y, double here) {
  constexpr int most_tries = 12;
  constexpr double least_change = 0.02;
  constexpr double most_change = 0.3;
  double step = 1e-3;
  for (int i = 0; i < most_tries; ++i) {
    double at = t;
    const std::vector<double> behind = shifted(t, y, -step, at);
    const double change = (rows_.at(at, behind) - here) / here;
    if (std::abs(change) > most_change)
      step *= 0.2;
    else if (std::abs(change) < least_change)
      step *= 4.0;
    else
      return change > 0.0 ? std::optional(change * here / step) : std::nullopt;
  }
  return std::nullopt;
}

/// True where the measure falls and rises as at one position, between the states and nowhere else.
bool SmoothBranch::is_one_crossing(const Nodes& nodes, double fall) {
  constexpr double least = 0.4;
  constexpr double most = 2.5;
  const double centre = recentred(nodes);
  for (std::size_t j = 0; j < node_count; ++j) {
    const double expected = fall * std::abs(nodes.centre + node_places[j] * reach_ - centre);
    const double found = rows_.at(nodes.times[j], nodes.y[j]);
    if (!(found > least * expected && found < most * expected)) return false;
  }
  return true;
}

/// True where the interpolated position meets the combinations of rows that vanish there: branches cross. At a corner
/// they miss each other by what these combinations are there. An error of the position does not matter, since their
/// gradients vanish. Nothing where rows of rates are among them.
std::optional<bool> SmoothBranch::meets_rows(const Nodes& nodes) {
  constexpr double rounding = 1.5e-14; // of the terms
  constexpr double dependent = 1e-3;
  constexpr double part = 1e-6;
  constexpr double short_row = 1e-2;
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  const Weights w = weights(nodes, recentred(nodes));
  std::vector<double> y(nodes.y[0].size(), 0.0);
  double at = nodes.times[0];
  for (std::size_t j = 0; j < node_count; ++j) {
    at += w[j] * (nodes.times[j] - nodes.times[0]);
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += w[j] * nodes.y[j][i];
  }
  motion_.unpack(at, y);
  const RowValues rates = rows_at(engine_, motion_.inputs());
  const RowValues positions = rows_at(engine_, motion_.inputs(), Level::position);
  const std::vector<std::size_t> acting = acting_rows();
  const std::vector<double> rows = gathered(rates.view().gradient, acting);
  const KktFacts facts = examine_kkt({rates.view().mass, rows, {}}, {}, static_cast<int>(n),
                                     static_cast<int>(acting.size()), {.rank_tolerance = dependent});
  std::vector<double> residual(m, 0.0);
  std::vector<double> size(m, 0.0); // 0: of a row of rates
  double largest = 1.0;
  for (std::size_t i = 0; i < n; ++i)
    largest = std::max(largest, std::abs(y[i]) / engine_.scale(i));
  const std::vector<std::size_t>& holonomic = engine_.programs->positions.rows;
  for (std::size_t p = 0; p < holonomic.size(); ++p) {
    residual[holonomic[p]] = positions.view().residual[p];
    size[holonomic[p]] = rows_.usual_lengths()[holonomic[p]] * largest;
  }
  std::vector<std::vector<double>> combinations = facts.row_dependencies;
  const std::span<const double> lengths = rows_.lengths(at, y);
  for (std::size_t k = 0; k < acting.size(); ++k) { // those do not see how short a row is
    const std::size_t row = acting[k];
    if (rows_.vanishes_everywhere(row) || !(lengths[row] < short_row * rows_.usual_lengths()[row])) continue;
    combinations.emplace_back(acting.size(), 0.0);
    combinations.back()[k] = 1.0;
  }
  miss_ = 0.0;
  for (const std::vector<double>& combination : combinations) {
    double sum = 0.0;
    double terms = 0.0;
    for (std::size_t k = 0; k < acting.size(); ++k) {
      if (std::abs(combination[k]) > part && size[acting[k]] == 0.0) return std::nullopt;
      sum += combination[k] * residual[acting[k]];
      terms += std::abs(combination[k]) * size[acting[k]];
    }
    miss_ = std::max(miss_, terms > 0.0 ? std::abs(sum) / terms : std::abs(sum));
  }
  return miss_ <= rounding;
}

/// The position by states at which the measure is `clear` and more; nothing where it is none that is passed. Rounding ε
/// of a position moves it by ε/clear along the rows, and these turn there by the distance, which is clear beside what
/// is usual.
std::optional<SmoothBranch::Sight> SmoothBranch::sight(double clear, double t, std::span<const double> y) {
  constexpr double rounding = 1e-16; // of a position, whose effect on rates luck may hide
  const double here = rows_.at(t, y);
  if (!(here > 0.0)) return std::nullopt;
  const std::optional<double> falls = fall(t, y, here);
  if (!falls) return std::nullopt;
  reach_ = clear / *falls;
  Nodes nodes;
  nodes.centre = here / *falls;
  if (!make_nodes(nodes, t, y) || !is_one_crossing(nodes, *falls)) return std::nullopt;
  const std::optional<bool> meets = meets_rows(nodes);
  has_met_corner_ = meets && !*meets;
  if (!meets || !*meets) return std::nullopt;
  return Sight{recentred(nodes), reach_, std::max(disagreement(nodes), rounding * rows_.usual() / (clear * clear))};
}

bool SmoothBranch::find(double t, std::span<const double> y, const SmoothTimes& times) {
  // Of the usual measure: errors of interpolation fall, those of rounding grow.
  constexpr std::array distances{0.06, 0.03, 0.015, 7e-3, 3e-3, 1.2e-3};
  constexpr double negligible = 1e-3; // of the tolerance
  constexpr double most = 1e-7;
  sign_ = times.limit < times.back ? -1.0 : 1.0;
  back_ = std::min(times.back, times.limit);
  limit_ = std::max(times.back, times.limit);
  Sight best{0.0, 0.0, most};
  has_met_corner_ = false;
  try {
    if (!choose_direction(t, y)) return false;
    for (const double distance : distances) {
      const std::optional<Sight> seen = sight(distance * rows_.usual(), t, y);
      if (seen && seen->error < best.error) best = *seen;
      if (best.error < negligible * tolerance_) break;
    }
  } catch (const SolveError&) {
    return false;
  }
  reach_ = best.reach;
  error_ = best.error;
  time_ = t + seconds(best.centre, y);
  return best.error < most;
}

bool SmoothBranch::find_again(double t, std::span<const double> y) {
  const bool is_forwards = sign_ > 0.0;
  const SmoothTimes same{is_forwards ? back_ : limit_, is_forwards ? limit_ : back_};
  if (find(t, y, same)) return true;
  if (moves_rows_) return false;
  std::vector<double> turned(y.begin(), y.end()); // what lies behind lies ahead of the motion backwards
  const auto rates = std::span(turned).subspan(engine_.coordinates(), engine_.coordinates());
  std::ranges::transform(rates, rates.begin(), std::negate());
  if (!find(t, turned, same)) return false;
  time_ = t - (time_ - t);
  return true;
}

bool SmoothBranch::goes_on(double t, std::span<const double> before, std::span<const double> now) {
  constexpr double same = 1e-3; // of the direction; where the position lies on the curve is found anew at each state
  const std::size_t n = engine_.coordinates();
  const double fast = speed(before);
  const double next = speed(now);
  if (!(fast > least_way * usual_speed_) || !(next > least_way * usual_speed_)) return false;
  double cosine = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    if (moving_[i]) cosine += before[n + i] / (fast * engine_.scale(i)) * (now[n + i] / (next * engine_.scale(i)));
  const double side = cosine < 0.0 ? -1.0 : 1.0;
  double apart = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    if (moving_[i]) apart = std::hypot(apart, (now[n + i] / next - side * before[n + i] / fast) / engine_.scale(i));
  if (apart > same) return false;
  time_ = t + side * (time_ - t) * fast / next;
  return true;
}

bool SmoothBranch::takes_part(std::span<const std::size_t> coordinates) const {
  return std::ranges::any_of(coordinates, [this](std::size_t i) { return moving_[i]; });
}

bool SmoothBranch::is_swamped(double t, std::span<const double> y) const {
  return std::abs(time_ - t) * speed(y) <= reach_;
}

void SmoothBranch::put_moving(std::span<const double> from, std::span<const double> rates, std::span<double> y) const {
  const std::size_t n = engine_.coordinates();
  for (std::size_t i = 0; i < n; ++i) {
    if (!moving_[i]) continue;
    y[i] = from[i];
    y[n + i] = rates.empty() ? from[n + i] : rates[i];
  }
}

bool SmoothBranch::is_far(double t, std::span<const double> y) const {
  constexpr double far = 1.4; // of the reach: from there on states are as exact as those that are interpolated
  return std::abs(time_ - t) * speed(y) > far * reach_;
}

bool SmoothBranch::is_left(double t, std::span<const double> y) const {
  constexpr double clear = 1.2;
  return sign_ * (t - time_) * speed(y) > clear * reach_;
}

SmoothBranch::Nodes SmoothBranch::nodes_round(double t, std::span<const double> y) {
  take_way(y);
  Nodes nodes;
  nodes.centre = sign_ * (time_ - t) * speed(y);
  if (!make_nodes(nodes, t, y))
    throw SolveError("the states beside a singular position do not lie on one smooth branch", {.time = t});
  return nodes;
}

void SmoothBranch::put_onto_branch(double t, std::span<double> y) {
  if (is_far(t, y)) return motion_.put_onto_constraints(t, y);
  const Nodes nodes = nodes_round(t, y);
  const Weights w = weights(nodes, 0.0);
  time_ = t + seconds(recentred(nodes), y);
  const std::size_t states = 2 * engine_.coordinates();
  for (std::size_t i = 0; i < states; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < node_count; ++j)
      sum += w[j] * (nodes.y[j][i] - y[i]);
    y[i] += sum;
  }
}

void SmoothBranch::rhs(double t, std::span<const double> y, std::span<double> dydt) {
  if (is_far(t, y)) return base_.rhs(t, y, dydt);
  const Nodes nodes = nodes_round(t, y);
  const Weights w = weights(nodes, 0.0);
  std::vector<double> of_node(dydt.size());
  std::ranges::fill(dydt, 0.0);
  for (std::size_t j = 0; j < node_count; ++j) {
    base_.rhs(nodes.times[j], nodes.y[j], of_node);
    for (std::size_t i = 0; i < dydt.size(); ++i)
      dydt[i] += w[j] * of_node[i];
  }
  const std::size_t n = engine_.coordinates();
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(n), n, dydt.begin());
}

OdeProblem SmoothBranch::problem(OdeProblem base) {
  base_ = std::move(base);
  OdeProblem out;
  out.name = base_.name;
  out.integrals = base_.integrals;
  out.rhs = [this](double t, std::span<const double> y, std::span<double> dydt) { rhs(t, y, dydt); };
  out.project = [this](double t, std::span<double> y) {
    const std::vector<double> from(y.begin(), y.end());
    put_onto_branch(t, y);
    const std::size_t n = engine_.coordinates();
    for (std::size_t i = 0; i < 2 * n; ++i)
      if (!(std::abs(y[i] - from[i]) <= std::sqrt(tolerance_) * std::max(engine_.scale(i % n), std::abs(from[i]))))
        throw SolveError("the step leaves the smooth branch beside a singular position", {.time = t});
    return true;
  };
  return out;
}

} // namespace simulation
} // namespace dalembert
