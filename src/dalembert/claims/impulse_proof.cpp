#include <dalembert/claims/impulse_proof.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/modular_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>

#include <algorithm>
#include <optional>

namespace dalembert {
inline namespace claims {

namespace {

/// The exact state at one impact: random parameters, the rest as it follows from them.
class ImpactState {
public:
  ImpactState(const Study& study, const Equations& equations, std::uint64_t seed)
      : study_(study), system_(study.system), equations_(equations), point_(*system_.graph, seed) {}

  [[nodiscard]] std::optional<Residue> value(Expr e) { return point_.value(e); }

  /// False where there is no such state for this seed.
  bool solve() {
    point_.set(system_.time, Residue());
    for (const Coordinate& q : system_.coordinates)
      if (!start(q.position)) return false;
    for (const Coordinate& q : system_.coordinates)
      if (!start(q.rate)) return false;
    return meets_constraints() && jump();
  }

private:
  /// Gives a coordinate or rate its initial value, 0 where it has none.
  bool start(Expr symbol) {
    const auto entry = std::find_if(study_.initial.begin(), study_.initial.end(),
                                    [symbol](const InitialValue& i) { return i.target == symbol; });
    const std::optional<Residue> value =
        entry == study_.initial.end() ? std::optional(Residue()) : point_.value(entry->value);
    if (value) point_.set(symbol, *value);
    return value.has_value();
  }

  bool vanishes(Expr e) {
    const std::optional<Residue> value = point_.value(e);
    return value && value->is_zero();
  }

  bool meets_constraints() {
    for (std::size_t k = 0; k < system_.constraints.size(); ++k) {
      const bool is_holonomic = system_.constraints[k].kind == ConstraintKind::holonomic;
      if (is_holonomic && !vanishes(system_.constraints[k].residual)) return false;
      if (!vanishes(equations_.constraint_rates[k])) return false;
    }
    return true;
  }

  bool read(const std::vector<Expr>& from, std::vector<Residue>& out) {
    for (const Expr e : from) {
      const std::optional<Residue> value = point_.value(e);
      if (!value) return false;
      out.push_back(*value);
    }
    return true;
  }

  bool jump() {
    const std::size_t n = system_.coordinates.size();
    const std::size_t m = system_.constraints.size();
    const std::size_t contacts = system_.impacts.size();
    std::vector<Residue> mass;
    std::vector<Residue> rows; // A, then B
    if (!read(equations_.mass().entries, mass) || !read(equations_.constraint_matrix.entries, rows)) return false;
    for (const Impact& impact : system_.impacts)
      if (!read(gradient(*system_.graph, impact.speed, system_.rates()), rows)) return false;
    const std::size_t size = n + m + contacts;
    std::vector<Residue> matrix(size * size);
    std::vector<Residue> right(size);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        matrix[i * size + j] = mass[i * n + j];
    for (std::size_t k = 0; k < m + contacts; ++k)
      for (std::size_t i = 0; i < n; ++i) {
        matrix[(n + k) * size + i] = rows[k * n + i];
        matrix[i * size + n + k] = -rows[k * n + i];
      }
    for (std::size_t c = 0; c < contacts; ++c) {
      const std::optional<Residue> before = point_.value(system_.impacts[c].speed);
      const std::optional<Residue> e = restitution(system_.impacts[c]);
      if (!before || !e) return false;
      right[n + m + c] = -(*before + *e * *before);
    }
    bool is_determined = true;
    const auto x = solve_modular(matrix, right, size, [&is_determined](std::size_t) {
      is_determined = false;
      return Residue();
    });
    if (!x || !is_determined) return false;
    put(*x, n, m);
    return true;
  }

  std::optional<Residue> restitution(const Impact& impact) {
    return impact.law == ImpactLaw::energy ? std::optional(Residue(1)) : point_.value(impact.restitution);
  }

  /// Rates after the impact, and the impulses.
  void put(const std::vector<Residue>& x, std::size_t n, std::size_t m) {
    std::vector<std::pair<Expr, Residue>> reactions;
    for (const Derived& derived : study_.derived) {
      if (derived.kind != DerivedKind::impulse) continue;
      const std::vector<Expr>& row = equations_.reactions[static_cast<std::size_t>(derived.index)].row;
      Residue sum;
      for (std::size_t k = 0; k < m; ++k)
        sum += point_.value(row[k]).value_or(Residue()) * x[n + k];
      reactions.emplace_back(derived.symbol, sum);
    }
    std::vector<Residue> after;
    for (std::size_t i = 0; i < n; ++i)
      after.push_back(point_.value(system_.coordinates[i].rate).value_or(Residue()) + x[i]);
    for (std::size_t i = 0; i < n; ++i)
      point_.set(system_.coordinates[i].rate, after[i]);
    for (std::size_t c = 0; c < system_.impacts.size(); ++c)
      point_.set(system_.impacts[c].symbol, x[n + m + c]);
    for (const auto& [symbol, value] : reactions)
      point_.set(symbol, value);
  }

  const Study& study_;
  const System& system_;
  const Equations& equations_;
  ModularPoint point_;
};

/// Every initial value is that of a coordinate or a rate, and one law with one meaning closes the equations.
bool has_exact_impact(const Study& study) {
  const System& system = study.system;
  const std::vector<Expr> q = system.positions();
  const std::vector<Expr> v = system.rates();
  const bool is_plain = std::all_of(study.initial.begin(), study.initial.end(), [&](const InitialValue& i) {
    return std::find(q.begin(), q.end(), i.target) != q.end() || std::find(v.begin(), v.end(), i.target) != v.end();
  });
  const bool has_law =
      system.impacts.size() == 1 || std::all_of(system.impacts.begin(), system.impacts.end(),
                                                [](const Impact& i) { return i.law == ImpactLaw::newton; });
  return is_plain && has_law && !system.impacts.empty() && system.frictions.empty();
}

} // namespace

bool speaks_of_impulses(const Study& study, Expr residual) {
  const Graph& graph = *study.system.graph;
  std::vector<Expr> impulses;
  for (const Impact& impact : study.system.impacts)
    impulses.push_back(impact.symbol);
  for (const Derived& derived : study.derived)
    if (derived.kind == DerivedKind::impulse) impulses.push_back(derived.symbol);
  return depends(graph, std::vector<Expr>{residual}, impulses);
}

Answer holds_at_impact(const Study& study, const Equations& equations, Expr residual) {
  const Graph& graph = *study.system.graph;
  std::vector<Expr> unknown = study.system.multipliers();
  unknown.insert(unknown.end(), equations.accelerations.begin(), equations.accelerations.end());
  if (!has_exact_impact(study) || depends(graph, std::vector<Expr>{residual}, unknown)) return Answer::undecided;
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= draws::most_points && seen < TruthTest::states; ++seed) {
    ImpactState state(study, equations, seed);
    const std::optional<Residue> value = state.solve() ? state.value(residual) : std::nullopt;
    if (!value) continue;
    if (!value->is_zero()) return Answer::no;
    ++seen;
  }
  return seen == TruthTest::states ? Answer::yes : Answer::undecided;
}

} // namespace claims
} // namespace dalembert
