#include <dalembert/base/errors.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/numerics/step/time_order.h>
#include <dalembert/results/event.h>
#include <dalembert/studies/nearby_motion.h>
#include <dalembert/studies/switch_watch.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace studies {

namespace {

constexpr double share_of_run = 1e-10; // times this close to one another are one instant
constexpr double share_before = 0.9;   // of the way to a jump that a step may go
constexpr const char* touches = "the motion only touches a surface at which a function jumps";

/// The argument at which a label ends, upwards or downwards.
double end_of_label(const PartProgram::Switch& of, double label, bool is_rising) {
  using Label = PartProgram::Label;
  switch (of.label) {
  case Label::sign:
    return 0.0;
  case Label::floor:
    return is_rising ? label + 1.0 : label;
  case Label::ceil:
    return is_rising ? label : label - 1.0;
  case Label::round:
    return is_rising ? label + 0.5 : label - 0.5;
  case Label::trunc:
    return is_rising ? label + static_cast<double>(label >= 0.0) : label - static_cast<double>(label <= 0.0);
  case Label::piece:
    return table_point(of, is_rising ? label : label - 1.0);
  }
  return 0.0;
}

/// True where the point of a table that ends a label is one of its own: the range does not end there.
bool has_end(const PartProgram::Switch& of, double label, bool is_rising) {
  if (of.label != PartProgram::Label::piece) return !std::isnan(label);
  const double pieces = static_cast<double>(of.table->size() - 1);
  return label >= 0.0 && label < pieces && (is_rising ? label + 1.0 < pieces : label > 0.0);
}

} // namespace

bool is_same_flow(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double rounding = 1e-11;
  double size = 0.0;
  double difference = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    size = std::max({size, std::abs(a[i]), std::abs(b[i])});
    difference = std::max(difference, std::abs(a[i] - b[i]));
  }
  return difference <= rounding * size;
}

SwitchWatch::SwitchWatch(const Engine& engine, const MotionTangent& tangent, VariedMotion& varied, double length)
    : varied_(varied), program_(engine.compile(tangent.switches)), length_(length) {
  for (std::size_t i = 0; i < tangent.jumping.size(); ++i) {
    labels_.push_back(tangent.jumping[i].label);
    if (!tangent.jumping[i].is_of_time) watched_.push_back(i);
  }
}

std::vector<SwitchWatch::Point> SwitchWatch::points(std::size_t c, std::span<const double> y) {
  std::vector<double> values(program_.outputs());
  program_.evaluate(varied_.moved_inputs(c, y), values);
  std::vector<Point> out;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const double u = values[3 * i];
    out.push_back({u, values[3 * i + 1], values[3 * i + 2], label_at(labels_[i], u)});
  }
  return out;
}

void SharedDelay::take(double delay) {
  constexpr double rounding = 1e-9;
  if (!std::isfinite(delay)) throw CourseEnds(touches);
  if (value_ && std::abs(*value_ - delay) > rounding * (std::abs(*value_) + std::abs(delay)))
    throw CourseEnds("several functions jump at one instant, and would not for another value");
  value_ = delay;
}

double SharedDelay::value() const {
  if (!value_) throw CourseEnds("the equations jump there, and by which function is not known");
  return *value_;
}

std::vector<double> held_delays(const Engine& engine, const MotionTangent& tangent, VariedMotion& varied,
                                const std::vector<SensitivityBreak::Crossed>& crossed, std::span<const double> y) {
  const JumpSolver& jumps = varied.motion().dynamics().jumps();
  std::vector<double> rates;
  for (const SensitivityBreak::Crossed& each : crossed)
    rates.push_back(jumps.rate(each.jump, varied.motion().inputs()));
  ProgramInstance program(engine.compile(tangent.jumps));
  std::vector<double> moved(program.outputs());
  std::vector<double> out;
  for (std::size_t c = 0; c < varied.causes().size(); ++c) {
    program.evaluate(varied.moved_state(c, y), moved);
    SharedDelay delay;
    for (std::size_t i = 0; i < crossed.size(); ++i)
      delay.take(-moved[crossed[i].jump] / rates[i]);
    out.push_back(delay.value());
  }
  return out;
}

double SwitchWatch::delay(const std::vector<Point>& before, const std::vector<Point>& behind) {
  SharedDelay out;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].label != behind[i].label) out.take(-before[i].change / before[i].rate);
  return out.value();
}

std::vector<SwitchWatch::Point> SwitchWatch::points_at(double t, std::span<const double> y) {
  varied_.solve(t, y);
  return points(0, y);
}

std::vector<SwitchWatch::Point> SwitchWatch::points_in(Stepper& stepper, double t) {
  std::vector<double> y(stepper.state().size());
  stepper.interpolate(t, y);
  varied_.correct_dense_output(t, y);
  return points_at(t, y);
}

std::vector<SwitchWatch::Point> SwitchWatch::points_beside(double t, std::span<const double> y, double by) {
  varied_.solve(t, y);
  const std::vector<double> flow = varied_.flow();
  std::vector<double> moved(y.begin(), y.end());
  for (std::size_t i = 0; i < flow.size(); ++i)
    moved[i] += by * flow[i];
  return points_at(t + by, moved);
}

void SwitchWatch::begin(double t, std::span<const double> y) {
  if (is_empty()) return;
  last_time_ = t;
  last_ = points_at(t, y);
  const double ahead = same_instant(t, length_);
  const std::vector<Point> behind = points_beside(t, y, length_ < 0.0 ? -ahead : ahead);
  for (std::size_t i = 0; i < last_.size(); ++i)
    last_[i].label = behind[i].label;
}

void SwitchWatch::require_clear_begin(double t, std::span<const double> y) {
  if (is_empty()) return;
  const double near = same_instant(t, length_);
  const std::vector<Point> later = points_beside(t, y, near);
  const std::vector<double> flow_later = varied_.flow();
  const std::vector<Point> earlier = points_beside(t, y, -near);
  if (is_same_flow(varied_.flow(), flow_later)) return;
  for (std::size_t c = 0; c < varied_.causes().size(); ++c) {
    const std::vector<Point> here = points(c, y);
    for (const std::size_t i : watched_)
      if (earlier[i].label != later[i].label && here[i].change != 0.0)
        throw CourseEnds(fmt::format("the motion begins at a surface at which a function jumps, and would begin beside "
                                     "it for another value of {}",
                                     varied_.causes()[c].name));
  }
}

/// Two neighbouring times between which `is_before` ends to hold, which it does at `begin`.
RhsJump SwitchWatch::halved(double begin, double end, const std::function<bool(double)>& is_before) {
  RhsJump out{begin, end};
  const TimeOrder order(begin, end);
  while (true) {
    const double middle = out.from + (out.to - out.from) / 2;
    if (!order.precedes(out.from, middle) || !order.precedes(middle, out.to)) return out;
    (is_before(middle) ? out.from : out.to) = middle;
  }
}

/// A time in the last step at which the label is no longer the one of its begin; nothing where there is none.
std::optional<double> SwitchWatch::end_of_change(Stepper& stepper, std::size_t i, const std::vector<Point>& end) {
  if (std::isnan(end[i].label)) return std::nullopt;
  if (end[i].label != last_[i].label) return stepper.time();
  if (!(last_[i].rate * end[i].rate < 0.0)) return std::nullopt;
  const double turning = halved(stepper.previous_time(), stepper.time(), [&](double t) {
                           return points_in(stepper, t)[i].rate * last_[i].rate > 0.0;
                         }).to;
  const double label = points_in(stepper, turning)[i].label;
  if (std::isnan(label) || label == last_[i].label) return std::nullopt;
  return turning;
}

std::optional<SwitchWatch::Crossing> SwitchWatch::in_step(Stepper& stepper) {
  if (is_empty()) return std::nullopt;
  const TimeOrder order(stepper.previous_time(), stepper.time());
  const double step = std::abs(stepper.time() - stepper.previous_time());
  std::vector<Point> end = points_at(stepper.time(), stepper.state());
  std::optional<Crossing> out;
  for (const std::size_t i : watched_) {
    const std::optional<double> until = end_of_change(stepper, i, end);
    if (!until) continue;
    const RhsJump at = halved(stepper.previous_time(), *until,
                              [&](double t) { return points_in(stepper, t)[i].label == last_[i].label; });
    if (out && !order.precedes(at.from, out->time)) continue;
    const double wide = order.sign() * same_instant(at.from, step);
    const double level = points_in(stepper, at.from)[i].argument;
    static_cast<void>(points_in(stepper, order.last(at.from - wide, stepper.previous_time())));
    const std::vector<double> before = varied_.flow();
    static_cast<void>(points_in(stepper, order.first(at.to + wide, stepper.time())));
    if (!is_same_flow(before, varied_.flow())) out = Crossing{i, at.from, level, step};
  }
  if (!out) {
    last_ = std::move(end);
    last_time_ = stepper.time();
  }
  return out;
}

StepOptions SwitchWatch::limited(StepOptions settings) {
  if (is_empty()) return settings;
  settings.passable = [this, other = settings.passable](double h, std::span<const double> from,
                                                        std::span<const double> to) {
    const double share = other ? other(h, from, to) : 1.0;
    return std::min(share, passable(h, from, to));
  };
  return settings;
}

/// True where ẋ differs on both sides of a place at a share of the way from one state to another, at t.
bool SwitchWatch::jumps_between(double t, double share, std::span<const double> from, std::span<const double> to) {
  constexpr double beside = 1e-6;  // of the way
  constexpr double of_kink = 1e-5; // by which ẋ may differ there where it is continuous
  const double step = t - last_time_;
  const auto flow = [&](double at) {
    std::vector<double> y(from.begin(), from.end());
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += at * (to[i] - from[i]);
    varied_.solve(last_time_ + at * step, y);
    return varied_.flow();
  };
  const std::vector<double> before = flow(share - beside);
  const std::vector<double> behind = flow(share + beside);
  double size = 0.0;
  double difference = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    size = std::max({size, std::abs(before[i]), std::abs(behind[i])});
    difference = std::max(difference, std::abs(before[i] - behind[i]));
  }
  return difference > of_kink * size;
}

double SwitchWatch::passable(double h, std::span<const double> from, std::span<const double> to) {
  const double t = last_time_ + (length_ < 0.0 ? -std::abs(h) : std::abs(h));
  double out = 1.0;
  try {
    const std::vector<Point> end = points_at(t, to);
    for (const std::size_t i : watched_) {
      const Point& begin = last_[i];
      const bool is_rising = end[i].argument > begin.argument;
      if (std::isnan(end[i].label) || end[i].label == begin.label || !has_end(labels_[i], begin.label, is_rising))
        continue;
      const double share =
          (end_of_label(labels_[i], begin.label, is_rising) - begin.argument) / (end[i].argument - begin.argument);
      if (share > 0.0 && share <= 1.0 && jumps_between(t, share, from, to)) out = std::min(out, share_before * share);
    }
  } catch (const SolveError&) { // the step will see
    return 1.0;
  }
  return out;
}

bool SwitchWatch::is_near(double t, double other) const {
  constexpr double instants = 10.0;
  return std::abs(other - t) <= instants * same_instant(t, length_);
}

std::optional<SwitchWatch::Crossing> SwitchWatch::imminent(const Stepper& stepper) {
  if (is_empty()) return std::nullopt;
  const double t = stepper.time();
  const double sign = length_ < 0.0 ? -1.0 : 1.0;
  std::optional<Crossing> out;
  for (const std::size_t i : watched_) {
    const Point& here = last_[i];
    const bool is_rising = sign * here.rate > 0.0;
    if (here.rate == 0.0 || !has_end(labels_[i], here.label, is_rising)) continue;
    const double level = end_of_label(labels_[i], here.label, is_rising);
    const double later = (level - here.argument) / here.rate;
    if (!(sign * later >= 0.0) || !is_near(t, t + later)) continue;
    if (out && std::abs(out->time - t) <= std::abs(later)) continue;
    varied_.solve(t, stepper.state());
    const std::vector<double> before = varied_.flow();
    const double behind = 2 * later + sign * same_instant(t, length_);
    static_cast<void>(points_beside(t, stepper.state(), behind));
    if (!is_same_flow(before, varied_.flow()))
      out = Crossing{i, t + later, level, std::abs(t - stepper.previous_time())};
  }
  return out;
}

double SwitchWatch::delay_of_level(const Crossing& of, double t, std::span<const double> y) {
  const Point here = points_at(t, y)[of.index];
  const double out = (of.level - here.argument) / here.rate;
  if (!(std::abs(out) <= of.step + share_of_run * std::abs(length_))) throw CourseEnds(touches);
  return out;
}

RhsJump SwitchWatch::sides(const Crossing& of, double t, std::span<const double> y) {
  constexpr double share_of_step = 1e-6;
  const double widest = share_of_step * of.step + share_of_run * std::abs(length_);
  const double sign = length_ < 0.0 ? -1.0 : 1.0;
  for (double wide = same_instant(t, of.step); wide <= widest; wide *= 4) {
    const double before = points_beside(t, y, -sign * wide)[of.index].label;
    const double behind = points_beside(t, y, sign * wide)[of.index].label;
    if (before != behind) return {t - sign * wide, t + sign * wide};
  }
  throw CourseEnds(touches);
}

} // namespace studies
} // namespace dalembert
