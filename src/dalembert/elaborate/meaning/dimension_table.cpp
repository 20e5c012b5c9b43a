#include <dalembert/elaborate/meaning/dimension_table.h>

namespace dalembert {
inline namespace elaboration {

namespace {

std::string spelling(const Dimension& dimension, const std::map<std::uint32_t, Exponent>& unknowns) {
  std::string key;
  for (std::size_t i = 0; i < Dimension::base_units; ++i) {
    const Exponent e = dimension.exponent(i);
    key += std::to_string(e.numerator) + '/' + std::to_string(e.denominator) + ' ';
  }
  for (const auto& [unknown, e] : unknowns)
    key += '?' + std::to_string(unknown) + '^' + std::to_string(e.numerator) + '/' + std::to_string(e.denominator);
  return key;
}

std::uint64_t pair_key(DimensionId a, DimensionId b) {
  return (std::uint64_t{a.id} << 32U) | b.id;
}

} // namespace

DimensionTable::DimensionTable(bool checks) : checks_(checks) {
  entries_.emplace_back();
  ids_.emplace(spelling({}, {}), 0);
}

DimensionId DimensionTable::of(const Dimension& dimension) {
  if (!checks_) return {};
  return intern({dimension, {}});
}

DimensionId DimensionTable::unknown() {
  if (!checks_) return {};
  return intern({{}, {{unknowns_++, Exponent{1, 1}}}});
}

DimensionId DimensionTable::multiply(DimensionId a, DimensionId b) {
  if (a.id == 0) return b;
  if (b.id == 0) return a;
  if (const auto hit = products_.find(pair_key(a, b)); hit != products_.end()) return {hit->second};
  const DimensionId product = combine(a, b, {1, 1});
  products_.emplace(pair_key(a, b), product.id);
  return product;
}

DimensionId DimensionTable::divide(DimensionId a, DimensionId b) {
  if (b.id == 0) return a;
  if (const auto hit = quotients_.find(pair_key(a, b)); hit != quotients_.end()) return {hit->second};
  const DimensionId quotient = combine(a, b, {-1, 1});
  quotients_.emplace(pair_key(a, b), quotient.id);
  return quotient;
}

DimensionId DimensionTable::power(DimensionId a, Exponent e) {
  if (a.id == 0) return a;
  return combine({}, a, e);
}

bool DimensionTable::unify(DimensionId a, DimensionId b) {
  if (a == b) return true;
  Entry ratio = resolved(a);
  multiply_into(ratio, resolved(b), {-1, 1});
  if (ratio.unknowns.empty()) return ratio.dimension.is_one();
  const auto [unknown, e] = *ratio.unknowns.rbegin();
  ratio.unknowns.erase(unknown);
  Entry solution;
  multiply_into(solution, ratio, reduced(-std::int64_t{e.denominator}, e.numerator));
  solved_.emplace(unknown, std::move(solution));
  return true;
}

bool DimensionTable::is_known(DimensionId a) {
  return resolved(a).unknowns.empty();
}

Dimension DimensionTable::known(DimensionId a) {
  return resolved(a).dimension;
}

DimensionId DimensionTable::intern(Entry entry) {
  std::string key = spelling(entry.dimension, entry.unknowns);
  const auto [place, is_new] = ids_.emplace(std::move(key), static_cast<std::uint32_t>(entries_.size()));
  if (is_new) entries_.push_back(std::move(entry));
  return {place->second};
}

DimensionId DimensionTable::combine(DimensionId a, DimensionId b, Exponent power_of_b) {
  Entry product = entries_[a.id];
  multiply_into(product, entries_[b.id], power_of_b);
  return intern(std::move(product));
}

DimensionTable::Entry DimensionTable::resolved(DimensionId a) {
  Entry entry = entries_[a.id];
  // A solution may hold unknowns that were solved later, never earlier ones: this ends.
  for (bool changed = true; changed;) {
    changed = false;
    const Unknowns unknowns = entry.unknowns;
    for (const auto& [unknown, e] : unknowns) {
      const auto solution = solved_.find(unknown);
      if (solution == solved_.end()) continue;
      entry.unknowns.erase(unknown);
      multiply_into(entry, solution->second, e);
      changed = true;
    }
  }
  return entry;
}

void DimensionTable::multiply_into(Entry& into, const Entry& factor, Exponent e) {
  into.dimension = into.dimension * factor.dimension.pow(e);
  for (const auto& [unknown, power] : factor.unknowns) {
    Exponent& sum = into.unknowns[unknown];
    sum = sum + power * e;
    if (sum.numerator == 0) into.unknowns.erase(unknown);
  }
}

} // namespace elaboration
} // namespace dalembert
