#include <dalembert/analysis/ansatz_functions.h>
#include <dalembert/analysis/chart_structure.h>
#include <dalembert/expr/antiderivative.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/linear_form.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

/// Collects the functions of one ansatz.
class FunctionList {
public:
  FunctionList(const Equations& equations, const ChartStructure& chart, AnsatzReach reach, std::size_t most)
      : equations_(equations),
        system_(*equations.system),
        graph_(*system_.graph),
        reach_(reach),
        most_(most),
        chart_(chart) {}

  std::optional<AnsatzFunctions> take() {
    if (has(AnsatzReach::bodies)) add_gauges();
    add_driven_gauges();
    add_times();
    for (std::size_t i = 0; i < count() && !is_full(); ++i)
      if (!chart_.is_idle(i) && has(AnsatzReach::bodies)) add_positions(i);
    for (std::size_t i = 0; i < count(); ++i)
      add(i, graph_.one());
    if (is_full()) return std::nullopt;
    const bool is_whole = !chart_.has_gyroscopic_terms() || add_gauges_of_terms();
    return AnsatzFunctions{std::move(out_), is_whole};
  }

private:
  [[nodiscard]] bool is_full() const { return out_.size() > most_; }
  [[nodiscard]] bool has(AnsatzReach reach) const { return reach_ >= reach; }
  [[nodiscard]] std::size_t count() const { return system_.coordinates.size(); }
  [[nodiscard]] Expr q(std::size_t i) const { return system_.coordinates[i].position; }
  void add(std::size_t component, Expr function) { out_.push_back({component, function}); }
  [[nodiscard]] Expr t(int power) { return graph_.pow(system_.time, Rational(power)); }

  /// True where ξᵢ may hold qⱼ.
  [[nodiscard]] bool may_mix(std::size_t i, std::size_t j) const {
    return chart_.is_length(i) && chart_.is_length(j) && !chart_.is_idle(j) &&
           (has(AnsatzReach::rotations) || chart_.is_one_body(i, j));
  }

  /// In a uniform field a motion is seen from a falling frame: powers of t up to that of t·x², with x = t²/2.
  void add_gauges() {
    const int highest = has(AnsatzReach::accelerated) ? 5 : 3;
    const int highest_by_length = has(AnsatzReach::accelerated) ? 3 : 1;
    for (int power = highest; power > 0; --power)
      add(AnsatzFunction::gauge, t(power));
    for (std::size_t i = 0; i < count() && !is_full(); ++i) {
      if (!chart_.is_length(i) || chart_.is_idle(i)) continue;
      for (std::size_t j = 0; j <= i; ++j)
        if (may_mix(i, j)) add(AnsatzFunction::gauge, graph_.mul(q(i), q(j)));
      if (chart_.has_gyroscopic_terms()) add_turned(AnsatzFunction::gauge, i, q(i));
      for (int power = highest_by_length; power >= 0; --power)
        add(AnsatzFunction::gauge, graph_.mul(t(power), q(i)));
    }
    for (std::size_t a = 0; a < count() && !is_full(); ++a)
      if (chart_.is_angle(a) && !chart_.is_idle(a)) add_directions(a);
  }

  /// The components of unit vectors, sines and cosines of an angle and products with those of another: of the place of
  /// a mass centre beside a length, and of the field of a magnetic pole.
  void add_directions(std::size_t a) {
    const bool is_gyroscopic = chart_.has_gyroscopic_terms();
    const std::vector<std::size_t>& lengths = chart_.lengths_with(a);
    const auto shifts = [&](std::size_t b) {
      return std::ranges::any_of(lengths, [&](std::size_t x) { return chart_.is_shifted_by_both(x, a, b); });
    };
    for (const Expr sinusoid : {graph_.sin(q(a)), graph_.cos(q(a))}) {
      for (const std::size_t b : chart_.angles_with(a)) {
        if (b <= a || !(is_gyroscopic || shifts(b))) continue;
        add(AnsatzFunction::gauge, graph_.mul(sinusoid, graph_.sin(q(b))));
        add(AnsatzFunction::gauge, graph_.mul(sinusoid, graph_.cos(q(b))));
      }
      if (is_gyroscopic || shifts(a)) add(AnsatzFunction::gauge, sinusoid);
    }
  }

  /// Of L = … + a(q,t)·v, what a rotation or shift ξ makes of the second term is (dξᵢ/dt)·aᵢ + …, in which the total
  /// derivative of a·ξ is taken off: an L that differs by one from another has the same symmetries. False where there
  /// would be too many functions.
  bool add_gauges_of_terms() {
    const std::vector<AnsatzFunction> begun = out_;
    std::vector<Expr> added;
    const auto add_once = [&](Expr gauge) {
      if (graph_.is_zero(gauge) || graph_.is_number(gauge)) return;
      if (std::ranges::find(added, gauge) == added.end()) added.push_back(gauge);
    };
    for (const AnsatzFunction& of : begun) {
      if (of.component == AnsatzFunction::gauge || of.component == AnsatzFunction::time) continue;
      add_once(graph_.mul(chart_.gyroscopic_terms()[of.component], of.function));
    }
    std::erase_if(added, [&](Expr gauge) {
      return std::ranges::any_of(begun, [&](const AnsatzFunction& of) {
        return of.component == AnsatzFunction::gauge && graph_.as_term(of.function).expr == graph_.as_term(gauge).expr;
      });
    });
    if (begun.size() + added.size() > most_) return false;
    // After the other gauges, which stay where both would do, and before what they are gauges of.
    const auto is_gauge = [](const AnsatzFunction& of) { return of.component == AnsatzFunction::gauge; };
    const auto first = std::ranges::find_if_not(begun, is_gauge);
    out_.assign(begun.begin(), first);
    for (const Expr gauge : added)
      add(AnsatzFunction::gauge, gauge);
    out_.insert(out_.end(), first, begun.end());
    return true;
  }

  /// A force f(t) on a coordinate changes L by f under a shift of it and by t·f under a boost: total derivatives of
  /// their integrals. Powers of t are among the gauges already.
  void add_driven_gauges() {
    std::vector<Expr> of_motion = system_.positions();
    const std::vector<Expr> rates = system_.rates();
    of_motion.insert(of_motion.end(), rates.begin(), rates.end());
    std::vector<Expr> seen{system_.time}; // powers of t are among the gauges already
    for (std::size_t i = 0; i < count() && !is_full(); ++i)
      for (const Monomial& monomial : linear_form(graph_, equations_.potential_forces[i])) {
        Expr force = graph_.one();
        for (const auto& [base, exponent] : monomial.factors)
          if (depends(graph_, base, system_.time)) force = graph_.mul(force, graph_.pow(base, exponent));
        if (!depends(graph_, force, system_.time) || depends(graph_, force, of_motion)) continue;
        if (std::ranges::find(seen, force) != seen.end()) continue;
        seen.push_back(force);
        for (const Expr change : {graph_.mul(system_.time, force), force})
          if (const auto gauge = antiderivative(graph_, change, system_.time)) add(AnsatzFunction::gauge, *gauge);
      }
  }

  void add_times() {
    for (const int power : {2, 1, 0})
      if (power == 0 || has(AnsatzReach::expansions)) add(AnsatzFunction::time, t(power));
  }

  /// `factor` times sines and cosines of the angles about the origin of length x, and of two of them: the Cartesian
  /// components of a radius.
  void add_turned(std::size_t component, std::size_t x, Expr factor) {
    for (const std::size_t a : chart_.angles_with(x))
      for (const Expr sinusoid : {graph_.sin(q(a)), graph_.cos(q(a))}) {
        for (const std::size_t b : chart_.angles_with(x)) {
          const bool is_turned_by_both = chart_.turns_about(a, x) && chart_.turns_about(b, x);
          if (b <= a || !(is_turned_by_both || chart_.is_shifted_by_both(x, a, b))) continue;
          add(component, graph_.product({factor, sinusoid, graph_.sin(q(b))}));
          add(component, graph_.product({factor, sinusoid, graph_.cos(q(b))}));
        }
        add(component, graph_.mul(factor, sinusoid));
      }
  }

  void add_positions(std::size_t i) {
    if (chart_.is_length(i)) {
      for (const int power : {3, 2})
        if (has(AnsatzReach::accelerated)) add(i, t(power));
      if (!chart_.is_angle(i)) add_turned(i, i, graph_.one());
      for (std::size_t j = 0; j < count(); ++j)
        if (has(AnsatzReach::expansions) && may_mix(i, j)) add(i, graph_.mul(system_.time, q(j)));
      for (std::size_t j = 0; j < count(); ++j)
        if (may_mix(i, j)) add(i, q(j));
    }
    if (chart_.is_angle(i)) {
      add_rotations(i);
      add_translations(i);
    }
    add(i, system_.time);
  }

  /// The factors by which an angle turns faster near a pole of angle b: 1/sin b and cot b, or 1/cos b and tan b.
  std::vector<Expr> pole_factors(std::size_t b) {
    std::vector<Expr> out;
    const Expr sine = graph_.sin(q(b));
    const Expr cosine = graph_.cos(q(b));
    if (chart_.is_singular_at_zero(b)) {
      out.push_back(graph_.inverse(sine));
      out.push_back(graph_.div(cosine, sine));
    }
    if (chart_.is_singular_at_right_angle(b)) {
      out.push_back(graph_.inverse(cosine));
      out.push_back(graph_.div(sine, cosine));
    }
    return out;
  }

  /// A rotation in Euler angles: sinusoids of the angles that T couples, bare and times the factors of a pole.
  void add_rotations(std::size_t i) {
    const std::vector<std::size_t>& angles = chart_.angles_with(i);
    if (angles.size() < 2) return;
    if (2 * angles.size() * angles.size() > most_) { // by the bare ones of all of them: no need to look for poles
      out_.resize(most_ + 1);
      return;
    }
    for (const std::size_t a : angles)
      for (const Expr sinusoid : {graph_.sin(q(a)), graph_.cos(q(a))}) {
        for (const std::size_t b : angles) {
          if (a == b) continue;
          for (const Expr factor : pole_factors(b))
            add(i, graph_.mul(sinusoid, factor));
        }
        add(i, sinusoid);
      }
  }

  /// A translation in polar coordinates, δr = cos θ, δθ = −sin(θ)/r, and in spherical ones.
  void add_translations(std::size_t i) {
    for (const std::size_t x : chart_.lengths_with(i)) {
      if (!chart_.turns_about(i, x)) continue;
      const Expr radius = graph_.inverse(q(x));
      for (const Expr sinusoid : {graph_.neg(graph_.sin(q(i))), graph_.cos(q(i))}) {
        const Expr over = graph_.mul(sinusoid, radius);
        for (const std::size_t a : chart_.angles_with(i)) {
          if (a == i || !chart_.turns_about(a, x)) continue;
          add(i, graph_.mul(over, graph_.sin(q(a))));
          add(i, graph_.mul(over, graph_.cos(q(a))));
          if (chart_.is_singular_at_zero(a)) add(i, graph_.div(over, graph_.sin(q(a))));
          if (chart_.is_singular_at_right_angle(a)) add(i, graph_.div(over, graph_.cos(q(a))));
        }
        add(i, over);
      }
    }
  }

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  AnsatzReach reach_;
  std::size_t most_;
  const ChartStructure& chart_;
  std::vector<AnsatzFunction> out_;
};

} // namespace

std::string_view reach_text(AnsatzReach reach) {
  switch (reach) {
  case AnsatzReach::shifts:
    return "shifts of time and of the coordinates";
  case AnsatzReach::bodies:
    return "translations, boosts and rotations that do not mix coordinates of different index";
  case AnsatzReach::rotations:
    return "translations, boosts, rotations and scalings of lengths";
  case AnsatzReach::expansions:
    return "translations, boosts, rotations, scalings and expansions";
  case AnsatzReach::accelerated:
    return "translations, boosts, rotations, scalings, expansions and uniformly accelerated frames";
  }
  return {};
}

std::optional<AnsatzFunctions> ansatz_functions(const Equations& equations, const ChartStructure& chart,
                                                AnsatzReach reach, std::size_t most) {
  return FunctionList(equations, chart, reach, most).take();
}

} // namespace analysis
} // namespace dalembert
