#include <dalembert/export/fmu_dependencies.h>
#include <dalembert/export/fmu_variables.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/printing/quantity_names.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace dalembert {
inline namespace exporting {

namespace {

/// What must be known before the start: constraints, initial values, the begin.
std::vector<Expr> decides_start(const Study& study) {
  std::vector<Expr> out;
  for (const Constraint& constraint : study.system.constraints)
    out.push_back(constraint.residual);
  for (const InitialValue& given : study.initial) {
    out.push_back(given.target);
    out.push_back(given.value);
  }
  if (study.simulate) out.push_back(study.simulate->begin);
  return out;
}

/// What is differentiated along the motion: constraints and momenta. Their rates need that of an input in them.
std::vector<Expr> follows_time(const System& system) {
  std::vector<Expr> rates;
  for (const Coordinate& q : system.coordinates)
    rates.push_back(q.rate);
  std::vector<Expr> out = gradient(*system.graph, system.lagrangian(), rates);
  for (const Constraint& constraint : system.constraints)
    out.push_back(constraint.residual);
  return out;
}

/// Which parameters stand in which, by the values that the model declares.
class ParameterUse {
public:
  ParameterUse(const System& system, const std::vector<std::size_t>& computed) : system_(system), computed_(computed) {
    for (std::size_t i = 0; i < system.parameters.size(); ++i)
      places_.emplace(system.parameters[i].symbol, i);
  }

  [[nodiscard]] std::vector<bool> in(const std::vector<Expr>& roots) const {
    std::vector<bool> out(system_.parameters.size(), false);
    for (const Expr symbol : free_symbols(*system_.graph, roots))
      if (const auto found = places_.find(symbol); found != places_.end()) out[found->second] = true;
    return out;
  }
  /// Marks what marked parameters are computed from.
  void spread_to_sources(std::vector<bool>& marked) const {
    for (std::vector<bool> before; before != marked;) {
      before = marked;
      for (const std::size_t i : computed_)
        if (marked[i]) {
          const std::vector<bool> sources = in({*system_.parameters[i].value});
          for (std::size_t k = 0; k < marked.size(); ++k)
            marked[k] = marked[k] || sources[k];
        }
    }
  }
  /// Marks what is computed from marked parameters.
  void spread_to_computed(std::vector<bool>& marked) const {
    for (std::vector<bool> before; before != marked;) {
      before = marked;
      for (const std::size_t i : computed_) {
        const std::vector<bool> sources = in({*system_.parameters[i].value});
        for (std::size_t k = 0; k < marked.size(); ++k)
          if (sources[k] && marked[k]) marked[i] = true;
      }
    }
  }

private:
  const System& system_;
  const std::vector<std::size_t>& computed_;
  std::map<Expr, std::size_t> places_;
};

/// Names as FMI's structured convention has them; what is none stands in quotes.
std::string structured(std::string_view text) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  bool is_name = !text.empty() && is_word(text.front()) && !(text.front() >= '0' && text.front() <= '9');
  bool is_index = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    is_name = is_name && (is_index ? is_digit || c == ',' || c == ']' : is_word(c) || c == '.' || c == '[');
    is_index = (is_index || c == '[') && c != ']';
  }
  if (is_name) return std::string(text);
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '"' || c == '\\' || c == '?') out += '\\';
    out += c;
  }
  return out + "'";
}

/// Makes the rows of the table.
class Table {
public:
  explicit Table(const FmuModel& model)
      : model_(model),
        system_(model.c.study.system),
        layout_(model.c.programs.layout),
        names_(system_),
        references_(model.c),
        held_(model.c) {}

  FmuTable made() {
    add_time();
    add_states();
    add_accelerations();
    add_parameters();
    add_forces();
    add_outputs();
    add_energies();
    add_solver();
    resolve();
    return std::move(table_);
  }

private:
  FmuVariable& add(FmuVariable variable) {
    std::string name = variable.name;
    for (int k = 2; !taken_.insert(variable.name).second; ++k)
      variable.name = fmt::format("{}_{}", name, k);
    table_.variables.push_back(std::move(variable));
    return table_.variables.back();
  }

  [[nodiscard]] Measure in_seconds() const {
    Measure out;
    if (system_.has_units) out.dimension = Dimension::time();
    return out;
  }

  void add_time() {
    const bool is_taken =
        std::ranges::find(system_.coordinates, "time", &Declared::name) != system_.coordinates.end() ||
        std::ranges::find(system_.parameters, "time", &Declared::name) != system_.parameters.end();
    if (is_taken) return;
    FmuVariable time{.name = "time", .causality = "independent", .variability = "continuous"};
    time.measure = in_seconds();
    add(std::move(time));
  }

  void add_states() {
    const std::size_t n = layout_.coordinates;
    for (int order = 0; order < 2; ++order)
      for (std::size_t i = 0; i < n; ++i) {
        const Coordinate& q = system_.coordinates[i];
        FmuVariable state{.name = order == 0 ? q.name : fmt::format("der({})", q.name),
                          .causality = "output",
                          .variability = "continuous",
                          .initial = "exact"};
        state.reference = static_cast<std::uint32_t>((order == 0 ? references_.q : references_.v) + i);
        state.description = order == 0 ? q.description : std::string();
        state.measure = order == 0 ? q.measure : rate_of(q.measure);
        state.shown_unit = shown_unit(i, order);
        state.start = (order == 0 ? model_.start.q : model_.start.v)[i];
        if (model_.c.scales[i] != 1.0) state.nominal = model_.c.scales[i];
        if (order == 1) state.derivative_of = q_place(i);
        add(std::move(state));
        StateDependencies::Row own(layout_.state_size(), false);
        own[(order == 0 ? layout_.position() : layout_.rate()) + i] = true;
        held_by_output_.emplace_back(table_.variables.size() - 1, std::move(own));
      }
  }

  void add_accelerations() {
    for (std::size_t i = 0; i < layout_.coordinates; ++i) {
      const Coordinate& q = system_.coordinates[i];
      FmuVariable a{.name = fmt::format("der({},2)", q.name),
                    .causality = "output",
                    .variability = "continuous",
                    .initial = "calculated"};
      a.reference = static_cast<std::uint32_t>(references_.a + i);
      a.measure = rate_of(rate_of(q.measure));
      a.shown_unit = shown_unit(i, 2);
      a.derivative_of = v_place(i);
      add(std::move(a));
      held_by_output_.emplace_back(table_.variables.size() - 1, held_.acceleration(i));
    }
  }

  void add_parameters() {
    first_parameter_ = table_.variables.size() + 1;
    for (std::size_t i = 0; i < system_.parameters.size(); ++i) {
      const Parameter& p = system_.parameters[i];
      FmuVariable variable = as_parameter(model_.parameters[i]);
      variable.name = p.name;
      variable.description = p.description;
      variable.reference = static_cast<std::uint32_t>(references_.p + i);
      variable.measure = p.measure;
      variable.shown_unit = model_.parameter_units[i];
      if (variable.initial != "calculated") variable.start = model_.c.parameters[i];
      if (p.range) limit(*p.range, model_.c.parameters[i], variable);
      add(std::move(variable));
    }
  }

  [[nodiscard]] FmuVariable as_parameter(FmuParameter kind) const {
    switch (kind) {
    case FmuParameter::tunable:
      return {.name = {}, .causality = "parameter", .variability = "tunable", .initial = "exact"};
    case FmuParameter::fixed:
      return {.name = {}, .causality = "parameter", .variability = "fixed", .initial = "exact"};
    case FmuParameter::computed_tunable:
      return {.name = {}, .causality = "calculatedParameter", .variability = "tunable", .initial = "calculated"};
    case FmuParameter::computed_fixed:
      return {.name = {}, .causality = "calculatedParameter", .variability = "fixed", .initial = "calculated"};
    case FmuParameter::computed_along:
      return {.name = {}, .causality = "local", .variability = "continuous", .initial = "calculated"};
    case FmuParameter::input:
      return {.name = {}, .causality = "input", .variability = "continuous"};
    case FmuParameter::constant:
      break;
    }
    return {.name = {}, .causality = "local", .variability = "fixed", .initial = "calculated"};
  }

  /// The declared range, where its ends are numbers for these parameters and the value lies in it.
  void limit(const Interval& range, double value, FmuVariable& out) const {
    std::vector<Assignment> known;
    for (std::size_t i = 0; i < system_.parameters.size(); ++i)
      known.push_back({system_.parameters[i].symbol, model_.c.parameters[i]});
    const double low = evaluate(*system_.graph, range.low, known);
    const double high = evaluate(*system_.graph, range.high, known);
    if (!(low <= value && value <= high) || !std::isfinite(low) || !std::isfinite(high)) return;
    out.low = low;
    out.high = high;
  }

  void add_forces() {
    const QuantityUnits units(system_);
    for (std::size_t k = 0; k < names_.multipliers.size(); ++k) { // the hidden rows, which have none, are the last
      const Constraint& constraint = system_.constraints[k];
      FmuVariable lambda{.name = structured(names_.multipliers[k]),
                         .causality = "local",
                         .variability = "continuous",
                         .initial = "calculated"};
      lambda.description = fmt::format("multiplier of {}", constraint.text);
      lambda.reference = static_cast<std::uint32_t>(references_.lambda + k);
      lambda.measure = constraint.multiplier_measure;
      add(std::move(lambda));
    }
    for (std::size_t k = 0; k < system_.reactions.size(); ++k) {
      const Reaction& reaction = system_.reactions[k];
      FmuVariable variable{
          .name = reaction.name, .causality = "output", .variability = "continuous", .initial = "calculated"};
      variable.description = reaction.description;
      variable.reference = static_cast<std::uint32_t>(references_.reaction + k);
      variable.measure = reaction.measure;
      add(std::move(variable));
      held_by_output_.emplace_back(table_.variables.size() - 1, held_.reaction(k));
    }
  }

  void add_outputs() {
    for (std::size_t k = 0; k < model_.c.outputs.size(); ++k) {
      const OutputQuantity& output = model_.c.outputs[k];
      FmuVariable variable{
          .name = structured(output.name), .causality = "output", .variability = "continuous", .initial = "calculated"};
      variable.reference = static_cast<std::uint32_t>(references_.output + k);
      variable.measure = output.measure;
      add(std::move(variable));
      held_by_output_.emplace_back(table_.variables.size() - 1, held_.output(k));
    }
  }

  void add_energies() {
    Measure joule;
    if (system_.has_units) joule.dimension = Dimension::energy();
    const std::pair<const char*, const char*> energies[] = {
        {"energy.T", "kinetic energy"}, {"energy.V", "potential energy"}, {"energy.h", "energy function"}};
    std::uint32_t reference = references_.energy;
    for (const auto& [name, description] : energies) {
      FmuVariable energy{.name = name, .causality = "local", .variability = "continuous", .initial = "calculated"};
      energy.description = description;
      energy.reference = reference++;
      energy.measure = joule;
      add(std::move(energy));
    }
  }

  void add_solver() {
    FmuVariable residual{
        .name = "solver.residual", .causality = "local", .variability = "continuous", .initial = "calculated"};
    residual.description = "largest residual of the constraints and of their rates";
    residual.reference = references_.residual;
    add(std::move(residual));
    FmuVariable steps{.name = "solver.steps", .causality = "local", .variability = "discrete", .initial = "calculated"};
    steps.description = "steps so far";
    steps.is_integer = true;
    add(std::move(steps));
    FmuVariable pull{.name = "solver.pull", .causality = "parameter", .variability = "fixed", .initial = "exact"};
    pull.description = "time in which Model Exchange comes back to the constraints; 0: it does not";
    pull.reference = references_.pull;
    pull.measure = in_seconds();
    pull.start = model_.pull;
    pull.low = 0.0;
    add(std::move(pull));
    FmuVariable tolerance{
        .name = "solver.tolerance", .causality = "parameter", .variability = "fixed", .initial = "exact"};
    tolerance.description = "relative tolerance of Co-Simulation where the experiment has none";
    tolerance.reference = references_.tolerance;
    tolerance.start = model_.tolerance;
    tolerance.low = 1e-15;
    tolerance.high = 0.1;
    add(std::move(tolerance));
  }

  /// The unit that a coordinate was declared with, of its derivative of this order: `deg/s`.
  [[nodiscard]] std::string shown_unit(std::size_t i, int order) const {
    const std::string& unit = model_.coordinate_units[i];
    if (unit.empty() || order == 0) return unit;
    return fmt::format("({})/s{}", unit, order == 1 ? "" : "^2");
  }

  [[nodiscard]] std::size_t first_state() const {
    return table_.variables.empty() || table_.variables.front().causality != "independent" ? 1 : 2;
  }
  [[nodiscard]] std::size_t q_place(std::size_t i) const { return first_state() + i; }
  [[nodiscard]] std::size_t v_place(std::size_t i) const { return first_state() + layout_.coordinates + i; }
  [[nodiscard]] std::size_t a_place(std::size_t i) const { return first_state() + 2 * layout_.coordinates + i; }

  /// States and inputs, counted from 1.
  [[nodiscard]] std::vector<std::size_t> places(const StateDependencies::Row& held) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < layout_.coordinates; ++i)
      if (held[layout_.position() + i]) out.push_back(q_place(i));
    for (std::size_t i = 0; i < layout_.coordinates; ++i)
      if (held[layout_.rate() + i]) out.push_back(v_place(i));
    for (std::size_t p = 0; p < model_.parameters.size(); ++p)
      if (held[layout_.parameter() + p] && model_.parameters[p] == FmuParameter::input)
        out.push_back(first_parameter_ + p);
    return out;
  }

  void resolve() {
    for (const auto& [variable, held] : held_by_output_)
      table_.variables[variable].depends = places(held);
    const bool is_pulled = layout_.multipliers > 0;
    for (std::size_t i = 0; i < layout_.coordinates; ++i) {
      StateDependencies::Row held(layout_.state_size(), false);
      if (is_pulled) held = held_.position_step(i);
      held[layout_.rate() + i] = true;
      table_.derivatives.emplace_back(v_place(i), places(held));
    }
    for (std::size_t i = 0; i < layout_.coordinates; ++i) {
      StateDependencies::Row held = held_.acceleration(i);
      for (std::size_t k = 0; is_pulled && k < held.size(); ++k)
        held[k] = held[k] || held_.rate_step(i)[k];
      table_.derivatives.emplace_back(a_place(i), places(held));
    }
  }

  const FmuModel& model_;
  const System& system_;
  const InputLayout& layout_;
  QuantityNames names_;
  FmuReferences references_;
  StateDependencies held_;
  FmuTable table_;
  std::size_t first_parameter_ = 0;
  std::set<std::string> taken_;
  std::vector<std::pair<std::size_t, StateDependencies::Row>> held_by_output_; ///< by variable, counted from 0
};

} // namespace

std::vector<FmuParameter> fmu_parameters(const CModel& model, bool has_impact) {
  const System& system = model.study.system;
  const std::size_t count = system.parameters.size();
  const ParameterUse use(system, model.computed.computed);
  std::vector<bool> decides = use.in(decides_start(model.study));
  use.spread_to_sources(decides);
  std::vector<bool> is_computed(count, false);
  std::vector<bool> follows_input(count, false);
  for (const std::size_t i : model.computed.computed)
    is_computed[i] = true;
  std::vector<bool> is_steady = use.in(follows_time(system));
  use.spread_to_sources(is_steady);
  const auto is_open = [&](std::size_t i) { return system.parameters[i].is_input && !is_computed[i] && !is_steady[i]; };
  for (std::size_t i = 0; i < count; ++i)
    follows_input[i] = is_open(i);
  use.spread_to_computed(follows_input);
  std::vector<FmuParameter> out(count, FmuParameter::tunable);
  for (std::size_t i = 0; i < count; ++i) {
    if (is_open(i))
      out[i] = FmuParameter::input;
    else if (has_impact)
      out[i] = FmuParameter::constant;
    else if (is_computed[i])
      out[i] = follows_input[i] ? FmuParameter::computed_along
               : decides[i]     ? FmuParameter::computed_fixed
                                : FmuParameter::computed_tunable;
    else if (decides[i] || system.parameters[i].is_input)
      out[i] = FmuParameter::fixed;
  }
  return out;
}

FmuReferences::FmuReferences(const CModel& model) {
  const auto n = static_cast<std::uint32_t>(model.programs.layout.coordinates);
  v = q + n;
  a = v + n;
  p = a + n;
  lambda = p + static_cast<std::uint32_t>(model.programs.layout.parameters);
  reaction = lambda + static_cast<std::uint32_t>(model.programs.layout.multipliers);
  output = reaction + static_cast<std::uint32_t>(model.study.system.reactions.size());
  energy = output + static_cast<std::uint32_t>(model.outputs.size());
  residual = energy + 3;
  pull = residual + 1;
  tolerance = pull + 1;
  end = tolerance + 1;
}

FmuTable fmu_table(const FmuModel& model) {
  return Table(model).made();
}

} // namespace exporting
} // namespace dalembert
