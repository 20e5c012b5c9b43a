#include <dalembert/algebra/collect.h>
#include <dalembert/algebra/common_factors.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr std::array<std::size_t, 4> widths{4, 2, 2, 1}; ///< candidates tried per depth, 1 below
constexpr std::size_t most_squared = 64;                 ///< longer sums are not looked through for squares
constexpr std::size_t most_known_terms = 200'000;        ///< remembered; about 30 MB

/// The largest monomial in every term.
PowerProduct content(const Sum& sum) {
  PowerProduct out = sum.front().monomial;
  for (const Summand& s : sum) {
    if (out.is_one()) break;
    out = common_factor(out, s.monomial);
  }
  return out;
}

/// Adds a summand to a sum, which is merged.
void add(Summand s, Sum& sum) {
  const auto hash = [](const Summand& t) { return t.monomial.hash(); };
  const auto place = std::ranges::lower_bound(sum, s.monomial.hash(), {}, hash);
  const bool is_new = place == sum.end() || place->monomial.hash() != s.monomial.hash();
  if (is_new && !s.coefficient.is_zero() && std::ranges::is_sorted(sum, {}, hash)) {
    sum.insert(place, std::move(s));
    return;
  }
  sum.push_back(std::move(s));
  merge(sum);
}

} // namespace

Sum Collector::collect(const Sum& sum) {
  return collected(sum, 0);
}

Sum Collector::collect_greedily(const Sum& sum) {
  return collected(sum, widths.size());
}

Sum Collector::sketch(const Sum& sum) {
  visited_ = 0;
  return search(sum, widths.size())->sum;
}

void Collector::forget() {
  known_.clear();
  known_terms_ = 0;
}

/// The sum as it stands and in groups, each collected from `depth` on.
Sum Collector::collected(const Sum& sum, std::size_t depth) {
  visited_ = 0;
  Shared best = search(sum, depth);
  for (const bool by_parameters : {true, false}) {
    Sum start = grouped(sum, by_parameters);
    if (start.size() == sum.size()) continue;
    Shared other = search(std::move(start), depth);
    const bool is_flatter = other->cost == best->cost && atoms_.nesting(other->sum) < atoms_.nesting(best->sum);
    if (other->cost < best->cost || is_flatter) best = std::move(other);
  }
  return best->sum;
}

Collector::Shared Collector::shared(Sum sum) const {
  const int cost = atoms_.cost(sum);
  return std::make_shared<const Form>(Form{std::move(sum), cost});
}

std::size_t Collector::width(std::size_t depth) const {
  if (visited_ > budget_ || depth >= widths.size()) return 1;
  return widths[depth];
}

Collector::Shared Collector::search(Sum sum, std::size_t depth) {
  if (sum.size() < 2 || visited_ > 2 * budget_) return shared(std::move(sum));
  const std::uint64_t hash = sum_hash(sum);
  const auto [first, last] = known_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (it->second.depth <= depth && is_same(it->second.from->sum, sum)) return it->second.to;
  ++visited_;
  const Shared from = shared(std::move(sum));
  Shared to = improve(from, depth);
  const std::size_t terms = from->sum.size() + to->sum.size();
  if (known_terms_ + terms > most_known_terms) forget();
  known_terms_ += terms;
  known_.emplace(hash, Known{from, to, depth});
  return to;
}

Collector::Shared Collector::improve(const Shared& from, std::size_t depth) {
  const Sum& sum = from->sum;
  const PowerProduct common = content(sum);
  if (!common.is_one()) {
    Sum inner = sum;
    for (Summand& s : inner)
      s.monomial = s.monomial / common;
    merge(inner);
    Summand whole = as_factor(search(std::move(inner), depth)->sum);
    whole.monomial = whole.monomial * common;
    return shared({std::move(whole)});
  }
  if (sum.size() == 2) return from;
  Shared best = with_square(sum, depth);
  if (!best) best = from;
  for (const PowerProduct& factor : common_factors(atoms_, sum, width(depth))) {
    Shared other = with_factor(sum, factor, depth);
    // Even where nothing is saved, what moves stands once: λ·(1 + cos θ).
    if (other->cost > best->cost || (other->cost == best->cost && !atoms_.is_dynamic(factor))) continue;
    best = std::move(other);
  }
  return best;
}

/// x² ± 2xy + y² as (x ± y)², where the sum holds these three terms.
Collector::Shared Collector::with_square(const Sum& sum, std::size_t depth) {
  struct Root {
    std::size_t at;
    int sign;
    Rational coefficient;
    PowerProduct monomial;
  };
  std::vector<Root> roots;
  for (std::size_t i = 0; i < sum.size() && sum.size() <= most_squared; ++i) {
    PowerProduct half;
    bool is_square = !sum[i].monomial.is_one();
    for (const Power& p : sum[i].monomial.powers()) {
      is_square = is_square && p.exponent % 2 == 0;
      half.multiply(p.atom, p.exponent / 2);
    }
    if (!is_square) continue;
    if (const auto root = sum[i].coefficient.abs().root(2))
      roots.push_back({i, sum[i].coefficient.sign(), *root, half});
  }
  for (std::size_t a = 0; a < roots.size(); ++a) {
    for (std::size_t b = a + 1; b < roots.size(); ++b) {
      if (roots[a].sign != roots[b].sign) continue;
      const PowerProduct cross = roots[a].monomial * roots[b].monomial;
      const Rational twice = Rational(2) * roots[a].coefficient * roots[b].coefficient;
      const auto middle = std::ranges::find_if(sum, [&](const Summand& s) { return s.monomial == cross; });
      if (middle == sum.end() || middle->coefficient.abs() != twice) continue;
      const Rational sign(middle->coefficient.sign() * roots[a].sign);
      const AtomTable::Bracket base =
          atoms_.bracket({{roots[a].coefficient, roots[a].monomial}, {sign * roots[b].coefficient, roots[b].monomial}});
      Sum next;
      for (std::size_t i = 0; i < sum.size(); ++i)
        if (i != roots[a].at && i != roots[b].at && &sum[i] != &*middle) next.push_back(sum[i]);
      next.push_back({Rational(roots[a].sign) * base.factor * base.factor, PowerProduct(base.atom, 2)});
      merge(next);
      return search(std::move(next), depth + 1);
    }
  }
  return nullptr;
}

/// S = g·bracket + rest, bracket collected, then all of it collected again.
Collector::Shared Collector::with_factor(const Sum& sum, const PowerProduct& factor, std::size_t depth) {
  Sum inside;
  Sum next;
  inside.reserve(sum.size());
  next.reserve(sum.size());
  for (const Summand& s : sum) {
    if (factor.divides(s.monomial))
      inside.push_back({s.coefficient, s.monomial / factor});
    else
      next.push_back(s);
  }
  Summand taken = as_factor(search(std::move(inside), depth + 1)->sum);
  taken.monomial = taken.monomial * factor;
  add(std::move(taken), next);
  return search(std::move(next), depth + 1);
}

/// A sum as one summand: itself where it is one already, else its bracket.
Summand Collector::as_factor(const Sum& sum) {
  if (sum.size() == 1) return sum.front();
  const AtomTable::Bracket bracket = atoms_.bracket(sum);
  return {bracket.factor, PowerProduct(bracket.atom)};
}

/// Groups terms by everything but their parameters (or by their parameters): what stands beside is collected and
/// becomes one factor, so that proportional groups are found at once.
Sum Collector::grouped(const Sum& sum, bool by_parameters) {
  struct Group {
    PowerProduct key;
    Sum sum;
  };
  std::vector<Group> groups;
  groups.reserve(sum.size());
  std::unordered_map<std::uint64_t, std::size_t> place(sum.size());
  for (const Summand& s : sum) {
    PowerProduct parameters;
    PowerProduct others;
    for (const Power& p : s.monomial.powers()) {
      const bool is_parameter = atoms_[p.atom].type == AtomClass::parameter;
      (is_parameter ? parameters : others).multiply(p.atom, p.exponent);
    }
    const PowerProduct& key = by_parameters ? parameters : others;
    const auto [at, added] = place.try_emplace(key.hash(), groups.size());
    if (added) groups.push_back({key, {}});
    groups[at->second].sum.push_back({s.coefficient, by_parameters ? others : parameters});
  }
  Sum out;
  for (Group& group : groups) {
    Summand s = as_factor(search(std::move(group.sum), widths.size())->sum);
    s.monomial = s.monomial * group.key;
    out.push_back(std::move(s));
  }
  merge(out);
  return out;
}

} // namespace algebra
} // namespace dalembert
