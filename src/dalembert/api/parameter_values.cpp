#include <dalembert/api/parameter_values.h>
#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace api {

namespace {

/// Parameters may refer to later ones, so values are found in rounds until nothing new comes out.
class ParameterSolver {
public:
  explicit ParameterSolver(const System& system) : system_(system), values_(system.parameters.size()) {}

  void set(std::size_t index, double value) {
    values_[index] = value;
    known_.push_back({system_.parameters[index].symbol, value});
  }

  std::vector<std::optional<double>> solve() {
    while (advance()) {
    }
    return std::move(values_);
  }

private:
  [[nodiscard]] bool is_ready(Expr value) const {
    const std::vector<Expr> needed = free_symbols(*system_.graph, value);
    return std::all_of(needed.begin(), needed.end(), [this](Expr symbol) {
      return std::any_of(known_.begin(), known_.end(), [symbol](const Assignment& a) { return a.symbol == symbol; });
    });
  }

  bool advance() {
    bool found = false;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const std::optional<Expr>& value = system_.parameters[i].value;
      if (values_[i] || !value || !is_ready(*value)) continue;
      set(i, evaluate(*system_.graph, *value, known_));
      found = true;
    }
    return found;
  }

  const System& system_;
  std::vector<std::optional<double>> values_;
  std::vector<Assignment> known_;
};

/// True where the value refers to the parameter that stands at `place`.
bool is_computed_from(const System& system, Expr value, const SourceSpan& place) {
  const std::vector<Expr> used = free_symbols(*system.graph, value);
  return std::any_of(system.parameters.begin(), system.parameters.end(), [&](const Parameter& p) {
    return p.span == place && std::find(used.begin(), used.end(), p.symbol) != used.end();
  });
}

/// A parameter without a value is asked for later; one whose value is no number is a mistake at once.
void require_finite(const System& system, const std::vector<std::optional<double>>& values) {
  std::vector<Diagnostic> found;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i] || std::isfinite(*values[i])) continue;
    const Parameter& parameter = system.parameters[i];
    Diagnostic d;
    d.code = "E0726";
    d.span = parameter.span;
    d.message = fmt::format("{} has no finite value", parameter.name);
    d.note = std::isnan(*values[i]) ? "this is not a real number with these values" : "this is beyond 1.8e308";
    // What is computed from it has none either, for the same reason.
    const bool is_first = !parameter.value || std::ranges::none_of(found, [&](const Diagnostic& other) {
      return is_computed_from(system, *parameter.value, other.span);
    });
    if (is_first) found.push_back(std::move(d));
  }
  if (!found.empty()) throw ModelError(std::move(found));
}

/// A coefficient that is refused where its value is known and negative.
struct Coefficient {
  Expr value;
  SourceSpan span;
  std::string text; ///< `the coefficient of F`
  std::string help;
};

std::vector<Coefficient> coefficients_of(const System& system) {
  const std::string of_friction = "a friction acts against its slip: write a coefficient of 0 or more; what drives a "
                                  "motion is a `force`";
  const std::string of_impact = "a restitution is 0 (plastic) to 1 (elastic)";
  std::vector<Coefficient> out;
  for (const Friction& friction : system.frictions) {
    out.push_back({friction.coefficient, friction.span, "the coefficient of " + friction.name, of_friction});
    if (friction.static_coefficient)
      out.push_back(
          {*friction.static_coefficient, friction.span, "the static coefficient of " + friction.name, of_friction});
  }
  for (const Impact& impact : system.impacts) {
    if (!impact.friction)
      out.push_back({impact.restitution, impact.span, "the restitution of " + impact.name, of_impact});
    else if (!impact.friction->force)
      out.push_back({impact.friction->coefficient, impact.span, "the coefficient of " + impact.name, of_friction});
  }
  return out;
}

/// Coefficients that change along a run are looked at where they act.
void require_not_negative(const System& system, const std::vector<std::optional<double>>& values) {
  std::vector<Assignment> known;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i]) known.push_back({system.parameters[i].symbol, *values[i]});
  std::vector<Diagnostic> found;
  for (const Coefficient& coefficient : coefficients_of(system)) {
    const std::vector<Expr> used = free_symbols(*system.graph, coefficient.value);
    const bool is_known = std::ranges::all_of(
        used, [&](Expr symbol) { return std::ranges::find(known, symbol, &Assignment::symbol) != known.end(); });
    if (!is_known) continue;
    const double value = evaluate(*system.graph, coefficient.value, known);
    if (!(value < 0.0)) continue;
    Diagnostic d;
    d.code = "E0728";
    d.span = coefficient.span;
    d.message = fmt::format("{} is negative: {:.6g}", coefficient.text, value);
    d.help = coefficient.help;
    found.push_back(std::move(d));
  }
  if (!found.empty()) throw ModelError(std::move(found));
}

} // namespace

std::vector<std::optional<double>> parameter_values(const System& system, const std::vector<ParameterValue>& replaced) {
  ParameterSolver solver(system);
  for (const ParameterValue& value : replaced)
    for (std::size_t i = 0; i < system.parameters.size(); ++i)
      if (system.parameters[i].name == value.name) solver.set(i, value.value);
  std::vector<std::optional<double>> values = solver.solve();
  require_finite(system, values);
  require_not_negative(system, values);
  return values;
}

std::vector<double> required_values(const System& system, const std::vector<std::optional<double>>& values) {
  std::vector<double> out;
  std::vector<Diagnostic> missing;
  for (std::size_t i = 0; i < system.parameters.size(); ++i) {
    out.push_back(values[i].value_or(0.0));
    if (values[i]) continue;
    const Parameter& parameter = system.parameters[i];
    Diagnostic d;
    d.code = "E0721";
    d.span = parameter.span;
    d.message = fmt::format("numbers are needed, but {} has no value", parameter.name);
    d.help = fmt::format("give it one here, or on the command line: --set '{}=…'", parameter.name);
    missing.push_back(std::move(d));
  }
  if (!missing.empty()) throw ModelError(std::move(missing));
  return out;
}

} // namespace api
} // namespace dalembert
