#include <dalembert/algebra/common_factors.h>
#include <dalembert/algebra/print_costs.h>
#include <dalembert/algebra/work_budget.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr std::size_t most_pairs_from = 64;      ///< longer sums look at single factors and those of neighbours only
constexpr std::size_t divisions_per_product = 8; ///< that take as long as a product of two terms

/// A set of hashes that are equal only for equal things.
class HashSet {
public:
  /// False where it was there already.
  bool insert(std::uint64_t hash) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    std::uint64_t& slot = slot_of(hash);
    if (slot == hash) return false;
    slot = hash;
    ++count_;
    return true;
  }

private:
  /// Where the hash is or belongs; 0 marks what is free.
  [[nodiscard]] std::uint64_t& slot_of(std::uint64_t hash) {
    const std::size_t last = slots_.size() - 1;
    std::size_t i = hash & last;
    while (slots_[i] != 0 && slots_[i] != hash)
      i = (i + 1) & last;
    return slots_[i];
  }
  void grow() {
    std::vector<std::uint64_t> old = std::exchange(slots_, std::vector<std::uint64_t>(2 * slots_.size()));
    for (const std::uint64_t hash : old)
      if (hash != 0) slot_of(hash) = hash;
  }

  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(64);
  std::size_t count_ = 0;
};

bool is_before(const PowerProduct& a, const PowerProduct& b) {
  return std::ranges::lexicographical_compare(a.powers(), b.powers(), [](const Power& p, const Power& q) {
    return p.atom != q.atom ? p.atom < q.atom : p.exponent < q.exponent;
  });
}

/// The search in a sum of few terms, with their monomials as sets of bits: x^3 has the bits of x, x^2 and x^3, x^-1 has
/// another one. The bits of what divides are a subset, those of a common factor the common ones.
class BitSearch {
public:
  BitSearch(const AtomTable& atoms, const Sum& sum) : atoms_(atoms), terms_(sum.size()) {
    bases_.reserve(word / 4);
    factors_.reserve(word / 2);
    for (const Summand& s : sum)
      for (const Power& p : s.monomial.powers()) {
        Base* const base = base_of(p);
        if (base == nullptr) return;
        base->most = std::max(base->most, static_cast<std::size_t>(std::abs(int{p.exponent})));
      }
    // The bits follow the atoms, so that products of powers are formed in order.
    std::ranges::sort(bases_, {}, [](const Base& base) { return base.key; });
    std::size_t bits = 0;
    for (Base& base : bases_) {
      base.first = bits;
      bits += base.most;
    }
    is_possible_ = bits <= word;
    if (!is_possible_) return;
    for (std::size_t b = 0; b < bases_.size(); ++b) {
      const Base& base = bases_[b];
      place_of(base.key) = static_cast<std::uint8_t>(b + 1);
      for (std::size_t bit = base.first; bit < base.first + base.most; ++bit) {
        base_of_bit_[bit] = static_cast<std::uint8_t>(b);
        costs_[bit] = bit == base.first       ? atoms_[base.atom()].cost + print_costs::operator_cost
                      : bit == base.first + 1 ? print_costs::power_cost
                                              : 0;
      }
    }
    for (std::size_t i = 0; i < sum.size(); ++i)
      for (const Power& p : sum[i].monomial.powers())
        terms_[i] |= bits_of(*base_of(p), static_cast<std::size_t>(std::abs(int{p.exponent})));
  }

  /// False where the bits of a word are too few.
  [[nodiscard]] bool is_possible() const { return is_possible_; }

  /// Precondition: is_possible()
  [[nodiscard]] std::vector<PowerProduct> best(std::size_t most) {
    for (std::size_t i = 0; i < terms_.size(); ++i)
      for (std::size_t j = i + 1; j < terms_.size(); ++j) {
        const Bits common = terms_[i] & terms_[j];
        if (common == 0 || !add(common)) continue;
        for (Bits rest = common; rest != 0;) {
          const Base& base = bases_[base_of_bit_[static_cast<std::size_t>(std::countr_zero(rest))]];
          const Bits all = bits_of(base, base.most);
          if ((common & all) != common) add(common & all);
          rest &= ~all;
        }
      }
    return first(scores(), most);
  }

private:
  using Bits = std::uint64_t;
  static constexpr std::size_t word = 64;
  static constexpr std::size_t places = 2 * word;
  struct Base {
    std::uint32_t key = 0; ///< twice the atom, and one more below
    std::size_t most = 0;  ///< power
    std::size_t first = 0; ///< bit
    [[nodiscard]] AtomId atom() const { return static_cast<AtomId>(key / 2); }
  };
  using Score = std::pair<int, Bits>; ///< of a factor; the least is best

  /// One more than the index of a base, 0 for none.
  [[nodiscard]] std::uint8_t& place_of(std::uint32_t key) {
    std::size_t i = ((key * 0x9E3779B1U) >> 16U) % places;
    while (places_[i] != 0 && keys_[i] != key)
      i = (i + 1) % places;
    keys_[i] = key;
    return places_[i];
  }
  /// Nothing where the bases are too many.
  [[nodiscard]] Base* base_of(const Power& p) {
    const std::uint32_t key = 2 * std::uint32_t{p.atom} + (p.exponent < 0 ? 1U : 0U);
    std::uint8_t& place = place_of(key);
    if (place == 0) {
      if (bases_.size() == word) return nullptr;
      bases_.push_back({key, 0, 0});
      place = static_cast<std::uint8_t>(bases_.size());
    }
    return &bases_[place - 1U];
  }
  [[nodiscard]] static Bits bits_of(const Base& base, std::size_t power) {
    return (~Bits{0} >> (word - power)) << base.first;
  }

  /// False where a factor, which is not 1, is known.
  bool add(Bits factor) {
    const Bits mixed = factor * 0x9E3779B97F4A7C15U;
    if (!known_.insert(mixed ^ (mixed >> 32U))) return false;
    factors_.push_back(factor);
    return true;
  }

  [[nodiscard]] std::vector<Score> scores() const {
    std::vector<Score> out;
    out.reserve(factors_.size());
    for (const Bits factor : factors_) {
      int count = 0;
      for (const Bits term : terms_)
        count += (factor & ~term) == 0 ? 1 : 0;
      int nodes = 0; // of the factor and the operator after it
      for (Bits rest = factor; rest != 0; rest &= rest - 1)
        nodes += costs_[static_cast<std::size_t>(std::countr_zero(rest))];
      out.emplace_back(-(count - 1) * nodes, factor); // a common factor divides two terms
    }
    return out;
  }

  [[nodiscard]] PowerProduct product(Bits factor) const {
    PowerProduct out;
    for (Bits rest = factor; rest != 0;) {
      const Base& base = bases_[base_of_bit_[static_cast<std::size_t>(std::countr_zero(rest))]];
      const Bits all = bits_of(base, base.most);
      const int power = std::countr_one((rest & all) >> base.first);
      out.multiply(base.atom(), base.key % 2 != 0 ? -power : power);
      rest &= ~all;
    }
    return out;
  }

  [[nodiscard]] std::vector<PowerProduct> first(std::vector<Score> scores, std::size_t most) const {
    most = std::min(most, scores.size());
    if (most == 0) return {};
    std::ranges::nth_element(scores, scores.begin() + static_cast<std::ptrdiff_t>(most - 1), {}, &Score::first);
    const int worst = scores[most - 1].first;
    std::vector<std::pair<int, PowerProduct>> near;
    near.reserve(scores.size());
    for (const auto& [score, factor] : scores)
      if (score <= worst) near.emplace_back(score, product(factor));
    std::ranges::sort(near, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : is_before(a.second, b.second);
    });
    std::vector<PowerProduct> out;
    out.reserve(most);
    for (std::size_t i = 0; i < most; ++i)
      out.push_back(near[i].second);
    return out;
  }

  const AtomTable& atoms_;
  bool is_possible_ = false;
  std::vector<Base> bases_;
  std::array<std::uint8_t, places> places_{}; ///< a table of hashes of bases
  std::array<std::uint32_t, places> keys_{};
  std::vector<Bits> terms_;
  std::array<std::uint8_t, word> base_of_bit_{};
  std::array<int, word> costs_{}; ///< what a bit adds to the nodes of a factor
  std::vector<Bits> factors_;
  HashSet known_;
};

/// The terms of a long sum that a power of an atom divides, as sets of bits: x^3 stands in those of x, x^2 and x^3.
class TermSets {
public:
  explicit TermSets(const Sum& sum) : words_((sum.size() + word - 1) / word), counted_(words_) {
    for (std::size_t i = 0; i < sum.size(); ++i)
      for (const Power& p : sum[i].monomial.powers()) {
        const int step = p.exponent < 0 ? -1 : 1;
        for (int exponent = step; exponent != p.exponent + step; exponent += step)
          set_of(p.atom, exponent)[i / word] |= std::uint64_t{1} << (i % word);
      }
  }

  /// How many terms a factor other than 1 divides, of which each of its powers divides one at least.
  [[nodiscard]] int count(const PowerProduct& factor) {
    bool is_first = true;
    for (const Power& p : factor.powers()) {
      const std::uint64_t* const set = set_of(p.atom, p.exponent);
      for (std::size_t w = 0; w < words_; ++w)
        counted_[w] = is_first ? set[w] : counted_[w] & set[w];
      is_first = false;
    }
    int out = 0;
    for (const std::uint64_t bits : counted_)
      out += std::popcount(bits);
    return out;
  }

private:
  static constexpr std::size_t word = 64;

  [[nodiscard]] std::uint64_t* set_of(AtomId atom, int exponent) {
    const std::uint32_t key = (std::uint32_t{atom} << 16U) | static_cast<std::uint16_t>(exponent);
    const auto [place, added] = places_.try_emplace(key, sets_.size());
    if (added) sets_.resize(sets_.size() + words_);
    return sets_.data() + place->second;
  }

  std::size_t words_;
  std::vector<std::uint64_t> counted_;
  std::vector<std::uint64_t> sets_;
  std::unordered_map<std::uint32_t, std::size_t> places_; ///< in sets_
};

/// The search in any sum.
std::vector<PowerProduct> factors(const AtomTable& atoms, const Sum& sum, std::size_t most_found) {
  std::vector<PowerProduct> found;
  HashSet known;
  const auto add = [&found, &known](const PowerProduct& p) {
    const bool is_new = !p.is_one() && known.insert(p.hash());
    if (is_new) found.push_back(p);
    return is_new;
  };
  const bool is_long = sum.size() > most_pairs_from;
  const std::size_t reach = is_long ? 2 : sum.size();
  if (is_long)
    for (const Summand& s : sum)
      for (const Power& p : s.monomial.powers())
        add(PowerProduct(p.atom, p.exponent));
  for (std::size_t i = 0; i < sum.size(); ++i) {
    for (std::size_t j = i + 1; j < std::min(sum.size(), i + 1 + reach); ++j) {
      const PowerProduct common = common_factor(sum[i].monomial, sum[j].monomial);
      if (!add(common) || common.powers().size() < 2) continue; // where it is known its single atoms are
      for (const Power& p : common.powers())
        add(PowerProduct(p.atom, p.exponent));
    }
  }
  if (is_long) WorkBudget::spend(sum.size() * found.size() / divisions_per_product);
  std::vector<std::pair<int, std::size_t>> scores;
  TermSets terms(sum);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const int count = terms.count(found[i]);
    if (count < 2) continue; // taken out of one term it leaves the sum as it is
    scores.emplace_back(-(count - 1) * (atoms.cost(found[i]) + 1), i);
  }
  // Ties by atoms, so that the choice does not hang on hashes.
  const std::size_t most = std::min(most_found, scores.size());
  std::partial_sort(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(most), scores.end(),
                    [&](const auto& a, const auto& b) {
                      return a.first != b.first ? a.first < b.first : is_before(found[a.second], found[b.second]);
                    });
  std::vector<PowerProduct> out;
  for (std::size_t i = 0; i < most; ++i)
    out.push_back(found[scores[i].second]);
  return out;
}

} // namespace

std::vector<PowerProduct> common_factors(const AtomTable& atoms, const Sum& sum, std::size_t most) {
  if (sum.size() <= most_pairs_from)
    if (BitSearch search(atoms, sum); search.is_possible()) return search.best(most);
  return factors(atoms, sum, most);
}

} // namespace algebra
} // namespace dalembert
