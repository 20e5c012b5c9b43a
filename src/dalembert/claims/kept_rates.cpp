// Conserved quantities that are so at one value of a rate: T of a crank whose torque equals its damping.
#include <dalembert/claims/conditions.h>
#include <dalembert/exact/factor_names.h>
#include <dalembert/expr/depends.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace claims {

namespace {

class KeptRateSearch {
public:
  explicit KeptRateSearch(CorrectionSearch& search) : search_(search), motion_(search.motion()) {
    for (const NamedFactor& word : search.words())
      if (word.kind == WordClass::parameter) parameters_.push_back(word);
  }

  std::vector<HoldsIf> run() {
    std::vector<HoldsIf> out;
    const std::vector<Coordinate>& coordinates = motion_.system().coordinates;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const auto text = search_.about().coordinates[i] ? value_of(coordinates[i]) : std::nullopt;
      if (!text) continue;
      HoldsIf made;
      made.text = coordinates[i].name + "' = " + *text;
      made.is_of_state = true;
      out.push_back(std::move(made));
    }
    return out;
  }

private:
  static constexpr std::size_t points = 5; ///< of a polynomial of degree 3, and one to see that it is one

  std::optional<RelaxedMotion::State> draw(std::uint64_t seed, const RelaxedMotion::Condition& condition) {
    const std::vector<bool> all(motion_.facts().size(), true);
    return motion_.draw(seed, 0, all, false, {condition});
  }

  /// dX/dt where a rate has the values 0, 1, …
  std::optional<std::array<Residue, points>> along(Expr rate, std::uint64_t seed) {
    std::array<Residue, points> out;
    for (std::size_t s = 0; s < points; ++s) {
      auto state = draw(seed, {rate, std::nullopt, true, Residue(s)});
      const std::optional<Residue> value = state ? state->value(search_.residual()) : std::nullopt;
      if (!value) return std::nullopt;
      out.at(s) = *value;
    }
    return out;
  }

  /// The root of a polynomial that is s times a linear function of s, or such a function itself.
  static std::optional<Residue> root_of(std::array<Residue, points> values) {
    std::array<Residue, points> d = values; // Newton's forward differences
    for (std::size_t order = 1; order < points; ++order)
      for (std::size_t i = points - 1; i >= order; --i)
        d.at(i) = d.at(i) - d.at(i - 1);
    if (!d[3].is_zero() || !d[4].is_zero()) return std::nullopt;
    // d₀ + d₁·s + d₂·s(s − 1)/2: twice the quadratic is 2d₀ + (2d₁ − d₂)·s + d₂·s²
    const Residue linear = d[1] + d[1] - d[2];
    const bool is_plain = d[2].is_zero();
    if (!is_plain && !d[0].is_zero()) return std::nullopt;
    const std::optional<Residue> below = is_plain ? d[1].inverse() : d[2].inverse();
    if (!below) return std::nullopt;
    return is_plain ? -d[0] * *below : -linear * *below;
  }

  std::optional<std::string> value_of(const Coordinate& q) {
    std::array<Residue, 2> roots;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const auto values = along(q.rate, i + 1);
      const std::optional<Residue> root = values ? root_of(*values) : std::nullopt;
      if (!root || root->is_zero()) return std::nullopt;
      roots.at(i) = *root;
    }
    auto first = draw(1, {q.rate, std::nullopt, true});
    auto second = draw(2, {q.rate, std::nullopt, true});
    if (!first || !second) return std::nullopt;
    const FactorNames names(motion_.graph(), parameters_, *first, *second);
    const auto found = names.factors(roots[0], roots[1]);
    if (!found || !is_kept(q, expression_of(*found))) return std::nullopt;
    return text(motion_.graph(), parameters_, {{found->factors, found->number}});
  }

  [[nodiscard]] Expr expression_of(const NumberedFactors& product) const {
    Graph& graph = motion_.graph();
    Expr out = graph.number(product.number);
    for (const auto& [base, exponent] : product.factors)
      out = graph.mul(out, graph.pow(base, exponent));
    return out;
  }

  /// True where X is constant and the rate stays as it is.
  bool is_kept(const Coordinate& q, Expr value) {
    for (const std::uint64_t seed : {3ULL, 4ULL}) {
      auto state = draw(seed, {q.rate, value, true});
      const std::optional<Residue> change = state ? state->value(search_.residual()) : std::nullopt;
      const std::optional<Residue> acceleration = state ? state->value(q.acceleration) : std::nullopt;
      if (!change || !acceleration || !change->is_zero() || !acceleration->is_zero()) return false;
    }
    return true;
  }

  CorrectionSearch& search_;
  RelaxedMotion& motion_;
  std::vector<NamedFactor> parameters_;
};

} // namespace

std::vector<HoldsIf> kept_rates(CorrectionSearch& search) {
  const bool is_asked = search.claim().is_constant && !search.motion().has_jerk(search.residual());
  return is_asked && search.motion().branches() == 1 ? KeptRateSearch(search).run() : std::vector<HoldsIf>();
}

} // namespace claims
} // namespace dalembert
