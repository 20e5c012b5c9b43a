#include <dalembert/algebra/parameter_groups.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

/// The number c with a = c·b, where there is one. Both are sorted alike.
std::optional<Rational> ratio(const Laurent& a, const Laurent& b) {
  if (a.size() != b.size()) return std::nullopt;
  const Rational c = a.front().coefficient / b.front().coefficient;
  const bool is_multiple = std::ranges::equal(a, b, [&c](const LaurentTerm& x, const LaurentTerm& y) {
    return x.harmonic == y.harmonic && x.monomial == y.monomial && x.coefficient == c * y.coefficient;
  });
  return is_multiple ? std::optional(c) : std::nullopt;
}

} // namespace

std::vector<ParameterGroup> parameter_groups(const AtomTable& atoms, const Laurent& polynomial) {
  std::vector<ParameterGroup> by_parameters;
  std::map<std::uint64_t, std::size_t> place;
  for (const LaurentTerm& t : polynomial) {
    PowerProduct parameters;
    PowerProduct others;
    for (const Power& p : t.monomial.powers())
      (atoms[p.atom].type == AtomClass::parameter ? parameters : others).multiply(p.atom, p.exponent);
    const auto [at, added] = place.try_emplace(parameters.hash(), by_parameters.size());
    if (added) by_parameters.push_back({{{parameters, 0, Rational(1)}}, {}});
    by_parameters[at->second].rest.push_back({others, t.harmonic, t.coefficient});
  }
  // In an order that depends on the value alone, so that ties fall alike.
  std::ranges::sort(by_parameters, [](const ParameterGroup& a, const ParameterGroup& b) {
    return std::ranges::lexicographical_compare(
        a.parameters.front().monomial.powers(), b.parameters.front().monomial.powers(),
        [](Power p, Power q) { return p.atom != q.atom ? p.atom < q.atom : p.exponent < q.exponent; });
  });
  std::vector<ParameterGroup> out;
  for (ParameterGroup& group : by_parameters) {
    merge(group.rest);
    const auto same = std::ranges::find_if(out, [&](const auto& g) { return ratio(group.rest, g.rest).has_value(); });
    if (same == out.end())
      out.push_back(std::move(group));
    else
      same->parameters = sum(same->parameters, group.parameters, *ratio(group.rest, same->rest));
  }
  return out;
}

} // namespace algebra
} // namespace dalembert
