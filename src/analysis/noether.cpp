#include <dalembert/analysis/admissible_point.h>
#include <dalembert/analysis/known_number.h>
#include <dalembert/analysis/noether.h>
#include <dalembert/analysis/residue_null_space.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <utility>

namespace dalembert {

namespace {

constexpr std::size_t most_columns = 160;
constexpr std::size_t spare_points = 6;
constexpr std::uint64_t tries_per_point = 8; // half of the points lack a given root
constexpr std::size_t gauge_column = SIZE_MAX;
constexpr std::size_t time_column = SIZE_MAX - 1;

/// One unknown coefficient: what it multiplies, and in which component.
struct Column {
  std::size_t component = 0; ///< a coordinate, or one of the two above
  Expr function;
  Expr defect; ///< its part of the determining equation
};

/// The ansatz of one system.
class Ansatz {
public:
  explicit Ansatz(const Equations& equations)
      : equations_(equations),
        system_(*equations.system),
        graph_(*system_.graph),
        lagrangian_(equations.energy.lagrangian),
        by_position_(equations.potential_forces),
        momenta_(equations.momenta) {
    motion_.push_back({system_.time, graph_.one()});
    for (const Coordinate& q : system_.coordinates) {
      motion_.push_back({q.position, q.rate});
      (q.measure.angular ? angles_ : lengths_).push_back(q.position);
    }
    add_gauges();
    add_times();
    add_positions();
  }

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }

  /// Every symmetry within the ansatz, proved.
  std::vector<Symmetry> solve() {
    const ParameterDraws draws = draw_parameters();
    const auto first = null_space(draws.symbols, draws.first, 1);
    const auto second = null_space(draws.symbols, draws.second, 2);
    std::vector<Symmetry> out;
    if (!first || !second || first->free != second->free) return out;
    for (std::size_t v = 0; v < first->vectors.size(); ++v)
      if (auto found = recognise(draws, first->vectors[v], second->vectors[v])) out.push_back(std::move(*found));
    return out;
  }

  /// J and J̇ of a generator. Source: docs/theory/analysis.md (13).
  void complete(Symmetry& s) {
    s.quantity = graph_.neg(graph_.add(graph_.mul(equations_.energy.energy_function, s.time), s.gauge));
    s.rate = graph_.zero();
    for (std::size_t i = 0; i < momenta_.size(); ++i) {
      s.quantity = graph_.add(s.quantity, graph_.mul(momenta_[i], s.positions[i]));
      Expr force = graph_.sub(graph_.add(equations_.generalized_forces[i], equations_.constraint_forces[i]),
                              equations_.dissipative_forces[i]);
      for (std::size_t f = 0; f < equations_.frictions.size(); ++f)
        force = graph_.add(force, graph_.mul(system_.frictions[f].symbol, equations_.frictions[f].column[i]));
      const Expr shift = graph_.sub(s.positions[i], graph_.mul(system_.coordinates[i].rate, s.time));
      s.rate = graph_.add(s.rate, graph_.mul(force, shift));
    }
  }

private:
  void add(std::size_t component, Expr function) {
    const Expr slope = directional(graph_, function, motion_);
    Expr defect = graph_.zero();
    if (component == gauge_column) {
      defect = graph_.neg(slope);
    } else if (component == time_column) {
      // τ·∂L/∂t + τ̇·(L − v·p)
      defect = graph_.sub(graph_.mul(function, equations_.energy.explicit_time),
                          graph_.mul(slope, equations_.energy.energy_function));
    } else {
      defect = graph_.add(graph_.mul(function, by_position_[component]), graph_.mul(slope, momenta_[component]));
    }
    columns_.push_back({component, function, defect});
  }

  void add_gauges() {
    const Expr t = system_.time;
    for (const int power : {3, 2, 1})
      add(gauge_column, graph_.pow(t, Rational(power)));
    for (std::size_t i = 0; i < lengths_.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        add(gauge_column, graph_.mul(lengths_[i], lengths_[j]));
      add(gauge_column, graph_.mul(t, lengths_[i]));
      add(gauge_column, lengths_[i]);
    }
  }

  void add_times() {
    for (const int power : {2, 1, 0})
      add(time_column, graph_.pow(system_.time, Rational(power)));
  }

  /// What an angle may change by: waves of the others, bare, times cot and times 1/sin of a third.
  std::vector<Expr> waves() {
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

  void add_positions() {
    const Expr t = system_.time;
    const std::vector<Expr> turns = angles_.size() > 1 ? waves() : std::vector<Expr>();
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i) {
      const bool is_angle = system_.coordinates[i].measure.angular;
      for (const Expr wave : turns)
        if (is_angle) add(i, wave);
      for (const Expr x : lengths_)
        if (!is_angle) add(i, graph_.mul(t, x));
      for (const Expr x : lengths_)
        if (!is_angle) add(i, x);
      add(i, t);
    }
    // Shifts come last, so that they are what the null space is described by.
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
      add(i, graph_.one());
  }

  /// Two random values for each parameter in L.
  ParameterDraws draw_parameters() {
    ParameterDraws out;
    for (const Parameter& parameter : system_.parameters)
      if (depends(graph_, lagrangian_, parameter.symbol)) out.symbols.push_back(parameter.symbol);
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
  [[nodiscard]] std::optional<ResidueNullSpace>
  null_space(const std::vector<Expr>& symbols, const std::vector<Residue>& values, std::uint64_t stream) const {
    const std::size_t wanted = columns_.size() + spare_points;
    std::vector<std::vector<Residue>> rows;
    for (std::uint64_t seed = 1; seed <= wanted * tries_per_point && rows.size() < wanted; ++seed) {
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

  std::optional<Symmetry> recognise(const ParameterDraws& draws, const std::vector<Residue>& first,
                                    const std::vector<Residue>& second) {
    Symmetry out{graph_.zero(), std::vector<Expr>(momenta_.size(), graph_.zero()), graph_.zero(), {}, {}};
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
    complete(out);
    return out;
  }

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  Expr lagrangian_;
  const std::vector<Expr>& by_position_;
  const std::vector<Expr>& momenta_;
  std::vector<Seed> motion_;
  std::vector<Expr> lengths_;
  std::vector<Expr> angles_;
  std::vector<Column> columns_;
};

/// Combinations of symmetries that forces and constraints leave alone, with small rational factors.
class Combination {
public:
  Combination(const Equations& equations, Ansatz& ansatz, const std::vector<Symmetry>& all)
      : equations_(equations), graph_(*equations.system->graph), ansatz_(ansatz), all_(all) {}

  std::vector<Symmetry> kept() {
    std::vector<Symmetry> out;
    const std::optional<ResidueNullSpace> space = null_space();
    if (!space) return out;
    for (const std::vector<Residue>& vector : space->vectors)
      if (auto found = combined(vector)) out.push_back(std::move(*found));
    return out;
  }

private:
  [[nodiscard]] std::optional<ResidueNullSpace> null_space() const {
    std::vector<Expr> rates;
    rates.reserve(all_.size());
    for (const Symmetry& s : all_)
      rates.push_back(s.rate);
    const AdmissiblePoints points(equations_, rates);
    if (!points.is_solvable()) return std::nullopt;
    const std::size_t wanted = rates.size() + spare_points;
    std::vector<std::vector<Residue>> rows;
    for (std::uint64_t seed = 1; seed <= wanted * tries_per_point && rows.size() < wanted; ++seed)
      if (auto values = points.values(seed, 0)) rows.push_back(std::move(values->claims));
    if (rows.size() < wanted) return std::nullopt;
    return residue_null_space(std::move(rows), rates.size());
  }

  std::optional<Symmetry> combined(const std::vector<Residue>& vector) {
    Symmetry out{graph_.zero(), std::vector<Expr>(all_.front().positions.size(), graph_.zero()), graph_.zero(), {}, {}};
    for (std::size_t s = 0; s < all_.size(); ++s) {
      if (vector[s].is_zero()) continue;
      const std::optional<Rational> factor = small_fraction(vector[s]);
      if (!factor) return std::nullopt;
      out.time = graph_.add(out.time, graph_.scale(*factor, all_[s].time));
      out.gauge = graph_.add(out.gauge, graph_.scale(*factor, all_[s].gauge));
      for (std::size_t i = 0; i < out.positions.size(); ++i)
        out.positions[i] = graph_.add(out.positions[i], graph_.scale(*factor, all_[s].positions[i]));
    }
    ansatz_.complete(out);
    out.is_conserved = judge_on_motions(equations_, {out.rate}).front();
    if (out.is_conserved != Identity::proved) return std::nullopt;
    return out;
  }

  const Equations& equations_;
  Graph& graph_;
  Ansatz& ansatz_;
  const std::vector<Symmetry>& all_;
};

} // namespace

std::vector<Symmetry> symmetries(const Equations& equations, std::size_t most) {
  if (equations.system->coordinates.size() > most) return {};
  Ansatz ansatz(equations);
  if (ansatz.columns().size() > most_columns) return {};
  std::vector<Symmetry> all = ansatz.solve();
  if (all.empty()) return all;
  std::vector<Symmetry> out = Combination(equations, ansatz, all).kept();
  std::vector<Expr> rates;
  rates.reserve(all.size());
  for (const Symmetry& s : all)
    rates.push_back(s.rate);
  const std::vector<Identity> verdicts = judge_on_motions(equations, rates);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].is_conserved = verdicts[i];
    if (verdicts[i] != Identity::proved) out.push_back(std::move(all[i]));
  }
  return out;
}

} // namespace dalembert
