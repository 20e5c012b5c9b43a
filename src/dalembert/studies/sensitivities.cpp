#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/numerics/step/integrate.h>
#include <dalembert/numerics/step/time_order.h>
#include <dalembert/results/event.h>
#include <dalembert/simulation/phases/laws.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/plan/time_scan.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/studies/nearby_motion.h>
#include <dalembert/studies/phase_change.h>
#include <dalembert/studies/sensitivities.h>
#include <dalembert/studies/sensitivity_breaks.h>
#include <dalembert/studies/start_sensitivity.h>
#include <dalembert/studies/switch_watch.h>
#include <dalembert/studies/varied_motion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

/// The parameters that any of the causes moves, ascending.
std::vector<std::size_t> moving_parameters(const std::vector<SensitivityCause>& causes) {
  std::vector<std::size_t> out;
  for (const SensitivityCause& cause : causes)
    for (const SensitivityCause::Change& change : cause.parameters)
      out.push_back(change.parameter);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// Times at which the derivatives are wanted, and where they go.
struct WantedTimes {
  std::vector<double> all; ///< in the order of the run
  std::size_t next = 0;
  std::vector<double>& reached;
  std::vector<std::vector<StateSensitivity>>& out;
};

class SensitivityRun {
public:
  SensitivityRun(const SensitivityEquations& of, const RunResult& result, std::vector<SensitivityCause> causes,
                 const StopToken* stop)
      : of_(of),
        engine_(of.engine),
        result_(result),
        stop_(stop),
        order_(result.initial.state.t, result.final.state.t),
        parameters_(moving_parameters(causes)),
        motion_(of.engine, result.tolerance) {
    out_.causes = std::move(causes);
    out_.determined = result.initial.determined;
    out_.determined.resize(of.engine.constraints(), true);
    scratch_.initial = result.initial;
    scratch_.tolerance = result.tolerance;
  }

  Sensitivities take() {
    const Activity activity("following derivatives of the motion");
    const double begin = result_.initial.state.t;
    const TimeScan scan = scan_time_parts(engine_, begin, result_.final.state.t);
    const SensitivityCourse course = course_of(result_, scan);
    out_.end = course.why;
    out_.final_time = begin;
    time_ = begin;
    try {
      go(course, scan);
    } catch (const NotSmooth& error) {
      out_.end = SensitivityEnd{begin, error.what()};
    } catch (const CourseEnds& error) {
      out_.end = SensitivityEnd{time_, error.what()};
    } catch (const SolveError& error) {
      out_.end = SensitivityEnd{time_, error.what()};
    } catch (const Stopped&) {
      interrupt();
    }
    return std::move(out_);
  }

private:
  void interrupt() {
    out_.end = SensitivityEnd{time_, "interrupted"};
    out_.is_interrupted = true;
  }

  void go(const SensitivityCourse& course, const TimeScan& scan) {
    if (course.why && course.end == time_) return;
    const MotionTangent tangent = lowered();
    std::vector<double> y = start();
    VariedMotion varied(engine_, tangent, motion_, out_.causes, out_.determined, ranks_);
    put_in_begin(varied, y);
    const StepMethod* const method = step_method(has_implicit_steps(result_.statistics) ? "radau" : "rk8");
    ENSURE(method != nullptr);
    out_.method = method->name;
    StepOptions settings = varied.options();
    CoordinateWatch coordinates(engine_);
    limit_steps(*engine_.study, {}, {scan, coordinates}, settings);
    std::vector<WantedTimes> wanted{{result_.table.times, 0, out_.times, out_.rows},
                                    {sample_times(), 0, out_.sample_times, out_.samples}};
    const bool begins_at_jump = !scan.jumps.empty() && !order_.precedes(time_, scan.jumps.front().from);
    if (!begins_at_jump) take_at(varied, y, wanted);
    watch_ = std::make_unique<SwitchWatch>(engine_, tangent, varied, result_.final.state.t - time_);
    watch_->require_clear_begin(time_, y);
    settings = watch_->limited(settings);
    for (SensitivityBreak each : course.breaks) {
      if (!each.crossed.empty() && !watch_->is_empty()) { // what else jumps there is to lie on its sides
        const double wide = order_.sign() * same_instant(each.from, result_.final.state.t - result_.initial.state.t);
        each.from -= wide;
        each.to += wide;
      }
      next_change_ = each.change != nullptr ? std::optional(each.from) : std::nullopt;
      advance(varied, *method, settings, each.from, y, wanted);
      const bool is_end = !order_.precedes(each.to, course.end);
      take_before(each.is_time_jump() && !is_end ? each.from : each.to, varied, y, wanted);
      if (each.is_time_jump() && is_end) { // nothing acts behind the end
        out_.final_time = course.end;
        return;
      }
      if (each.change != nullptr)
        changes_->pass(*each.change, varied, *laws_, y);
      else if (!each.crossed.empty())
        cross_held(varied, tangent, each, y);
      else
        cross(varied, each, y, true);
      require_usual_phase();
      time_ = order_.first(each.to, course.end);
      if (each.is_time_jump()) take_at(varied, y, wanted);
    }
    next_change_.reset();
    advance(varied, *method, settings, course.end, y, wanted);
    take_at(varied, y, wanted);
  }

  [[nodiscard]] MotionTangent lowered() const {
    const std::lock_guard lock(*engine_.graph_use);
    return lower_motion_tangent(*engine_.study, of_.equations, parameters_,
                                engine_.programs->layout.jumps > 0 ? JumpChoice::held : JumpChoice::evaluated);
  }

  [[nodiscard]] std::vector<double> sample_times() const {
    std::vector<double> out;
    for (const Evaluation& sample : result_.samples)
      out.push_back(sample.state.t);
    return out;
  }

  /// The state at the begin and its derivatives; the motion has the rows and modes with which it begins.
  std::vector<double> start() {
    const State& from = result_.initial.state;
    std::vector<double> y(from.q);
    y.insert(y.end(), from.v.begin(), from.v.end());
    StartSensitivity derivatives(engine_.at_start(), of_.start, parameters_);
    for (const SensitivityCause& cause : out_.causes) {
      const StartSensitivity::Derivative by = derivatives.by(cause, from);
      y.insert(y.end(), by.q.begin(), by.q.end());
      y.insert(y.end(), by.v.begin(), by.v.end());
      begins_.push_back(by.t);
    }
    motion_.start(from, nullptr);
    laws_ = std::make_unique<Laws>(engine_, motion_, scratch_);
    if (result_.initial.rank < static_cast<int>(engine_.at_start().constraints())) {
      ranks_ = row_ranks(engine_.at_start(), from);
      if (laws_->rows_change())
        laws_->contacts().set_known_ranks(*ranks_);
      else
        motion_.set_known_ranks(*ranks_);
    }
    changes_ = std::make_unique<PhaseChanges>(engine_, out_.causes, result_, ranks_);
    changes_->begin(begins_, motion_, *laws_, y);
    require_usual_phase();
    if (laws_->rows_change()) ranks_.reset(); // of all rows, and not of those that act
    return y;
  }

  /// Equations of other shapes have no derivatives here.
  void require_usual_phase() const {
    const Dynamics& dynamics = motion_.dynamics();
    for (const FrictionMode& mode : dynamics.frictions().modes())
      if (mode.begins() || mode.leans() || mode.shares())
        throw CourseEnds(mode.begins() ? "a slip in a plane begins" : "the forces of frictions are not determined");
  }

  /// Where the begin of the run moves with a cause, the state at a fixed time moves by ẋ against it.
  void put_in_begin(VariedMotion& varied, std::vector<double>& y) {
    varied.solve(time_, y);
    const std::vector<double> flow = varied.flow();
    for (std::size_t c = 0; c < begins_.size(); ++c)
      for (std::size_t i = 0; i < flow.size() && begins_[c] != 0.0; ++i)
        varied.of(c, std::span(y))[i] -= flow[i] * begins_[c];
  }

  void take_at(VariedMotion& varied, const std::vector<double>& y, std::vector<WantedTimes>& wanted) {
    take_before(time_, varied, y, wanted);
  }

  /// What is known where the motion stands now, which is also for times up to `end`, a jump there away.
  void take_before(double end, VariedMotion& varied, const std::vector<double>& y, std::vector<WantedTimes>& wanted) {
    out_.final = varied.derivatives(time_, y);
    out_.final_time = time_;
    for (WantedTimes& each : wanted)
      for (; each.next < each.all.size() && !order_.precedes(end, each.all[each.next]); ++each.next) {
        each.reached.push_back(each.all[each.next]);
        each.out.push_back(out_.final);
      }
  }

  /// Goes on to `until`, over the functions of the state that jump on the way.
  void advance(VariedMotion& varied, const StepMethod& method, const StepOptions& settings, double until,
               std::vector<double>& y, std::vector<WantedTimes>& wanted) {
    const Way way{varied, method, settings};
    try {
      while (true) {
        watch_->begin(time_, y);
        const std::optional<SwitchWatch::Crossing> crossing = step_to(way, until, y, wanted, true);
        if (!crossing) return;
        pass_switch(way, *crossing, y, wanted);
      }
    } catch (const Stopped&) {
      throw;
    } catch (const std::runtime_error&) { // known as far as the last step
      take_at(varied, y, wanted);
      throw;
    }
  }

  struct Way {
    VariedMotion& varied;
    const StepMethod& method;
    const StepOptions& settings;
  };

  /// Steps to `until`, or as far as the begin of the step in which something jumps.
  std::optional<SwitchWatch::Crossing> step_to(const Way& way, double until, std::vector<double>& y,
                                               std::vector<WantedTimes>& wanted, bool is_watched) {
    if (!order_.precedes(time_, until)) return std::nullopt;
    VariedMotion& varied = way.varied;
    const std::unique_ptr<Stepper> stepper = way.method.make(varied.problem(), way.settings);
    const auto count = [&] {
      out_.steps += stepper->statistics().accepted;
      out_.rejected += stepper->statistics().rejected + stepper->statistics().refused;
      out_.evaluations += stepper->statistics().evaluations;
    };
    std::optional<SwitchWatch::Crossing> out;
    RunHooks hooks;
    hooks.stop = stop_;
    hooks.after_step = [&](Stepper& at) {
      if (is_watched) out = watch_->in_step(at);
      if (out) return false;
      std::vector<double> inside(y.size());
      for (WantedTimes& each : wanted)
        for (; each.next < each.all.size() && order_.precedes(each.all[each.next], at.time()); ++each.next) {
          at.interpolate(each.all[each.next], inside);
          varied.correct_dense_output(each.all[each.next], inside);
          each.reached.push_back(each.all[each.next]);
          each.out.push_back(varied.derivatives(each.reached.back(), inside));
        }
      time_ = at.time();
      y.assign(at.state().begin(), at.state().end());
      if (!laws_->frictions().empty()) laws_->frictions().take_step(time_, packed(y));
      if (is_watched) out = watch_->imminent(at);
      return !out;
    };
    try {
      stepper->start(time_, y);
      const RunEnd end = integrate(*stepper, until, hooks);
      count();
      if (end == RunEnd::stopped_by_user) take_at(varied, y, wanted);
      if (end == RunEnd::stopped_by_user) throw Stopped();
    } catch (const SolveError&) {
      count();
      throw;
    }
    return out;
  }

  /// Takes y from the begin of the step in which a function of the state jumps over that instant.
  void pass_switch(const Way& way, const SwitchWatch::Crossing& crossing, std::vector<double>& y,
                   std::vector<WantedTimes>& wanted) {
    constexpr int most_corrections = 5;
    constexpr double one_instant = 1e-9; // of a step: an event that a run finds
    double t = crossing.time;
    std::vector<double> there;
    for (int i = 0; i < most_corrections; ++i) {
      there = reached_at(way, t, y);
      const double later = watch_->delay_of_level(crossing, t, there);
      if (std::abs(later) <= same_instant(t, crossing.step)) break;
      t += later;
    }
    const RhsJump sides = watch_->sides(crossing, t, there);
    if (next_change_ && std::abs(*next_change_ - t) <= one_instant * crossing.step + same_instant(t, 0.0))
      throw CourseEnds("several things happen at one instant");
    if (watch_->is_near(time_, sides.from)) {
      y = reached_at(way, sides.from, y);
      time_ = sides.from;
    } else {
      static_cast<void>(step_to(way, sides.from, y, wanted, false));
    }
    take_before(sides.to, way.varied, y, wanted);
    cross(way.varied, {sides.from, sides.to, {}, nullptr}, y, false);
    time_ = sides.to;
  }

  /// y at `t`, from where it stands now.
  [[nodiscard]] std::vector<double> reached_at(const Way& way, double t, const std::vector<double>& y) const {
    if (watch_->is_near(time_, t)) {
      std::vector<double> out(y.size());
      way.varied.problem().rhs(time_, y, out);
      for (std::size_t i = 0; i < y.size(); ++i)
        out[i] = y[i] + (t - time_) * out[i];
      return out;
    }
    const std::unique_ptr<Stepper> stepper = way.method.make(way.varied.problem(), way.settings);
    stepper->start(time_, y);
    integrate(*stepper, t);
    return {stepper->state().begin(), stepper->state().end()};
  }

  /// The motion of y, with the integrals that it has.
  [[nodiscard]] std::vector<double> packed(const std::vector<double>& y) const {
    std::vector<double> out = motion_.packed();
    std::copy_n(y.begin(), 2 * engine_.coordinates(), out.begin());
    return out;
  }

  /// Takes the derivatives over a jump of the equations, by the time or by a function that is not held.
  void cross(VariedMotion& varied, const SensitivityBreak& at, std::vector<double>& y, bool is_by_time) {
    varied.solve(at.from, y);
    const std::vector<double> before = varied.flow();
    std::vector<std::vector<SwitchWatch::Point>> points;
    for (std::size_t c = 0; c < out_.causes.size(); ++c)
      points.push_back(watch_->points(c, y));
    for (std::size_t i = 0; i < before.size(); ++i)
      y[i] += before[i] * (at.to - at.from);
    std::vector<double> state = packed(y);
    const std::size_t impacts = scratch_.contact_impacts.size();
    if (is_by_time && !laws_->empty() && !laws_->pass_time_jump(at.to, state).is_none) varied.take_phase();
    if (scratch_.contact_impacts.size() != impacts) throw CourseEnds("the rate of a gap jumps in time, and strikes");
    varied.solve(at.to, y);
    const std::vector<double> behind = varied.flow();
    if (is_same_flow(before, behind)) return;
    std::vector<double> delays;
    for (std::size_t c = 0; c < out_.causes.size(); ++c)
      delays.push_back(SwitchWatch::delay(points[c], watch_->points(c, y)));
    move_over(before, behind, delays, varied, y);
  }

  /// The same over the surfaces of functions that are held.
  void cross_held(VariedMotion& varied, const MotionTangent& tangent, const SensitivityBreak& at,
                  std::vector<double>& y) {
    varied.solve(at.from, y);
    const std::vector<double> before = varied.flow();
    const std::vector<double> delays = held_delays(engine_, tangent, varied, at.crossed, y);
    std::vector<JumpMode> modes = motion_.dynamics().jumps().modes();
    for (const SensitivityBreak::Crossed& each : at.crossed)
      modes[each.jump] = JumpMode::holding(each.value);
    motion_.set_jump_modes(modes);
    for (std::size_t i = 0; i < before.size(); ++i)
      y[i] += before[i] * (at.to - at.from);
    varied.solve(at.to, y);
    const std::vector<double> behind = varied.flow();
    if (!is_same_flow(before, behind)) move_over(before, behind, delays, varied, y);
  }

  /// Formula (5).
  static void move_over(const std::vector<double>& before, const std::vector<double>& behind,
                        const std::vector<double>& delays, const VariedMotion& varied, std::vector<double>& y) {
    for (std::size_t c = 0; c < delays.size(); ++c)
      for (std::size_t i = 0; i < before.size(); ++i)
        varied.of(c, std::span(y))[i] += (before[i] - behind[i]) * delays[c];
  }

  const SensitivityEquations& of_;
  const Engine& engine_;
  const RunResult& result_;
  const StopToken* stop_;
  TimeOrder order_; ///< of the run
  std::vector<std::size_t> parameters_;
  Sensitivities out_;
  RunResult scratch_; ///< for what laws note down
  Motion motion_;
  std::unique_ptr<Laws> laws_;
  std::unique_ptr<PhaseChanges> changes_;
  std::unique_ptr<SwitchWatch> watch_;
  std::optional<double> next_change_; ///< s, up to which steps go now, where what acts changes
  std::optional<RowRanks> ranks_;
  std::vector<double> begins_; ///< ∂t₀/∂p of each cause
  double time_ = 0.0;          ///< s, up to where they are known
};

} // namespace

Sensitivities follow_sensitivities(const SensitivityEquations& of, const RunResult& result,
                                   std::vector<SensitivityCause> causes, const StopToken* stop) {
  return SensitivityRun(of, result, std::move(causes), stop).take();
}

} // namespace studies
} // namespace dalembert
