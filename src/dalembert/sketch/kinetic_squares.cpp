#include <dalembert/sketch/kinetic_squares.h>

namespace dalembert::inline sketching {

namespace {

constexpr std::size_t most_terms = 20'000;

class Walk {
public:
  explicit Walk(Kinematics& kinematics) : kinematics_(kinematics), graph_(kinematics.graph()) {}

  KineticTerms of(Expr kinetic) {
    visit(kinetic, graph_.one());
    return std::move(out_);
  }

private:
  void visit(Expr e, Expr factor) {
    if (out_.squares.size() + out_.rest.size() + out_.resting.size() > most_terms) return;
    if (!kinematics_.holds_rates(e)) {
      out_.resting.push_back(graph_.mul(factor, e));
      return;
    }
    if (graph_.kind(e) == NodeKind::sum) {
      const std::span<const Term> terms = graph_.terms(e);
      const std::vector<Term> copy(terms.begin(), terms.end()); // factors that are made below move them
      for (const Term& term : copy)
        visit(term.expr, graph_.scale(term.coefficient, factor));
    } else if (graph_.kind(e) == NodeKind::product) {
      product(e, factor);
    } else {
      out_.rest.push_back(graph_.mul(factor, e));
    }
  }

  void product(Expr e, Expr factor) {
    std::vector<Factor> resting;
    std::vector<Factor> moving;
    for (const Factor& each : graph_.factors(e))
      (kinematics_.holds_rates(each.base) ? moving : resting).push_back(each);
    const Rational exponent = moving.size() == 1 ? graph_.value(moving.front().exponent) : Rational(0);
    if (exponent == Rational(2))
      square(factor, resting, moving.front().base);
    else if (exponent == Rational(1))
      visit(moving.front().base, graph_.mul(factor, graph_.product(resting)));
    else
      out_.rest.push_back(graph_.mul(factor, e));
  }

  void square(Expr factor, const std::vector<Factor>& resting, Expr base) {
    KineticSquare made{graph_.mul(factor, graph_.product(resting)), base, factor, {{base, one_id}}};
    for (const Factor& each : resting) {
      const Rational half = graph_.value(each.exponent) * Rational(1, 2);
      if (half.is_integer())
        made.whole.push_back({each.base, graph_.intern(half)});
      else
        made.outer = graph_.mul(made.outer, graph_.product(std::vector<Factor>{each}));
    }
    out_.squares.push_back(std::move(made));
  }

  Kinematics& kinematics_;
  Graph& graph_;
  KineticTerms out_;
};

} // namespace

KineticTerms kinetic_terms(Kinematics& kinematics) {
  const System& system = kinematics.system();
  Graph& graph = kinematics.graph();
  const Expr kinetic = graph.add(system.total(EnergyKind::kinetic), system.total(EnergyKind::lagrangian));
  return Walk(kinematics).of(kinetic);
}

} // namespace dalembert::inline sketching
