#include <dalembert/sketch/kinetic_squares.h>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_terms = 20'000;

class Walk {
public:
  explicit Walk(Kinematics& kinematics) : kinematics_(kinematics), graph_(kinematics.graph()) {}

  KineticTerms of(Expr kinetic) {
    visit(kinetic, {graph_.one(), {}});
    return std::move(out_);
  }

private:
  /// What multiplies a sum: factor·(Π roots)².
  struct Outside {
    Expr factor;
    std::vector<Factor> roots;
  };

  [[nodiscard]] Expr whole(const Outside& outside) const {
    return graph_.mul(outside.factor, graph_.square(graph_.product(outside.roots)));
  }

  void visit(Expr e, const Outside& outside) {
    if (out_.squares.size() + out_.rest.size() + out_.resting.size() > most_terms) return;
    if (!kinematics_.holds_rates(e)) {
      out_.resting.push_back(graph_.mul(whole(outside), e));
      return;
    }
    if (graph_.kind(e) == NodeKind::sum) {
      const std::span<const Term> terms = graph_.terms(e);
      const std::vector<Term> copy(terms.begin(), terms.end()); // factors that are made below move them
      for (const Term& term : copy)
        visit(term.expr, {graph_.scale(term.coefficient, outside.factor), outside.roots});
    } else if (graph_.kind(e) == NodeKind::product) {
      product(e, outside);
    } else {
      out_.rest.push_back(graph_.mul(whole(outside), e));
    }
  }

  void product(Expr e, const Outside& outside) {
    std::vector<Factor> resting;
    std::vector<Factor> moving;
    for (const Factor& each : graph_.factors(e))
      (kinematics_.holds_rates(each.base) ? moving : resting).push_back(each);
    const Rational exponent = moving.size() == 1 ? graph_.value(moving.front().exponent) : Rational(0);
    if (exponent == Rational(2))
      squares(outside, resting, moving.front().base);
    else if (exponent == Rational(1))
      visit(moving.front().base, drawn_in(outside, resting));
    else
      out_.rest.push_back(graph_.mul(whole(outside), e));
  }

  /// (J + m·r²)·θ′² is the sum of two squares: a body that turns, and a mass on it.
  void squares(const Outside& outside, const std::vector<Factor>& resting, Expr base) {
    constexpr std::size_t most_shares = 8;
    const auto sum = std::ranges::find_if(resting, [this](const Factor& each) {
      return each.exponent == one_id && graph_.kind(each.base) == NodeKind::sum &&
             graph_.terms(each.base).size() <= most_shares && !kinematics_.coordinates_of(each.base).empty();
    });
    if (sum == resting.end()) return square(drawn_in(outside, resting), base);
    std::vector<Factor> others(resting.begin(), sum);
    others.insert(others.end(), sum + 1, resting.end());
    const Outside shared = drawn_in(outside, others);
    const std::span<const Term> terms = graph_.terms(sum->base);
    const std::vector<Term> copy(terms.begin(), terms.end());
    for (const Term& term : copy) {
      std::vector<Factor> share{{term.expr, one_id}};
      if (graph_.kind(term.expr) == NodeKind::product) {
        const std::span<const Factor> factors = graph_.factors(term.expr);
        share.assign(factors.begin(), factors.end());
      } else if (graph_.is_number(term.expr)) {
        share.clear();
      }
      squares({graph_.scale(term.coefficient, shared.factor), shared.roots}, share, base);
    }
  }

  /// More factors outside: even powers among the roots.
  [[nodiscard]] Outside drawn_in(Outside outside, const std::vector<Factor>& resting) const {
    for (const Factor& each : resting) {
      const Rational half = graph_.value(each.exponent) * Rational(1, 2);
      if (half.is_integer())
        outside.roots.push_back({each.base, graph_.intern(half)});
      else
        outside.factor = graph_.mul(outside.factor, graph_.product(std::vector<Factor>{each}));
    }
    return outside;
  }

  void square(const Outside& outside, Expr base) {
    KineticSquare made{whole(outside), base, outside.factor, {{base, one_id}}};
    made.whole.insert(made.whole.end(), outside.roots.begin(), outside.roots.end());
    out_.squares.push_back(std::move(made));
  }

  Kinematics& kinematics_;
  Graph& graph_;
  KineticTerms out_;
};

} // namespace

KineticTerms kinetic_terms(Kinematics& kinematics) {
  const System& system = kinematics.system();
  const Graph& graph = kinematics.graph();
  KineticTerms out = Walk(kinematics).of(system.total(EnergyKind::kinetic));
  const Expr lagrangian = system.total(EnergyKind::lagrangian);
  if (graph.is_zero(lagrangian)) return out;
  KineticTerms more = Walk(kinematics).of(lagrangian);
  out.squares.insert(out.squares.end(), more.squares.begin(), more.squares.end());
  out.rest.insert(out.rest.end(), more.rest.begin(), more.rest.end());
  return out; // terms of L without rates may belong to V
}

} // namespace sketching
} // namespace dalembert
