#include <dalembert/textbook/human_form.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace dalembert {

namespace {

constexpr std::size_t most_rounds = 2;
constexpr int greedy_slack = 5;              ///< nodes by which a greedy result may be longer and still be looked into
constexpr std::size_t most_tried_cells = 24; ///< longer sums keep the shortest way of every cell

} // namespace

void HumanForm::lead_with(int own) {
  atoms_.lead_with(own);
  collector_.forget();
}

std::vector<HumanForm::Cell> HumanForm::cells(const Laurent& polynomial) {
  std::unordered_map<std::uint64_t, std::size_t> place;
  std::vector<std::pair<PowerProduct, WaveSum>> groups;
  for (const LaurentTerm& t : polynomial) {
    const auto [at, added] = place.try_emplace(t.monomial.hash(), groups.size());
    if (added) groups.push_back({t.monomial, {}});
    groups[at->second].second.emplace_back(t.wave, t.coefficient);
  }
  // In an order that depends on the value alone, so that atoms are made in that order and ties fall alike.
  std::ranges::sort(groups, [](const auto& a, const auto& b) {
    return std::ranges::lexicographical_compare(a.first.powers(), b.first.powers(), [](const Power& p, const Power& q) {
      return p.atom != q.atom ? p.atom < q.atom : p.exponent < q.exponent;
    });
  });
  std::vector<Cell> out;
  for (auto& [monomial, waves] : groups) {
    std::ranges::sort(
        waves, {}, [this](const auto& w) { return std::pair(waves_.frequencies(w.first), waves_.is_sine(w.first)); });
    out.push_back({monomial, &orientations_.of(waves), 0});
  }
  return out;
}

Sum HumanForm::written(const std::vector<Cell>& cells) {
  Sum out;
  for (const Cell& cell : cells)
    for (const Summand& s : (*cell.ways)[cell.chosen])
      out.push_back({s.coefficient, s.monomial * cell.monomial});
  merge(out);
  return out;
}

Sum HumanForm::of(const Laurent& polynomial) {
  std::vector<Cell> all = cells(polynomial);
  Sum best = collector_.collect(written(all));
  return descend(all, std::move(best));
}

/// Tries every other way of each cell in turn and keeps what makes the whole shorter.
Sum HumanForm::descend(std::vector<Cell>& cells, Sum best) {
  const auto is_open = [](const Cell& cell) { return cell.ways->size() > 1; };
  const auto open = static_cast<std::size_t>(std::ranges::count_if(cells, is_open));
  if (open == 0 || open > most_tried_cells) return best;
  int least = atoms_.cost(best);
  int greedy_least = atoms_.cost(collector_.collect_greedily(written(cells)));
  for (std::size_t round = 0; round < most_rounds; ++round) {
    bool is_better = false;
    for (Cell& cell : cells) {
      const std::size_t before = cell.chosen;
      std::size_t chosen = before;
      for (std::size_t way = 0; way < cell.ways->size(); ++way) {
        if (way == before) continue;
        cell.chosen = way;
        const Sum start = written(cells);
        // The greedy search is cheap and tells what the full one is worth.
        const int greedy = atoms_.cost(collector_.collect_greedily(start));
        if (greedy > greedy_least + greedy_slack) continue;
        Sum other = collector_.collect(start);
        const int cost = atoms_.cost(other);
        if (cost >= least) continue;
        greedy_least = std::min(greedy, greedy_least);
        least = cost;
        best = std::move(other);
        chosen = way;
        is_better = true;
      }
      cell.chosen = chosen;
    }
    if (!is_better) break;
  }
  return best;
}

Rational HumanForm::content(const std::vector<const Laurent*>& polynomials) {
  std::int64_t numerators = 0;
  std::int64_t denominators = 1;
  constexpr std::int64_t largest = 100'000;
  for (const Laurent* polynomial : polynomials)
    for (const Summand& s : written(cells(*polynomial))) {
      const auto p = s.coefficient.numerator().as_integer();
      const auto q = s.coefficient.denominator().as_integer();
      if (!p || !q || std::abs(*p) > largest || *q > largest || denominators > largest) return {1};
      numerators = std::gcd(numerators, *p);
      denominators = std::lcm(denominators, *q);
    }
  return numerators == 0 ? Rational(1) : Rational(numerators, denominators);
}

} // namespace dalembert
