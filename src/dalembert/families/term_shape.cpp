#include <dalembert/families/term_shape.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace dalembert {
inline namespace families {

namespace {

using Proposal = std::vector<GenericTerm>;

/// A coefficient that is a number, or a number times how many members of the family there are from some index on.
struct Coefficient {
  Rational number;
  std::string factor; ///< `(n + 1 - j)`; empty for a number alone
};

/// `(n + 1 - max(i,j))` for counts, or the index itself; nothing where the counts follow no index.
std::optional<std::string> count_text(const IndexNames& names, const std::vector<IndexSample>& counts) {
  const auto is_plain = [](const std::string& text) { return text.find_first_of("+-") == std::string::npos; };
  if (const auto text = index_text(names, counts)) return is_plain(*text) ? *text : "(" + *text + ")";
  for (const int beyond : {1, 0, 2}) {
    std::vector<IndexSample> starts = counts;
    for (IndexSample& s : starts)
      s.value = names.size + beyond - s.value;
    const auto text = index_text(names, starts);
    if (text && is_plain(*text))
      return "(" + names.count + (beyond == 0 ? "" : " + " + std::to_string(beyond)) + " - " + *text + ")";
  }
  return std::nullopt;
}

/// A sample of what an index depends on, and the coefficient there.
using CoefficientSample = std::pair<IndexSample, Rational>;

/// The largest positive number of which all coefficients are whole multiples; nothing where numbers are large.
std::optional<Rational> common_divisor(const std::vector<CoefficientSample>& samples) {
  std::int64_t numerators = 0;
  std::int64_t denominators = 1;
  for (const auto& [place, c] : samples) {
    const auto p = c.numerator().as_integer();
    const auto q = c.denominator().as_integer();
    constexpr std::int64_t largest = 10'000;
    if (!p || !q || std::abs(*p) > largest || *q > largest || denominators > largest) return std::nullopt;
    numerators = std::gcd(numerators, *p);
    denominators = std::lcm(denominators, *q);
  }
  return Rational(numerators, denominators);
}

std::optional<Coefficient> common_coefficient(const IndexNames& names, const std::vector<CoefficientSample>& samples) {
  const Rational first = samples.front().second;
  if (std::ranges::all_of(samples, [&first](const auto& s) { return s.second == first; })) {
    if (names.multiples == MultipleKind::numbers) return Coefficient{first, {}};
    const Rational share = first / Rational(names.size);
    if (!(first.denominator() < share.denominator())) return Coefficient{share, names.count};
    const Rational total = first * Rational(names.size);
    const bool is_share = total.denominator() < first.denominator();
    return is_share ? Coefficient{total, share_of(names.count)} : Coefficient{first, {}};
  }
  const std::optional<Rational> unit = common_divisor(samples);
  if (!unit) return std::nullopt;
  std::vector<IndexSample> counts;
  for (const auto& [place, c] : samples) {
    const auto count = (c / *unit).abs().as_integer();
    if (!count || *count > 2L * names.size || c.sign() != first.sign()) return std::nullopt;
    counts.push_back(place);
    counts.back().value = static_cast<int>(*count);
  }
  const std::optional<std::string> factor = count_text(names, counts);
  if (!factor) return std::nullopt;
  return Coefficient{first.sign() < 0 ? -*unit : *unit, *factor};
}

/// The part that all coefficients have in common: neighbours may be coupled more than others.
std::optional<Coefficient> least_coefficient(const std::vector<CoefficientSample>& samples) {
  Rational least = samples.front().second;
  for (const auto& [place, c] : samples) {
    if (c.sign() != least.sign()) return std::nullopt;
    if (c.abs() < least.abs()) least = c;
  }
  return Coefficient{least, {}};
}

/// What one index follows: the own one, an end of the family, or one that runs in a sum.
struct Role {
  enum class Kind { own, constant, running } kind = Kind::constant;
  int shift = 0;          ///< or the constant
  std::size_t leader = 0; ///< of a running one: the first index that runs with it
};

class Proposer {
public:
  Proposer(const TermShape& shape, const IndexNames& names)
      : shape_(shape), names_(names), is_family_(shape.members > 1), roles_(shape.places.front().indices.size()) {
    for (std::size_t slot = 0; slot < roles_.size(); ++slot)
      roles_[slot] = role_of(slot);
  }

  std::vector<Proposal> all() const {
    constexpr std::size_t few = 2;
    constexpr std::size_t some = 4;
    std::vector<Proposal> out;
    if (is_family_) add(out, by_offsets());
    if (!is_family_ && shape_.places.size() <= few) add(out, one_by_one());
    add_sums(out);
    if (!is_family_ && shape_.places.size() <= some) add(out, one_by_one());
    return out;
  }

private:
  static void add(std::vector<Proposal>& out, Proposal proposal) {
    if (!proposal.empty()) out.push_back(std::move(proposal));
  }

  /// The difference between index `slot` and `base(place)` where it is the same in all places.
  template <typename Base>
  [[nodiscard]] std::optional<int> common_shift(std::size_t slot, Base&& base) const {
    const int shift = shape_.places.front().indices[slot] - base(shape_.places.front());
    const bool is_common = std::ranges::all_of(
        shape_.places, [&](const TermPlace& place) { return place.indices[slot] - base(place) == shift; });
    return is_common ? std::optional(shift) : std::nullopt;
  }

  [[nodiscard]] Role role_of(std::size_t slot) const {
    if (const auto value = common_shift(slot, [](const TermPlace&) { return 0; }))
      return {Role::Kind::constant, *value, 0};
    if (is_family_)
      if (const auto shift = common_shift(slot, [](const TermPlace& place) { return place.own.value(); }))
        return {Role::Kind::own, *shift, 0};
    for (std::size_t leader = 0; leader < slot; ++leader)
      if (roles_[leader].kind == Role::Kind::running && roles_[leader].leader == leader)
        if (const auto shift = common_shift(slot, [leader](const TermPlace& place) { return place.indices[leader]; }))
          return {Role::Kind::running, *shift, leader};
    return {Role::Kind::running, 0, slot};
  }

  [[nodiscard]] std::vector<std::string> filled_factors(const std::vector<std::string>& texts) const {
    std::vector<std::string> out;
    std::size_t begin = 0;
    for (const std::string& pattern : shape_.factors) {
      const auto holes = static_cast<std::size_t>(std::ranges::count(pattern, '#'));
      out.push_back(filled(pattern, {texts.begin() + static_cast<std::ptrdiff_t>(begin),
                                     texts.begin() + static_cast<std::ptrdiff_t>(begin + holes)}));
      begin += holes;
    }
    return out;
  }

  /// Every place a term of its own, with constant indices.
  [[nodiscard]] Proposal one_by_one() const {
    Proposal out;
    for (const TermPlace& place : shape_.places) {
      std::vector<std::string> texts;
      for (const int index : place.indices)
        texts.push_back(constant_index(names_, index));
      const auto coefficient = common_coefficient(names_, {{IndexSample{}, place.coefficient}});
      out.push_back(with_coefficient({{}, filled_factors(texts), std::nullopt, std::nullopt, {}}, coefficient.value()));
    }
    return out;
  }

  /// The same neighbours in every equation: x[i-1], x[i+1].
  [[nodiscard]] Proposal by_offsets() const {
    std::map<std::vector<int>, std::vector<const TermPlace*>> groups;
    for (const TermPlace& place : shape_.places) {
      std::vector<int> offsets = place.indices;
      for (std::size_t slot = 0; slot < offsets.size(); ++slot)
        if (roles_[slot].kind != Role::Kind::constant) offsets[slot] -= place.own.value();
      groups[offsets].push_back(&place);
    }
    Proposal out;
    for (const auto& [offsets, places] : groups) {
      if (places.size() != shape_.members) return {};
      std::vector<CoefficientSample> samples;
      for (const TermPlace* place : places)
        samples.emplace_back(IndexSample{place->own, std::nullopt, 0}, place->coefficient);
      const auto coefficient = common_coefficient(names_, samples);
      if (!coefficient) return {};
      std::vector<std::string> texts;
      for (std::size_t slot = 0; slot < offsets.size(); ++slot)
        texts.push_back(roles_[slot].kind == Role::Kind::constant ? constant_index(names_, offsets[slot])
                                                                  : shifted(names_.own, offsets[slot]));
      out.push_back(with_coefficient({{}, filled_factors(texts), std::nullopt, std::nullopt, {}}, *coefficient));
    }
    return out;
  }

  [[nodiscard]] static GenericTerm with_coefficient(GenericTerm term, const Coefficient& coefficient) {
    term.coefficient = coefficient.number;
    if (!coefficient.factor.empty()) term.factors.insert(term.factors.begin(), coefficient.factor);
    return term;
  }

  void add_sums(std::vector<Proposal>& out) const {
    std::vector<std::size_t> leaders;
    for (std::size_t slot = 0; slot < roles_.size(); ++slot)
      if (roles_[slot].kind == Role::Kind::running && roles_[slot].leader == slot) leaders.push_back(slot);
    const auto sums = [&](std::optional<std::size_t> outer, std::optional<std::size_t> inner) {
      if (inner && !runs_alone(*inner)) return;
      for (Proposal& proposal : sums_over(outer, inner))
        add(out, std::move(proposal));
    };
    if (leaders.size() == 1) {
      sums(std::nullopt, leaders[0]);
      sums(leaders[0], std::nullopt);
    } else if (leaders.size() == 2) {
      sums(leaders[0], leaders[1]);
      sums(leaders[1], leaders[0]);
    }
  }

  /// The factor that index `slot` stands in.
  [[nodiscard]] std::size_t factor_of(std::size_t slot) const {
    std::size_t holes = 0;
    for (std::size_t f = 0; f < shape_.factors.size(); ++f) {
      holes += static_cast<std::size_t>(std::ranges::count(shape_.factors[f], '#'));
      if (slot < holes) return f;
    }
    return shape_.factors.size();
  }

  /// True where one parameter alone depends on the index, and on no other.
  [[nodiscard]] bool runs_alone(std::size_t leader) const {
    const auto followers = std::ranges::count_if(
        roles_, [leader](const Role& r) { return r.kind == Role::Kind::running && r.leader == leader; });
    const std::size_t factor = factor_of(leader);
    return followers == 1 && shape_.are_parameters[factor] && std::ranges::count(shape_.factors[factor], '#') == 1;
  }

  [[nodiscard]] IndexSample sample(const TermPlace& place, std::optional<std::size_t> outer, int value) const {
    IndexSample out;
    if (is_family_) out.own = place.own;
    if (outer) out.bound = place.indices[*outer];
    out.value = value;
    return out;
  }

  /// The range of the index that runs in one factor alone.
  [[nodiscard]] std::optional<IndexRange> inner_range(std::optional<std::size_t> outer, std::size_t inner) const {
    std::map<std::pair<int, int>, std::pair<const TermPlace*, std::set<int>>> rows;
    for (const TermPlace& place : shape_.places) {
      auto& [first, values] = rows[{place.own.value_or(0), outer ? place.indices[*outer] : 0}];
      first = &place;
      if (!values.insert(place.indices[inner]).second) return std::nullopt;
    }
    std::vector<IndexSample> lows;
    std::vector<IndexSample> highs;
    for (const auto& [key, row] : rows) {
      const auto& [place, values] = row;
      if (*values.rbegin() - *values.begin() + 1 != static_cast<int>(values.size())) return std::nullopt;
      lows.push_back(sample(*place, outer, *values.begin()));
      highs.push_back(sample(*place, outer, *values.rbegin()));
    }
    const auto low = index_text(names_, lows);
    const auto high = index_text(names_, highs);
    if (!low || !high) return std::nullopt;
    return IndexRange{names_.inner, *low, *high};
  }

  /// Where the outer index runs in one equation; `has_hole` where only the own index is missing.
  struct Interval {
    std::optional<int> own;
    int low = 0;
    int high = 0;
    bool has_hole = false;
  };

  [[nodiscard]] std::optional<std::vector<Interval>> intervals(std::size_t outer) const {
    std::map<int, std::pair<std::optional<int>, std::set<int>>> rows;
    for (const TermPlace& place : shape_.places) {
      auto& row = rows[place.own.value_or(0)];
      row.first = place.own;
      row.second.insert(place.indices[outer]);
    }
    if (rows.size() != shape_.members) return std::nullopt;
    std::vector<Interval> out;
    for (const auto& [key, row] : rows) {
      const auto& [own, values] = row;
      Interval interval{own, *values.begin(), *values.rbegin(), false};
      interval.has_hole = own && *own > interval.low && *own < interval.high && !values.contains(*own);
      const int length = interval.high - interval.low + 1 - (interval.has_hole ? 1 : 0);
      if (length != static_cast<int>(values.size())) return std::nullopt;
      out.push_back(interval);
    }
    return out;
  }

  [[nodiscard]] std::optional<IndexRange> range_of(const std::vector<Interval>& intervals) const {
    std::vector<IndexSample> lows;
    std::vector<IndexSample> highs;
    for (const Interval& i : intervals) {
      const std::optional<int> own = is_family_ ? i.own : std::nullopt;
      lows.push_back({own, std::nullopt, i.low});
      highs.push_back({own, std::nullopt, i.high});
    }
    const auto low = index_text(names_, lows);
    const auto high = index_text(names_, highs);
    if (!low || !high) return std::nullopt;
    return IndexRange{names_.bound, *low, *high};
  }

  /// What the index runs over, likeliest first: with the own member, whose term may have another look, without it where
  /// it stands at an end, and in two parts beside it.
  [[nodiscard]] std::vector<std::vector<IndexRange>> ranges(std::size_t outer) const {
    const std::optional<std::vector<Interval>> all = intervals(outer);
    if (!all) return {};
    std::vector<std::vector<IndexRange>> out;
    const auto offer = [&out](const std::vector<std::optional<IndexRange>>& parts) {
      std::vector<IndexRange> whole;
      for (const auto& part : parts)
        if (part) whole.push_back(*part);
      if (whole.size() == parts.size()) out.push_back(std::move(whole));
    };
    std::vector<Interval> wide = *all;
    std::vector<Interval> before = *all;
    std::vector<Interval> after = *all;
    for (std::size_t i = 0; i < wide.size(); ++i) {
      if (wide[i].own == wide[i].low - 1) --wide[i].low;
      if (wide[i].own == wide[i].high + 1) ++wide[i].high;
      before[i].high = wide[i].own.value_or(1) - 1;
      after[i].low = wide[i].own.value_or(0) + 1;
    }
    offer({range_of(wide)});
    offer({range_of(*all)});
    if (std::ranges::all_of(*all, &Interval::has_hole)) offer({range_of(before), range_of(after)});
    return out;
  }

  [[nodiscard]] std::string running_text(std::size_t slot, std::optional<std::size_t> outer) const {
    const Role& role = roles_[slot];
    if (role.kind == Role::Kind::constant) return constant_index(names_, role.shift);
    if (role.kind == Role::Kind::own) return shifted(names_.own, role.shift);
    return shifted(outer && role.leader == *outer ? names_.bound : names_.inner, role.shift);
  }

  [[nodiscard]] std::vector<Proposal> sums_over(std::optional<std::size_t> outer,
                                                std::optional<std::size_t> inner) const {
    GenericTerm term;
    std::vector<std::string> texts;
    for (std::size_t slot = 0; slot < roles_.size(); ++slot)
      texts.push_back(running_text(slot, outer));
    term.factors = filled_factors(texts);
    std::vector<CoefficientSample> samples;
    for (const TermPlace& place : shape_.places)
      samples.emplace_back(sample(place, outer, 0), place.coefficient);
    auto coefficient = common_coefficient(names_, samples);
    if (!coefficient && !inner) coefficient = least_coefficient(samples);
    if (!coefficient || (inner && !coefficient->factor.empty())) return {};
    if (inner) {
      const std::optional<IndexRange> range = inner_range(outer, *inner);
      if (!range) return {};
      const auto at = term.factors.begin() + static_cast<std::ptrdiff_t>(factor_of(*inner));
      term.partial = PartialSum{*range, *at};
      term.factors.erase(at);
    }
    term = with_coefficient(std::move(term), *coefficient);
    if (!outer) return {{term}};
    std::vector<Proposal> out;
    for (const std::vector<IndexRange>& parts : ranges(*outer)) {
      Proposal proposal;
      for (const IndexRange& range : parts) {
        proposal.push_back(term);
        proposal.back().range = range;
      }
      out.push_back(std::move(proposal));
    }
    return out;
  }

  const TermShape& shape_;
  const IndexNames& names_;
  bool is_family_;
  std::vector<Role> roles_;
};

} // namespace

std::vector<std::vector<GenericTerm>> proposals(const TermShape& shape, const IndexNames& names) {
  return Proposer(shape, names).all();
}

} // namespace families
} // namespace dalembert
