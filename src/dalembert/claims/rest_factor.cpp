// Claims at states of rest that are a factor of an equation of motion, or a sum of these.
#include <dalembert/claims/monomial_quotient.h>
#include <dalembert/claims/rest.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/exact/modular_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace claims {

namespace {

constexpr std::size_t most_eliminated = 2; ///< multipliers

class RestFactor {
public:
  RestFactor(CorrectionSearch& search, const Rest& rest)
      : search_(search),
        motion_(search.motion()),
        graph_(search.graph()),
        still_(conditions_of(motion_.system(), rest)) {
    const System& system = motion_.system();
    for (const std::size_t i : rest.still)
      at_rest_.push_back({system.coordinates[i].rate, graph_.zero()});
    for (const Coordinate& q : system.coordinates)
      at_rest_.push_back({q.acceleration, graph_.zero()});
    for (const std::size_t i : rest.zero)
      at_rest_.push_back({system.coordinates[i].position, graph_.zero()});
    solve_rows();
  }

  std::optional<Exclusions> run() {
    const auto claim = terms_at_rest(search_.residual());
    if (!claim || claim->empty()) return std::nullopt;
    std::optional<Exclusions> best;
    for (const Expr each : equations_at_rest()) {
      const auto equation = without_bars(terms(each));
      if (!equation || equation->empty() || !can_vanish(*equation)) continue;
      const auto factor = quotient(*equation, *claim);
      if (!factor || divides(*factor) || is_ruled_out(*claim, *factor)) continue;
      Exclusions found = exclusions(*factor);
      if (!best || found.size() < best->size()) best = std::move(found);
    }
    const bool has_exception = !best || !best->empty();
    if (has_exception && can_vanish(*claim) && is_sum_of_equations()) return Exclusions();
    return best;
  }

private:
  /// The equations of motion at rest without multipliers: as they are, or with these eliminated, eq_i·A_j − eq_j·A_i.
  std::vector<Expr> equations_at_rest() {
    std::vector<Expr> out;
    std::vector<Expr> with_multipliers;
    const std::vector<Expr> multipliers = motion_.system().multipliers();
    for (std::size_t i = 0; i < motion_.equations().residual.size(); ++i) {
      if (!search_.about().coordinates[i]) continue;
      if (const std::optional<Expr> left = substituted(motion_.equations().residual[i]))
        (depends(graph_, *left, multipliers) ? with_multipliers : out).push_back(*left);
    }
    for (const std::optional<Expr>& left : without_multipliers(with_multipliers))
      if (left) out.push_back(*left);
    return out;
  }

  /// The determinants of the coefficients of the multipliers and what is left without them, over sets of as many
  /// equations as it takes.
  std::vector<std::optional<Expr>> without_multipliers(const std::vector<Expr>& equations) {
    constexpr std::size_t most_sets = 30;
    const std::vector<Expr> held = multipliers_in(equations);
    const std::size_t size = held.size() + 1;
    if (held.empty() || held.size() > most_eliminated || equations.size() < size) return {};
    std::vector<Replacement> none;
    for (const Expr multiplier : held)
      none.push_back({multiplier, graph_.zero()});
    ExprMatrix matrix(static_cast<int>(size), static_cast<int>(equations.size()), graph_.zero());
    for (std::size_t i = 0; i < equations.size(); ++i) {
      std::vector<Expr> column = gradient(graph_, equations[i], held);
      const std::optional<Expr> rest = substitute_if_defined(equations[i], none);
      if (!rest) return {};
      column.push_back(*rest);
      for (std::size_t k = 0; k < size; ++k)
        matrix.at(static_cast<int>(k), static_cast<int>(i)) = column[k];
    }
    std::vector<bool> taken(equations.size(), false);
    std::fill_n(taken.begin(), size, true);
    std::vector<std::vector<int>> choices;
    do {
      std::vector<int>& chosen = choices.emplace_back();
      for (std::size_t i = 0; i < taken.size(); ++i)
        if (taken[i]) chosen.push_back(static_cast<int>(i));
    } while (choices.size() < most_sets && std::prev_permutation(taken.begin(), taken.end()));
    return minors(graph_, matrix, choices);
  }

  [[nodiscard]] std::vector<Expr> multipliers_in(const std::vector<Expr>& equations) const {
    std::vector<Expr> out;
    for (const Expr multiplier : motion_.system().multipliers())
      if (depends(graph_, equations, std::vector<Expr>{multiplier})) out.push_back(multiplier);
    return out;
  }

  /// True where left − right is, at rest, a sum of equations of motion with coefficients in the parameters alone: k·x −
  /// F of k·x − K·(y − x) and K·(y − x) − F. Looked at with the same parameters at more states than there are
  /// equations. Offsets on the equations make the multipliers independent of the positions there.
  [[nodiscard]] bool is_sum_of_equations() {
    constexpr std::size_t spare = 3;
    std::vector<Expr> roots;
    for (const Expr e : motion_.equations().residual)
      if (const std::optional<Expr> left = substituted(e); left && !graph_.is_zero(*left)) roots.push_back(*left);
    const std::optional<Expr> claim = substituted(search_.residual());
    if (!claim || roots.size() < 2 || motion_.branches() > 1) return false;
    std::vector<bool> imposed;
    for (const Fact& fact : motion_.facts())
      imposed.push_back(fact.level != FactLevel::equation);
    const std::vector<RelaxedMotion::Condition> conditions = with_fixed_parameters();
    std::vector<Residue> matrix;
    std::vector<Residue> right;
    for (std::uint64_t seed = 1; right.size() < roots.size() + spare; ++seed) {
      if (seed > 3 * (roots.size() + spare)) return false;
      auto state = motion_.draw(seed, 0, imposed, false, conditions);
      const std::optional<Residue> wanted = state ? state->value(*claim) : std::nullopt;
      if (!wanted) continue;
      std::vector<Residue> values;
      for (const Expr root : roots)
        if (const std::optional<Residue> value = state->value(root)) values.push_back(*value);
      if (values.size() < roots.size()) continue;
      matrix.insert(matrix.end(), values.begin(), values.end());
      right.push_back(*wanted);
    }
    const bool is_empty = std::ranges::all_of(right, [](Residue value) { return value.is_zero(); });
    const auto is_sum = [&](const std::vector<Residue>& of) {
      return solve_modular(matrix, of, roots.size(), [](std::size_t) { return Residue(); }).has_value();
    };
    // A sum that is a number other than 0 says that there is no such rest.
    return !is_empty && is_sum(right) && !is_sum(std::vector<Residue>(right.size(), Residue(1)));
  }

  [[nodiscard]] std::vector<RelaxedMotion::Condition> with_fixed_parameters() const {
    std::vector<RelaxedMotion::Condition> out = still_;
    std::uint64_t value = 0x9e3779b97f4a7c15; // some numbers without a pattern
    for (const Parameter& p : motion_.system().parameters) {
      value = value * 0xd1342543de82ef95 + 1;
      if (!motion_.is_solved_for(p.symbol)) out.push_back({p.symbol, std::nullopt, false, Residue(value >> 8)});
    }
    return out;
  }

  /// Rates that a row fixes while the others are 0: φ̇ = w.
  void solve_rows() {
    const std::vector<Expr> rates = motion_.system().rates();
    for (const Expr row : motion_.equations().constraint_rates) {
      const std::optional<Expr> left = substituted(row);
      if (!left) continue;
      std::vector<Expr> held = free_symbols(graph_, *left);
      std::erase_if(held, [&rates](Expr e) { return std::ranges::find(rates, e) == rates.end(); });
      if (held.size() != 1) continue;
      const Expr slope = gradient(graph_, *left, held).front();
      const std::optional<Expr> rest = substitute_if_defined(*left, {{held.front(), graph_.zero()}});
      if (rest && !depends(graph_, slope, rates))
        at_rest_.push_back({held.front(), graph_.neg(graph_.div(*rest, slope))});
    }
  }

  std::optional<Expr> substitute_if_defined(Expr e, const std::vector<Replacement>& by) {
    try {
      return substitute(graph_, e, by);
    } catch (const std::domain_error&) {
      return std::nullopt;
    }
  }
  std::optional<Expr> substituted(Expr e) { return substitute_if_defined(motion_.written_out(e), at_rest_); }

  /// What is left at rest, multiplied out; nothing where it holds multipliers.
  std::optional<MonomialSum> terms_at_rest(Expr e) {
    const std::optional<Expr> left = substituted(e);
    if (!left || depends(graph_, *left, motion_.system().multipliers())) return std::nullopt;
    return terms(*left);
  }

  /// The same equation times what all its terms are divided by: x/r = 0 is x = 0.
  static std::optional<MonomialSum> without_bars(std::optional<MonomialSum> sum) {
    if (!sum || sum->empty()) return sum;
    Factors below = common_monomial(*sum);
    std::erase_if(below, [](const auto& factor) { return factor.second.sign() > 0; });
    return below.empty() ? sum : product(*sum, times({}, below, Rational(-1)), Rational(1));
  }

  [[nodiscard]] std::optional<MonomialSum> terms(Expr e) const {
    constexpr std::size_t most = 40;
    return multiplied_out(graph_, e, most);
  }

  Exclusions exclusions(const MonomialSum& factor) {
    const Factors common = common_monomial(factor);
    Exclusions out = exclusions_of(search_, common);
    const MonomialSum rest = product(factor, times({}, common, Rational(-1)), Rational(1));
    if (rest.size() > 1 && !is_positive(rest)) out.push_back(differs_from_zero(rest));
    return out;
  }

  /// True where a quantity of the motion stands below a bar: the claim holds a factor that the equation lacks, and the
  /// quotient holds all that makes the equation true.
  [[nodiscard]] bool divides(const MonomialSum& factor) const {
    return std::ranges::any_of(common_monomial(factor), [this](const auto& f) {
      return f.second.sign() < 0 && !is_parameter(motion_.system(), f.first);
    });
  }

  /// False for a term that nothing makes 0: there is no rest.
  [[nodiscard]] bool can_vanish(const MonomialSum& sum) {
    return sum.size() > 1 || !exclusions_of(search_, sum.begin()->first).empty();
  }

  /// True for a sum of parameters with one sign, m1 + m2.
  [[nodiscard]] bool is_positive(const MonomialSum& sum) const {
    const int sign = sum.begin()->second.sign();
    return std::ranges::all_of(
        sum, [&](const auto& term) { return term.second.sign() == sign && is_of_parameters(term.first); });
  }

  /// True where what the factor rules out is all that could make the claim true: a claim of one term, r·c, beside r².
  [[nodiscard]] bool is_ruled_out(const MonomialSum& claim, const MonomialSum& factor) {
    if (claim.size() > 1) return false;
    const Exclusions own = exclusions_of(search_, claim.begin()->first);
    const Exclusions others = exclusions_of(search_, common_monomial(factor));
    return std::ranges::all_of(own, [&](const auto& e) { return std::ranges::find(others, e) != others.end(); });
  }

  /// `cos(th) != g/(R*w^2)` of R·w²·cos(th) − g, where that can be said; else `… != 0`.
  std::string differs_from_zero(const MonomialSum& sum) {
    for (auto term = sum.begin(); sum.size() == 2 && term != sum.end(); ++term) {
      const auto& [others, number] = term == sum.begin() ? *sum.rbegin() : *sum.begin();
      const std::optional<Expr> single = single_quantity(term->first);
      if (!single || !is_of_parameters(others)) continue;
      const Factors of_single = times(term->first, {{*single, Rational(1)}}, Rational(-1));
      const Rational ratio = -number / term->second;
      return text(written(graph_, search_.words(), {{*single, Rational(1)}}, Rational(1))) +
             " != " + text(graph_, search_.words(), {{times(others, of_single, Rational(-1)), ratio}});
    }
    return text(graph_, search_.words(), sum) + " != 0";
  }

  [[nodiscard]] bool is_of_parameters(const Factors& factors) const {
    return std::ranges::all_of(factors, [this](const auto& f) { return is_parameter(motion_.system(), f.first); });
  }

  /// The one factor that is no parameter, where it stands to the first power.
  [[nodiscard]] std::optional<Expr> single_quantity(const Factors& factors) const {
    std::optional<Expr> out;
    for (const auto& [base, exponent] : factors) {
      if (is_parameter(motion_.system(), base)) continue;
      if (out || !exponent.is_one()) return std::nullopt;
      out = base;
    }
    return out;
  }

  CorrectionSearch& search_;
  RelaxedMotion& motion_;
  Graph& graph_;
  std::vector<RelaxedMotion::Condition> still_;
  std::vector<Replacement> at_rest_;
};

} // namespace

std::optional<Exclusions> exclusions_by_factor(CorrectionSearch& search, const Rest& rest) {
  return RestFactor(search, rest).run();
}

} // namespace claims
} // namespace dalembert
