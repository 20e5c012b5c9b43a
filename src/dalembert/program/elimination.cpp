#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/program/elimination.h>
#include <dalembert/program/sparse_arithmetic.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dalembert::inline program {

namespace {

/// The matrix while unknowns leave it; what a step needs for the way back is kept.
class Elimination {
public:
  Elimination(ValueGraph& values, const Minimisation& problem, std::span<const Value> coefficients);
  void take(const EliminationStep& step);
  [[nodiscard]] EliminatedValues solved(const EliminationPlan& plan, Refinement refinement);

private:
  using Entry = SparseArithmetic::Entry;
  using Index = std::uint32_t;

  [[nodiscard]] Entry coefficient(Minimisation::Place place) const { return of_.entry(coefficients_[place]); }
  [[nodiscard]] Entry at(Index i, Index j) const {
    const auto found = rows_[i].find(j);
    return found == rows_[i].end() ? Entry{} : found->second;
  }
  void set(Index i, Index j, Entry entry) {
    rows_[i][j] = entry;
    rows_[j][i] = entry;
  }
  void insert(const EliminationStep& step);
  void exchange(const EliminationStep& step);
  void move_force(const EliminationStep& step, std::vector<Entry>& right);
  void pivot(const EliminationStep& step);
  [[nodiscard]] Entry size_of(Index u);
  [[nodiscard]] Entry shift_of(std::size_t row);
  void note_pivot(Index u, Value inverse);
  [[nodiscard]] std::vector<Entry> solved_for(const EliminationPlan& plan, std::vector<Entry> right);
  [[nodiscard]] Entry defined(const EliminationStep& step, const std::vector<Entry>& right,
                              const std::vector<std::size_t>& solved_at, const std::vector<Entry>& z);
  [[nodiscard]] std::vector<Entry> solved_back(const EliminationPlan& plan, const std::vector<Entry>& right);
  [[nodiscard]] std::vector<Entry> residual(const std::vector<Entry>& z);
  [[nodiscard]] Entry energy(const std::vector<Entry>& z);
  [[nodiscard]] bool is_multiplier(Index i) const { return i >= problem_.unknowns(); }

  mutable SparseArithmetic of_;
  const Minimisation& problem_;
  std::span<const Value> coefficients_;
  std::vector<std::unordered_map<Index, Entry>> rows_; ///< of what is left
  std::vector<Entry> right_;                           ///< sides
  std::vector<Entry> given_;                           ///< right sides, as they were
  std::vector<Entry> sizes_; ///< of diagonal entries as if nothing had been subtracted; of multipliers: what was
  std::vector<std::vector<Entry>> factors_; ///< by unknown: of its pivot, for its neighbours
  std::vector<Entry> pivots_;               ///< by unknown, as they were divided by
  std::vector<Entry> inverses_;             ///< likewise
  std::vector<std::vector<Index>> neighbours_; ///< of what was eliminated by a pivot
  std::vector<Entry> row_sizes_;            ///< of multipliers
  Entry largest_growth_;                    ///< of a pivot: its size over it
  Entry least_growth_;
};

Elimination::Elimination(ValueGraph& values, const Minimisation& problem, std::span<const Value> coefficients)
    : of_(values),
      problem_(problem),
      coefficients_(coefficients),
      rows_(problem.unknowns() + problem.rows.size()),
      right_(rows_.size()),
      sizes_(rows_.size()),
      factors_(rows_.size()),
      pivots_(rows_.size()),
      inverses_(rows_.size()),
      neighbours_(rows_.size()),
      row_sizes_(problem.rows.size()) {
  for (const Minimisation::Entry& e : problem.inertia) {
    set(e.row, e.column, coefficient(e.coefficient));
    if (e.row == e.column) sizes_[e.row] = coefficient(e.coefficient);
  }
  for (std::size_t r = 0; r < problem.rows.size(); ++r) {
    const auto multiplier = static_cast<Index>(problem.unknowns() + r);
    for (const Minimisation::Term& t : problem.rows[r])
      set(multiplier, t.unknown, coefficient(t.coefficient));
    right_[multiplier] = coefficient(problem.row_values[r]);
  }
  for (const Minimisation::Release& release : problem.releases) {
    const auto multiplier = static_cast<Index>(problem.unknowns() + release.row);
    set(multiplier, multiplier, of_.difference({}, coefficient(release.is_released)));
  }
  for (std::size_t i = 0; i < problem.free; ++i)
    right_[i] = coefficient(problem.forces[i]);
  given_ = right_;
}

/// z_u = Σ cⱼ zⱼ:  Kᵢⱼ += cᵢ (tⱼ + d cⱼ) + tᵢ cⱼ,  bᵢ += cᵢ b_u,  with t the row of u and d its own entry.
void Elimination::insert(const EliminationStep& step) {
  const Index u = step.unknown;
  const auto& terms = problem_.definitions[step.definition];
  const Entry own = at(u, u);
  std::unordered_map<Index, Entry> c;
  for (const Minimisation::Term& t : terms)
    c[t.unknown] = coefficient(t.coefficient);
  for (const Index other : step.neighbours) {
    rows_[other].erase(u);
    if (c.contains(other)) continue;
    const Entry t = at(u, other);
    for (const Minimisation::Term& term : terms)
      set(term.unknown, other, of_.sum(at(term.unknown, other), c[term.unknown], t));
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Index row = terms[i].unknown;
    const Entry t = at(u, row);
    const Entry moved = of_.sum(t, own, c[row]);
    for (std::size_t j = 0; j < i; ++j) {
      const Index column = terms[j].unknown;
      // A coefficient of 1 first: then the rest is often what stands in another
      // place, and is computed once.
      if (of_.is_one(c[column])) {
        const Entry half = of_.sum(at(row, column), c[column], moved);
        set(row, column, of_.sum(half, c[row], at(u, column)));
      } else {
        const Entry half = of_.sum(at(row, column), c[row], at(u, column));
        set(row, column, of_.sum(half, c[column], moved));
      }
    }
    // Products of coefficients alone are there before the pivot that everything
    // waits for.
    const Entry square = of_.product(c[row], c[row]);
    set(row, row, t ? of_.sum(of_.sum(at(row, row), c[row], t), c[row], moved) : of_.sum(at(row, row), square, own));
    sizes_[row] = of_.sum(sizes_[row], square, sizes_[u]);
    if (const Entry across = of_.product(c[row], t))
      sizes_[row] = of_.sum(sizes_[row], of_.constant(2), of_.size(*across));
    right_[row] = of_.sum(right_[row], c[row], right_[u]);
  }
  rows_[u].clear();
}

/// z_d = s z_u + Σ cⱼ zⱼ is solved for z_u, which has no entries: its force goes over to the others. These would have
/// had cⱼ² K_dd, and z_u would have taken it away: where nothing else is left, as of an Euler angle at gimbal lock, M
/// is singular.
void Elimination::exchange(const EliminationStep& step) {
  move_force(step, right_);
  const Entry own = sizes_[problem_.free + step.definition];
  for (const Minimisation::Term& t : problem_.definitions[step.definition])
    if (t.unknown != step.unknown) {
      const Entry c = coefficient(t.coefficient);
      sizes_[t.unknown] = of_.sum(sizes_[t.unknown], of_.product(c, c), own);
    }
}

void Elimination::move_force(const EliminationStep& step, std::vector<Entry>& right) {
  const Index defined = static_cast<Index>(problem_.free) + step.definition;
  Entry force = right[step.unknown];
  for (const Minimisation::Term& t : problem_.definitions[step.definition])
    if (t.unknown == step.unknown) force = of_.product(coefficient(t.coefficient), force);
  right[defined] = of_.sum(right[defined], force);
  for (const Minimisation::Term& t : problem_.definitions[step.definition])
    if (t.unknown != step.unknown)
      right[t.unknown] = of_.difference(right[t.unknown], coefficient(t.coefficient), force);
}

/// What the entry of its own would be if nothing had been subtracted. That of a multiplier, −Σ k²/pivot, is of one sign
/// but for what other multipliers took from it.
Elimination::Entry Elimination::size_of(Index u) {
  return is_multiplier(u) ? of_.difference(sizes_[u], at(u, u)) : sizes_[u];
}

/// What an early pivot is made larger by, so that it does not vanish: a share of Σ a²/H over the unknowns of its row
/// that have an inertia of their own.
Elimination::Entry Elimination::shift_of(std::size_t row) {
  constexpr double share = 1e-8; // its square is the error that two refinements leave, but for what is near to singular
  constexpr double nothing = 1e-200;
  std::unordered_map<Index, Entry> inertia;
  for (const Minimisation::Entry& e : problem_.inertia)
    if (e.row == e.column) inertia[e.row] = coefficient(e.coefficient);
  Entry sum;
  for (const Minimisation::Term& t : problem_.rows[row]) {
    const Entry h = inertia[t.unknown];
    if (!h) continue;
    const Entry a = coefficient(t.coefficient);
    // An inertia that vanishes at this state counts for nothing.
    const Entry inverse = of_.is_positive_number(*h)
                              ? of_.inverse(*h)
                              : of_.product(h, of_.inverse(of_.value(of_.sum(of_.constant(nothing), h, h))));
    sum = of_.sum(sum, of_.product(a, a), inverse);
  }
  return of_.product(of_.constant(share), sum);
}

/// A pivot is positive, that of a multiplier negative; what it is of its size
/// is known by the inverse of that, which takes no division: the smallest share
/// has the largest inverse, unless one is negative.
void Elimination::note_pivot(Index u, Value inverse) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const Entry size = size_of(u);
  const Value growth = size ? of_.value(of_.product(size, inverse)) : of_.constant(infinite);
  const Value inverse_share = is_multiplier(u) ? of_.value(of_.difference({}, growth)) : growth;
  largest_growth_ = largest_growth_ ? of_.greater(inverse_share, *largest_growth_) : inverse_share;
  least_growth_ = least_growth_ ? of_.lesser(inverse_share, *least_growth_) : inverse_share;
}

/// Kᵢⱼ −= mᵢ K_uⱼ,  bᵢ −= mᵢ b_u,  with mᵢ = K_iu / K_uu.
void Elimination::pivot(const EliminationStep& step) {
  const Index u = step.unknown;
  Entry own = at(u, u);
  if (step.is_early) own = of_.difference(own, shift_of(u - problem_.unknowns()));
  const Value inverse = of_.inverse(of_.value(own));
  // Its share is 1; where it is 0, no result is finite.
  const bool is_whole = is_multiplier(u) ? own && !sizes_[u] : own && own == sizes_[u];
  if (!is_whole && !step.is_early) note_pivot(u, inverse);
  if (is_multiplier(u) && !step.is_early) row_sizes_[u - problem_.unknowns()] = size_of(u);
  std::vector<Entry>& factors = factors_[u];
  for (const Index i : step.neighbours) {
    const Entry k = at(i, u);
    factors.push_back(of_.product(k, inverse));
    rows_[i].erase(u);
    right_[i] = of_.difference(right_[i], factors.back(), right_[u]);
    // What a multiplier's pivot adds to the entry of an unknown, and takes from that of a multiplier.
    if (is_multiplier(u)) sizes_[i] = of_.difference(sizes_[i], factors.back(), k);
  }
  // The division is what the next pivot waits for: with few neighbours, one
  // multiplication less behind it is worth the few more beside it. An entry
  // that nothing was subtracted from has waited for no other pivot.
  constexpr std::size_t few = 3;
  const bool is_quick = !is_whole && step.neighbours.size() <= few;
  for (std::size_t i = 0; i < step.neighbours.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const Index row = step.neighbours[i];
      const Index column = step.neighbours[j];
      const Entry k = at(u, column);
      set(row, column,
          is_quick ? of_.difference(at(row, column), of_.product(at(u, row), k), inverse)
                   : of_.difference(at(row, column), factors[i], k));
    }
  rows_[u].clear();
  right_[u] = of_.product(inverse, right_[u]);
  pivots_[u] = own;
  inverses_[u] = inverse;
  neighbours_[u] = step.neighbours;
}

void Elimination::take(const EliminationStep& step) {
  switch (step.kind) {
  case EliminationStep::Kind::insertion:
    return insert(step);
  case EliminationStep::Kind::exchange:
    return exchange(step);
  case EliminationStep::Kind::pivot:
    return pivot(step);
  }
}

/// Places of `unknowns`, the one solved first before the others: what comes last is added last, and nothing else waits
/// for it.
std::vector<std::size_t> as_solved(std::span<const std::uint32_t> unknowns, std::span<const std::size_t> solved_at) {
  std::vector<std::size_t> out(unknowns.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::ranges::sort(out, {}, [&](std::size_t i) { return solved_at[unknowns[i]]; });
  return out;
}

/// Σ cⱼ zⱼ of a definition. A z that was solved last, from few others, b − Σ mᵢ zᵢ, is not waited for: its sum stands in
/// its place, and along a chain, where each link needs what is defined by the one before, two operations wait for each
/// other instead of three.
Elimination::Entry Elimination::defined(const EliminationStep& step, const std::vector<Entry>& right,
                                        const std::vector<std::size_t>& solved_at, const std::vector<Entry>& z) {
  constexpr std::size_t most_products = 2;
  std::map<Index, Entry> terms;
  for (const Minimisation::Term& t : problem_.definitions[step.definition])
    if (const Entry c = coefficient(t.coefficient)) terms[t.unknown] = c;
  Entry out;
  const auto last = std::ranges::max_element(terms, {}, [&](const auto& term) { return solved_at[term.first]; });
  if (last != terms.end() && terms.size() > 1) {
    const auto [u, c] = *last;
    const std::vector<Index>& neighbours = neighbours_[u];
    if (!neighbours.empty() && (of_.is_one(c) || neighbours.size() <= most_products)) {
      terms.erase(last);
      out = of_.product(c, right[u]);
      for (std::size_t i = 0; i < neighbours.size(); ++i)
        terms[neighbours[i]] = of_.difference(terms[neighbours[i]], c, factors_[u][i]);
    }
  }
  std::vector<Index> unknowns;
  for (const auto& [unknown, c] : terms)
    unknowns.push_back(unknown);
  for (const std::size_t i : as_solved(unknowns, solved_at))
    out = of_.sum(out, terms[unknowns[i]], z[unknowns[i]]);
  return out;
}

/// z from right sides that all steps have been taken on.
std::vector<Elimination::Entry> Elimination::solved_back(const EliminationPlan& plan, const std::vector<Entry>& right) {
  std::vector<Entry> z(rows_.size());
  std::vector<std::size_t> solved_at(rows_.size());
  for (std::size_t s = plan.steps.size(); s-- > 0;) {
    const EliminationStep& step = plan.steps[s];
    solved_at[step.unknown] = plan.steps.size() - s;
    if (step.kind == EliminationStep::Kind::pivot) {
      Entry out = right[step.unknown];
      for (const std::size_t i : as_solved(step.neighbours, solved_at))
        out = of_.difference(out, factors_[step.unknown][i], z[step.neighbours[i]]);
      z[step.unknown] = out;
      continue;
    }
    const bool is_exchange = step.kind == EliminationStep::Kind::exchange;
    if (!is_exchange) {
      z[step.unknown] = defined(step, right, solved_at, z);
      continue;
    }
    Entry out = z[problem_.free + step.definition];
    Entry sign;
    for (const Minimisation::Term& t : problem_.definitions[step.definition]) {
      const Entry c = coefficient(t.coefficient);
      if (t.unknown == step.unknown)
        sign = c;
      else
        out = of_.difference(out, c, z[t.unknown]);
    }
    z[step.unknown] = of_.product(sign, out);
  }
  return z;
}

/// z for other right sides, by the factors.
std::vector<Elimination::Entry> Elimination::solved_for(const EliminationPlan& plan, std::vector<Entry> right) {
  for (const EliminationStep& step : plan.steps) {
    const Index u = step.unknown;
    if (step.kind == EliminationStep::Kind::pivot) {
      for (std::size_t i = 0; i < step.neighbours.size(); ++i)
        right[step.neighbours[i]] = of_.difference(right[step.neighbours[i]], factors_[u][i], right[u]);
      right[u] = of_.product(inverses_[u], right[u]);
    } else if (step.kind == EliminationStep::Kind::insertion) {
      for (const Minimisation::Term& t : problem_.definitions[step.definition])
        right[t.unknown] = of_.sum(right[t.unknown], coefficient(t.coefficient), right[u]);
    } else {
      move_force(step, right);
    }
  }
  return solved_back(plan, right);
}

/// b − H z − aᵀz of the free unknowns, definitions inserted, and γ − a z of the rows.
std::vector<Elimination::Entry> Elimination::residual(const std::vector<Entry>& z) {
  std::vector<Entry> out = given_;
  for (const Minimisation::Entry& e : problem_.inertia) {
    const Entry h = coefficient(e.coefficient);
    out[e.row] = of_.difference(out[e.row], h, z[e.column]);
    if (e.row != e.column) out[e.column] = of_.difference(out[e.column], h, z[e.row]);
  }
  for (std::size_t r = 0; r < problem_.rows.size(); ++r) {
    const std::size_t multiplier = problem_.unknowns() + r;
    for (const Minimisation::Term& t : problem_.rows[r]) {
      const Entry a = coefficient(t.coefficient);
      out[t.unknown] = of_.difference(out[t.unknown], a, z[multiplier]);
      out[multiplier] = of_.difference(out[multiplier], a, z[t.unknown]);
    }
  }
  for (const Minimisation::Release& release : problem_.releases) {
    const std::size_t multiplier = problem_.unknowns() + release.row;
    out[multiplier] = of_.sum(out[multiplier], coefficient(release.is_released), z[multiplier]);
  }
  for (std::size_t k = problem_.definitions.size(); k-- > 0;) {
    Entry& defined = out[problem_.free + k];
    for (const Minimisation::Term& t : problem_.definitions[k])
      out[t.unknown] = of_.sum(out[t.unknown], coefficient(t.coefficient), defined);
    defined = {};
  }
  return out;
}

/// Σ |pivot| z² over what was eliminated by a pivot.
Elimination::Entry Elimination::energy(const std::vector<Entry>& z) {
  Entry out;
  for (std::size_t u = 0; u < z.size(); ++u) {
    if (!pivots_[u]) continue;
    const Entry scaled = of_.product(pivots_[u], z[u]);
    out = is_multiplier(static_cast<Index>(u)) ? of_.difference(out, scaled, z[u]) : of_.sum(out, scaled, z[u]);
  }
  return out;
}

/// Refines with the residual of the equations without shifts: where a shift is a share of what it was added to, each
/// step leaves that share of the error.
EliminatedValues Elimination::solved(const EliminationPlan& plan, Refinement refinement) {
  constexpr double largest_step = 1e-9; // of the solution, in energy: it leaves the square root of its cube as error
  std::vector<Entry> z = solved_back(plan, right_);
  std::vector<Entry> step;
  const auto add_step = [&] {
    for (std::size_t i = 0; i < z.size(); ++i)
      z[i] = of_.sum(z[i], step[i]);
  };
  if (refinement == Refinement::of_rows) {
    step = residual(z);
    std::fill_n(step.begin(), problem_.unknowns(), Entry{});
    step = solved_for(plan, std::move(step));
    add_step();
  }
  for (int k = 0; plan.has_early_pivots && k < early_refinements; ++k) {
    step = solved_for(plan, residual(z));
    add_step();
  }
  EliminatedValues out;
  for (std::size_t i = 0; i < problem_.free; ++i)
    out.unknowns.push_back(of_.value(z[i]));
  for (std::size_t r = 0; r < problem_.rows.size(); ++r)
    out.multipliers.push_back(of_.value(of_.difference({}, z[problem_.unknowns() + r])));
  for (const Entry& size : row_sizes_)
    out.row_sizes.push_back(of_.value(size));
  out.smallest_pivot =
      largest_growth_ ? of_.inverse(of_.if_negative(*least_growth_, *largest_growth_)) : of_.constant(1);
  if (plan.has_early_pivots) {
    const Entry most = of_.product(of_.constant(largest_step * largest_step), energy(z));
    out.is_refined = of_.if_less(of_.value(most), of_.value(energy(step)), of_.constant(0), of_.constant(1));
  }
  return out;
}

} // namespace

EliminatedValues eliminate(ValueGraph& values, const Minimisation& problem, const EliminationPlan& plan,
                           std::span<const Value> coefficients, Refinement refinement) {
  Elimination elimination(values, problem, coefficients);
  for (const EliminationStep& step : plan.steps) {
    poll(step.neighbours.size() * step.neighbours.size() + 1);
    elimination.take(step);
  }
  return elimination.solved(plan, refinement);
}

} // namespace dalembert::inline program
