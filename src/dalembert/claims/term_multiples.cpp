#include <dalembert/claims/term_multiples.h>
#include <dalembert/claims/wanted_value.h>
#include <dalembert/exact/rational_guess.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace dalembert {
inline namespace claims {

bool is_zero_number(const Graph& graph, const Written& w) {
  return w.kind == WrittenKind::number && graph.is_zero(w.value);
}

/// The multiple that a term should have where the residual is linear in it: k = R₀/(R₀ − R).
std::vector<Multiples> wanted_multiples(CorrectionSearch& search, const Claim& work, Written& term) {
  Written nothing = number(search.graph(), Rational(0));
  nothing.inverse = term.inverse;
  std::swap(term, nothing);
  const std::optional<Expr> rest = residual_of(search.motion(), work);
  std::swap(term, nothing);
  if (!rest) return {};
  const auto at = [&](std::size_t state) -> std::optional<Residue> {
    const std::optional<Residue> r0 = search.value_at(*rest, state);
    const std::optional<Residue> r = search.value_at(search.residual(), state);
    const std::optional<Residue> inverse = r0 && r ? (*r0 - *r).inverse() : std::nullopt;
    return inverse ? std::optional<Residue>(*r0 * *inverse) : std::nullopt;
  };
  const std::optional<Residue> first = at(0);
  if (!first) return {};
  return {{*first, at(1)}};
}

namespace {

std::vector<Residue> multiples_below(CorrectionSearch& search, const Claim& work, Written& sum, std::size_t index,
                                     std::size_t state) {
  const std::optional<Expr> whole = search.expression(sum);
  const std::optional<Expr> part = search.expression(sum.parts[index]);
  const std::optional<Residue> value = whole ? search.value_at(*whole, state) : std::nullopt;
  std::optional<Residue> own = part ? search.value_at(*part, state) : std::nullopt;
  if (!value || !own) return {};
  if (sum.parts[index].inverse) own = -*own;
  const std::optional<Residue> inverse = own->inverse();
  std::vector<Residue> out;
  if (!inverse) return out;
  for (const Residue wanted : wanted_values(search, work, sum, state))
    out.push_back((wanted - *value + *own) * *inverse);
  return out;
}

} // namespace

/// The same for a term of a sum below a fraction bar, a root or a power.
std::vector<Multiples> wanted_multiples_below(CorrectionSearch& search, const Claim& work, Written& sum,
                                              std::size_t index) {
  const std::vector<Residue> first = multiples_below(search, work, sum, index, 0);
  if (first.empty()) return {};
  const std::vector<Residue> second = multiples_below(search, work, sum, index, 1);
  std::vector<Multiples> out;
  for (const Residue k : first) {
    if (second.empty()) out.push_back({k, std::nullopt});
    for (const Residue other : second)
      out.push_back({k, other});
  }
  return out;
}

/// True where `value` is a small number times a term of the sum: then that term is wrong, and none is missing.
bool is_multiple_of_part(CorrectionSearch& search, const Written& sum, Residue value) {
  constexpr std::int64_t largest = 12;
  return std::ranges::any_of(sum.parts, [&](const Written& part) {
    const std::optional<Expr> own = search.expression(part);
    const std::optional<Residue> at = own ? search.value_at(*own, 0) : std::nullopt;
    const std::optional<Residue> inverse = at ? at->inverse() : std::nullopt;
    return inverse && small_fraction(value * *inverse, largest);
  });
}

} // namespace claims
} // namespace dalembert
