#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/engine/finite_values.h>
#include <dalembert/simulation/motion/row_independence.h>
#include <dalembert/simulation/watch/rank_watch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double finest_part = 1e-4; ///< of a step: where halving ends, the shape of the measure tells the rest
/// Independence where a step has ended beside a position. The rounding ε of a state lets it miss the position by √ε,
/// 1e-8: that has to be little beside this one.
constexpr double nearly_none = 1e-4;

/// Σ aₖ sᵢ² bₖ over the coordinates i that two rows share, whose columns ascend.
double product_of_rows(std::span<const double> a, std::span<const std::size_t> columns_of_a, std::span<const double> b,
                       std::span<const std::size_t> columns_of_b, const Engine& engine) {
  double sum = 0.0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (columns_of_a[i] < columns_of_b[j]) {
      ++i;
    } else if (columns_of_b[j] < columns_of_a[i]) {
      ++j;
    } else {
      const double scale = engine.scale(columns_of_a[i]);
      sum += a[i++] * scale * scale * b[j++];
    }
  }
  return sum;
}

} // namespace

RankWatch::RankWatch(const WatchedRun& run)
    : engine_(run.engine),
      motion_(run.motion),
      laws_(run.laws),
      ranks_(run.ranks.value_or(RowRanks())),
      entries_(run.engine),
      is_idle_(run.engine.constraints() < 2 || (run.ranks && run.laws.rows_change())) {}

void RankWatch::start(double t, std::span<const double> y) {
  if (is_idle_) return;
  entries_.evaluate(t, y, last_);
  last_turn_ = 0.0;
  is_beside_ = false;
}

/// How fast the row turns that turns fastest, by differences along v over a small part of `length` seconds, beside its
/// usual length; 1/s.
double RankWatch::turn(double t, std::span<const double> y, const Rows& rows, double length) {
  constexpr double part = 1e-6;
  const double step = part * length;
  const std::size_t n = engine_.coordinates();
  std::vector<double> ahead(y.begin(), y.end());
  for (std::size_t i = 0; i < n; ++i)
    ahead[i] += step * ahead[n + i];
  Rows moved;
  entries_.evaluate(t + step, ahead, moved);
  for (std::size_t e = 0; e < moved.size(); ++e)
    moved[e] -= rows[e];
  const std::vector<double> changes = lengths(moved);
  double fastest = 0.0;
  for (std::size_t k = 0; k < changes.size(); ++k)
    if (usual_[k] > 0.0) fastest = std::max(fastest, changes[k] / (usual_[k] * std::abs(step)));
  return fastest;
}

/// Those that act; of rows that repeat one another, independent ones.
void RankWatch::choose_rows() {
  std::vector<std::size_t> now;
  if (ranks_.is_redundant(engine_)) {
    now = ranks_.independent;
  } else {
    for (std::size_t k = 0; k < engine_.constraints(); ++k)
      if (motion_.dynamics().is_active(k)) now.push_back(k);
  }
  if (now == chosen_) return;
  chosen_ = std::move(now);
  find_pairs();
}

void RankWatch::find_pairs() {
  pairs_.clear();
  envelope_ = {};
  std::vector<std::vector<std::size_t>> rows_of(engine_.coordinates()); // places of rows that hold a coordinate
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    std::vector<std::size_t> partners{i};
    for (const std::size_t c : entries_.columns_of_row(chosen_[i])) {
      partners.insert(partners.end(), rows_of[c].begin(), rows_of[c].end());
      rows_of[c].push_back(i);
    }
    std::ranges::sort(partners);
    partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
    for (const std::size_t j : partners)
      pairs_.emplace_back(i, j);
    envelope_.first.push_back(partners.front());
  }
  if (chosen_.size() < numerics::detail::Envelope::least) envelope_ = {};
}

/// True where the symmetric part of A(t₁) D A(t₀)ᵀ is not positive definite.
bool RankWatch::has_fallen(const Rows& from, const Rows& to) {
  const std::size_t count = chosen_.size();
  products_.resize(count * count, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = envelope_.first.empty() ? 0 : envelope_.first[i];
    std::fill_n(products_.begin() + static_cast<std::ptrdiff_t>(i * count + first), i - first + 1, 0.0);
  }
  const auto product = [&](const Rows& a, std::size_t i, const Rows& b, std::size_t j) {
    const std::size_t row_i = chosen_[i];
    const std::size_t row_j = chosen_[j];
    return product_of_rows(entries_.of_row(std::span(a), row_i), entries_.columns_of_row(row_i),
                           entries_.of_row(std::span(b), row_j), entries_.columns_of_row(row_j), engine_);
  };
  smallest_pivot_ = 1.0;
  if (!are_finite(from) || !are_finite(to)) return false; // a pole: RowWatch tells of it
  smallest_pivot_ = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double own = product(to, i, from, i);
    if (!(own > 0.0)) return true;
    products_[i * count + i] = own;
  }
  for (const auto& [i, j] : pairs_) {
    if (i == j) continue;
    const double scale = std::sqrt(products_[i * count + i]) * std::sqrt(products_[j * count + j]);
    products_[i * count + j] = (product(to, i, from, j) + product(from, i, to, j)) / (2.0 * scale);
  }
  for (std::size_t i = 0; i < count; ++i)
    products_[i * count + i] = 1.0;
  const numerics::detail::Pivots pivots = numerics::detail::factor_cholesky(products_, count, 0.0, envelope_);
  smallest_pivot_ = pivots.smallest;
  return !pivots.is_trusted;
}

RankWatch::Rows RankWatch::rows_inside(Stepper& stepper, double t) {
  std::vector<double> y(stepper.state().size());
  stepper.interpolate(t, y);
  Rows out;
  entries_.evaluate(t, y, out);
  return out;
}

void RankWatch::search(Stepper& stepper, const Moment& from, const Moment& to, std::vector<double>& found) {
  constexpr std::size_t most = 8; // of one step: what is more is rounding
  if (found.size() >= most || !has_fallen(from.rows, to.rows)) return;
  const double middle = from.t + 0.5 * (to.t - from.t);
  if (std::abs(to.t - from.t) <= finest_part * std::abs(stepper.time() - stepper.previous_time())) {
    found.push_back(middle);
    return;
  }
  const Moment between{middle, rows_inside(stepper, middle)};
  search(stepper, from, between, found);
  search(stepper, between, to, found);
}

/// Of the chosen rows, with coordinates in units of their sizes.
std::vector<double> RankWatch::lengths(const Rows& at) const {
  std::vector<double> out;
  for (const std::size_t k : chosen_) {
    const std::span<const double> row = entries_.of_row(std::span(at), k);
    out.push_back(
        std::sqrt(product_of_rows(row, entries_.columns_of_row(k), row, entries_.columns_of_row(k), engine_)));
  }
  return out;
}

/// The shortest row beside its length at the ends of the step, times the smallest singular value of rows of length 1
/// beside the largest one; of all rows that act, by the rank that they have.
double RankWatch::independence(const Rows& at) const {
  const std::size_t n = engine_.coordinates();
  std::vector<std::size_t> all = chosen_;
  KktOptions options;
  if (ranks_.is_redundant(engine_)) {
    all.resize(engine_.constraints());
    std::iota(all.begin(), all.end(), std::size_t{0});
    options.typical_rows = ranks_.typical_rows;
  }
  std::vector<double> rows(all.size() * n, 0.0);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::span<const double> row = entries_.of_row(std::span(at), all[k]);
    const std::span<const std::size_t> columns = entries_.columns_of_row(all[k]);
    for (std::size_t e = 0; e < row.size(); ++e)
      rows[k * n + columns[e]] = row[e];
  }
  std::vector<double> metric(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    metric[i * n + i] = 1.0 / (engine_.scale(i) * engine_.scale(i));
  double shortest = all.size() == chosen_.size() ? std::numeric_limits<double>::infinity() : 1.0;
  const std::vector<double> now = lengths(at);
  for (std::size_t k = 0; k < now.size() && all.size() == chosen_.size(); ++k)
    if (usual_[k] > 0.0) shortest = std::min(shortest, now[k] / usual_[k]);
  const std::vector<double> spectrum =
      row_spectrum({metric, rows, {}}, static_cast<int>(n), static_cast<int>(all.size()), options);
  if (!(spectrum.front() > 0.0) || !std::isfinite(shortest)) return 0.0;
  return shortest * spectrum[chosen_.size() - 1] / spectrum.front();
}

/// The measure falls before a singular position and rises behind it, in proportion to the distance. `room`: distance of
/// the next one, s.
double RankWatch::refined(Stepper& stepper, double guess, double room) {
  constexpr double share_of_room = 0.25;
  const TimeOrder order(stepper.previous_time(), stepper.time());
  const double length = stepper.time() - stepper.previous_time();
  for (const double share : {1e-3, 1e-4, 1e-5}) {
    const double away = std::copysign(std::min(share * std::abs(length), share_of_room * room), length);
    const double before = order.last(stepper.previous_time(), guess - away);
    const double behind = order.first(stepper.time(), guess + away);
    const double falling = independence(rows_inside(stepper, before));
    const double rising = independence(rows_inside(stepper, behind));
    if (falling + rising > 0.0) guess = before + (behind - before) * falling / (falling + rising);
  }
  return guess;
}

/// True where the rows are dependent at `t` beside what they are a small part of the step before or behind. The error ε
/// of the dense output lets it miss the position by √ε, which has to be little beside that part.
bool RankWatch::is_dependent(Stepper& stepper, double t) {
  constexpr double away = 5e-2;
  constexpr double share = 0.05;
  const TimeOrder order(stepper.previous_time(), stepper.time());
  const double length = stepper.time() - stepper.previous_time();
  const double here = independence(rows_inside(stepper, t));
  const double before = independence(rows_inside(stepper, order.last(stepper.previous_time(), t - away * length)));
  const double behind = independence(rows_inside(stepper, order.first(stepper.time(), t + away * length)));
  return here < share * std::max(before, behind);
}

std::string RankWatch::reason(Stepper& stepper, double t) {
  constexpr double vanished = 1e-3;
  const std::vector<double> now = lengths(rows_inside(stepper, t));
  for (std::size_t k = 0; k < now.size(); ++k)
    if (now[k] < vanished * usual_[k]) return row_vanishes(engine_.system().constraints[chosen_[k]].name);
  if (ranks_.is_redundant(engine_) || laws_.rows_change()) return {};
  std::vector<double> y(stepper.state().size());
  stepper.interpolate(t, y);
  return singular_reason(motion_, engine_, t, y);
}

/// In how many pieces the step is looked at, so that rows turn by less than a radian in each.
std::size_t RankWatch::pieces(const Stepper& stepper) {
  constexpr double most = 15.0;
  const double length = stepper.time() - stepper.previous_time();
  const double now = turn(stepper.time(), stepper.state(), end_, length);
  const double angle = std::max(now, std::exchange(last_turn_, now)) * std::abs(length);
  return 1 + static_cast<std::size_t>(angle > 0.0 ? std::min(angle, most) : 0.0);
}

/// Times between two instants in the step close to which a rank falls, some of them twice.
std::vector<double> RankWatch::suspects(Stepper& stepper, Moment from, const Moment& to, std::size_t pieces) {
  std::vector<double> found;
  const double begin = from.t;
  for (std::size_t i = 1; i <= pieces; ++i) {
    const double t = begin + (to.t - begin) * static_cast<double>(i) / static_cast<double>(pieces);
    Moment next = i < pieces ? Moment{t, rows_inside(stepper, t)} : to;
    search(stepper, from, next, found);
    from = std::move(next);
  }
  return found;
}

/// The instant in the step nearest to its `end` (the begin or the end) at which the rows are clear of a position there;
/// the other end where none is.
RankWatch::Sight RankWatch::clear_of(Stepper& stepper, double end) {
  constexpr double nearest = 1e-6; // of the step
  constexpr double farther = 4.0;
  const double other = end == stepper.time() ? stepper.previous_time() : stepper.time();
  Sight out;
  for (double share = nearest; out.independence < nearly_none && share < 1.0; share *= farther) {
    out.t = end + share * (other - end);
    out.independence = independence(rows_inside(stepper, out.t));
  }
  return out.independence < nearly_none ? Sight{other, independence(rows_inside(stepper, other))} : out;
}

/// The step begins beside a position. False where it ends there, too, without having been clear of it; else the event
/// is added if a rank has fallen, and the step is looked at `from` the instant on that is clear.
bool RankWatch::leaves_position(Stepper& stepper, Moment& from, std::vector<Event>& out) {
  const Sight clear = clear_of(stepper, stepper.previous_time());
  if (clear.independence < nearly_none) return false;
  from = {clear.t, rows_inside(stepper, clear.t)};
  is_beside_ = false;
  if (!has_fallen(last_, from.rows)) return true;
  // The measure falls to it and rises from it in proportion to the distance. What is singular is seen beside it.
  const double share = before_.independence / (before_.independence + clear.independence);
  const double t = before_.t + share * (clear.t - before_.t);
  out.push_back({t, EventKind::singular_position, EventEffect::none, reason(stepper, clear.t)});
  return true;
}

/// The step ends beside a position, and is looked at up `to` an instant that is clear of it.
void RankWatch::come_beside(Stepper& stepper, Moment& to) {
  before_ = clear_of(stepper, stepper.time());
  if (before_.independence < nearly_none) return; // the run began there
  to = {before_.t, rows_inside(stepper, before_.t)};
  is_beside_ = true;
}

std::vector<Event> RankWatch::inside(Stepper& stepper) {
  constexpr double small_pivot = 1e-2; // much larger ones are those of rows that are clear of dependence
  std::vector<Event> out;
  if (is_idle_) return out;
  choose_rows();
  entries_.evaluate(stepper.time(), stepper.state(), end_);
  if (chosen_.size() < 2) {
    std::swap(last_, end_);
    return out;
  }
  usual_ = lengths(last_);
  const std::vector<double> behind = lengths(end_);
  for (std::size_t k = 0; k < usual_.size(); ++k)
    usual_[k] = std::max(usual_[k], behind[k]);
  const std::size_t parts = pieces(stepper);
  const bool is_looked_at = has_fallen(last_, end_) || smallest_pivot_ < small_pivot || is_beside_;
  const double at_end = is_looked_at ? independence(end_) : std::numeric_limits<double>::infinity();
  Moment from{stepper.previous_time(), last_};
  Moment to{stepper.time(), end_};
  if (is_beside_ && !leaves_position(stepper, from, out)) return out;
  if (at_end < nearly_none) come_beside(stepper, to);
  const double same = 2.0 * finest_part * std::abs(stepper.time() - stepper.previous_time());
  double last_found = std::numeric_limits<double>::infinity();
  const bool is_suspected = has_fallen(from.rows, to.rows);
  const std::vector<double> found =
      is_suspected || parts > 1 ? suspects(stepper, from, to, parts) : std::vector<double>();
  for (const double guess : found) {
    if (std::abs(guess - std::exchange(last_found, guess)) <= same) continue; // two halves beside one position
    double room = std::numeric_limits<double>::infinity();                    // up to another position
    for (const double other : found)
      if (std::abs(other - guess) > same) room = std::min(room, std::abs(other - guess));
    const double t = refined(stepper, guess, room);
    if (is_dependent(stepper, t))
      out.push_back({t, EventKind::singular_position, EventEffect::none, reason(stepper, t)});
  }
  last_ = std::move(to.rows);
  return out;
}

} // namespace simulation
} // namespace dalembert
