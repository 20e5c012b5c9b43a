#include <dalembert/api/parameter_values.h>
#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {

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

} // namespace

std::vector<std::optional<double>> parameter_values(const System& system, const std::vector<ParameterValue>& replaced) {
  ParameterSolver solver(system);
  for (const ParameterValue& value : replaced)
    for (std::size_t i = 0; i < system.parameters.size(); ++i)
      if (system.parameters[i].name == value.name) solver.set(i, value.value);
  return solver.solve();
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

} // namespace dalembert
