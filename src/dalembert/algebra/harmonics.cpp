#include <dalembert/algebra/harmonics.h>
#include <dalembert/algebra/typeset.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/expr/depends.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

bool is_harmonic(const Graph& graph, Expr e) {
  return graph.kind(e) == NodeKind::function &&
         (graph.function(e) == Function::sin || graph.function(e) == Function::cos);
}

/// a + sign·b
void combine(const Frequencies& a, const Frequencies& b, int sign, Frequencies& out) {
  out.clear();
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const bool left = j == b.size() || (i < a.size() && a[i].first <= b[j].first);
    const bool right = i == a.size() || (j < b.size() && b[j].first <= a[i].first);
    const std::uint16_t angle = left ? a[i].first : b[j].first;
    const int k = (left ? a[i].second : 0) + sign * (right ? b[j].second : 0);
    if (k != 0) out.emplace_back(angle, k);
    i += left ? 1 : 0;
    j += right ? 1 : 0;
  }
}

std::uint64_t hash_of(bool is_sine, const Frequencies& frequencies, int sign) {
  std::uint64_t hash = is_sine ? 1 : 2;
  for (const auto& [angle, k] : frequencies) {
    const auto times = static_cast<std::uint32_t>(sign * k);
    hash = (hash ^ ((std::uint64_t{angle} << 32U) | times)) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

/// The primitive vector of which `frequencies` is a multiple.
Frequencies primitive(const Frequencies& frequencies) {
  int content = 0;
  for (const auto& [angle, k] : frequencies)
    content = std::gcd(content, k);
  Frequencies out = frequencies;
  for (auto& [angle, k] : out)
    k /= content;
  return out;
}

} // namespace

HarmonicTable::HarmonicTable(AtomTable& atoms) : atoms_(atoms), graph_(atoms.graph()), slots_(64), products_(64) {
  harmonics_.push_back({});
}

void HarmonicTable::announce(std::span<const Expr> roots) {
  std::map<Key, Rational> units;
  std::vector<std::uint32_t> arguments;
  LinearForms forms(graph_); // the angles of a chain hold one another
  for (const Expr e : reachable(graph_, roots)) {
    if (!is_harmonic(graph_, e)) continue;
    const Expr argument = graph_.args(e)[0];
    if (announced_.contains(argument.id)) continue;
    arguments.push_back(argument.id);
    for (const Monomial& m : forms.of(argument)) {
      Rational& unit = units.try_emplace(m.factors, Rational(1)).first->second;
      // lcm of the denominators, as a product where it is not there yet
      if (!(m.coefficient * unit).is_integer()) unit *= (m.coefficient * unit).denominator();
    }
  }
  for (const auto& [key, unit] : units) {
    if (angles_.contains(key)) continue;
    units_[angle(key)] = unit;
  }
  announced_.insert(arguments.begin(), arguments.end());
}

std::uint16_t HarmonicTable::angle(const Key& key) {
  const auto [place, added] = angles_.try_emplace(key, static_cast<std::uint16_t>(keys_.size()));
  if (added) {
    if (keys_.size() > 60000) throw BudgetSpent{};
    keys_.push_back(key);
    units_.emplace_back(1);
  }
  return place->second;
}

HarmonicTable::Signed HarmonicTable::harmonic(bool is_sine, Expr argument) {
  if (const auto found = of_argument_.find(argument.id); found != of_argument_.end())
    return found->second[is_sine ? 1 : 0];
  Frequencies frequencies;
  for (const Monomial& m : linear_form(graph_, argument)) {
    const std::uint16_t id = angle(m.factors);
    const auto k = (m.coefficient * units_[id]).as_integer();
    if (!k || std::abs(*k) > 1000) throw BudgetSpent{};
    frequencies.emplace_back(id, static_cast<int>(*k));
  }
  std::sort(frequencies.begin(), frequencies.end());
  const std::array<Signed, 2> both{harmonic(false, frequencies), harmonic(true, frequencies)};
  of_argument_.emplace(argument.id, both);
  return both[is_sine ? 1 : 0];
}

HarmonicTable::Signed HarmonicTable::harmonic(bool is_sine, const Frequencies& frequencies) {
  if (frequencies.empty()) return {is_sine ? 0 : 1, 0};
  const int sign = frequencies.front().second < 0 ? -1 : 1;
  Slot& slot = slot_of(is_sine, frequencies, sign);
  const bool is_known = slot.harmonic != 0;
  const Signed out{is_sine ? sign : 1, is_known ? slot.harmonic : static_cast<HarmonicId>(harmonics_.size())};
  if (is_known) return out;
  harmonics_.push_back({is_sine, frequencies, -1});
  for (auto& [angle, k] : harmonics_.back().frequencies)
    k *= sign;
  slot.harmonic = out.harmonic;
  if (2 * harmonics_.size() > slots_.size()) grow();
  return out;
}

/// Where the harmonic of sign·frequencies is or belongs, with its hash.
HarmonicTable::Slot& HarmonicTable::slot_of(bool is_sine, const Frequencies& frequencies, int sign) {
  const auto is_it = [&](const Harmonic& h) {
    return h.is_sine == is_sine &&
           std::ranges::equal(h.frequencies, frequencies, [sign](const auto& mine, const auto& other) {
             return mine.first == other.first && mine.second == sign * other.second;
           });
  };
  const std::size_t last = slots_.size() - 1;
  const std::uint64_t hash = hash_of(is_sine, frequencies, sign);
  const auto upper = static_cast<std::uint32_t>(hash >> 32U);
  std::size_t i = hash & last;
  while (slots_[i].harmonic != 0 && (slots_[i].hash != upper || !is_it(harmonics_[slots_[i].harmonic])))
    i = (i + 1) & last;
  slots_[i].hash = upper;
  return slots_[i];
}

void HarmonicTable::grow() {
  slots_.assign(2 * slots_.size(), {});
  for (HarmonicId w = 1; w < harmonics_.size(); ++w)
    slot_of(harmonics_[w].is_sine, harmonics_[w].frequencies, 1).harmonic = w;
}

/// Where the product of a pair is or belongs.
HarmonicTable::Product& HarmonicTable::product_of(std::uint64_t pair) {
  const std::uint64_t mixed = pair * 0x9E3779B97F4A7C15U;
  const std::size_t last = products_.size() - 1;
  std::size_t i = (mixed ^ (mixed >> 32U)) & last;
  while (products_[i].pair != 0 && products_[i].pair != pair)
    i = (i + 1) & last;
  return products_[i];
}

void HarmonicTable::grow_products() {
  const std::vector<Product> old = std::exchange(products_, std::vector<Product>(2 * products_.size()));
  for (const Product& p : old)
    if (p.pair != 0) product_of(p.pair) = p;
}

const std::array<HarmonicTable::Signed, 2>& HarmonicTable::product(HarmonicId a, HarmonicId b) {
  const std::uint64_t pair = ((std::uint64_t{std::min(a, b)} + 1) << 32U) | (std::uint64_t{std::max(a, b)} + 1);
  if (const Product& known = product_of(pair); known.pair != 0) return known.terms;
  if (product_count_ >= most_products_) throw WorkSpent{};
  if (2 * (product_count_ + 1) > products_.size()) grow_products();
  const bool sine_a = harmonics_[a].is_sine;
  const bool sine_b = harmonics_[b].is_sine;
  combine(harmonics_[a].frequencies, harmonics_[b].frequencies, -1, difference_);
  combine(harmonics_[a].frequencies, harmonics_[b].frequencies, 1, total_);
  // cos·cos = ½cos(a−b) + ½cos(a+b), sin·sin = ½cos(a−b) − ½cos(a+b), sin·cos = ½sin(a+b) + ½sin(a−b)
  std::array<Signed, 2> out{harmonic(sine_a != sine_b, difference_), harmonic(sine_a != sine_b, total_)};
  if (sine_a && sine_b) out[1].sign = -out[1].sign;
  if (!sine_a && sine_b) out[0].sign = -out[0].sign;
  Product& place = product_of(pair);
  place = {pair, out};
  ++product_count_;
  return place.terms;
}

Expr HarmonicTable::argument(const Frequencies& frequencies) {
  std::vector<Term> terms;
  for (const auto& [id, k] : frequencies) {
    std::vector<Factor> factors;
    for (const auto& [base, exponent] : keys_[id])
      factors.push_back({base, graph_.intern(exponent)});
    const Expr angle = factors.empty() ? graph_.one() : graph_.product(factors);
    terms.push_back({angle, graph_.intern(Rational(k) / units_[id])});
  }
  return graph_.sum(terms);
}

/// The argument in print, parameters first and content before the bracket: `omega*t`, `2*(th1 - th2)`. Nothing where an
/// angle has fractional powers: the graph prints those.
std::optional<Formula> HarmonicTable::argument_text(const Frequencies& frequencies) {
  Sum sum;
  for (const auto& [id, k] : frequencies) {
    Summand s{Rational(k) / units_[id], {}};
    for (const auto& [base, exponent] : keys_[id]) {
      const auto whole = exponent.as_integer();
      if (!whole) return std::nullopt;
      s.monomial.multiply(atoms_.atom(base), static_cast<int>(*whole));
    }
    sum.push_back(std::move(s));
  }
  if (sum.size() > 1) {
    const AtomTable::Bracket bracket = atoms_.bracket(sum);
    if (!bracket.factor.abs().is_one()) sum = {{bracket.factor, PowerProduct(bracket.atom)}};
  }
  return typeset(atoms_, sum);
}

AtomId HarmonicTable::atom(HarmonicId w) {
  Harmonic& harmonic = harmonics_[w];
  if (harmonic.atom < 0) {
    if (last_argument_.frequencies != harmonic.frequencies)
      last_argument_ = {harmonic.frequencies, argument(harmonic.frequencies), argument_text(harmonic.frequencies)};
    const Expr of = last_argument_.expr;
    const Expr e = harmonic.is_sine ? graph_.sin(of) : graph_.cos(of);
    const std::optional<Formula>& inner = last_argument_.text;
    const bool is_plain = inner && graph_.kind(e) == NodeKind::function;
    harmonic.atom = is_plain ? atoms_.atom(e, call_formula(harmonic.is_sine ? "sin" : "cos", *inner)) : atoms_.atom(e);
  }
  return static_cast<AtomId>(harmonic.atom);
}

std::vector<Frequencies> HarmonicTable::base_angles(std::span<const HarmonicId> harmonics) const {
  std::vector<Frequencies> directions;
  std::vector<std::uint16_t> elementary;
  for (const HarmonicId w : harmonics) {
    if (w == 0) continue;
    directions.push_back(primitive(harmonics_[w].frequencies));
    for (const auto& [angle, k] : harmonics_[w].frequencies)
      elementary.push_back(angle);
  }
  std::ranges::sort(directions);
  directions.erase(std::unique(directions.begin(), directions.end()), directions.end());
  if (directions.size() == 1) return directions;
  std::ranges::sort(elementary);
  elementary.erase(std::unique(elementary.begin(), elementary.end()), elementary.end());
  std::vector<Frequencies> out;
  out.reserve(elementary.size());
  for (const std::uint16_t angle : elementary)
    out.push_back({{angle, 1}});
  return out;
}

std::vector<Frequencies> HarmonicTable::joined_angles(std::span<const HarmonicId> harmonics) const {
  // The frequencies of each angle in all harmonics; angles are joined where these are multiples of one another.
  std::map<std::uint16_t, std::vector<int>> columns;
  for (std::size_t i = 0; i < harmonics.size(); ++i)
    for (const auto& [angle, k] : harmonics_[harmonics[i]].frequencies) {
      std::vector<int>& column = columns[angle];
      column.resize(harmonics.size());
      column[i] = k;
    }
  std::map<std::vector<int>, Frequencies> joined; // by the column in lowest terms, its first entry positive
  for (const auto& [angle, column] : columns) {
    int divisor = 0;
    for (const int k : column)
      divisor = std::gcd(divisor, k);
    if (*std::ranges::find_if(column, [](int k) { return k != 0; }) < 0) divisor = -divisor;
    std::vector<int> lowest = column;
    for (int& k : lowest)
      k /= divisor;
    joined[lowest].emplace_back(angle, divisor);
  }
  std::vector<Frequencies> out;
  for (const auto& [column, frequencies] : joined) {
    out.push_back(primitive(frequencies));
    if (out.back().front().second > 0) continue;
    for (auto& [angle, k] : out.back())
      k = -k;
  }
  return out;
}

} // namespace algebra
} // namespace dalembert
