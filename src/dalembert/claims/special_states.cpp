#include <dalembert/claims/monomial_quotient.h>
#include <dalembert/claims/rest.h>
#include <dalembert/claims/special_states.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace dalembert {
inline namespace claims {

namespace {

/// Rest at which the claim holds, with the fewest exceptions.
std::optional<std::string> true_at_rest(CorrectionSearch& search) {
  const System& system = search.motion().system();
  int draws = 400; // some 20 ms
  for (const Rest& rest : kinds_of_rest(search)) {
    const auto by_factor = exclusions_by_factor(search, rest);
    if (by_factor && by_factor->empty()) return text(system, rest, {});
    const auto by_balance = exclusions_by_balance(search, rest, draws);
    if (!by_factor && !by_balance) continue;
    const bool is_factor = by_factor && (!by_balance || by_factor->size() <= by_balance->size());
    return text(system, rest, is_factor ? *by_factor : *by_balance);
  }
  return std::nullopt;
}

/// The claim q = c of an angle as one of a sinusoid, which is the same within half a turn about c.
struct AngleClaim {
  Claim claim;
  std::string where; ///< `abs(th) < pi`
};

/// True where a sine or cosine in the equations of motion holds the coordinate.
bool is_turned_by(const Equations& equations, Expr position) {
  const Graph& graph = *equations.system->graph;
  return std::ranges::any_of(reachable(graph, equations.residual), [&](Expr node) {
    if (graph.kind(node) != NodeKind::function || !depends(graph, node, position)) return false;
    return graph.function(node) == Function::sin || graph.function(node) == Function::cos;
  });
}

/// q − c = 0 as sin(q − c) = 0, as sin q = 0 for c = 0 and π, and as cos q = 0 for c = ±π/2.
std::optional<AngleClaim> as_sinusoid(CorrectionSearch& search) {
  Graph& graph = search.graph();
  const System& system = search.motion().system();
  const auto terms = multiplied_out(graph, search.motion().written_out(search.residual()), 4);
  if (!terms) return std::nullopt;
  for (const Coordinate& q : system.coordinates) {
    const auto own = terms->find(Factors{{q.position, Rational(1)}});
    if (own == terms->end() || !is_turned_by(search.motion().equations(), q.position)) continue;
    Expr c = graph.zero();
    bool is_constant = true;
    for (const auto& [factors, number] : *terms) {
      if (&number == &own->second) continue;
      is_constant = is_constant &&
                    std::ranges::all_of(factors, [&system](const auto& f) { return is_parameter(system, f.first); });
      Expr product = graph.one();
      for (const auto& [base, exponent] : factors)
        product = graph.mul(product, graph.pow(base, exponent));
      c = graph.sub(c, graph.scale(number / own->second, product));
    }
    if (!is_constant) continue;
    const Term term = graph.as_term(c);
    const Rational quarters = term.expr == graph.pi() ? graph.value(term.coefficient) * Rational(2) : Rational();
    const bool is_quarter = graph.is_zero(c) || (!quarters.is_zero() && quarters.is_integer());
    const bool is_odd = is_quarter && !(quarters / Rational(2)).is_integer();
    const std::string place = text(graph, c);
    const bool is_single = place.find_first_of(" -") == std::string::npos;
    const std::string apart = graph.is_zero(c) ? q.name : q.name + (is_single ? " - " + place : " - (" + place + ")");
    Written function;
    function.kind = WrittenKind::function;
    function.function = is_odd ? Function::cos : Function::sin;
    function.text = is_odd ? "cos" : "sin";
    function.parts.push_back(is_quarter ? word(q.name, q.position) : word(apart, graph.sub(q.position, c)));
    AngleClaim out;
    out.claim.left = std::move(function);
    out.claim.right = number(graph, Rational());
    out.claim.span = search.claim().span;
    out.where = fmt::format("abs({}) < pi", apart);
    return out;
  }
  return std::nullopt;
}

/// The same for q = c of an angle: of sin(q) = 0 one solution is meant.
std::optional<std::string> true_at_rest_within_a_turn(CorrectionSearch& search) {
  const std::optional<AngleClaim> angle = as_sinusoid(search);
  const std::optional<Expr> residual = angle ? residual_of(search.motion(), angle->claim) : std::nullopt;
  if (!residual) return std::nullopt;
  CorrectionSearch of_sinusoid(search.truth(), angle->claim, *residual);
  std::optional<std::string> out = true_at_rest(of_sinusoid);
  if (out) *out += (out->find(" with ") == std::string::npos ? " with " : " and ") + angle->where;
  return out;
}

/// A quantity that the motion keeps.
struct KeptQuantity {
  std::string name;
  Expr value;
};

/// The energy, and the momenta of ignorable coordinates, where they are conserved.
std::vector<KeptQuantity> kept_quantities(CorrectionSearch& search) {
  RelaxedMotion& motion = search.motion();
  const System& system = motion.system();
  const Equations& equations = motion.equations();
  const auto is_taken = [&system](std::string_view name) {
    const auto has_name = [name](const Declared& d) { return d.name == name; };
    return std::ranges::any_of(system.parameters, has_name) || std::ranges::any_of(system.coordinates, has_name) ||
           std::ranges::any_of(system.lets, has_name) || std::ranges::any_of(system.speeds, has_name);
  };
  std::vector<KeptQuantity> all;
  if (equations.energy.total)
    all.push_back({is_taken("E") ? "T + V" : "E", *equations.energy.total});
  else if (!is_taken("h"))
    all.push_back({"h", equations.energy.energy_function});
  for (std::size_t i = 0; i < equations.momenta.size() && i < system.coordinates.size(); ++i)
    all.push_back({"p." + system.coordinates[i].name, equations.momenta[i]});
  std::erase_if(all, [&](const KeptQuantity& kept) {
    return search.truth().holds(motion.rates().of(kept.value)) != Answer::yes;
  });
  return all;
}

class ValueSearch {
public:
  ValueSearch(CorrectionSearch& search, MonomialSum claim)
      : search_(search), system_(search.motion().system()), claim_(std::move(claim)) {}

  /// X = k·(left − right) + c: the claim holds where X = c, and k does not vanish.
  std::optional<std::string> value_of(const KeptQuantity& kept) {
    constexpr std::size_t most = 60;
    const auto terms = multiplied_out(search_.graph(), search_.motion().written_out(kept.value), most);
    if (!terms) return std::nullopt;
    for (const auto& [of_claim, number] : claim_) {
      if (!holds_rate(of_claim)) continue;
      for (const auto& [of_kept, coefficient] : *terms) {
        const Factors k = times(of_kept, of_claim, Rational(-1));
        if (holds_rate(k)) continue;
        MonomialSum rest = *terms;
        add_multiple(rest, product(claim_, k, coefficient / number), Rational(-1));
        if (is_constant(rest)) return said(kept, rest, k);
      }
    }
    return std::nullopt;
  }

private:
  [[nodiscard]] bool holds_rate(const Factors& factors) const {
    const std::vector<Expr> rates = system_.rates();
    return std::ranges::any_of(factors, [&](const auto& f) { return depends(search_.graph(), f.first, rates); });
  }

  [[nodiscard]] bool is_constant(const MonomialSum& sum) const {
    return std::ranges::all_of(sum, [this](const auto& term) {
      return std::ranges::all_of(term.first, [this](const auto& f) { return is_parameter(system_, f.first); });
    });
  }

  /// The unit that a number of the claim brought along: [kept] = unit·[factors]; empty where there is none.
  std::string unit_of_number(const KeptQuantity& kept, const Factors& factors) {
    std::optional<Dimension> dimension = search_.dimensions().of(kept.value);
    for (const auto& [base, exponent] : factors) {
      const std::optional<Dimension> of_base = search_.dimensions().of(base);
      const auto above = exponent.numerator().as_integer();
      const auto below = exponent.denominator().as_integer();
      if (!dimension || !of_base || !above || !below) return {};
      dimension = *dimension / of_base->pow(reduced(*above, *below));
    }
    return dimension && !dimension->is_one() ? fmt::format(" [{}]", dimension->text()) : std::string();
  }

  std::string value_text(const KeptQuantity& kept, const MonomialSum& value) {
    std::string plain = text(search_.graph(), search_.words(), value);
    if (value.size() != 1) return plain;
    const auto& [factors, number] = *value.begin();
    const std::string unit = unit_of_number(kept, factors);
    if (unit.empty()) return plain;
    constexpr std::int64_t largest_fraction = 16; // 6/5, and 1.56 rather than 39/25
    const bool is_short = number.denominator() <= Rational(largest_fraction);
    const std::string with_unit = (is_short ? number.text() : number.decimal_text()) + unit;
    return factors.empty() ? with_unit
                           : fmt::format("{}*{}", with_unit,
                                         text(search_.graph(), search_.words(), MonomialSum{{factors, Rational(1)}}));
  }

  std::string said(const KeptQuantity& kept, const MonomialSum& value, const Factors& k) {
    std::string out = fmt::format("{} = {}", kept.name, value_text(kept, value));
    const Exclusions nonzero = exclusions_of(search_, k);
    for (std::size_t i = 0; i < nonzero.size(); ++i)
      out += (i == 0 ? " with " : " and ") + nonzero[i];
    return out;
  }

  CorrectionSearch& search_;
  const System& system_;
  MonomialSum claim_;
};

void add_values(CorrectionSearch& search, std::vector<std::string>& out) {
  RelaxedMotion& motion = search.motion();
  const Expr residual = motion.written_out(search.residual());
  if (search.is_definition()) return; // `E = 2 [J]` is such a value
  const bool is_of_states = !depends(search.graph(), residual, motion.system().multipliers()) &&
                            !depends(search.graph(), residual, motion.system().accelerations()) &&
                            depends(search.graph(), residual, motion.system().rates());
  constexpr std::size_t most = 20;
  const auto claim = is_of_states ? multiplied_out(search.graph(), residual, most) : std::nullopt;
  if (!claim || claim->empty()) return;
  ValueSearch values(search, *claim);
  for (const KeptQuantity& kept : kept_quantities(search))
    if (auto found = values.value_of(kept)) out.push_back(std::move(*found));
}

} // namespace

std::vector<std::string> special_states(CorrectionSearch& search) {
  std::vector<std::string> out;
  if (search.claim().is_constant || search.motion().has_jerk(search.residual())) return out;
  if (auto found = true_at_rest(search))
    out.push_back(std::move(*found));
  else if (auto angle = true_at_rest_within_a_turn(search))
    out.push_back(std::move(*angle));
  add_values(search, out);
  return out;
}

bool is_about_states(std::string_view condition) {
  constexpr std::array<std::string_view, 6> beginnings{
      "equilibrium", "relative equilibrium", "E = ", "T + V = ", "h = ", "p."};
  return std::ranges::any_of(beginnings, [condition](std::string_view b) { return condition.starts_with(b); });
}

} // namespace claims
} // namespace dalembert
