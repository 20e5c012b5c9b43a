#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/numerics/integrate.h>
#include <dalembert/numerics/time_order.h>
#include <dalembert/simulation/laws.h>
#include <dalembert/simulation/method.h>
#include <dalembert/simulation/row_ranks.h>
#include <dalembert/simulation/time_scan.h>
#include <dalembert/studies/nearby_motion.h>
#include <dalembert/studies/phase_change.h>
#include <dalembert/studies/sensitivities.h>
#include <dalembert/studies/sensitivity_breaks.h>
#include <dalembert/studies/start_sensitivity.h>
#include <dalembert/studies/varied_motion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace dalembert::inline studies {

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
    take_at(varied, y, wanted);
    for (const SensitivityBreak& each : course.breaks) {
      advance(varied, *method, settings, each.from, y, wanted);
      if (each.change != nullptr)
        changes_->pass(*each.change, varied, *laws_, y);
      else
        cross(varied, tangent, each, y);
      require_usual_phase();
      time_ = order_.first(each.to, course.end);
    }
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
      if (mode.begins() || mode.leans())
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
    out_.final = varied.derivatives(time_, y);
    out_.final_time = time_;
    for (WantedTimes& each : wanted)
      for (; each.next < each.all.size() && !order_.precedes(time_, each.all[each.next]); ++each.next) {
        each.reached.push_back(each.all[each.next]);
        each.out.push_back(out_.final);
      }
  }

  void advance(VariedMotion& varied, const StepMethod& method, const StepOptions& settings, double until,
               std::vector<double>& y, std::vector<WantedTimes>& wanted) {
    if (!order_.precedes(time_, until)) return;
    const std::unique_ptr<Stepper> stepper = method.make(varied.problem(), settings);
    const auto count = [&] {
      out_.steps += stepper->statistics().accepted;
      out_.rejected += stepper->statistics().rejected + stepper->statistics().refused;
      out_.evaluations += stepper->statistics().evaluations;
    };
    RunHooks hooks;
    hooks.stop = stop_;
    hooks.after_step = [&](Stepper& at) {
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
      return true;
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
  }

  /// The motion of y, with the integrals that it has.
  [[nodiscard]] std::vector<double> packed(const std::vector<double>& y) const {
    std::vector<double> out = motion_.packed();
    std::copy_n(y.begin(), 2 * engine_.coordinates(), out.begin());
    return out;
  }

  /// Takes the derivatives over a jump of the equations; the state stays.
  void cross(VariedMotion& varied, const MotionTangent& tangent, const SensitivityBreak& at, std::vector<double>& y) {
    varied.solve(at.from, y);
    const std::vector<double> before = varied.flow();
    std::vector<double> delays;
    std::vector<std::vector<double>> switches_before;
    if (at.jump) {
      const double rate = motion_.dynamics().jumps().rate(*at.jump, motion_.inputs());
      ProgramInstance program(engine_.compile(tangent.jumps));
      std::vector<double> moved(program.outputs());
      for (std::size_t c = 0; c < out_.causes.size(); ++c) {
        program.evaluate(varied.moved_state(c, y), moved);
        delays.push_back(-moved[*at.jump] / rate);
      }
      std::vector<JumpMode> modes = motion_.dynamics().jumps().modes();
      modes[*at.jump] = JumpMode::holding(at.value);
      motion_.set_jump_modes(modes);
    } else {
      switches_before = switches(varied, tangent, y);
    }
    for (std::size_t i = 0; i < before.size(); ++i)
      y[i] += before[i] * (at.to - at.from);
    if (!at.jump && !laws_->empty()) {
      std::vector<double> state = packed(y);
      if (laws_->pass_time_jump(at.to, state)) varied.take_phase();
    }
    varied.solve(at.to, y);
    const std::vector<double> behind = varied.flow();
    if (is_same_flow(before, behind)) return;
    if (!at.jump) delays = delays_of(tangent, switches_before, switches(varied, tangent, y));
    for (std::size_t c = 0; c < out_.causes.size(); ++c) {
      if (!std::isfinite(delays[c])) throw CourseEnds("the motion only touches a surface at which a function jumps");
      for (std::size_t i = 0; i < before.size(); ++i)
        varied.of(c, std::span(y))[i] += (before[i] - behind[i]) * delays[c];
    }
  }

  [[nodiscard]] static bool is_same_flow(const std::vector<double>& a, const std::vector<double>& b) {
    constexpr double rounding = 1e-11;
    double size = 0.0;
    double difference = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      size = std::max({size, std::abs(a[i]), std::abs(b[i])});
      difference = std::max(difference, std::abs(a[i] - b[i]));
    }
    return difference <= rounding * size;
  }

  /// u, ∂u/∂t and u′ of each switch of the time at the state solved last, for each cause.
  [[nodiscard]] std::vector<std::vector<double>> switches(VariedMotion& varied, const MotionTangent& tangent,
                                                          std::span<const double> y) const {
    ProgramInstance program(engine_.compile(tangent.switches));
    std::vector<std::vector<double>> out;
    for (std::size_t c = 0; c < out_.causes.size(); ++c) {
      out.emplace_back(program.outputs());
      program.evaluate(varied.moved_state(c, y), out.back());
    }
    return out;
  }

  /// ∂t*/∂p of a jump in time for each cause. @throws CourseEnds where it is not known what jumps
  [[nodiscard]] static std::vector<double> delays_of(const MotionTangent& tangent,
                                                     const std::vector<std::vector<double>>& before,
                                                     const std::vector<std::vector<double>>& behind) {
    constexpr double same_delay = 1e-9;
    const auto side = [&tangent](std::size_t s, double u) {
      return tangent.stairs[s] ? std::floor(u) : static_cast<double>(u > 0.0) - static_cast<double>(u < 0.0);
    };
    std::vector<double> out;
    for (std::size_t c = 0; c < before.size(); ++c) {
      std::optional<double> delay;
      for (std::size_t s = 0; s < tangent.stairs.size(); ++s) {
        if (side(s, before[c][3 * s]) == side(s, behind[c][3 * s])) continue;
        const double found = -before[c][3 * s + 2] / before[c][3 * s + 1];
        if (delay && std::abs(*delay - found) > same_delay * (std::abs(*delay) + std::abs(found)))
          throw CourseEnds("several functions of the time jump at one instant, and would not for another value");
        delay = found;
      }
      if (!delay) throw CourseEnds("the equations jump there, by something that is no function of the time alone");
      out.push_back(*delay);
    }
    return out;
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
  std::optional<RowRanks> ranks_;
  std::vector<double> begins_; ///< ∂t₀/∂p of each cause
  double time_ = 0.0;          ///< s, up to where they are known
};

} // namespace

Sensitivities follow_sensitivities(const SensitivityEquations& of, const RunResult& result,
                                   std::vector<SensitivityCause> causes, const StopToken* stop) {
  return SensitivityRun(of, result, std::move(causes), stop).take();
}

} // namespace dalembert::inline studies
