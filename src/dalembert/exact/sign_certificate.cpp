#include <dalembert/exact/row_monomials.h>
#include <dalembert/exact/sign_certificate.h>

#include <algorithm>

namespace dalembert {
inline namespace exact {

namespace {

class Signs {
public:
  Signs(const System& system, const std::vector<Expr>& positive) : graph_(*system.graph) {
    for (const Expr symbol : positive)
      known_.emplace_back(symbol, SignKnown::positive);
    for (const Assumption& assumption : system.assumptions) {
      const bool is_strict = assumption.relation == Comparison::greater || assumption.relation == Comparison::less;
      const bool is_greater =
          assumption.relation == Comparison::greater || assumption.relation == Comparison::greater_equal;
      const Expr larger = is_greater ? assumption.left : assumption.right;
      const Expr smaller = is_greater ? assumption.right : assumption.left;
      if (assumption.relation == Comparison::equal || !graph_.is_number(smaller)) continue;
      const int bound = graph_.number(smaller).sign();
      if (bound < 0) continue;
      known_.emplace_back(larger, is_strict || bound > 0 ? SignKnown::positive : SignKnown::non_negative);
    }
  }

  /// What has a positive value counts as positive from now on.
  void take_values(const System& system, const std::vector<std::optional<double>>& values) {
    for (std::size_t p = 0; p < system.parameters.size() && p < values.size(); ++p)
      if (values[p] && *values[p] > 0.0) by_value_.emplace_back(system.parameters[p].symbol, system.parameters[p].name);
  }
  [[nodiscard]] const std::vector<std::string>& relied_on() const { return relied_on_; }

  SignKnown of(Expr e) {
    for (const auto& [symbol, name] : by_value_)
      if (symbol == e) {
        if (std::find(relied_on_.begin(), relied_on_.end(), name) == relied_on_.end()) relied_on_.push_back(name);
        return SignKnown::positive;
      }
    for (const auto& [known, sign] : known_)
      if (known == e) return sign;
    switch (graph_.kind(e)) {
    case NodeKind::number:
      return of_number(graph_.number(e));
    case NodeKind::pi:
      return SignKnown::positive;
    case NodeKind::sum: {
      SignKnown out = SignKnown::nothing;
      for (const Term& t : graph_.terms(e)) {
        if (graph_.value(t.coefficient).sign() < 0) return SignKnown::nothing;
        const SignKnown part = of(t.expr);
        if (part == SignKnown::nothing) return SignKnown::nothing;
        out = std::max(out, part);
      }
      return out;
    }
    case NodeKind::product: {
      SignKnown out = SignKnown::positive;
      for (const Factor& f : graph_.factors(e))
        out = std::min(out, of_power(f.base, graph_.value(f.exponent)));
      return out;
    }
    case NodeKind::function:
      if (graph_.function(e) == Function::exp || graph_.function(e) == Function::cosh) return SignKnown::positive;
      if (graph_.function(e) == Function::pow) return of(graph_.args(e)[0]); // of a base above 0
      return graph_.function(e) == Function::abs ? SignKnown::non_negative : SignKnown::nothing;
    default:
      return SignKnown::nothing;
    }
  }

  SignKnown of(const MonomialSum& polynomial) {
    SignKnown out = SignKnown::nothing;
    for (const auto& [factors, number] : polynomial) {
      SignKnown part = of_number(number);
      for (const auto& [base, exponent] : factors)
        part = std::min(part, of_power(base, exponent));
      if (part == SignKnown::nothing) return SignKnown::nothing;
      out = std::max(out, part);
    }
    return polynomial.empty() ? SignKnown::non_negative : out;
  }

private:
  static SignKnown of_number(const Rational& number) {
    if (number.sign() == 0) return SignKnown::non_negative;
    return number.sign() > 0 ? SignKnown::positive : SignKnown::nothing;
  }

  SignKnown of_power(Expr base, const Rational& exponent) {
    const SignKnown known = of(base);
    if (known == SignKnown::positive) return known;
    const auto whole = exponent.as_integer();
    const bool is_even = whole && *whole % 2 == 0;
    return is_even || !whole ? SignKnown::non_negative : known;
  }

  const Graph& graph_;
  std::vector<std::pair<Expr, SignKnown>> known_;
  std::vector<std::pair<Expr, std::string>> by_value_;
  std::vector<std::string> relied_on_;
};

SignKnown certified(Signs& signs, const Graph& graph, Expr e, MonomialMemo& memo) {
  constexpr std::size_t most = 150;
  if (const SignKnown found = signs.of(e); found != SignKnown::nothing) return found;
  const std::optional<MonomialSum>& terms = memo.of(graph, e, most);
  return terms ? signs.of(*terms) : SignKnown::nothing;
}

} // namespace

SignCertificate sign_certificate(const System& system, Expr e, const std::vector<std::optional<double>>& values) {
  MonomialMemo memo;
  Signs assumed(system, {});
  if (const SignKnown found = certified(assumed, *system.graph, e, memo); found != SignKnown::nothing)
    return {found, {}};
  Signs valued(system, {});
  valued.take_values(system, values);
  const SignKnown found = certified(valued, *system.graph, e, memo);
  return {found, valued.relied_on()};
}

SignKnown sign_of(const System& system, Expr e) {
  MonomialMemo memo;
  return sign_of(system, e, {}, memo);
}

SignKnown sign_of(const System& system, Expr e, const std::vector<Expr>& positive, MonomialMemo& memo) {
  Signs signs(system, positive);
  return certified(signs, *system.graph, e, memo);
}

} // namespace exact
} // namespace dalembert
