#include <dalembert/derivation/derive.h>
#include <dalembert/derivation/hidden_constraints.h>
#include <dalembert/derivation/inertia_directions.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/derivation/regular_equations.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/mechanics/hidden_constraint.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace dalembert {
inline namespace derivation {

namespace {

/// True where a value has a kink or a jump, or comes from a table.
bool is_rough(const Graph& graph, Expr value) {
  return std::ranges::any_of(reachable(graph, std::vector<Expr>{value}), [&graph](Expr e) {
    if (graph.kind(e) == NodeKind::select) return true;
    if (graph.kind(e) == NodeKind::unknown) return graph.table(graph.unknown_id(e)) != nullptr;
    if (graph.kind(e) != NodeKind::function) return false;
    switch (graph.function(e)) {
    case Function::abs:
    case Function::sign:
    case Function::heaviside:
    case Function::floor:
    case Function::ceil:
    case Function::round:
    case Function::trunc:
    case Function::min:
    case Function::max:
    case Function::fmod:
      return true;
    default:
      return false;
    }
  });
}

class HiddenRows {
public:
  HiddenRows(const System& system, const Equations& equations)
      : system_(system), equations_(equations), graph_(*system.graph) {}

  HiddenConstraints find() {
    std::vector<Direction> directions = directions_without_inertia(equations_);
    HiddenConstraints out;
    for (const Direction& d : directions) {
      std::optional<Constraint> row = row_of(d);
      if (!row) return {};
      out.rows.push_back(std::move(*row));
    }
    if (directions.empty()) return out;
    take_gauges(out.rows, directions, out.diagnostics);
    distinguish(out.rows);
    const bool is_affine = std::ranges::all_of(out.rows, [this](const Constraint& row) { return is_linear(row); });
    if (is_affine && determine_all(out.rows, directions)) return out;
    out.diagnostics.clear();
    for (std::size_t k = 0; k < directions.size(); ++k)
      if (std::optional<Diagnostic> why = why_not(out.rows[k], directions)) out.diagnostics.push_back(std::move(*why));
    if (out.diagnostics.empty()) out.diagnostics.push_back(not_continued(out.rows));
    out.rows.clear();
    return out;
  }

  /// What is to be written for those that are found.
  [[nodiscard]] std::vector<Diagnostic> as_advice(const std::vector<Expr>& acting) {
    std::vector<Diagnostic> out;
    const std::vector<Direction> directions = directions_without_inertia(equations_);
    for (const Direction& d : directions)
      if (const std::optional<Constraint> row = row_of(d); row && !graph_.is_zero(row->residual))
        out.push_back(advice(*row, d, acting));
    return out;
  }

private:
  [[nodiscard]] Diagnostic advice(const Constraint& row, const Direction& d, const std::vector<Expr>& acting) {
    const std::string name = system_.coordinates[moved(d).front()].name;
    const bool is_acted_on = std::ranges::any_of(acting, [&](Expr e) {
      const Expr by_position = along(d, gradient(graph_, e, system_.positions()));
      const Expr by_rate = along(d, gradient(graph_, e, system_.rates()));
      return !is_zero(graph_, by_position) || !is_zero(graph_, by_rate);
    });
    Diagnostic out;
    out.code = "W0307";
    out.severity = Severity::warning;
    out.span = row.span;
    out.message = fmt::format("{} has no inertia, and its equation `{}` is not joined to the constraints beside "
                              "contacts, frictions and constraints that come and go",
                              name, row.text);
    if (is_acted_on) {
      out.note = fmt::format("they act on {}: its equation changes with them", name);
      out.help = fmt::format("give {} a small mass in `kinetic`", name);
    } else if (!is_linear(row)) {
      out.help = fmt::format("give {} a small mass in `kinetic`: this equation is not linear in the rates", name);
    } else {
      out.help = fmt::format("write `constraint {}: {}`: its multiplier is 0", unused_name(), row.text);
    }
    return out;
  }

  /// `node`, or with a number behind it.
  [[nodiscard]] std::string unused_name() const {
    const auto is_used = [this](const std::string& name) {
      return std::ranges::any_of(system_.constraints, [&](const Constraint& c) { return c.name == name; }) ||
             std::ranges::any_of(system_.coordinates, [&](const Coordinate& c) { return c.name == name; }) ||
             std::ranges::any_of(system_.parameters, [&](const Parameter& p) { return p.name == name; });
    };
    std::string out = "node";
    for (int i = 2; is_used(out); ++i)
      out = fmt::format("node{}", i);
    return out;
  }

  [[nodiscard]] Expr along(const Direction& d, const std::vector<Expr>& values) const {
    Expr sum = graph_.zero();
    for (std::size_t i = 0; i < d.size(); ++i)
      sum = graph_.add(sum, graph_.mul(d[i], values[i]));
    return sum;
  }

  /// The coordinates that move along d.
  [[nodiscard]] std::vector<std::size_t> moved(const Direction& d) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < d.size(); ++i)
      if (!graph_.is_zero(d[i])) out.push_back(i);
    return out;
  }

  /// The value without rates that it does not depend on.
  [[nodiscard]] Expr without_idle_rates(Expr value) const {
    const std::vector<Expr> rates = system_.rates();
    const std::vector<Expr> slopes = gradient(graph_, value, rates);
    std::vector<Replacement> idle;
    for (std::size_t i = 0; i < rates.size(); ++i)
      if (!graph_.is_zero(slopes[i]) && is_zero(graph_, slopes[i])) idle.push_back({rates[i], graph_.zero()});
    return idle.empty() ? value : substitute(graph_, value, idle);
  }

  /// False of a row of first order in which the rates do not stand as in A·v + b.
  [[nodiscard]] bool is_linear(const Constraint& row) const {
    const std::vector<Expr> rates = system_.rates();
    return std::ranges::all_of(gradient(graph_, row.residual, rates), [&](Expr slope) {
      return !depends(graph_, slope, rates) || !depends(graph_, without_idle_rates(slope), rates);
    });
  }

  /// `y`; `a-b+c`, where all factors are 1 or −1; else `a:b`.
  [[nodiscard]] std::string name_of(const Direction& d) const {
    std::string signed_names;
    std::string names;
    bool is_simple = true;
    Expr lead = graph_.zero();
    for (const std::size_t i : moved(d)) {
      const std::string& name = system_.coordinates[i].name;
      if (names.empty()) lead = d[i];
      const bool is_same = d[i] == lead;
      is_simple = is_simple && (is_same || d[i] == graph_.neg(lead));
      signed_names += (names.empty() ? "" : is_same ? "+" : "-") + name;
      names += (names.empty() ? "" : ":") + name;
    }
    return is_simple ? signed_names : names;
  }

  /// The coordinate at whose name the row stands.
  [[nodiscard]] std::size_t place_of_row(const Constraint& row) const {
    const auto found = std::ranges::find(system_.coordinates, row.span, &Coordinate::span);
    return found == system_.coordinates.end() ? 0 : static_cast<std::size_t>(found - system_.coordinates.begin());
  }

  /// Gives each row a name of its own.
  static void distinguish(std::vector<Constraint>& rows) {
    for (std::size_t k = 1; k < rows.size(); ++k) {
      const auto end = rows.begin() + static_cast<std::ptrdiff_t>(k);
      const std::string name = rows[k].name;
      for (int i = 2;
           std::find_if(rows.begin(), end, [&](const Constraint& other) { return other.name == rows[k].name; }) != end;
           ++i)
        rows[k].name = fmt::format("{}.{}", name, i);
    }
  }

  /// Takes off the directions without an equation, and says of each that it is a gauge. Where the equations of two
  /// directions differ by a factor that no motion changes, one of these is a combination.
  void take_gauges(std::vector<Constraint>& rows, std::vector<Direction>& directions,
                   std::vector<Diagnostic>& found) const {
    for (std::size_t k = 1; k < rows.size(); ++k)
      for (std::size_t i = 0; i < k && !graph_.is_zero(rows[k].residual); ++i)
        if (const std::optional<Expr> ratio = constant_ratio(rows[k].residual, rows[i].residual)) {
          for (std::size_t c = 0; c < directions[k].size(); ++c)
            directions[k][c] = simplest(graph_, graph_.sub(directions[k][c], graph_.mul(*ratio, directions[i][c])));
          rows[k].residual = graph_.zero();
        }
    for (std::size_t k = rows.size(); k-- > 0;) {
      if (!graph_.is_zero(rows[k].residual)) continue;
      found.insert(found.begin(), gauge(directions[k]));
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(k));
      directions.erase(directions.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }

  /// a/b, where it depends on parameters alone.
  [[nodiscard]] std::optional<Expr> constant_ratio(Expr a, Expr b) const {
    if (graph_.is_zero(b)) return std::nullopt;
    std::vector<Expr> moving = system_.positions();
    const std::vector<Expr> rates = system_.rates();
    moving.insert(moving.end(), rates.begin(), rates.end());
    moving.push_back(system_.time);
    const std::vector<Expr> of_a = gradient(graph_, a, moving);
    const std::vector<Expr> of_b = gradient(graph_, b, moving);
    for (std::size_t i = 0; i < moving.size(); ++i) {
      const Expr wronskian = graph_.sub(graph_.mul(of_a[i], b), graph_.mul(a, of_b[i]));
      if (!graph_.is_zero(wronskian) && !is_zero(graph_, wronskian)) return std::nullopt;
    }
    for (std::size_t i = 0; i < moving.size(); ++i) // of slopes that are numbers: simpler
      if (!graph_.is_zero(of_b[i]) && !depends(graph_, of_a[i], moving) && !depends(graph_, of_b[i], moving))
        return simplest(graph_, graph_.div(of_a[i], of_b[i]));
    return simplest(graph_, graph_.div(a, b));
  }

  /// `a' = b'`, or `a' = 2*b'`: the rates along d.
  [[nodiscard]] Diagnostic gauge(const Direction& d) const;
  /// What is said where no single row says why.
  [[nodiscard]] Diagnostic not_continued(const std::vector<Constraint>& rows) const;

  /// Nothing where it has no derivatives.
  [[nodiscard]] std::optional<Constraint> row_of(const Direction& d) {
    Expr value = without_idle_rates(along(d, equations_.forcing));
    if (is_rough(graph_, value)) return std::nullopt;
    if (!graph_.is_zero(value) && is_zero(graph_, value)) value = graph_.zero();
    const Coordinate& first = system_.coordinates[moved(d).front()];
    Constraint out;
    out.name = std::string(hidden_prefix) + name_of(d);
    out.span = first.span;
    out.statement = first.span;
    out.residual = value;
    const bool has_rates = depends(graph_, value, system_.rates());
    out.kind = has_rates ? ConstraintKind::velocity : ConstraintKind::holonomic;
    out.measure = energy_like(first.measure) / first.measure;
    out.multiplier_measure = energy_like(first.measure) / out.measure;
    out.text = equation_text(value);
    return out;
  }

  [[nodiscard]] std::string equation_text(Expr value) const {
    constexpr std::size_t longest = 120;
    return text(graph_, value, longest) + " = 0";
  }

  /// The row of the accelerations that it is.
  [[nodiscard]] std::vector<Expr> gradient_of(const Constraint& row) const {
    const bool is_of_rates = row.kind == ConstraintKind::velocity;
    return gradient(graph_, row.residual, is_of_rates ? system_.rates() : system_.positions());
  }

  [[nodiscard]] bool determine_all(const std::vector<Constraint>& rows,
                                   const std::vector<Direction>& directions) const {
    GenericRows independent(graph_);
    for (const Constraint& row : rows) {
      const std::vector<Expr> a = gradient_of(row);
      std::vector<Expr> g;
      for (const Direction& d : directions)
        g.push_back(along(d, a));
      if (!independent.add(g)) return false;
    }
    return true;
  }

  /// Why a row determines none of what has no inertia; nothing where it does, or where L does not hold it at all.
  [[nodiscard]] std::optional<Diagnostic> why_not(const Constraint& row,
                                                  const std::vector<Direction>& directions) const;

  const System& system_;
  const Equations& equations_;
  Graph& graph_;
};

Diagnostic HiddenRows::gauge(const Direction& d) const {
  constexpr std::size_t longest = 60; // characters
  const std::vector<std::size_t> along_d = moved(d);
  const Coordinate& last = system_.coordinates[along_d.back()];
  std::string names;
  std::string rates;
  for (const std::size_t i : along_d) {
    const Coordinate& c = system_.coordinates[i];
    const bool is_last = i == along_d.back();
    names += (names.empty() ? "" : is_last ? " and " : ", ") + c.name;
    const std::string factor = graph_.is_one(d[i]) ? "f(t)" : fmt::format("({})*f(t)", text(graph_, d[i], longest));
    rates += fmt::format("{}{}' + {}", rates.empty() ? "" : ", ", c.name, factor);
  }
  Diagnostic out;
  out.code = "W0309";
  out.severity = Severity::warning;
  out.span = last.span;
  out.message = along_d.size() == 1 ? fmt::format("nothing in the model determines the motion of {}", names)
                                    : fmt::format("nothing in the model determines the common motion of {}", names);
  out.note = fmt::format("with any motion the rates {} give another one, for every f(t): a gauge freedom, which is no "
                         "degree of freedom",
                         rates);
  out.help = fmt::format("fix it: `constraint gauge: {}' = 0` chooses one of these motions, and its multiplier is 0",
                         last.name);
  return out;
}

Diagnostic HiddenRows::not_continued(const std::vector<Constraint>& rows) const {
  Diagnostic out;
  out.code = "W0307";
  out.severity = Severity::warning;
  out.span = rows.front().span;
  std::string texts;
  for (const Constraint& row : rows)
    texts += fmt::format("{}`{}`", texts.empty() ? "" : ", ", row.text);
  out.message =
      fmt::format("the equations without accelerations, {}, do not determine all coordinates without inertia", texts);
  out.note = "further conditions follow from their time derivatives: such models are not supported";
  out.help = "eliminate a coordinate that these equations determine, or write as a constraint what follows";
  return out;
}

std::optional<Diagnostic> HiddenRows::why_not(const Constraint& row, const std::vector<Direction>& directions) const {
  if (graph_.is_zero(row.residual)) return std::nullopt;
  const std::string equation = equation_of_hidden(row);
  const std::string name(parts_of_hidden(row));
  const bool is_single = equation == "Lagrange's equation of " + name;
  Diagnostic out;
  out.code = "W0307";
  out.severity = Severity::warning;
  out.span = row.span;
  const bool is_of_rates = row.kind == ConstraintKind::velocity;
  if (is_of_rates && !is_linear(row)) {
    out.message = fmt::format("{}, `{}`, is of first order and not linear in the rates", equation, row.text);
    out.note = "no acceleration stands in it, because the mass matrix is singular: such equations are not supported";
    out.help = fmt::format("give {} a small mass in `kinetic`", system_.coordinates[place_of_row(row)].name);
    return out;
  }
  const std::vector<Expr> a = gradient_of(row);
  for (const Direction& d : directions) {
    const Expr part = along(d, a);
    if (!graph_.is_zero(part) && !is_zero(graph_, part)) return std::nullopt;
  }
  out.message =
      fmt::format("{}, `{}`, does not determine {}", equation, row.text, is_single ? name : "what has no inertia");
  const bool holds_state = std::ranges::any_of(a, [this](Expr e) { return !graph_.is_zero(e); });
  if (!holds_state) {
    out.note = "it has no inertia, and the force on it does not depend on where it is: no motion satisfies this";
    out.help = fmt::format("give {} a mass in `kinetic`, or a spring in `potential`",
                           system_.coordinates[place_of_row(row)].name);
    return out;
  }
  std::vector<Expr> moving = system_.positions();
  moving.push_back(system_.time);
  if (const auto regular = regular_equations(graph_, row.residual, moving)) {
    out.note = fmt::format("it has no inertia, and its own equation holds where `{}`: there its force on the others "
                           "vanishes, too; such models are not supported",
                           regular->front().text);
    return out;
  }
  if (is_of_rates || !is_single) {
    out.note = "it is a condition on the other coordinates, and further conditions follow from its time derivative: a "
               "gauge freedom of a higher stage, or a coordinate that is a multiplier; such models are not supported";
    out.help = "eliminate a coordinate by this equation";
    return out;
  }
  out.note = fmt::format("it has no inertia, and its own equation is a constraint on the other coordinates; {} is the "
                         "multiplier of this constraint",
                         name);
  out.help = fmt::format("write `constraint c: {}` and leave {} out: its value is then lambda.c", row.text, name);
  return out;
}

} // namespace

int gauge_freedoms(const std::vector<Diagnostic>& found) {
  return static_cast<int>(std::ranges::count(found, "W0309", &Diagnostic::code));
}

std::vector<Diagnostic> unjoined_hidden_constraints(const System& system, const std::vector<Expr>& acting) {
  if (system.coordinates.empty() || !may_lack_inertia(system)) return {};
  try {
    System smooth = system;
    smooth.frictions.clear();
    const auto bare = std::make_shared<const System>(smooth.equations_only());
    return HiddenRows(*bare, derive(bare)).as_advice(acting);
  } catch (const std::domain_error&) { // it divides by an exact 0: said where the equations are asked for
    return {};
  }
}

HiddenConstraints hidden_constraints(const System& system) {
  if (system.coordinates.empty() || !system.frictions.empty() || !system.impacts.empty()) return {};
  if (!may_lack_inertia(system)) return {};
  try {
    const auto bare = std::make_shared<const System>(system.equations_only());
    return HiddenRows(system, derive(bare)).find();
  } catch (const std::domain_error&) { // it divides by an exact 0: said where the equations are asked for
    return {};
  }
}

} // namespace derivation
} // namespace dalembert
