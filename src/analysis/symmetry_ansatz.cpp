#include <dalembert/analysis/draws.h>
#include <dalembert/analysis/symmetry_ansatz.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/zero_test.h>

#include <utility>

namespace dalembert {

namespace {

constexpr std::size_t gauge_column = SIZE_MAX;
constexpr std::size_t time_column = SIZE_MAX - 1;

} // namespace

void complete(const Equations& equations, Symmetry& s) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  s.quantity = graph.neg(graph.add(graph.mul(equations.energy.energy_function, s.time), s.gauge));
  s.rate = graph.zero();
  for (std::size_t i = 0; i < s.positions.size(); ++i) {
    s.quantity = graph.add(s.quantity, graph.mul(equations.momenta[i], s.positions[i]));
    Expr force = graph.sub(graph.add(equations.generalized_forces[i], equations.constraint_forces[i]),
                           equations.dissipative_forces[i]);
    for (std::size_t f = 0; f < equations.frictions.size(); ++f)
      force = graph.add(force, graph.mul(system.frictions[f].symbol, equations.frictions[f].column[i]));
    const Expr shift = graph.sub(s.positions[i], graph.mul(system.coordinates[i].rate, s.time));
    s.rate = graph.add(s.rate, graph.mul(force, shift));
  }
}

SymmetryAnsatz::SymmetryAnsatz(const Equations& equations, AnsatzReach reach)
    : equations_(equations), system_(*equations.system), graph_(*system_.graph), reach_(reach) {
  motion_.push_back({system_.time, graph_.one()});
  for (const Coordinate& q : system_.coordinates) {
    motion_.push_back({q.position, q.rate});
    (q.measure.angular ? angles_ : lengths_).push_back(q.position);
  }
  add_gauges();
  add_positions();
}

std::vector<Symmetry> SymmetryAnsatz::solve() {
  const ParameterDraws draws = draw_parameters();
  const auto first = null_space(draws.symbols, draws.first, 1);
  const auto second = null_space(draws.symbols, draws.second, 2);
  std::vector<Symmetry> out;
  if (!first || !second || first->free != second->free) return out;
  for (std::size_t v = 0; v < first->vectors.size(); ++v)
    if (auto found = recognise(draws, first->vectors[v], second->vectors[v])) out.push_back(std::move(*found));
  return out;
}

void SymmetryAnsatz::add(std::size_t component, Expr function) {
  const Expr slope = directional(graph_, function, motion_);
  Expr defect = graph_.zero();
  if (component == gauge_column) {
    defect = graph_.neg(slope);
  } else if (component == time_column) {
    // τ·∂L/∂t + τ̇·(L − v·p)
    defect = graph_.sub(graph_.mul(function, equations_.energy.explicit_time),
                        graph_.mul(slope, equations_.energy.energy_function));
  } else {
    defect = graph_.add(graph_.mul(function, equations_.potential_forces[component]),
                        graph_.mul(slope, equations_.momenta[component]));
  }
  columns_.push_back({component, function, defect});
}

/// Gauges come first: the null space is described by the columns to the right.
void SymmetryAnsatz::add_gauges() {
  const Expr t = system_.time;
  // In a uniform field a motion is seen from a falling frame: powers of t up to that of t·x², with x = t²/2.
  const int highest = reach_ == AnsatzReach::accelerated ? 5 : 3;
  const int highest_by_length = reach_ == AnsatzReach::accelerated ? 3 : 1;
  for (int power = highest; power > 0; --power)
    add(gauge_column, graph_.pow(t, Rational(power)));
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    for (std::size_t j = 0; reach_ != AnsatzReach::shifts && j <= i; ++j)
      add(gauge_column, graph_.mul(lengths_[i], lengths_[j]));
    for (int power = highest_by_length; power >= 0; --power)
      add(gauge_column, graph_.mul(graph_.pow(t, Rational(power)), lengths_[i]));
  }
}

void SymmetryAnsatz::add_times() {
  for (const int power : {2, 1, 0})
    add(time_column, graph_.pow(system_.time, Rational(power)));
}

/// What an angle may change by: waves of the others, bare, times cot and times 1/sin of a third.
std::vector<Expr> SymmetryAnsatz::waves() {
  std::vector<Expr> out;
  for (const Expr a : angles_)
    for (const Expr wave : {graph_.sin(a), graph_.cos(a)}) {
      for (const Expr b : angles_) {
        if (a == b) continue;
        out.push_back(graph_.div(wave, graph_.sin(b)));
        out.push_back(graph_.mul(wave, graph_.div(graph_.cos(b), graph_.sin(b))));
      }
      out.push_back(wave);
    }
  return out;
}

/// A translation in polar coordinates: δr = cos θ, δθ = −sin(θ)/r.
void SymmetryAnsatz::add_polar_angle(std::size_t i) {
  if (reach_ == AnsatzReach::shifts) return;
  const Expr angle = system_.coordinates[i].position;
  for (const Expr length : lengths_) {
    add(i, graph_.neg(graph_.div(graph_.sin(angle), length)));
    add(i, graph_.div(graph_.cos(angle), length));
  }
}

void SymmetryAnsatz::add_positions() {
  const Expr t = system_.time;
  const std::size_t n = system_.coordinates.size();
  const auto is_angle = [this](std::size_t i) { return system_.coordinates[i].measure.angular; };
  for (std::size_t i = 0; i < n; ++i)
    for (const int power : {3, 2})
      if (reach_ == AnsatzReach::accelerated && !is_angle(i)) add(i, graph_.pow(t, Rational(power)));
  add_times();
  const bool turns = angles_.size() > 1 && reach_ != AnsatzReach::shifts;
  const std::vector<Expr> turned = turns ? waves() : std::vector<Expr>();
  for (std::size_t i = 0; i < n; ++i) {
    if (is_angle(i)) {
      for (const Expr wave : turned)
        add(i, wave);
      add_polar_angle(i);
    } else if (reach_ != AnsatzReach::shifts) {
      for (const Expr a : angles_) {
        add(i, graph_.sin(a));
        add(i, graph_.cos(a));
      }
      for (const Expr x : lengths_)
        if (reach_ != AnsatzReach::rotations) add(i, graph_.mul(t, x));
      for (const Expr x : lengths_)
        add(i, x);
    }
    add(i, t);
  }
  // Shifts come last, so that they are what the null space is described by.
  for (std::size_t i = 0; i < n; ++i)
    add(i, graph_.one());
}

/// Two random values for each parameter in L.
ParameterDraws SymmetryAnsatz::draw_parameters() {
  ParameterDraws out;
  for (const Parameter& parameter : system_.parameters)
    if (depends(graph_, equations_.energy.lagrangian, parameter.symbol)) out.symbols.push_back(parameter.symbol);
  ModularPoint first(graph_, 101);
  ModularPoint second(graph_, 102);
  for (const Expr symbol : out.symbols) {
    // Squares, so that √m exists at both draws.
    const Residue a = first.value(symbol).value_or(Residue(3));
    const Residue b = second.value(symbol).value_or(Residue(5));
    out.first.push_back(a * a);
    out.second.push_back(b * b);
  }
  return out;
}

/// The determining equation at many points with these parameters.
std::optional<ResidueNullSpace> SymmetryAnsatz::null_space(const std::vector<Expr>& symbols,
                                                           const std::vector<Residue>& values,
                                                           std::uint64_t stream) const {
  const std::size_t wanted = columns_.size() + draws::spare_points;
  std::vector<std::vector<Residue>> rows;
  for (std::uint64_t seed = 1; seed <= wanted * draws::tries_per_point && rows.size() < wanted; ++seed) {
    ModularPoint point(graph_, seed * 4 + stream);
    for (std::size_t i = 0; i < symbols.size(); ++i)
      point.set(symbols[i], values[i]);
    std::vector<Residue> row;
    for (const Column& column : columns_) {
      const std::optional<Residue> value = point.value(column.defect);
      if (!value) break;
      row.push_back(*value);
    }
    if (row.size() == columns_.size()) rows.push_back(std::move(row));
  }
  if (rows.size() < wanted) return std::nullopt;
  return residue_null_space(std::move(rows), columns_.size());
}

std::optional<Symmetry> SymmetryAnsatz::recognise(const ParameterDraws& draws, const std::vector<Residue>& first,
                                                  const std::vector<Residue>& second) {
  const std::size_t n = system_.coordinates.size();
  Symmetry out{graph_.zero(), std::vector<Expr>(n, graph_.zero()), graph_.zero(), {}, {}};
  Expr defect = graph_.zero();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (first[c].is_zero() && second[c].is_zero()) continue;
    const std::optional<Expr> factor = known_number(graph_, draws, first[c], second[c]);
    if (!factor) return std::nullopt;
    const Column& column = columns_[c];
    Expr& component = column.component == gauge_column  ? out.gauge
                      : column.component == time_column ? out.time
                                                        : out.positions[column.component];
    component = graph_.add(component, graph_.mul(*factor, column.function));
    defect = graph_.add(defect, graph_.mul(*factor, column.defect));
  }
  if (!is_zero(graph_, defect)) return std::nullopt;
  complete(equations_, out);
  return out;
}

} // namespace dalembert
