#include <dalembert/algebra/bottom_up.h>
#include <dalembert/algebra/laurent.h>
#include <dalembert/algebra/merged_terms.h>
#include <dalembert/algebra/work_budget.h>

#include <algorithm>
#include <bit>
#include <span>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr std::size_t most_work = 2'000'000; ///< products of terms over all calls, about half a second
constexpr int most_power = 64;

std::uint64_t key(std::uint64_t monomial, HarmonicId harmonic) {
  return monomial ^ (std::uint64_t{harmonic} * 0xD6E8FEB86659FD93U);
}

std::uint64_t key(const LaurentTerm& t) {
  return key(t.monomial.hash(), t.harmonic);
}

/// What a product of terms costs in units of one with coefficients of a machine word.
std::size_t weight_of(const Laurent& a, const Laurent& b) {
  constexpr std::size_t word = 64;
  std::size_t longest[2] = {0, 0}; // bits
  for (const LaurentTerm& t : a)
    longest[0] = std::max(longest[0], t.coefficient.bits());
  for (const LaurentTerm& t : b)
    longest[1] = std::max(longest[1], t.coefficient.bits());
  return 1 + 2 * ((longest[0] + longest[1]) / word);
}

/// Takes the copying and sorting of long sums from the budget.
void spend_on_copy(std::size_t terms) {
  constexpr std::size_t many = 1000;            // terms; what is written out on a page copies fewer at a time
  constexpr std::size_t copies_per_product = 8; // a copied and sorted term takes less than a product of two
  if (terms > many) WorkBudget::spend(terms / copies_per_product);
}

bool is_like(const LaurentTerm& a, const LaurentTerm& b) {
  return a.harmonic == b.harmonic && a.monomial == b.monomial;
}

bool is_unit(const Laurent& a) {
  return a.size() == 1 && a.front().harmonic == 0 && a.front().monomial.is_one() && a.front().coefficient.is_one();
}

/// Adds up terms as they come. Like terms are found by the hash of their monomial, so that it is formed once only.
class TermSum {
public:
  explicit TermSum(std::size_t expected) : slots_(std::bit_ceil(2 * std::min(expected, most_expected) + 2)) {
    terms_.reserve(std::min(expected, most_expected));
  }

  /// Adds coefficient · x · y · harmonic.
  void add(const PowerProduct& x, const PowerProduct& y, HarmonicId harmonic, const Rational& coefficient) {
    const std::uint64_t monomial = x.hash() + y.hash();
    std::uint32_t& slot = slot_of(monomial, harmonic);
    if (slot != 0) {
      terms_[slot - 1].coefficient += coefficient;
      return;
    }
    terms_.push_back({x * y, harmonic, coefficient});
    slot = static_cast<std::uint32_t>(terms_.size());
    if (2 * terms_.size() > slots_.size()) grow();
  }

  [[nodiscard]] Laurent merged() && {
    merge(terms_);
    return std::move(terms_);
  }

private:
  static constexpr std::size_t most_expected = 500; ///< more slots are made where they are needed

  /// Where the term is or belongs: one more than its index, 0 for what is free.
  [[nodiscard]] std::uint32_t& slot_of(std::uint64_t monomial, HarmonicId harmonic) {
    const std::size_t last = slots_.size() - 1;
    const auto is_it = [&](const LaurentTerm& t) { return t.monomial.hash() == monomial && t.harmonic == harmonic; };
    std::size_t i = key(monomial, harmonic) & last;
    while (slots_[i] != 0 && !is_it(terms_[slots_[i] - 1]))
      i = (i + 1) & last;
    return slots_[i];
  }
  void grow() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::size_t i = 0; i < terms_.size(); ++i)
      slot_of(terms_[i].monomial.hash(), terms_[i].harmonic) = static_cast<std::uint32_t>(i + 1);
  }

  Laurent terms_;
  std::vector<std::uint32_t> slots_;
};

} // namespace

Laurent unit_laurent() {
  return {{PowerProduct{}, 0, Rational(1)}};
}

void merge(Laurent& terms) {
  merge_terms(
      terms, [](const LaurentTerm& t) { return key(t); }, is_like);
}

bool is_same(const Laurent& a, const Laurent& b) {
  return a.size() == b.size() && std::ranges::equal(a, b, [](const LaurentTerm& x, const LaurentTerm& y) {
           return x.harmonic == y.harmonic && x.monomial == y.monomial && x.coefficient == y.coefficient;
         });
}

Laurent scaled(const Laurent& a, const Rational& factor) {
  Laurent out = a;
  for (LaurentTerm& t : out)
    t.coefficient *= factor;
  return out;
}

Laurent sum(const Laurent& a, const Laurent& b, const Rational& factor) {
  spend_on_copy(a.size() + b.size());
  Laurent out = a;
  out.reserve(a.size() + b.size());
  for (const LaurentTerm& t : b)
    out.push_back({t.monomial, t.harmonic, t.coefficient * factor});
  merge(out);
  return out;
}

Laurent product(HarmonicTable& harmonics, const Laurent& a, const Laurent& b) {
  WorkBudget::spend(a.size() * b.size() * weight_of(a, b));
  if (is_unit(a)) {
    Laurent out = b;
    merge(out);
    return out;
  }
  TermSum out(a.size() * b.size());
  const Rational half(1, 2);
  const bool is_square = &a == &b; // x·y + y·x = 2x·y
  for (const LaurentTerm& x : a) {
    Rational factor = x.coefficient;
    Rational shared = factor * half;
    for (const LaurentTerm& y : std::span(b).subspan(is_square ? static_cast<std::size_t>(&x - a.data()) : 0)) {
      if (x.harmonic == 0 || y.harmonic == 0) {
        out.add(x.monomial, y.monomial, x.harmonic + y.harmonic, factor * y.coefficient);
      } else {
        const Rational share = shared * y.coefficient;
        for (const HarmonicTable::Signed& s : harmonics.product(x.harmonic, y.harmonic))
          if (s.sign != 0) out.add(x.monomial, y.monomial, s.harmonic, s.sign < 0 ? -share : share);
      }
      if (!is_square || &x != &y) continue;
      shared = factor;
      factor += factor;
    }
  }
  return std::move(out).merged();
}

const Laurent* Expansion::of(Expr e) {
  bottom_up(
      graph_, e, [this](Expr x) { return done_.contains(x.id); },
      [this](Expr x) {
        Slot slot;
        try {
          slot = compute_within_budget(x);
        } catch (const WorkSpent&) {
          throw;
        } catch (const BudgetSpent&) {
          slot.reset();
        }
        done_.emplace(x.id, std::make_unique<const Slot>(std::move(slot)));
      });
  const Slot& slot = *done_.at(e.id);
  return slot ? &*slot : nullptr;
}

/// The same work ends the same budget: a node that took all of it is not tried again with as little.
Expansion::Slot Expansion::compute_within_budget(Expr e) {
  const std::size_t available = WorkBudget::available();
  if (const auto found = too_little_.find(e.id); found != too_little_.end() && available <= found->second)
    WorkBudget::spend(found->second + 1);
  try {
    return compute(e);
  } catch (const WorkSpent&) {
    if (WorkBudget::available() == 0) too_little_[e.id] = available;
    throw;
  }
}

Laurent Expansion::atom(Expr e, int exponent) {
  return {{PowerProduct(atoms_.atom(e), exponent), 0, Rational(1)}};
}

Expansion::Slot Expansion::compute(Expr e) {
  switch (graph_.kind(e)) {
  case NodeKind::number: {
    if (graph_.is_zero(e)) return Laurent{};
    return Laurent{{PowerProduct{}, 0, graph_.number(e)}};
  }
  case NodeKind::sum:
    return compute_sum(e);
  case NodeKind::product:
    return compute_product(e);
  case NodeKind::function: {
    const Function f = graph_.function(e);
    if (f != Function::sin && f != Function::cos) return atom(e);
    const HarmonicTable::Signed w = harmonics_.harmonic(f == Function::sin, graph_.args(e)[0]);
    if (w.sign == 0) return Laurent{};
    return Laurent{{PowerProduct{}, w.harmonic, Rational(w.sign)}};
  }
  default:
    return atom(e);
  }
}

Expansion::Slot Expansion::compute_sum(Expr e) {
  Laurent out;
  const std::vector<Term> terms(graph_.terms(e).begin(), graph_.terms(e).end());
  for (const Term& t : terms) {
    const Slot& part = *done_.at(t.expr.id);
    if (!part) return std::nullopt;
    const Rational factor = graph_.value(t.coefficient);
    if (out.capacity() < out.size() + part->size()) out.reserve(2 * (out.size() + part->size()));
    for (const LaurentTerm& x : *part)
      out.push_back({x.monomial, x.harmonic, x.coefficient * factor});
    work_ += part->size();
    if (out.size() > 4 * most_terms || work_ > most_work) return std::nullopt;
  }
  merge(out);
  if (out.size() > most_terms) return std::nullopt;
  return out;
}

Expansion::Slot Expansion::compute_product(Expr e) {
  const std::vector<Factor> factors(graph_.factors(e).begin(), graph_.factors(e).end());
  std::vector<const Laurent*> parts;
  std::vector<Slot> powers(factors.size());
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const bool is_one = factors[i].exponent == one_id;
    if (!is_one) powers[i] = power(factors[i].base, graph_.value(factors[i].exponent));
    const Slot& part = is_one ? *done_.at(factors[i].base.id) : powers[i];
    if (!part) return std::nullopt;
    parts.push_back(&*part);
  }
  std::ranges::stable_sort(parts, {}, [](const Laurent* p) { return p->size(); });
  Slot out = unit_laurent();
  for (const Laurent* part : parts) {
    out = multiplied(*out, *part);
    if (!out) return std::nullopt;
  }
  return out;
}

Expansion::Slot Expansion::multiplied(const Laurent& a, const Laurent& b) {
  work_ += a.size() * b.size();
  if (a.size() * b.size() > 8 * most_terms || work_ > most_work) return std::nullopt;
  Laurent out = without_roots(product(harmonics_, a, b));
  if (out.size() > most_terms) return std::nullopt;
  return out;
}

AtomId Expansion::root(Expr base, int degree) {
  const AtomId atom = atoms_.atom(graph_.pow(base, Rational(1, degree)));
  roots_.try_emplace(atom, Root{base, degree});
  return atom;
}

Laurent Expansion::without_roots(Laurent a) {
  const auto is_whole = [this](const Power& p) {
    const auto root = roots_.find(p.atom);
    return root != roots_.end() && p.exponent >= root->second.degree;
  };
  const auto has_whole = [&](const LaurentTerm& t) { return std::ranges::any_of(t.monomial.powers(), is_whole); };
  if (roots_.empty() || std::ranges::none_of(a, has_whole)) return a;
  Laurent out;
  for (const LaurentTerm& t : a) {
    Laurent term{t};
    for (const Power& p : t.monomial.powers()) {
      if (!is_whole(p)) continue;
      const Root root = roots_.at(p.atom);
      const Laurent* base = of(root.base);
      if (base == nullptr) continue;
      const int whole = p.exponent / root.degree;
      for (LaurentTerm& x : term)
        x.monomial.multiply(p.atom, -whole * root.degree);
      for (int i = 0; i < whole; ++i) {
        if (term.size() * base->size() > 8 * most_terms) throw BudgetSpent{};
        term = product(harmonics_, term, *base);
      }
    }
    out.insert(out.end(), term.begin(), term.end());
  }
  merge(out);
  return out;
}

/// base^(p/q) with a root atom base^(1/q) where q > 1; whole powers of the root that fill up are powers of the base.
Expansion::Slot Expansion::power(Expr base, const Rational& exponent) {
  const auto p = exponent.numerator().as_integer();
  const auto q = exponent.denominator().as_integer();
  if (!p || !q || std::abs(*p) > most_power) return std::nullopt;
  const int count = static_cast<int>(*p);
  if (*q == 1) {
    const Slot& inner = *done_.at(base.id);
    if (!inner) return std::nullopt;
    return count > 0 ? raised(*inner, count) : inverted(base, count);
  }
  const int degree = static_cast<int>(*q);
  const int whole = count > 0 ? count / degree : 0;
  const int rest = count - whole * degree;
  Slot out = Laurent{{PowerProduct(root(base, degree), rest), 0, Rational(1)}};
  if (whole == 0) return out;
  const Slot& inner = *done_.at(base.id);
  if (!inner) return std::nullopt;
  const Slot factor = raised(*inner, whole);
  return factor ? multiplied(*factor, *out) : std::nullopt;
}

Expansion::Slot Expansion::raised(const Laurent& base, int exponent) {
  if (exponent == 1) return base;
  Slot out = multiplied(base, base);
  for (int i = 2; out && i < exponent; ++i)
    out = multiplied(*out, base);
  return out;
}

/// A negative power: of a single term term by term, of a sum as an atom.
Expansion::Slot Expansion::inverted(Expr base, int exponent) {
  const Slot& inner = *done_.at(base.id);
  if (!inner || inner->size() != 1) return atom(base, exponent);
  const LaurentTerm& term = inner->front();
  PowerProduct monomial = term.monomial.pow(exponent);
  if (term.harmonic != 0) monomial.multiply(harmonics_.atom(term.harmonic), exponent);
  return Laurent{{monomial, 0, term.coefficient.pow(exponent)}};
}

} // namespace algebra
} // namespace dalembert
