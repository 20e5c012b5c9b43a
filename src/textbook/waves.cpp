#include <dalembert/expr/depends.h>
#include <dalembert/textbook/typeset.h>
#include <dalembert/textbook/waves.h>

#include <algorithm>
#include <numeric>

namespace dalembert {

namespace {

bool is_wave(const Graph& graph, Expr e) {
  return graph.kind(e) == NodeKind::function &&
         (graph.function(e) == Function::sin || graph.function(e) == Function::cos);
}

Frequencies combine(const Frequencies& a, const Frequencies& b, int sign) {
  Frequencies out;
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
  return out;
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

WaveTable::WaveTable(AtomTable& atoms) : atoms_(atoms), graph_(atoms.graph()) {
  waves_.push_back({});
  ids_.emplace(std::pair{false, Frequencies{}}, 0);
}

void WaveTable::announce(std::span<const Expr> roots) {
  std::map<Key, Rational> units;
  for (const Expr e : reachable(graph_, roots)) {
    if (!is_wave(graph_, e)) continue;
    for (const Monomial& m : linear_form(graph_, graph_.args(e)[0])) {
      Rational& unit = units.try_emplace(m.factors, Rational(1)).first->second;
      // lcm of the denominators, as a product where it is not there yet
      if (!(m.coefficient * unit).is_integer()) unit *= (m.coefficient * unit).denominator();
    }
  }
  for (const auto& [key, unit] : units) {
    if (angles_.contains(key)) continue;
    units_[angle(key)] = unit;
  }
}

std::uint16_t WaveTable::angle(const Key& key) {
  const auto [place, added] = angles_.try_emplace(key, static_cast<std::uint16_t>(keys_.size()));
  if (added) {
    if (keys_.size() > 60000) throw BudgetSpent{};
    keys_.push_back(key);
    units_.emplace_back(1);
  }
  return place->second;
}

WaveTable::Signed WaveTable::wave(bool is_sine, Expr argument) {
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
  const std::array<Signed, 2> both{wave(false, frequencies), wave(true, frequencies)};
  of_argument_.emplace(argument.id, both);
  return both[is_sine ? 1 : 0];
}

WaveTable::Signed WaveTable::wave(bool is_sine, Frequencies frequencies) {
  if (frequencies.empty()) return {is_sine ? 0 : 1, 0};
  int sign = 1;
  if (frequencies.front().second < 0) {
    for (auto& [angle, k] : frequencies)
      k = -k;
    sign = is_sine ? -1 : 1;
  }
  const auto [place, added] = ids_.try_emplace({is_sine, frequencies}, static_cast<WaveId>(waves_.size()));
  if (added) waves_.push_back({is_sine, std::move(frequencies), -1});
  return {sign, place->second};
}

const std::array<WaveTable::Signed, 2>& WaveTable::product(WaveId a, WaveId b) {
  const std::uint64_t key = (std::uint64_t{a} << 32U) | b;
  if (const auto found = products_.find(key); found != products_.end()) return found->second;
  const bool sine_a = waves_[a].is_sine;
  const bool sine_b = waves_[b].is_sine;
  const Frequencies minus = combine(waves_[a].frequencies, waves_[b].frequencies, -1);
  const Frequencies plus = combine(waves_[a].frequencies, waves_[b].frequencies, 1);
  // cos·cos = ½cos(a−b) + ½cos(a+b), sin·sin = ½cos(a−b) − ½cos(a+b), sin·cos = ½sin(a+b) + ½sin(a−b)
  std::array<Signed, 2> out;
  out[0] = wave(sine_a != sine_b, minus);
  out[1] = wave(sine_a != sine_b, plus);
  if (sine_a && sine_b) out[1].sign = -out[1].sign;
  if (!sine_a && sine_b) out[0].sign = -out[0].sign;
  return products_.emplace(key, out).first->second;
}

Expr WaveTable::argument(const Frequencies& frequencies) {
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
std::optional<std::string> WaveTable::argument_text(const Frequencies& frequencies) {
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

AtomId WaveTable::atom(WaveId w) {
  Wave& wave = waves_[w];
  if (wave.atom < 0) {
    const Expr of = argument(wave.frequencies);
    const Expr e = wave.is_sine ? graph_.sin(of) : graph_.cos(of);
    const std::optional<std::string> inner = argument_text(wave.frequencies);
    const bool is_plain = inner && graph_.kind(e) == NodeKind::function;
    wave.atom = is_plain ? atoms_.atom(e, (wave.is_sine ? "sin(" : "cos(") + *inner + ")") : atoms_.atom(e);
  }
  return static_cast<AtomId>(wave.atom);
}

std::vector<Frequencies> WaveTable::base_angles(std::span<const WaveId> waves) const {
  std::vector<Frequencies> directions;
  std::vector<std::uint16_t> elementary;
  for (const WaveId w : waves) {
    if (w == 0) continue;
    directions.push_back(primitive(waves_[w].frequencies));
    for (const auto& [angle, k] : waves_[w].frequencies)
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

std::vector<Frequencies> WaveTable::joined_angles(std::span<const WaveId> waves) const {
  // The frequencies of each angle in all waves; angles are joined where these are multiples of one another.
  std::map<std::uint16_t, std::vector<int>> columns;
  for (std::size_t i = 0; i < waves.size(); ++i)
    for (const auto& [angle, k] : waves_[waves[i]].frequencies) {
      std::vector<int>& column = columns[angle];
      column.resize(waves.size());
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

} // namespace dalembert
