#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/record/unseen_work.h>
#include <dalembert/simulation/record/verdict.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

class Verdict {
public:
  Verdict(const Engine& engine, RunResult& result)
      : engine_(engine), result_(result), bound_(RunTolerance(result.tolerance).drift_bound()) {}

  void judge() {
    judge_contacts();
    judge_energy();
    judge_invariants();
    judge_equations();
    judge_constraints();
    judge_slips();
    judge_global_error();
    if (!result_.time_parts_seen)
      add("time", "W0815",
          "the purely time-dependent terms could not be checked over the whole run; a short event may have been missed",
          "limit the step size: --max-step, or { max_step = … } after `simulate`");
    if (!result_.unseen_coordinates.empty())
      add("coordinate", "W0815",
          fmt::format(
              "the terms that depend only on {} could not be checked everywhere; a narrow feature may have been missed",
              result_.unseen_coordinates),
          "limit the step size: --max-step, or { max_step = … } after `simulate`");
  }

private:
  /// What makes a run more exact, as advice.
  [[nodiscard]] std::string smaller_steps() const {
    return result_.statistics.step > 0 ? "shorter steps (--step)" : "a smaller tolerance or step (--max-step)";
  }

  void judge_energy() {
    const Certificate& c = result_.certificate;
    if (!(c.energy_defect.value > c.energy_floor) || c.energy_defect_relative <= bound_) return;
    if (c.energy_defect.value <= work_of_unseen_motion(engine_, result_.final, RunTolerance(result_.tolerance))) return;
    add("energy", "W0810",
        fmt::format("the energy balance does not close: the defect is {:.2g} of the largest {} at t = {:.6g} s ({:.2g} "
                    "is expected)",
                    c.energy_defect_relative, c.is_at_rest() ? "energy" : "T", c.energy_defect.time, bound_),
        fmt::format("run with {}; if the defect remains, some power is not accounted for, for example at a "
                    "discontinuous force",
                    smaller_steps()));
  }

  void judge_invariants() {
    for (const Certificate::Invariant& x : result_.certificate.invariants) {
      if (!x.is_judged || !(x.defect > bound_ * x.size)) continue;
      add("invariant " + x.name, "W0811",
          fmt::format("{} should be constant but drifts by {:.2g} (relative; {:.2g} is expected)", x.name,
                      x.defect / x.size, bound_),
          "run with " + smaller_steps());
    }
  }

  void judge_equations() {
    const Extreme& residual = result_.certificate.equation_residual;
    if (residual.value <= residual_bound) return;
    add("equations", "W0812",
        fmt::format("the residual of the equations of motion reaches {:.2g} of the largest force at t = {:.6g} s",
                    residual.value, residual.time),
        "the system is nearly singular there; inspect the state with --at");
  }

  void judge_constraints() {
    const Certificate& c = result_.certificate;
    for (std::size_t k = 0; k < c.position_scaled.size(); ++k) {
      const double worst = std::max(c.position_scaled[k], c.velocity_scaled[k]);
      if (worst <= violation_bound) continue;
      const std::string& name = engine_.system().constraints[k].name;
      add("constraint " + name, "W0813", fmt::format("constraint {} is violated by {:.2g} (relative)", name, worst),
          "the system is nearly singular there; inspect the state with --at");
    }
  }

  void judge_slips() {
    const Certificate& c = result_.certificate;
    for (std::size_t f = 0; f < c.slip_scaled.size(); ++f) {
      if (c.slip_scaled[f] <= violation_bound) continue;
      const std::string& name = engine_.system().frictions[f].name;
      add("friction " + name, "W0813",
          fmt::format("friction {} slips by {:.2g} (relative) while it sticks", name, c.slip_scaled[f]),
          "the system is nearly singular there; inspect the state with --at");
    }
  }

  /// What was seen state by state: a motion in which a floor pulls, or is passed through, is none.
  void judge_contacts() {
    for (const Certificate::Failure& seen : std::exchange(result_.certificate.failed, {}))
      add(seen.kind, "W0813", seen.text, "an event was missed there: run with " + smaller_steps());
  }

  void judge_global_error() {
    const std::optional<GlobalError>& found = result_.certificate.global_error;
    if (found && found->second_opinion) judge_second_opinion(*found->second_opinion);
    if (!found || found->of_motion() <= RunTolerance(result_.tolerance).verified()) return;
    const double error = found->of_motion();
    add("global error", "W0814",
        fmt::format("a second run with a tighter tolerance differs by {:.2g}, {:.1g} times the tolerance", error,
                    error / result_.tolerance),
        "the motion amplifies small differences, or only one of the runs resolved a short event; shorten the run, or "
        "compare runs with " +
            smaller_steps());
  }

  /// Another code is believed as far as its own error lets it be.
  void judge_second_opinion(const GlobalError::SecondOpinion& opinion) {
    constexpr double beyond = 10; // times its own error, as two of its runs tell it
    const double difference = opinion.run.of_motion();
    if (!opinion.left_out.empty() || difference <= RunTolerance(result_.tolerance).verified() ||
        difference <= beyond * opinion.own_error)
      return;
    add("second opinion", "W0814",
        fmt::format("another code, {}, differs by {:.2g}, where its own error is about {:.2g}", opinion.run.method,
                    difference, opinion.own_error),
        fmt::format("compare runs by other methods (--method {}, radau), and with {}", opinion.run.method,
                    smaller_steps()));
  }

  void add(const std::string& kind, const std::string& code, const std::string& message, const std::string& help) {
    result_.certificate.failed.push_back({kind, message});
    Diagnostic d;
    d.code = code;
    d.severity = Severity::warning;
    d.span = engine_.study->simulate ? engine_.study->simulate->span : engine_.system().span;
    d.message = message;
    d.help = help;
    result_.warnings.push_back(std::move(d));
  }

  const Engine& engine_;
  RunResult& result_;
  double bound_;
};

} // namespace

void judge_certificate(const Engine& engine, RunResult& result) {
  if (result.statistics.steps > 0) Verdict(engine, result).judge();
}

std::optional<Event> constraint_jump(const Engine& engine, const Dynamics& dynamics, const Evaluation& at,
                                     double tolerance) {
  const std::size_t n = engine.coordinates();
  for (std::size_t k = 0; k < engine.constraints(); ++k) {
    if (std::ranges::find(engine.study->contacts, k, &Contact::constraint) != engine.study->contacts.end()) continue;
    double size = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      size += std::abs(dynamics.rows()[k * n + i]) * engine.scale(i);
    const double allowed = RunTolerance(tolerance).verified() * size;
    if (std::abs(at.position_violation[k]) > allowed || std::abs(at.velocity_violation[k]) > allowed)
      return Event{at.state.t, EventKind::constraint_jump, EventEffect::ends_before,
                   fmt::format("constraint {} jumps at t = {:.6g} s, in its position or its rate: no finite force can "
                               "enforce it; make the function of time smooth there, or end the run earlier",
                               engine.system().constraints[k].name, at.state.t)};
  }
  return std::nullopt;
}

} // namespace simulation
} // namespace dalembert
