#include <dalembert/analysis/ansatz_functions.h>
#include <dalembert/analysis/chart_structure.h>
#include <dalembert/expr/depends.h>

#include <utility>

namespace dalembert::inline analysis {

namespace {

/// Collects the functions of one ansatz.
class FunctionList {
public:
  FunctionList(const Equations& equations, const ChartStructure& chart, AnsatzReach reach, std::size_t most)
      : system_(*equations.system), graph_(*system_.graph), reach_(reach), most_(most), chart_(chart) {}

  std::optional<std::vector<AnsatzFunction>> take() {
    if (has(AnsatzReach::bodies)) add_gauges();
    add_times();
    for (std::size_t i = 0; i < count() && !is_full(); ++i)
      if (!chart_.is_idle(i) && has(AnsatzReach::bodies)) add_positions(i);
    for (std::size_t i = 0; i < count(); ++i)
      add(i, graph_.one());
    return is_full() ? std::nullopt : std::optional(std::move(out_));
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
          if (b <= a || !chart_.turns_about(a, x) || !chart_.turns_about(b, x)) continue;
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

std::optional<std::vector<AnsatzFunction>> ansatz_functions(const Equations& equations, const ChartStructure& chart,
                                                            AnsatzReach reach, std::size_t most) {
  return FunctionList(equations, chart, reach, most).take();
}

} // namespace dalembert::inline analysis
