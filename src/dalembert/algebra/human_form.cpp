#include <dalembert/algebra/human_form.h>
#include <dalembert/algebra/lifted_divisors.h>
#include <dalembert/algebra/parameter_groups.h>
#include <dalembert/algebra/print_costs.h>
#include <dalembert/base/errors.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace dalembert {
inline namespace algebra {

void HumanForm::lead_with(int own) {
  atoms_.lead_with(own);
  collector_.forget();
}

std::vector<HumanForm::Cell> HumanForm::cells(const Laurent& polynomial) {
  ENSURE(!is_refused(polynomial));
  std::unordered_map<std::uint64_t, std::size_t> place;
  std::vector<std::pair<PowerProduct, HarmonicSum>> groups;
  for (const LaurentTerm& t : polynomial) {
    const auto [at, added] = place.try_emplace(t.monomial.hash(), groups.size());
    if (added) groups.push_back({t.monomial, {}});
    groups[at->second].second.emplace_back(t.harmonic, t.coefficient);
  }
  // In an order that depends on the value alone, so that atoms are made in that order and ties fall alike.
  std::ranges::sort(groups, [](const auto& a, const auto& b) {
    return std::ranges::lexicographical_compare(a.first.powers(), b.first.powers(), [](const Power& p, const Power& q) {
      return p.atom != q.atom ? p.atom < q.atom : p.exponent < q.exponent;
    });
  });
  std::vector<Cell> out;
  for (auto& [monomial, harmonics] : groups) {
    std::ranges::sort(harmonics, [this](const auto& a, const auto& b) {
      const auto order = harmonics_.frequencies(a.first) <=> harmonics_.frequencies(b.first);
      return order != 0 ? order < 0 : harmonics_.is_sine(a.first) < harmonics_.is_sine(b.first);
    });
    out.push_back({monomial, &orientations_.of(harmonics), 0});
  }
  return out;
}

Sum HumanForm::written(const std::vector<Cell>& cells, const Sum& fixed) {
  Sum out = fixed;
  for (const Cell& cell : cells)
    for (const Summand& s : cell.ways->all[cell.chosen].sum)
      out.push_back({s.coefficient, s.monomial * cell.monomial});
  merge(out);
  return out;
}

Sum HumanForm::of(const Laurent& polynomial, Effort effort, int wanted) {
  const bool is_patient = effort == Effort::thorough && polynomial.size() <= patience_;
  if (!is_patient) return collector_.collect_greedily(written(cells(polynomial), {}));
  patience_ -= polynomial.size();
  std::vector<Cell> all = cells(polynomial);
  if (wanted < TextLimit::any_nodes / print_costs::most_gain) {
    const Sum start = written(all, {});
    if (atoms_.cost(start) > print_costs::most_gain * wanted)
      if (Sum quick = collector_.sketch(start); atoms_.cost(quick) > print_costs::most_gain * wanted) return quick;
  }
  return with_lifted_divisors(atoms_, with_factors(polynomial, searched(std::move(all), {}, wanted)));
}

/// Groups of parameters with the same polynomial beside them, (I1 − I2)·P, as products where P has factors.
Sum HumanForm::with_factors(const Laurent& polynomial, Sum best) {
  if (polynomial.size() < 3 || polynomial.size() > print_costs::most_factored) return best;
  const std::vector<ParameterGroup> groups = parameter_groups(atoms_, polynomial);
  Laurent rest = polynomial;
  Sum products;
  int least = atoms_.cost(best);
  for (const ParameterGroup& group : groups) {
    if (group.rest.size() < 3) continue;
    const std::optional<TrigonometricFactors>& factors = factors_of(group.rest);
    if (!factors) continue;
    const Laurent all = product(harmonics_, group.parameters, group.rest);
    const Laurent left = sum(rest, all, Rational(-1));
    Sum with = products;
    with.push_back(as_product(group.parameters, *factors));
    with.back().coefficient *= group.rest.front().coefficient;
    // A product that is longer than its sum, or makes the whole longer, stays multiplied out.
    if (atoms_.cost(Sum{with.back()}) > atoms_.cost(of(all, Effort::quick))) continue;
    if (atoms_.cost(collector_.collect_greedily(written(cells(left), with))) > least + print_costs::quick_margin)
      continue;
    Sum other = searched(cells(left), with);
    const int cost = atoms_.cost(other);
    if (cost > least) continue;
    least = cost;
    best = std::move(other);
    rest = left;
    products = std::move(with);
  }
  return best;
}

/// The factors of a polynomial divided by its first coefficient, each looked for once.
const std::optional<TrigonometricFactors>& HumanForm::factors_of(const Laurent& polynomial) {
  const Laurent monic = scaled(polynomial, polynomial.front().coefficient.inverse());
  std::uint64_t hash = 0;
  for (const LaurentTerm& t : monic)
    hash =
        (hash ^ t.monomial.hash() ^ (t.harmonic + (std::uint64_t{t.coefficient.hash()} << 1U))) * 0x9E3779B97F4A7C15U;
  const auto [first, last] = factored_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (is_same(it->second.first, monic)) return it->second.second;
  return factored_.emplace(hash, std::pair(monic, factored(harmonics_, monic)))->second.second;
}

Summand HumanForm::as_product(const Laurent& parameters, const TrigonometricFactors& factors) {
  Summand out{factors.number, factors.monomial};
  const auto times = [this, &out](const Laurent& factor, int exponent) {
    const Sum sum = searched(cells(factor), {});
    // A factor may vanish: cos θ multiplied out less cos θ as the denominator of something.
    Summand s = sum.empty() ? Summand{Rational(0), {}} : sum.front();
    if (sum.size() > 1) {
      const AtomTable::Bracket bracket = atoms_.bracket(sum);
      s = {bracket.factor, PowerProduct(bracket.atom)};
    }
    out.coefficient *= s.coefficient.pow(exponent);
    out.monomial = out.monomial * s.monomial.pow(exponent);
  };
  times(parameters, 1);
  for (const auto& [factor, exponent] : factors.factors)
    times(factor, exponent);
  return out;
}

/// Writes every cell in as many of these modes as its angles allow, in the shortest such way.
void HumanForm::turn(std::vector<Cell>& cells, std::span<const Orientations::Angle> angles) {
  for (Cell& cell : cells) {
    std::ptrdiff_t most = 0;
    for (std::size_t way = 0; way < cell.ways->all.size(); ++way) {
      const auto& modes = cell.ways->all[way].angles;
      const auto is_wanted = [&modes](const auto& angle) { return std::ranges::find(modes, angle) != modes.end(); };
      const auto count = std::ranges::count_if(angles, is_wanted);
      if (count > most) cell.chosen = way;
      most = std::max(most, count);
    }
  }
}

/// Tries to turn one angle or two in all cells at once, then every other way of each cell, and keeps what makes the
/// whole shorter.
class HumanForm::Descent {
public:
  Descent(HumanForm& form, std::vector<Cell> cells, const Sum& fixed, Sum best)
      : form_(form), cells_(std::move(cells)), fixed_(fixed), best_(std::move(best)) {
    const Sum start = written(cells_, fixed_);
    terms_ = start.size();
    greedy_least_ = greedy(start);
  }

  [[nodiscard]] Sum shortest() {
    turn_angles();
    for (std::size_t round = 0; round < print_costs::most_rounds; ++round)
      if (!change_cells()) break;
    return std::move(best_);
  }

private:
  [[nodiscard]] int greedy(const Sum& start) { return form_.atoms_.cost(form_.collector_.collect_greedily(start)); }

  /// True where these cells make a shorter sum, which is kept.
  [[nodiscard]] bool is_shorter(const std::vector<Cell>& cells) {
    std::vector<std::size_t> chosen;
    chosen.reserve(cells.size());
    for (const Cell& cell : cells)
      chosen.push_back(cell.chosen);
    if (!seen_.insert(std::move(chosen)).second) return false;
    const Sum start = written(cells, fixed_);
    if (start.size() > print_costs::most_growth * terms_) return false;
    // The greedy search is cheap and tells what the full one is worth.
    const int greedy_cost = greedy(start);
    if (greedy_cost > greedy_least_ + print_costs::greedy_margin) return false;
    is_near_ = true;
    Sum other = form_.collector_.collect(start);
    if (!form_.atoms_.is_better(other, best_)) return false;
    greedy_least_ = std::min(greedy_cost, greedy_least_);
    best_ = std::move(other);
    return true;
  }

  void turn_angles() {
    std::set<Orientations::Angle> angles;
    for (const Cell& cell : cells_)
      for (const Orientations::Variant& way : cell.ways->all)
        if (cell.ways->all.size() > 1) angles.insert(way.angles.begin(), way.angles.end());
    const std::vector<Cell> start = cells_;
    // Where neither of two turns comes near, both together do not either.
    std::vector<Orientations::Angle> near;
    const auto turned = [this, &start](std::initializer_list<Orientations::Angle> wanted) {
      std::vector<Cell> cells = start;
      turn(cells, wanted);
      is_near_ = false;
      if (is_shorter(cells)) cells_ = std::move(cells);
      return is_near_;
    };
    for (const Orientations::Angle& angle : angles)
      if (turned({angle})) near.push_back(angle);
    for (const Orientations::Angle& first : near)
      for (const Orientations::Angle& second : angles)
        if (second.base != first.base) static_cast<void>(turned({first, second}));
  }

  [[nodiscard]] bool change_cells() {
    bool is_better = false;
    for (Cell& cell : cells_) {
      const std::size_t before = cell.chosen;
      std::size_t chosen = before;
      for (std::size_t way = 0; way < cell.ways->short_ones; ++way) {
        if (way == before) continue;
        cell.chosen = way;
        if (is_shorter(cells_)) chosen = way;
      }
      cell.chosen = chosen;
      is_better = is_better || chosen != before;
    }
    return is_better;
  }

  HumanForm& form_;
  std::vector<Cell> cells_;
  const Sum& fixed_;
  Sum best_;
  std::set<std::vector<std::size_t>> seen_; ///< what was chosen before
  bool is_near_ = false;                    ///< the last cells tried were worth a full search
  std::size_t terms_ = 0;                   ///< of the start, before anything was collected
  int greedy_least_ = 0;
};

/// The shortest form found of the cells + fixed. Angles are not turned where that will not bring it down to `wanted`
/// nodes.
Sum HumanForm::searched(std::vector<Cell> all, const Sum& fixed, int wanted) {
  Sum best = collector_.collect(written(all, fixed));
  if (wanted < TextLimit::any_nodes / 2 && atoms_.cost(best) > wanted + wanted / print_costs::turning_gain) return best;
  const auto open = std::ranges::count_if(all, [](const Cell& cell) { return cell.ways->all.size() > 1; });
  if (open == 0 || static_cast<std::size_t>(open) > print_costs::most_tried_cells) return best;
  return Descent(*this, std::move(all), fixed, std::move(best)).shortest();
}

/// What all coefficients are whole multiples of.
Rational HumanForm::content(const Sum& sum) {
  std::int64_t numerators = 0;
  std::int64_t denominators = 1;
  constexpr std::int64_t largest = 100'000;
  for (const Summand& s : sum) {
    const auto p = s.coefficient.numerator().as_integer();
    const auto q = s.coefficient.denominator().as_integer();
    if (!p || !q || std::abs(*p) > largest || *q > largest || denominators > largest) return {1};
    numerators = std::gcd(numerators, *p);
    denominators = std::lcm(denominators, *q);
  }
  return numerators == 0 ? Rational(1) : Rational(numerators, denominators);
}

std::vector<Rational> HumanForm::contents(const std::vector<const Laurent*>& polynomials, Effort effort) {
  std::vector<Cell> all;
  for (const Laurent* polynomial : polynomials) {
    std::vector<Cell> more = cells(*polynomial);
    all.insert(all.end(), more.begin(), more.end());
  }
  const auto of_all = [&all] {
    Sum sum;
    for (const Cell& cell : all)
      for (const Summand& s : cell.ways->all[cell.chosen].sum)
        sum.push_back(s);
    return content(sum);
  };
  std::vector<Rational> out{of_all()};
  if (effort == Effort::quick) return out;
  std::set<Orientations::Angle> angles;
  for (const Cell& cell : all)
    for (const Orientations::Variant& way : cell.ways->all)
      angles.insert(way.angles.begin(), way.angles.end());
  for (const Orientations::Mode mode : {Orientations::Mode::sine_powers, Orientations::Mode::cosine_powers}) {
    std::vector<Orientations::Angle> alike;
    std::ranges::copy_if(angles, std::back_inserter(alike), [mode](const auto& angle) { return angle.mode == mode; });
    turn(all, alike);
    const Rational other = of_all();
    if (std::ranges::find(out, other) == out.end()) out.push_back(other);
  }
  return out;
}

} // namespace algebra
} // namespace dalembert
