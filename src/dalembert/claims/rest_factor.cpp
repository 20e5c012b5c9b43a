// Claims at states of rest that are a factor of an equation of motion.
#include <dalembert/claims/monomial_quotient.h>
#include <dalembert/claims/rest.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert::inline claims {

namespace {

class RestFactor {
public:
  RestFactor(CorrectionSearch& search, const Rest& rest)
      : search_(search), motion_(search.motion()), graph_(search.graph()) {
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
    for (std::size_t i = 0; i < motion_.equations().residual.size(); ++i) {
      if (!search_.about().coordinates[i]) continue;
      const auto equation = terms_at_rest(motion_.equations().residual[i]);
      if (!equation || equation->empty() || !can_vanish(*equation)) continue;
      const auto factor = quotient(*equation, *claim);
      if (!factor || divides(*factor) || is_ruled_out(*claim, *factor)) continue;
      Exclusions found = exclusions(*factor);
      if (!best || found.size() < best->size()) best = std::move(found);
    }
    return best;
  }

private:
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
    constexpr std::size_t most = 40;
    return multiplied_out(graph_, *left, most);
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
  std::vector<Replacement> at_rest_;
};

} // namespace

std::optional<Exclusions> exclusions_by_factor(CorrectionSearch& search, const Rest& rest) {
  return RestFactor(search, rest).run();
}

} // namespace dalembert::inline claims
