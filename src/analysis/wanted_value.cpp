#include <dalembert/analysis/rational_guess.h>
#include <dalembert/analysis/wanted_value.h>

#include <array>
#include <optional>
#include <utility>

namespace dalembert {

namespace {

constexpr std::array<std::int64_t, 4> probes{1, 4, 9, 16};
using Probed = std::array<Residue, probes.size()>;

/// The residual with `node` replaced by each of the numbers.
std::optional<Probed> residuals_at_probes(CorrectionSearch& search, const Claim& work, Written& node,
                                          std::size_t state) {
  Probed out;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    Written by = number(search.graph(), Rational(probes[i]));
    by.inverse = node.inverse;
    std::swap(node, by);
    const std::optional<Expr> residual = residual_of(search.motion(), work);
    std::swap(node, by);
    const std::optional<Residue> value = residual ? search.value_at(*residual, state) : std::nullopt;
    if (!value) return std::nullopt;
    out[i] = *value;
  }
  return out;
}

std::optional<Residue> probe_power(std::int64_t base, const Rational& e) {
  return Residue(static_cast<std::uint64_t>(base))
      .rational_power(*e.numerator().as_integer(), *e.denominator().as_integer());
}

/// Sᵉ where the probed values are A + C·Sᵉ; nothing where they are not.
std::optional<Residue> wanted_power(const Probed& probed, const Rational& e) {
  Probed of;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const std::optional<Residue> value = probe_power(probes[i], e);
    if (!value) return std::nullopt;
    of[i] = *value;
  }
  const std::optional<Residue> run = (of[1] - of[0]).inverse();
  if (!run) return std::nullopt;
  const Residue slope = (probed[1] - probed[0]) * *run;
  const Residue offset = probed[0] - slope * of[0];
  const std::optional<Residue> inverse = slope.inverse();
  if (!inverse) return std::nullopt;
  for (std::size_t i = 2; i < probes.size(); ++i)
    if (!(probed[i] == offset + slope * of[i])) return std::nullopt;
  return -offset * *inverse;
}

} // namespace

std::vector<Residue> wanted_values(CorrectionSearch& search, const Claim& work, Written& node, std::size_t state) {
  static const std::array<Rational, 10> exponents{Rational(1),    Rational(-1),    Rational(2),    Rational(-2),
                                                  Rational(1, 2), Rational(-1, 2), Rational(3, 2), Rational(-3, 2),
                                                  Rational(3),    Rational(-3)};
  const std::optional<Probed> probed = residuals_at_probes(search, work, node, state);
  if (!probed) return {};
  for (const Rational& e : exponents) {
    const std::optional<Residue> of = wanted_power(*probed, e);
    if (!of) continue;
    const Rational back = e.inverse();
    const auto root = of->rational_power(*back.numerator().as_integer(), *back.denominator().as_integer());
    if (!root) return {};
    if (back.denominator() == Rational(2)) return {*root, -*root};
    return {*root};
  }
  return {};
}

} // namespace dalembert
