// What a session does with derivatives of a motion: names become causes, and the motion is followed once more.
#include <dalembert/api/parameter_values.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stages.h>
#include <dalembert/elaborate/meaning/suggestion.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/numerics/step/stepper.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace api {

namespace {

[[noreturn]] void refuse_cause(SourceSpan span, std::string message, std::string help) {
  Diagnostic d;
  d.code = "E0833";
  d.span = span;
  d.message = std::move(message);
  d.help = std::move(help);
  throw ModelError(std::move(d));
}

/// Finds what names mean, and how parameters follow one another.
class CauseFinder {
public:
  CauseFinder(const Study& study, const std::vector<double>& values, const std::vector<ParameterValue>& replaced)
      : study_(study), system_(study.system), values_(values) {
    for (std::size_t p = 0; p < values.size(); ++p) {
      known_.push_back({system_.parameters[p].symbol, values[p]});
      const auto is_this = [&](const ParameterValue& value) { return value.name == system_.parameters[p].name; };
      is_replaced_.push_back(std::ranges::any_of(replaced, is_this));
    }
  }

  /// Adds what `name` stands for.
  void add(const std::string& name, std::vector<SensitivityCause>& out) const {
    const std::size_t before = out.size();
    for (std::size_t p = 0; p < system_.parameters.size(); ++p)
      if (system_.parameters[p].name == name) out.push_back(parameter(p));
    for (std::size_t p = 0; p < system_.parameters.size() && out.size() == before; ++p)
      for (std::size_t k = p; k < system_.parameters.size() && system_.parameters[p].member.family == name; ++k)
        if (system_.parameters[k].member.family == name) out.push_back(parameter(k));
    for (const Coordinate& q : system_.coordinates) {
      if (out.size() > before) break;
      if (q.name == name) out.push_back(initial(name, q.position, q.measure, q.span));
      if (q.name + "'" == name) out.push_back(initial(name, q.rate, rate_of(q.measure), q.span));
    }
    if (out.size() == before) refuse_unknown(name);
  }

private:
  /// A parameter, and those that are declared in terms of it.
  [[nodiscard]] SensitivityCause parameter(std::size_t index) const {
    const Parameter& chosen = system_.parameters[index];
    SensitivityCause out{chosen.name, chosen.measure, values_[index], std::nullopt, {}};
    std::vector<double> rates(values_.size(), 0.0);
    rates[index] = 1.0;
    // As many rounds as parameters stand behind one another; nobody stands in a circle.
    for (bool is_settled = false; !is_settled;) {
      is_settled = true;
      for (std::size_t p = 0; p < rates.size(); ++p) {
        if (p == index || is_replaced_[p] || !system_.parameters[p].value) continue;
        const double rate = rate_of_value(*system_.parameters[p].value, rates);
        is_settled = is_settled && rate == rates[p];
        rates[p] = rate;
      }
    }
    for (std::size_t p = 0; p < rates.size(); ++p)
      if (rates[p] != 0.0) out.parameters.push_back({p, rates[p]});
    return out;
  }

  [[nodiscard]] double rate_of_value(Expr value, const std::vector<double>& rates) const {
    Graph& graph = *system_.graph;
    double out = 0.0;
    for (std::size_t p = 0; p < rates.size(); ++p) {
      const Expr symbol = system_.parameters[p].symbol;
      if (rates[p] == 0.0 || !depends(graph, value, symbol)) continue;
      out += rates[p] * dalembert::evaluate(graph, gradient(graph, value, std::span(&symbol, 1)).front(), known_);
    }
    return out;
  }

  [[nodiscard]] SensitivityCause initial(const std::string& name, Expr target, const Measure& measure,
                                         SourceSpan span) const {
    const auto found = std::ranges::find(study_.initial, target, &InitialValue::target);
    if (found == study_.initial.end())
      refuse_cause(span, fmt::format("`{}` has no initial value to differentiate by", name),
                   fmt::format("add `initial {} = 0` to the model", name));
    SensitivityCause out{name, measure, 0.0, static_cast<std::size_t>(found - study_.initial.begin()), {}};
    const std::vector<Expr> symbols = free_symbols(*system_.graph, found->value);
    const auto is_known = [this](Expr symbol) {
      return std::ranges::any_of(known_, [symbol](const Assignment& a) { return a.symbol == symbol; });
    };
    if (std::ranges::all_of(symbols, is_known)) out.value = dalembert::evaluate(*system_.graph, found->value, known_);
    return out;
  }

  [[noreturn]] void refuse_unknown(const std::string& name) const {
    for (const Count& count : system_.counts)
      if (count.name == name)
        refuse_cause(count.span, fmt::format("`{}` is a count: nothing can be differentiated by it", name),
                     "a sweep over `--set` shows what it changes");
    std::vector<std::string> candidates;
    for (const Parameter& parameter : system_.parameters)
      candidates.push_back(parameter.name);
    for (const Coordinate& q : system_.coordinates) {
      candidates.push_back(q.name);
      candidates.push_back(q.name + "'");
    }
    const std::string nearest = nearest_name(name, candidates);
    refuse_cause(system_.span, fmt::format("there is no parameter, coordinate or rate `{}` to differentiate by", name),
                 nearest.empty() ? "give names of parameters, or of coordinates and rates for their initial values"
                                 : fmt::format("did you mean `{}`?", nearest));
  }

  const Study& study_;
  const System& system_;
  const std::vector<double>& values_;
  std::vector<Assignment> known_;
  std::vector<bool> is_replaced_;
};

/// Derivatives are followed by steps that their errors choose.
void require_adaptive_steps(const Study& study, const RunOptions& run) {
  const bool is_of_model = !run.method && study.simulate && study.simulate->method;
  const std::string name = is_of_model ? *study.simulate->method : run.method.value_or("auto");
  const StepMethod* const method = step_method(name);
  if (method == nullptr || (!method->has_fixed_steps && !method->needs_residual)) return;
  refuse_cause(is_of_model ? study.simulate->method_span : study.system.span,
               fmt::format("derivatives of the motion are not followed by the method {}", name),
               is_of_model ? "add --method auto" : fmt::format("leave out --method {}", name));
}

} // namespace

std::vector<SensitivityCause> Session::sensitivity_causes(const std::vector<std::string>& names,
                                                          const RunOptions& run) {
  const Study& asked = study();
  const std::vector<std::optional<double>>& known = parameters();
  return stages_->collecting([&] {
    require_adaptive_steps(asked, run);
    const std::vector<double> values = required_values(asked.system, known);
    const CauseFinder finder(asked, values, stages_->replaced);
    std::vector<SensitivityCause> out;
    for (const std::string& name : names)
      finder.add(name, out);
    return out;
  });
}

Sensitivities Session::sensitivities(const RunResult& result, std::vector<SensitivityCause> causes,
                                     const StopToken* stop) {
  stages_->results.require(result);
  const Engine& ready = watching_engine();
  const std::shared_ptr<const Equations> moving = motion_equations();
  const Equations& starting = equations();
  const Stopwatch watch(stages_->clock, &StageSeconds::result);
  Sensitivities out = stages_->collecting([&] {
    return follow_sensitivities({ready, starting, *moving}, result, std::move(causes), stop);
  });
  if (out.end && !out.is_interrupted) {
    Diagnostic d;
    d.code = "W0834";
    d.severity = Severity::warning;
    d.span = ready.study->simulate ? ready.study->simulate->span : ready.study->system.span;
    d.message = fmt::format("the derivatives of the motion end at t = {:.6g} s: {}", out.end->time, out.end->reason);
    d.help = "what they are up to there is given; --to ends the run before";
    if (out.final.empty()) d.help.clear();
    stages_->add({d});
  }
  return out;
}

} // namespace api
} // namespace dalembert
