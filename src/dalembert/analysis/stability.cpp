#include <dalembert/analysis/equal_roots.h>
#include <dalembert/analysis/excluded_zeros.h>
#include <dalembert/analysis/hurwitz.h>
#include <dalembert/analysis/repeated_factors.h>
#include <dalembert/analysis/square_bounds.h>
#include <dalembert/analysis/stability.h>
#include <dalembert/analysis/vanishing_part.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/expr/common_factors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

void add_once(std::vector<Expr>& to, const std::vector<Expr>& symbols) {
  for (const Expr symbol : symbols)
    if (std::ranges::find(to, symbol) == to.end()) to.push_back(symbol);
}

/// Decides one polynomial.
class Decision {
public:
  Decision(const System& system, const LinearQuestion& question, SignJudge& judge)
      : system_(system), graph_(*system.graph), p_(question.p), question_(question), judge_(judge) {}

  std::optional<StabilityCondition> take() {
    const std::optional<std::vector<Expr>> quantities = wanted();
    if (!quantities || (question_.is_special_case && is_plainly_open(*quantities))) return std::nullopt;
    std::optional<StabilityCondition> out = decided(*quantities);
    if (!out) return out;
    add_needed(*out, *quantities);
    if (out->verdict == Verdict::never) {
      exclude_zeros(*out, {*never_by_});
      return out;
    }
    exclude_zeros(*out, *quantities);
    if (!look_at_equal_roots(*out)) return std::nullopt;
    return out;
  }

private:
  using Verdict = StabilityCondition::Verdict;

  /// True where a few draws show that some quantity has no sign and that none is negative: without a rate to solve for
  /// there is no verdict then.
  [[nodiscard]] bool is_plainly_open(const std::vector<Expr>& quantities) {
    if (!question_.running.empty()) return false;
    bool is_open = false;
    for (const Expr quantity : quantities) {
      const SignJudge::Signs seen = judge_.seen_at_few(quantity);
      if (seen.positive == 0) return false;
      is_open = is_open || seen.are_mixed();
    }
    return is_open;
  }

  std::optional<StabilityCondition> decided(const std::vector<Expr>& quantities) {
    StabilityCondition out;
    out.is_asymptotic = !has_even_powers_only(graph_, p_) && !has_undamped_factor();
    out.is_proved = !is_by_nature_ || question_.is_natural_proved;
    std::vector<Expr> open;
    std::vector<Expr> known;
    for (const Expr quantity : quantities) {
      const JudgedSign sign = judge_.of(quantity);
      if (sign.value < 0) return never(quantity, sign);
      const bool is_known = sign.value > 0 && (sign.is_proved || !has_other_zeros(quantity));
      (is_known ? known : open).push_back(quantity);
      if (is_known) out.is_proved = out.is_proved && sign.is_proved;
    }
    if (open.empty())
      out.verdict = Verdict::always;
    else
      add_conditions(out, open);
    if (question_.is_special_case && out.verdict == Verdict::when_positive) return std::nullopt;
    std::vector<Expr> rests_on = judge_.needed_for(known);
    for (const Expr quantity : known) {
      look_at_rest(out, quantity);
      if (!judge_.of(quantity).is_proved) exclude_repeated_factors(out, quantity);
    }
    if (!open.empty()) add_once(rests_on, judge_.needed_for(open));
    add_once(rests_on, out.rests_on);
    out.rests_on = std::move(rests_on);
    return out;
  }

  /// The factors that a quantity without a proved sign has more than once, if draws show both signs of them.
  const std::vector<Expr>& repeated_factors_of(Expr quantity) {
    const auto found = repeated_.find(quantity);
    if (found != repeated_.end()) return found->second;
    std::vector<Expr> parameters;
    for (const Parameter& parameter : system_.parameters)
      parameters.push_back(parameter.symbol);
    std::vector<Expr> out = repeated_factors(graph_, judge_.same_sign(quantity), parameters);
    std::erase_if(out, [this](Expr factor) { return judge_.of(factor).value != 0; });
    return repeated_[quantity] = std::move(out);
  }

  /// True of a quantity that draws show positive and that vanishes elsewhere than with a factor that is named.
  [[nodiscard]] bool has_other_zeros(Expr quantity) {
    const RegularAt is_regular = [this](const Replacement& at) { return is_regular_at(at); };
    std::vector<Expr> named = excluded_zeros(graph_, quantity, {}, is_regular);
    const std::vector<Expr>& factors = repeated_factors_of(quantity);
    named.insert(named.end(), factors.begin(), factors.end());
    return judge_.vanishes_at_simple_numbers(quantity, named);
  }

  /// Names where a quantity vanishes that all draws show positive.
  void exclude_repeated_factors(StabilityCondition& out, Expr quantity) {
    for (const Expr factor : repeated_factors_of(quantity)) {
      SymbolicCondition condition =
          compared(system_, factor, SymbolicCondition::Relation::not_equal, judge_.positive());
      const bool is_known = std::ranges::any_of(out.unequal, [&](const SymbolicCondition& other) {
        return other.left == condition.left && other.right == condition.right;
      });
      if (!is_known) out.unequal.push_back(condition);
    }
  }

  /// All of these positive exactly where it is stable, whatever the signs of the parameters; nothing where none are
  /// known.
  [[nodiscard]] std::optional<std::vector<Expr>> without_assumptions(const std::vector<Expr>& quantities) const {
    return is_by_nature_ ? oscillation_quantities(graph_, p_) : quantities;
  }

  /// What is said, as quantities that must all be positive.
  [[nodiscard]] std::vector<Expr> as_quantities(const StabilityCondition& said) const {
    if (said.verdict == Verdict::always) return {};
    if (said.verdict == Verdict::never) return {graph_.number(Rational(-1))};
    if (said.verdict == Verdict::when_positive) return said.quantities;
    const Expr excess = graph_.sub(graph_.square(system_.coordinates[said.speed].rate), said.threshold);
    return {said.verdict == Verdict::when_square_exceeds ? excess : graph_.neg(excess)};
  }

  /// Names the parameters with whose sign what is said becomes another: factors of known sign were left out.
  void add_needed(StabilityCondition& out, const std::vector<Expr>& quantities) {
    const std::optional<std::vector<Expr>> meant = without_assumptions(quantities);
    const std::vector<Expr> said = as_quantities(out);
    std::vector<Expr> needed;
    if (meant) {
      std::vector<Expr> holding = said;
      holding.insert(holding.end(), meant->begin(), meant->end());
      needed = judge_.needed_to_agree(holding, AllPositive(graph_, said), AllPositive(graph_, *meant));
    } else {
      for (const Expr parameter : judge_.positive())
        if (depends(graph_, p_, std::vector<Expr>{parameter})) needed.push_back(parameter);
    }
    add_once(out.rests_on, needed);
  }

  /// All of these positive: stable.
  std::optional<std::vector<Expr>> wanted() {
    const std::size_t degree = p_.size() - 1;
    if (degree == 1 || (degree == 2 && graph_.is_zero(p_[1]))) return std::vector<Expr>{p_.front()};
    if (!has_even_powers_only(graph_, p_)) {
      factors_ = question_.factors;
      return question_.factors.empty() ? hurwitz_quantities(graph_, p_) : of_factors();
    }
    if (question_.is_natural) {
      is_by_nature_ = true;
      std::vector<Expr> out;
      for (std::size_t k = 0; k < degree; k += 2)
        out.push_back(p_[k]);
      return out;
    }
    if (degree == 4)
      if (std::optional<std::vector<Expr>> parts = beside_a_rate()) {
        factors_ = question_.factors; // the same two, as short as they are known
        if (factors_.empty())
          for (const Expr part : *parts)
            factors_.push_back({part, graph_.zero(), graph_.one()});
        return parts;
      }
    factors_ = question_.factors;
    return question_.factors.empty() ? oscillation_quantities(graph_, p_) : of_factors();
  }

  [[nodiscard]] bool has_undamped_factor() const {
    return std::ranges::any_of(question_.factors,
                               [this](const SPolynomial& f) { return has_even_powers_only(graph_, f); });
  }

  /// All of these positive: every factor is stable. A factor with odd powers has no root in common with an even one.
  [[nodiscard]] std::optional<std::vector<Expr>> of_factors() const {
    std::vector<Expr> out;
    for (const SPolynomial& factor : question_.factors) {
      const std::optional<std::vector<Expr>> part = has_even_powers_only(graph_, factor)
                                                        ? oscillation_quantities(graph_, factor)
                                                        : hurwitz_quantities(graph_, factor);
      if (!part) return std::nullopt;
      out.insert(out.end(), part->begin(), part->end());
    }
    return out;
  }

  StabilityCondition never(Expr quantity, const JudgedSign& sign) {
    never_by_ = quantity;
    StabilityCondition out;
    out.verdict = Verdict::never;
    out.is_proved = sign.is_proved;
    out.rests_on = judge_.needed_for({quantity});
    look_at_rest(out, quantity);
    if (!sign.is_proved) exclude_repeated_factors(out, quantity);
    return out;
  }

  /// A quantity that is positive but for running rates at rest: w² is, w = 0 aside.
  void look_at_rest(StabilityCondition& out, Expr quantity) {
    try {
      find_rates_at_rest(out, quantity);
    } catch (const std::domain_error&) { // NOLINT(bugprone-empty-catch): infinite at rest, so not 0 there
    }
  }

  void find_rates_at_rest(StabilityCondition& out, Expr quantity) {
    for (const std::size_t i : question_.running) {
      const Expr rate = system_.coordinates[i].rate;
      if (!depends(graph_, quantity, rate)) continue;
      const Expr still = substitute(graph_, quantity, std::vector<Replacement>{{rate, graph_.zero()}});
      const bool is_known = std::ranges::find(out.not_at_rest, i) != out.not_at_rest.end();
      if (is_zero(graph_, still) && !is_known) out.not_at_rest.push_back(i);
    }
    if (!out.not_at_rest.empty()) return;
    std::vector<Replacement> at_rest; // w₁² + w₂² vanishes with both
    for (const std::size_t i : question_.running)
      if (depends(graph_, quantity, system_.coordinates[i].rate))
        at_rest.push_back({system_.coordinates[i].rate, graph_.zero()});
    if (at_rest.empty() || !is_zero(graph_, substitute(graph_, quantity, at_rest))) return;
    for (const std::size_t i : question_.running)
      if (depends(graph_, quantity, system_.coordinates[i].rate)) out.not_at_rest.push_back(i);
  }

  /// Names what makes one of `quantities` 0 where what is said so far does not exclude it.
  void exclude_zeros(StabilityCondition& out, const std::vector<Expr>& quantities) {
    const std::vector<Expr> said = as_quantities(out);
    const RegularAt is_regular = [this](const Replacement& at) { return is_regular_at(at); };
    for (const Expr quantity : quantities)
      for (const Expr node : excluded_zeros(graph_, quantity, out.rests_on, is_regular)) {
        if (has_sign(node) || is_excluded_by(said, node, out.rests_on)) continue;
        const auto running =
            std::ranges::find_if(question_.running, [&](std::size_t i) { return system_.coordinates[i].rate == node; });
        if (running == question_.running.end()) {
          add_once(out.not_zero, {node});
          continue;
        }
        if (std::ranges::find(out.not_at_rest, *running) == out.not_at_rest.end()) out.not_at_rest.push_back(*running);
      }
  }

  /// Says where equal factors let oscillations grow although all quantities are positive; false where that is not
  /// decided.
  bool look_at_equal_roots(StabilityCondition& out) {
    const std::optional<EqualRoots> found = equal_roots(graph_, question_.motion, factors_);
    if (!found) return false;
    out.multiplicity = found->multiplicity;
    std::vector<Expr> all = p_;
    all.insert(all.end(), question_.motion.linear.entries.begin(), question_.motion.linear.entries.end());
    const std::vector<Expr> held = symbols_of_values(graph_, all);
    for (const Expr rest : found->growth) {
      const Expr part = vanishing_part(system_, judge_, held, rest);
      if (std::ranges::find(out.growth, part) == out.growth.end()) out.growth.push_back(part);
    }
    drop_implied(graph_, out.growth);
    for (const EqualRoots::Pair& pair : found->pairs) {
      const Expr part = vanishing_part(system_, judge_, held, pair.difference);
      if (graph_.is_one(part) || is_bounded_at(graph_, question_.motion, pair, part)) continue;
      out.unequal.push_back(compared(system_, part, SymbolicCondition::Relation::not_equal, judge_.positive()));
    }
    return true;
  }

  /// True where energies, forces and constraints have values; of rates that is not asked.
  [[nodiscard]] bool is_regular_at(const Replacement& at) {
    std::vector<Expr> all{system_.lagrangian(), system_.total(EnergyKind::dissipation)};
    for (const Force& force : system_.forces)
      for (const Force::Part& part : force.parts)
        all.push_back(part.magnitude);
    for (const Constraint& constraint : system_.constraints)
      all.push_back(constraint.residual);
    const std::vector<Expr> rates = system_.rates();
    if (std::ranges::find(rates, at.symbol) != rates.end()) return false;
    try {
      return substitute(graph_, all, std::vector<Replacement>{at}).size() == all.size();
    } catch (const std::domain_error&) {
      return false;
    }
  }

  /// True for what is never 0: symbols that are assumed positive, and what is made of them; not for parameters that are
  /// taken as positive because their values are.
  [[nodiscard]] bool has_sign(Expr node) {
    return graph_.kind(node) == NodeKind::symbol ? sign_of(system_, node) == SignKnown::positive
                                                 : judge_.of(node).value != 0;
  }

  /// True where one of some quantities, which are positive, would not be with `node` at 0 and `positive` above 0.
  [[nodiscard]] bool is_excluded_by(const std::vector<Expr>& said, Expr node, const std::vector<Expr>& positive) {
    return std::ranges::any_of(said, [&](Expr quantity) {
      const std::vector<Expr> nodes = reachable(graph_, std::vector<Expr>{quantity});
      if (std::ranges::find(nodes, node) == nodes.end()) return false;
      try {
        const Expr there = substitute(graph_, quantity, std::vector<Replacement>{{node, graph_.zero()}});
        MonomialMemo memo;
        return is_zero(graph_, there) || sign_of(system_, graph_.neg(there), positive, memo) != SignKnown::nothing;
      } catch (const std::domain_error&) { // infinite there
        return true;
      }
    });
  }

  /// c and w² of s⁴ + a s² + b = (s² + w²)(s² + c) with a running rate w, as of axes that turn with a body.
  [[nodiscard]] std::optional<std::vector<Expr>> beside_a_rate() {
    for (const std::size_t i : question_.running) {
      const Expr square = graph_.square(system_.coordinates[i].rate);
      const Expr rest = graph_.sub(p_[2], square);
      if (depends(graph_, p_[2], system_.coordinates[i].rate) && are_equal(graph_, graph_.mul(square, rest), p_[0]))
        return std::vector<Expr>{rest, square};
    }
    return std::nullopt;
  }

  /// Without those that follow from a parameter among them being positive: k > 0 of k and k + c².
  [[nodiscard]] std::vector<Expr> without_implied(const std::vector<Expr>& open) {
    SignJudge supposed = judge_;
    std::vector<Expr> parts;
    for (const Expr quantity : open)
      parts.push_back(deciding_part(quantity));
    std::vector<Expr> out;
    for (const Expr part : parts) {
      if (graph_.kind(part) != NodeKind::symbol) continue;
      supposed.suppose_positive(part);
      if (std::ranges::find(out, part) == out.end()) out.push_back(part);
    }
    if (out.empty()) return open;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const JudgedSign sign = supposed.of(open[i]);
      if (!sign.is_proved || sign.value < 0) out.push_back(open[i]);
    }
    return out;
  }

  /// The quantities whose sign is open, as short as they can be said.
  void add_conditions(StabilityCondition& out, const std::vector<Expr>& all) {
    const std::vector<Expr> open = without_implied(all);
    std::vector<SquareBound> bounds;
    for (const Expr quantity : open)
      if (const std::optional<SquareBound> bound = square_bound(system_, question_.running, judge_, quantity))
        bounds.push_back(*bound);
    const std::optional<SquareBound> strictest =
        bounds.size() == open.size() ? strictest_of(graph_, bounds, judge_) : std::nullopt;
    if (strictest) {
      out.verdict = strictest->is_lower ? Verdict::when_square_exceeds : Verdict::when_square_is_below;
      out.speed = strictest->speed;
      out.threshold = strictest->threshold;
      out.rests_on = judge_.needed_for({strictest->threshold});
      return;
    }
    for (const Expr quantity : open) {
      const Expr part = deciding_part(quantity);
      const auto is_same = [&](Expr other) { return are_equal(graph_, part, other); };
      if (std::ranges::none_of(out.quantities, is_same)) out.quantities.push_back(part);
    }
  }

  /// `quantity` without the factors whose sign is known: where it is positive is where the rest is.
  [[nodiscard]] Expr deciding_part(Expr quantity) {
    const Term whole = graph_.as_term(with_common_factors_out(graph_, quantity));
    Rational sign(graph_.value(whole.coefficient).sign());
    if (graph_.kind(whole.expr) != NodeKind::product) return judge_.same_sign(quantity);
    const std::vector<Factor> factors(graph_.factors(whole.expr).begin(), graph_.factors(whole.expr).end());
    Expr rest = graph_.one();
    for (const Factor& factor : factors) {
      const Expr power = graph_.product(std::vector<Factor>{factor});
      const JudgedSign known = judge_.of(power);
      if (known.value == 0 || !known.is_proved)
        rest = graph_.mul(rest, power);
      else
        sign = sign * Rational(known.value);
    }
    return judge_.same_sign(graph_.scale(sign, rest));
  }

  const System& system_;
  Graph& graph_;
  const SPolynomial& p_;
  const LinearQuestion& question_;
  SignJudge& judge_;
  std::vector<SPolynomial> factors_;           ///< that were decided one by one
  std::map<Expr, std::vector<Expr>> repeated_; ///< factors of quantities without a proved sign
  bool is_by_nature_ = false;                  ///< M > 0 was used
  std::optional<Expr> never_by_;               ///< the quantity that is negative
};

} // namespace

std::optional<StabilityCondition> stability(const System& system, const LinearQuestion& question, SignJudge& judge) {
  if (question.p.size() < 2) return std::nullopt;
  return Decision(system, question, judge).take();
}

} // namespace analysis
} // namespace dalembert
