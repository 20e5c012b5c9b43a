#include <dalembert/derivation/regular_equations.h>
#include <dalembert/derivation/vanishing_constraints.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace dalembert {
inline namespace derivation {

namespace {

/// What expressions of a system are measured in, as far as their form tells.
class Measures {
public:
  explicit Measures(const System& system) : graph_(*system.graph) {
    for (const Coordinate& c : system.coordinates) {
      known_.emplace_back(c.position, c.measure);
      known_.emplace_back(c.rate, rate_of(c.measure));
      has_units_ = has_units_ || c.measure.dimension;
    }
    for (const Parameter& p : system.parameters)
      known_.emplace_back(p.symbol, p.measure);
    known_.emplace_back(system.time, Measure{Dimension::time()});
  }

  /// Without dimension in a model without units.
  [[nodiscard]] std::optional<Measure> of(Expr e) const {
    if (!has_units_) return Measure{};
    switch (graph_.kind(e)) {
    case NodeKind::number:
    case NodeKind::pi:
      return Measure{Dimension{}};
    case NodeKind::symbol: {
      const auto found = std::ranges::find(known_, e, &std::pair<Expr, Measure>::first);
      return found == known_.end() ? std::nullopt : std::optional(found->second);
    }
    case NodeKind::sum:
      return of_sum(e);
    case NodeKind::product:
      return of_product(e);
    case NodeKind::function:
      return of_function(e);
    default:
      return std::nullopt;
    }
  }

private:
  /// The last term: numbers, which may stand for zeros of any unit, come first.
  [[nodiscard]] std::optional<Measure> of_sum(Expr e) const { return of(graph_.terms(e).back().expr); }

  [[nodiscard]] std::optional<Measure> of_product(Expr e) const {
    Measure out{Dimension{}};
    for (const Factor& f : graph_.factors(e)) {
      const std::optional<Measure> base = of(f.base);
      const Rational& exponent = graph_.value(f.exponent);
      const std::optional<std::int64_t> numerator = exponent.numerator().as_integer();
      const std::optional<std::int64_t> denominator = exponent.denominator().as_integer();
      if (!base || !base->dimension || !numerator || !denominator) return std::nullopt;
      out = out * Measure{base->dimension->pow(reduced(*numerator, *denominator))};
    }
    return out;
  }

  [[nodiscard]] std::optional<Measure> of_function(Expr e) const {
    switch (graph_.function(e)) {
    case Function::abs:
    case Function::min:
    case Function::max:
    case Function::fmod:
      return of(graph_.args(e)[0]);
    case Function::pow:
      return std::nullopt;
    default:
      return Measure{Dimension{}};
    }
  }

  const Graph& graph_;
  std::vector<std::pair<Expr, Measure>> known_;
  bool has_units_ = false;
};

/// True where the rates stand in it as in a row A·v + b, or not at all.
bool is_affine(Graph& graph, Expr value, const std::vector<Expr>& rates) {
  return !depends(graph, gradient(graph, value, rates), rates);
}

/// The row that an equation is; nothing where its measure is not known, or rates stand in it that A·v + b has not.
std::optional<Constraint> row_of_equation(const System& system, const Constraint& written, Expr value,
                                          const std::string& text) {
  Graph& graph = *system.graph;
  const std::vector<Expr> rates = system.rates();
  const std::optional<Measure> measure = Measures(system).of(value);
  if (!measure || !is_affine(graph, value, rates)) return std::nullopt;
  Constraint out = written;
  out.residual = value;
  out.kind = depends(graph, value, rates) ? ConstraintKind::velocity : ConstraintKind::holonomic;
  out.chetaev = false;
  out.text = text;
  out.measure = *measure;
  if (written.multiplier_measure.dimension && measure->dimension) {
    const bool is_rate = out.kind == ConstraintKind::velocity;
    const Dimension divisor = is_rate ? *measure->dimension * Dimension::time() : *measure->dimension;
    out.multiplier_measure = Measure{Dimension::energy() / divisor, false, true};
  }
  return out;
}

/// The rows that stand for a constraint; none where it is regular, or the place of an equation is not known.
std::vector<Constraint> rows_in_place_of(const System& system, const Constraint& written,
                                         ReplacedConstraint& replaced) {
  std::vector<Expr> moving = system.positions();
  moving.push_back(system.time);
  const std::vector<Expr> rates = system.rates();
  if (written.kind == ConstraintKind::velocity) moving.insert(moving.end(), rates.begin(), rates.end());
  const auto found = regular_equations(*system.graph, written.residual, moving);
  std::vector<Constraint> out;
  if (!found) return out;
  for (const RegularEquation& equation : *found) {
    std::optional<Constraint> row = row_of_equation(system, written, equation.value, equation.text);
    if (!row) return {};
    // A number that is never 0, or an equation of the time alone, is said elsewhere of the row as it is written.
    if (!depends(*system.graph, row->residual, system.positions()) && row->kind == ConstraintKind::holonomic) return {};
    out.push_back(std::move(*row));
    replaced.taken.push_back(equation.text);
    replaced.shorter.push_back(equation.turn.value_or(equation.text));
  }
  return out;
}

} // namespace

std::vector<ReplacedConstraint> replace_vanishing_constraints(System& system, std::size_t count, bool may_add) {
  std::vector<ReplacedConstraint> out;
  std::vector<Constraint> further;
  for (std::size_t k = 0; k < count; ++k) {
    Constraint& written = system.constraints[k];
    ReplacedConstraint replaced{k, written.text, {}, {}};
    std::vector<Constraint> rows = rows_in_place_of(system, written, replaced);
    if (rows.empty() || (rows.size() > 1 && !may_add)) continue;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      rows[i].name = fmt::format("{}.{}", written.name, i + 1);
      rows[i].multiplier = system.graph->symbol("lambda." + rows[i].name);
      const int place = static_cast<int>(system.constraints.size() + further.size());
      for (Reaction& reaction : system.reactions)
        if (std::ranges::find(reaction.of, static_cast<int>(k)) != reaction.of.end()) {
          reaction.of.push_back(place);
          reaction.of_spans.push_back(written.span);
        }
      further.push_back(std::move(rows[i]));
    }
    written = std::move(rows.front());
    out.push_back(std::move(replaced));
  }
  for (Constraint& row : further)
    system.constraints.push_back(std::move(row));
  return out;
}

Diagnostic explain_replaced(const System& system, const ReplacedConstraint& replaced, std::size_t others) {
  const Constraint& row = system.constraints[replaced.constraint];
  const auto quoted = [](const std::vector<std::string>& equations) {
    std::vector<std::string> out;
    out.reserve(equations.size());
    for (const std::string& e : equations)
      out.push_back(fmt::format("`{}`", e));
    return fmt::format("{}", fmt::join(out, ", "));
  };
  Diagnostic out;
  out.code = "W0308";
  out.severity = Severity::warning;
  out.span = row.span;
  const std::string more =
      others > 0 ? fmt::format(", and {} more of its statement, have", others) : std::string(", has");
  out.message = fmt::format("the row of constraint {}, `{}`{} no direction: its derivatives are 0, or do not exist, "
                            "wherever it holds",
                            row.name, replaced.written, more);
  const bool is_one = replaced.taken.size() == 1;
  out.note = fmt::format("as written it could exert no force; it is taken as {}, which {} the same positions",
                         quoted(replaced.taken), is_one ? "has" : "together have");
  if (row.kind == ConstraintKind::velocity) out.note.replace(out.note.rfind("positions"), 9, "rates");
  out.help = fmt::format("write {}{}", quoted(replaced.shorter),
                         is_one ? ", which says the same" : ", each a constraint: together they say the same");
  return out;
}

} // namespace derivation
} // namespace dalembert
