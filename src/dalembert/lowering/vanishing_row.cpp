#include <dalembert/derivation/regular_equations.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/text.h>
#include <dalembert/lowering/sampled_zeros.h>
#include <dalembert/lowering/vanishing_power.h>
#include <dalembert/lowering/vanishing_row.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

constexpr double no_share = 1e-9;    ///< of the largest term: rounding
constexpr double half_digits = 1e-6; ///< what is left of a gradient at a state that a double root was found to

/// The equations that together are e = 0.
using Factored = std::vector<Expr>;

/// A term that is never of the other sign: where it vanishes one of `bases` does.
struct DefiniteTerm {
  int sign = 1;
  Factored bases; ///< none: it never vanishes
};

class ZeroSetReader {
public:
  ZeroSetReader(const System& system, const NumbersAt& at) : system_(system), graph_(*system.graph) {
    moving_ = system.positions();
    moving_.push_back(system.time);
    values_.push_back({system.time, at.time});
    for (std::size_t i = 0; i < system.coordinates.size(); ++i)
      values_.push_back({system.coordinates[i].position, at.positions[i]});
    for (std::size_t p = 0; p < system.parameters.size(); ++p)
      values_.push_back({system.parameters[p].symbol, at.parameters[p]});
  }

  /// Nothing where the derivatives of e do not all vanish where e does, as far as its form tells.
  [[nodiscard]] std::optional<Factored> parts_of(Expr e) {
    if (std::optional<Factored> of_power = parts_of_power(e)) return of_power;
    return parts_of_sum(e);
  }

  [[nodiscard]] double value(Expr e) const { return evaluate(graph_, e, values_); }
  /// Factors that were taken for numbers, since they are not 0 at the state, and may be so elsewhere.
  [[nodiscard]] const std::vector<Expr>& apart() const { return apart_; }
  /// Takes e for a number; false where it is 0 at the state.
  [[nodiscard]] bool set_apart(Expr e) {
    if (!(std::abs(value(e)) > half_digits)) return false;
    if (!is_never_zero(e) && std::ranges::find(apart_, e) == apart_.end()) apart_.push_back(e);
    return true;
  }
  [[nodiscard]] bool is_constant(Expr e) const { return !depends(graph_, e, moving_); }
  [[nodiscard]] std::vector<double> gradient_of(Expr e) const {
    return evaluate(graph_, gradient(graph_, e, system_.positions()), values_);
  }

private:
  /// As its form tells.
  [[nodiscard]] bool is_never_zero(Expr e) {
    std::vector<std::pair<double, Expr>> terms;
    flatten(e, 1.0, terms);
    int sign = 0;
    bool has_positive = false;
    for (const auto& [factor, expr] : terms) {
      const std::optional<DefiniteTerm> term = definite(expr);
      if (!term) return false;
      const int of_term = factor < 0.0 ? -term->sign : term->sign;
      if (sign != 0 && of_term != sign) return false;
      sign = of_term;
      has_positive = has_positive || term->bases.empty();
    }
    return has_positive;
  }

  [[nodiscard]] double value_at(Expr e, const std::vector<double>& positions) const {
    std::vector<Assignment> there = values_;
    for (std::size_t i = 0; i < positions.size(); ++i)
      there[1 + i].value = positions[i];
    return evaluate(graph_, e, there);
  }

  /// True where `other` is 0 near the state wherever e is, as places on e = 0 show; e has a gradient there.
  [[nodiscard]] bool vanishes_with(Expr e, Expr other) const {
    constexpr int most_steps = 30;
    const std::vector<Expr> slopes = gradient(graph_, e, system_.positions());
    for (const double away : {0.011, -0.017, 0.023}) {
      std::vector<double> at;
      for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
        at.push_back(values_[1 + i].value + away * std::sin(1.0 + 1.7 * static_cast<double>(i)));
      for (int k = 0; k < most_steps; ++k) {
        std::vector<double> slope;
        double length = 0.0;
        for (const Expr s : slopes) {
          slope.push_back(value_at(s, at));
          length += slope.back() * slope.back();
        }
        if (!(length > half_digits * half_digits)) return false;
        const double step = value_at(e, at) / length;
        for (std::size_t i = 0; i < at.size(); ++i)
          at[i] -= step * slope[i];
      }
      if (!(std::abs(value_at(e, at)) <= no_share) || !(std::abs(value_at(other, at)) <= no_share)) return false;
    }
    return true;
  }

  /// Of factors that are all 0 at the state: the one on whose zeros the others vanish, too.
  [[nodiscard]] std::optional<Factored> common_factor(const std::vector<Factor>& factors) {
    const auto is_regular = [this](const Factor& f) {
      const std::vector<double> slope = gradient_of(f.base);
      return std::ranges::any_of(slope, [](double x) { return std::abs(x) > half_digits; });
    };
    const auto first = std::ranges::find_if(factors, is_regular);
    if (first == factors.end()) return std::nullopt;
    for (const Factor& f : factors)
      if (!(f.base == first->base) && !vanishes_with(first->base, f.base)) return std::nullopt;
    return Factored{first->base};
  }

  /// The parts of a factor that vanishes: those of a definite one, else the factor.
  [[nodiscard]] Factored resolved(Expr base) {
    std::optional<Factored> inner = parts_of(base);
    return inner ? std::move(*inner) : Factored{base};
  }

  /// Powers above 1, roots, and constants times these.
  [[nodiscard]] std::optional<Factored> parts_of_power(Expr e) {
    const Term term = graph_.as_term(e);
    if (graph_.kind(term.expr) != NodeKind::product) return std::nullopt;
    const std::span<const Factor> stored = graph_.factors(term.expr);
    const std::vector<Factor> factors(stored.begin(), stored.end());
    std::vector<Factor> vanishing;
    std::size_t moving = 0;
    for (const Factor& f : factors) {
      if (is_constant(f.base)) continue;
      ++moving;
      if (!(std::abs(value(f.base)) > half_digits)) vanishing.push_back(f);
    }
    if (moving == 1 && vanishing.empty()) return std::nullopt;
    if (vanishing.empty() ||
        std::ranges::any_of(vanishing, [this](const Factor& f) { return graph_.approximate(f.exponent) < 0.0; }))
      return std::nullopt;
    for (const Factor& f : factors)
      if (!is_constant(f.base) && std::abs(value(f.base)) > half_digits && !set_apart(f.base)) return std::nullopt;
    if (vanishing.size() > 1) return common_factor(vanishing);
    const std::optional<Factor> only = vanishing.front();
    const double exponent = graph_.approximate(only->exponent);
    if (exponent == 1.0) return parts_of(only->base);
    return exponent > 1.0 ? std::optional(resolved(only->base)) : parts_of(only->base);
  }

  [[nodiscard]] std::optional<DefiniteTerm> definite(Expr e) {
    if (is_constant(e)) {
      const double number = value(e);
      if (!std::isfinite(number) || number == 0.0) return std::nullopt;
      return DefiniteTerm{number < 0.0 ? -1 : 1, {}};
    }
    if (graph_.kind(e) == NodeKind::product) return definite_product(e);
    if (graph_.kind(e) != NodeKind::function) return std::nullopt;
    const Function f = graph_.function(e);
    if (f == Function::exp || f == Function::cosh) return DefiniteTerm{1, {}};
    if (f == Function::abs) return DefiniteTerm{1, {graph_.args(e)[0]}};
    return std::nullopt;
  }

  [[nodiscard]] std::optional<DefiniteTerm> definite_product(Expr e) {
    const std::span<const Factor> stored = graph_.factors(e);
    const std::vector<Factor> factors(stored.begin(), stored.end());
    DefiniteTerm out;
    for (const Factor& f : factors) {
      const Rational& exponent = graph_.value(f.exponent);
      const std::optional<std::int64_t> whole = exponent.as_integer();
      const bool is_even = whole && *whole % 2 == 0;
      if (!is_constant(f.base) && (!whole || is_even)) { // a root is of a base that is not negative
        if (graph_.approximate(f.exponent) > 0.0) out.bases.push_back(f.base);
        continue;
      }
      const std::optional<DefiniteTerm> inner = definite(f.base);
      if (!inner) return std::nullopt;
      if (!is_even) out.sign *= inner->sign;
      out.bases.insert(out.bases.end(), inner->bases.begin(), inner->bases.end());
    }
    return out;
  }

  /// The summands of e, those of sums in it too: e = Σ factor · summand.
  void flatten(Expr e, double factor, std::vector<std::pair<double, Expr>>& out) const {
    if (graph_.kind(e) != NodeKind::sum) {
      out.emplace_back(factor, e);
      return;
    }
    for (const Term& t : graph_.terms(e)) // makes no nodes
      flatten(t.expr, factor * graph_.approximate(t.coefficient), out);
  }

  /// Sums of terms of one sign.
  [[nodiscard]] std::optional<Factored> parts_of_sum(Expr e) {
    std::vector<std::pair<double, Expr>> terms;
    flatten(e, 1.0, terms);
    if (terms.size() < 2) return std::nullopt;
    std::vector<Factored> bases;
    double rest = 0.0; // constants, of which 1 − cos u takes its share
    double size = 0.0;
    std::vector<std::pair<double, Expr>> cosines;
    int sign = 0;
    for (const auto& [factor, expr] : terms) {
      if (is_constant(expr)) {
        rest += factor * value(expr);
        size += std::abs(factor * value(expr));
        continue;
      }
      if (const std::optional<std::pair<double, Expr>> cosine = cosine_term(expr)) {
        cosines.emplace_back(factor * cosine->first, cosine->second);
        continue;
      }
      const std::optional<DefiniteTerm> term = definite(expr);
      if (!term || term->bases.empty()) return std::nullopt;
      const int of_term = factor < 0.0 ? -term->sign : term->sign;
      if (sign != 0 && of_term != sign) return std::nullopt;
      sign = of_term;
      bases.push_back(term->bases);
    }
    if (!take_cosines(cosines, rest, size, sign, bases)) return std::nullopt;
    if (bases.empty() || std::abs(rest) > no_share * size) return std::nullopt;
    return common_zeros(bases);
  }

  /// A constant times cos u: both.
  [[nodiscard]] std::optional<std::pair<double, Expr>> cosine_term(Expr e) const {
    double factor = 1.0;
    if (graph_.kind(e) == NodeKind::product) {
      std::optional<Expr> only;
      for (const Factor& f : graph_.factors(e)) {
        if (is_constant(f.base))
          factor *= std::pow(value(f.base), graph_.approximate(f.exponent));
        else if (only || !graph_.value(f.exponent).is_one())
          return std::nullopt;
        else
          only = f.base;
      }
      if (!only) return std::nullopt;
      e = *only;
    }
    if (graph_.kind(e) != NodeKind::function || graph_.function(e) != Function::cos) return std::nullopt;
    return std::pair(factor, graph_.args(e)[0]);
  }

  /// a cos u = s |a| (2 f² − 1) with f = cos u/2 or sin u/2, for the common sign s. False where none is possible.
  [[nodiscard]] bool take_cosines(const std::vector<std::pair<double, Expr>>& cosines, double& rest, double& size,
                                  int& sign, std::vector<Factored>& bases) {
    if (cosines.empty()) return true;
    if (rest == 0.0) return false;
    const int wanted = rest > 0.0 ? 1 : -1;
    if (sign != 0 && sign != wanted) return false;
    sign = wanted;
    for (const auto& [factor, angle] : cosines) {
      rest -= wanted * std::abs(factor);
      size += std::abs(factor);
      const Expr half = graph_.scale(Rational(1, 2), angle);
      if (factor * wanted > 0.0)
        bases.push_back({graph_.cos(half)});
      else // the angle itself, where it is not another turn
        bases.push_back({std::abs(value(angle)) < 1.0 ? angle : graph_.sin(half)});
    }
    return true;
  }

  /// Where all terms vanish: each with one base by that; one with several needs none that are not there already.
  [[nodiscard]] std::optional<Factored> common_zeros(const std::vector<Factored>& bases) {
    Factored out;
    const auto add = [&out](Expr e) {
      if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    };
    Factored alone;
    for (const Factored& term : bases)
      if (term.size() == 1) alone.push_back(term.front());
    for (const Factored& term : bases)
      if (term.size() > 1 &&
          std::ranges::none_of(term, [&alone](Expr b) { return std::ranges::find(alone, b) != alone.end(); }))
        return std::nullopt;
    for (const Expr base : alone)
      for (const Expr part : resolved(base))
        add(part);
    return out;
  }

  const System& system_;
  Graph& graph_;
  std::vector<Expr> moving_;
  std::vector<Assignment> values_; ///< of the time, the positions, the parameters
  std::vector<Expr> apart_;
};

using NumericRows = std::vector<std::vector<double>>;

/// Brings rows to reduced echelon form with the largest pivots; rows of rounding are dropped.
NumericRows echelon(NumericRows rows) {
  double largest = 0.0;
  for (const std::vector<double>& row : rows)
    for (const double x : row)
      largest = std::max(largest, std::abs(x));
  const std::size_t columns = rows.empty() ? 0 : rows.front().size();
  std::size_t done = 0;
  for (std::size_t c = 0; c < columns && done < rows.size(); ++c) {
    std::size_t pivot = done;
    for (std::size_t i = done; i < rows.size(); ++i)
      if (std::abs(rows[i][c]) > std::abs(rows[pivot][c])) pivot = i;
    if (std::abs(rows[pivot][c]) <= no_share * largest) continue;
    std::swap(rows[done], rows[pivot]);
    const double scale = rows[done][c];
    for (double& x : rows[done])
      x /= scale;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == done) continue;
      const double factor = rows[i][c];
      for (std::size_t j = 0; j < columns; ++j)
        rows[i][j] -= factor * rows[done][j];
    }
    ++done;
  }
  rows.resize(done);
  return rows;
}

/// True where no direction has a value of the other sign than the diagonal.
bool is_semidefinite(NumericRows h) {
  const std::size_t n = h.size();
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    if (std::abs(h[i][i]) > std::abs(largest)) largest = h[i][i];
  if (largest == 0.0) return false;
  const double least = no_share * std::abs(largest);
  std::vector<bool> is_open(n, true);
  for (std::size_t step = 0; step < n; ++step) {
    std::size_t pivot = n;
    for (std::size_t i = 0; i < n; ++i)
      if (is_open[i] && (pivot == n || std::abs(h[i][i]) > std::abs(h[pivot][pivot]))) pivot = i;
    const double p = h[pivot][pivot];
    if (std::abs(p) <= least) break;
    if (p * largest < 0.0) return false;
    is_open[pivot] = false;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (is_open[i] && is_open[j]) h[i][j] -= h[i][pivot] * h[pivot][j] / p;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (is_open[i] && is_open[j] && std::abs(h[i][j]) > least) return false;
  return true;
}

/// `x - 2*y = 3`
std::string linear_equation(const System& system, const std::vector<double>& row, double right) {
  std::string out;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (std::abs(row[i]) <= no_share) continue;
    const double size = std::abs(row[i]);
    const std::string factor = std::abs(size - 1.0) <= no_share ? "" : fmt::format("{:.6g}*", size);
    out +=
        (row[i] < 0.0 ? (out.empty() ? "-" : " - ") : (out.empty() ? "" : " + ")) + factor + system.coordinates[i].name;
  }
  const double shown = std::abs(right) <= half_digits ? 0.0 : right;
  return fmt::format("{} = {:.6g}", out, shown);
}

/// The rows of a quadratic form ½ (q − q₀)ᵀH(q − q₀) that is semidefinite: H (q − q₀) = 0.
std::optional<RegularRows> rows_of_form(const System& system, Expr residual, const ZeroSetReader& reader,
                                        const NumbersAt& at) {
  constexpr std::size_t most = 12; // coordinates of one row
  Graph& graph = *system.graph;
  if (depends(graph, residual, std::vector<Expr>{system.time})) return std::nullopt; // q₀ moves
  const std::vector<Expr> positions = system.positions();
  const std::vector<Expr> slopes = gradient(graph, residual, positions);
  if (std::ranges::count_if(slopes, [&graph](Expr e) { return !graph.is_zero(e); }) > static_cast<std::ptrdiff_t>(most))
    return std::nullopt;
  std::vector<Expr> moving = positions;
  moving.push_back(system.time);
  NumericRows hessian;
  double largest = 0.0;
  for (const Expr slope : slopes) {
    const std::vector<Expr> bends = gradient(graph, slope, positions);
    if (depends(graph, bends, moving)) return std::nullopt;
    std::vector<double>& row = hessian.emplace_back();
    for (const Expr bend : bends) {
      row.push_back(reader.value(bend));
      largest = std::max(largest, std::abs(row.back()));
    }
  }
  for (const double slope : reader.gradient_of(residual))
    if (!(std::abs(slope) <= half_digits * largest)) return std::nullopt; // the row does not vanish here
  if (!is_semidefinite(hessian)) return std::nullopt;
  RegularRows out;
  out.gradients = echelon(std::move(hessian));
  for (const std::vector<double>& row : out.gradients) {
    double right = 0.0;
    for (std::size_t i = 0; i < row.size(); ++i)
      right += row[i] * at.positions[i];
    out.texts.push_back(linear_equation(system, row, right));
  }
  return out;
}

/// The row of a power that is written expanded, and of products with factors that are not 0 at the state.
std::optional<RegularRows> rows_of_power(const System& system, Expr residual, ZeroSetReader& reader) {
  const Graph& graph = *system.graph;
  std::optional<Polynomial> left = Polynomial::of(
      graph, residual, {[&](Expr e) { return reader.is_constant(e); }, [&](Expr e) { return reader.value(e); }});
  if (!left) return std::nullopt;
  const Polynomial::Exponents common = left->take_out_common();
  for (std::size_t i = 0; i < common.size(); ++i)
    if (common[i] > 0 && !reader.set_apart(left->atoms()[i])) return std::nullopt;
  bool is_power = false;
  for (bool is_found = true; is_found && left->is_sum();) {
    is_found = false;
    for (const int k : {2, 3, 5})
      if (std::optional<Polynomial> root = left->root(k)) {
        left = std::move(root);
        is_found = true;
        is_power = true;
        break;
      }
  }
  if (!is_power) return std::nullopt;
  std::vector<double> values;
  NumericRows slopes;
  for (const Expr atom : left->atoms()) {
    values.push_back(reader.value(atom));
    slopes.push_back(reader.gradient_of(atom));
  }
  RegularRows out{{left->equation(graph)}, {left->slope(values, slopes)}};
  const std::vector<double>& slope = out.gradients.front();
  if (!(std::abs(left->value(values)) <= half_digits)) return std::nullopt; // another factor holds there
  if (std::ranges::none_of(slope, [](double x) { return std::abs(x) > half_digits; })) return std::nullopt;
  return out;
}

/// As the form of the row has it.
std::optional<RegularRows> rows_of_parts(const System& system, Expr residual, ZeroSetReader& reader) {
  constexpr std::size_t longest = 120; // characters
  const std::optional<Factored> parts = reader.parts_of(residual);
  if (!parts) return std::nullopt;
  RegularRows out;
  for (const Expr part : *parts) {
    std::vector<double> slope = reader.gradient_of(part);
    if (!std::ranges::all_of(slope, [](double x) { return std::isfinite(x); })) return std::nullopt;
    out.texts.push_back(text(*system.graph, part, longest) + " = 0");
    out.gradients.push_back(std::move(slope));
  }
  return out;
}

/// By the equations that have the same solutions at every state.
std::optional<RegularRows> rows_of_equations(const System& system, Expr residual, const ZeroSetReader& reader) {
  std::vector<Expr> moving = system.positions();
  moving.push_back(system.time);
  const auto equations = regular_equations(*system.graph, residual, moving);
  if (!equations) return std::nullopt;
  RegularRows out;
  for (const RegularEquation& equation : *equations) {
    std::vector<double> slope = reader.gradient_of(equation.value);
    if (!std::ranges::all_of(slope, [](double x) { return std::isfinite(x); })) return std::nullopt;
    out.texts.push_back(equation.turn.value_or(equation.text));
    out.gradients.push_back(std::move(slope));
  }
  return out;
}

} // namespace

std::optional<RegularRows> regular_rows(const System& system, std::size_t constraint, const NumbersAt& at) {
  const Constraint& row = system.constraints.at(constraint);
  if (row.kind != ConstraintKind::holonomic) return std::nullopt;
  constexpr std::size_t longest = 60; // characters
  const auto read = [&](auto rows_of) {
    ZeroSetReader reader(system, at);
    std::optional<RegularRows> out = rows_of(reader);
    for (std::size_t i = 0; out && i < reader.apart().size(); ++i)
      out->apart.push_back(text(*system.graph, reader.apart()[i], longest));
    return out;
  };
  try {
    if (auto out = read([&](ZeroSetReader& reader) { return rows_of_equations(system, row.residual, reader); }))
      return out;
    if (auto out = read([&](ZeroSetReader& reader) { return rows_of_parts(system, row.residual, reader); })) return out;
    if (auto out = read([&](ZeroSetReader& reader) { return rows_of_form(system, row.residual, reader, at); }))
      return out;
    if (auto out = read([&](ZeroSetReader& reader) { return rows_of_power(system, row.residual, reader); })) return out;
    if (auto normals = normals_of_vanishing(system, constraint, at)) return RegularRows{{}, std::move(*normals)};
    return std::nullopt;
  } catch (const std::domain_error&) { // it divides by an exact 0
    return std::nullopt;
  } catch (const std::invalid_argument&) { // a function without definition
    return std::nullopt;
  }
}

} // namespace lowering
} // namespace dalembert
