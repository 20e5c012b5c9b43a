#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/program/elimination.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dalembert::inline program {

namespace {

/// Operations on values in which 0 and ±1 cost nothing; 0 is an absent value.
class SparseArithmetic {
public:
  using Entry = std::optional<Value>;

  explicit SparseArithmetic(ValueGraph& values) : values_(values) {}

  [[nodiscard]] Entry entry(Value v) const { return is_number(v, 0) ? Entry{} : Entry{v}; }
  [[nodiscard]] Value value(Entry e) { return e ? *e : values_.constant(0); }

  [[nodiscard]] Entry product(Entry a, Entry b) {
    if (!a || !b) return {};
    if (is_number(*a, 1)) return b;
    if (is_number(*b, 1)) return a;
    if (is_number(*a, -1)) return values_.make(Operation::neg, *b);
    if (is_number(*b, -1)) return values_.make(Operation::neg, *a);
    return values_.make(Operation::mul, *a, *b);
  }
  [[nodiscard]] Entry sum(Entry a, Entry b) {
    if (!a || !b) return a ? a : b;
    return values_.make(Operation::add, *a, *b);
  }
  [[nodiscard]] Entry difference(Entry a, Entry b) {
    if (!b) return a;
    if (!a) return values_.make(Operation::neg, *b);
    return values_.make(Operation::sub, *a, *b);
  }
  /// total + a·b
  [[nodiscard]] Entry sum(Entry total, Entry a, Entry b) {
    if (!a || !b) return total;
    if (!total) return product(a, b);
    for (const auto& [unit, other] : {std::pair{*a, *b}, std::pair{*b, *a}}) {
      if (is_number(unit, 1)) return sum(total, Entry{other});
      if (is_number(unit, -1)) return difference(total, Entry{other});
    }
    return values_.make(Operation::fma, *a, *b, *total);
  }
  /// total − a·b
  [[nodiscard]] Entry difference(Entry total, Entry a, Entry b) {
    if (!a || !b) return total;
    for (const auto& [unit, other] : {std::pair{*a, *b}, std::pair{*b, *a}}) {
      if (is_number(unit, 1)) return difference(total, Entry{other});
      if (is_number(unit, -1)) return sum(total, Entry{other});
    }
    if (!total) return values_.make(Operation::neg, *product(a, b));
    return values_.make(Operation::fnma, *a, *b, *total);
  }
  [[nodiscard]] Value inverse(Value a) { return values_.make(Operation::div, values_.constant(1), a); }
  [[nodiscard]] Value size(Value a) { return values_.make(Function::abs, a); }
  [[nodiscard]] Value lesser(Value a, Value b) { return chosen(values_.make(Operation::less, a, b), a, b); }
  [[nodiscard]] Value greater(Value a, Value b) { return chosen(values_.make(Operation::less, b, a), a, b); }
  /// a where it is negative, else b.
  [[nodiscard]] Value if_negative(Value a, Value b) {
    return chosen(values_.make(Operation::less, a, values_.constant(0)), a, b);
  }
  [[nodiscard]] bool is_one(Entry e) const { return e && is_number(*e, 1); }
  [[nodiscard]] Value constant(double number) { return values_.constant(number); }

private:
  [[nodiscard]] Value chosen(Value condition, Value yes, Value no) {
    return values_.make(Operation::select, condition, yes, no);
  }
  [[nodiscard]] bool is_number(Value v, double number) const {
    return values_[v].kind == ValueGraph::Kind::constant && values_.number(v) == number;
  }

  ValueGraph& values_;
};

/// The matrix while unknowns leave it; what a step needs for the way back is kept.
class Elimination {
public:
  Elimination(ValueGraph& values, const Minimisation& problem, std::span<const Value> coefficients);
  void take(const EliminationStep& step);
  [[nodiscard]] EliminatedValues solved(const EliminationPlan& plan);

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
  void pivot(const EliminationStep& step);
  void size_multipliers();
  void note_pivot(Index u, Value inverse);
  [[nodiscard]] bool is_multiplier(Index i) const { return i >= problem_.unknowns(); }

  mutable SparseArithmetic of_;
  const Minimisation& problem_;
  std::span<const Value> coefficients_;
  std::vector<std::unordered_map<Index, Entry>> rows_; ///< of what is left
  std::vector<Entry> right_;                           ///< sides
  std::vector<Entry> sizes_;                           ///< of diagonal entries, as if nothing had been subtracted
  bool has_sizes_of_multipliers_ = false;
  std::vector<std::vector<Entry>> factors_; ///< of each pivot, for its neighbours
  Entry largest_growth_;                    ///< of a pivot: its size over it
  Entry least_growth_;
};

Elimination::Elimination(ValueGraph& values, const Minimisation& problem, std::span<const Value> coefficients)
    : of_(values),
      problem_(problem),
      coefficients_(coefficients),
      rows_(problem.unknowns() + problem.rows.size()),
      right_(rows_.size()),
      sizes_(rows_.size()) {
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
  for (std::size_t i = 0; i < problem.free; ++i)
    right_[i] = coefficient(problem.forces[i]);
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
  const Index defined = static_cast<Index>(problem_.free) + step.definition;
  Entry force = right_[step.unknown];
  for (const Minimisation::Term& t : problem_.definitions[step.definition])
    if (t.unknown == step.unknown) force = of_.product(coefficient(t.coefficient), force);
  right_[defined] = of_.sum(right_[defined], force);
  for (const Minimisation::Term& t : problem_.definitions[step.definition])
    if (t.unknown != step.unknown) {
      const Entry c = coefficient(t.coefficient);
      right_[t.unknown] = of_.difference(right_[t.unknown], c, force);
      sizes_[t.unknown] = of_.sum(sizes_[t.unknown], of_.product(c, c), sizes_[defined]);
    }
}

/// When all other unknowns are gone the entry of a multiplier is −Σ k²/pivot, of one sign.
void Elimination::size_multipliers() {
  for (std::size_t i = problem_.unknowns(); i < rows_.size(); ++i)
    sizes_[i] = of_.difference({}, at(static_cast<Index>(i), static_cast<Index>(i)));
  has_sizes_of_multipliers_ = true;
}

/// A pivot is positive, that of a multiplier negative; what it is of its size
/// is known by the inverse of that, which takes no division: the smallest share
/// has the largest inverse, unless one is negative.
void Elimination::note_pivot(Index u, Value inverse) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const Value growth = sizes_[u] ? of_.value(of_.product(sizes_[u], inverse)) : of_.constant(infinite);
  const Value inverse_share = is_multiplier(u) ? of_.value(of_.difference({}, growth)) : growth;
  largest_growth_ = largest_growth_ ? of_.greater(inverse_share, *largest_growth_) : inverse_share;
  least_growth_ = least_growth_ ? of_.lesser(inverse_share, *least_growth_) : inverse_share;
}

/// Kᵢⱼ −= mᵢ K_uⱼ,  bᵢ −= mᵢ b_u,  with mᵢ = K_iu / K_uu.
void Elimination::pivot(const EliminationStep& step) {
  const Index u = step.unknown;
  if (is_multiplier(u) && !has_sizes_of_multipliers_) size_multipliers();
  const Value inverse = of_.inverse(of_.value(at(u, u)));
  const bool is_whole = at(u, u) && at(u, u) == sizes_[u]; // its share is 1; where it is 0, no result is finite
  if (!is_whole) note_pivot(u, inverse);
  std::vector<Entry> factors;
  for (const Index i : step.neighbours) {
    const Entry k = at(i, u);
    factors.push_back(of_.product(k, inverse));
    rows_[i].erase(u);
    right_[i] = of_.difference(right_[i], factors.back(), right_[u]);
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
  factors_.push_back(std::move(factors));
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

EliminatedValues Elimination::solved(const EliminationPlan& plan) {
  std::vector<Entry> z(rows_.size());
  std::size_t factors = factors_.size();
  std::vector<std::size_t> solved_at(rows_.size());
  for (std::size_t s = plan.steps.size(); s-- > 0;) {
    const EliminationStep& step = plan.steps[s];
    solved_at[step.unknown] = plan.steps.size() - s;
    if (step.kind == EliminationStep::Kind::pivot) {
      const std::vector<Entry>& of = factors_[--factors];
      Entry out = right_[step.unknown];
      for (const std::size_t i : as_solved(step.neighbours, solved_at))
        out = of_.difference(out, of[i], z[step.neighbours[i]]);
      z[step.unknown] = out;
      continue;
    }
    const bool is_exchange = step.kind == EliminationStep::Kind::exchange;
    Entry out = is_exchange ? z[problem_.free + step.definition] : Entry{};
    Entry sign;
    for (const Minimisation::Term& t : problem_.definitions[step.definition]) {
      const Entry c = coefficient(t.coefficient);
      if (is_exchange && t.unknown == step.unknown)
        sign = c;
      else
        out = is_exchange ? of_.difference(out, c, z[t.unknown]) : of_.sum(out, c, z[t.unknown]);
    }
    z[step.unknown] = is_exchange ? of_.product(sign, out) : out;
  }
  EliminatedValues out;
  for (std::size_t i = 0; i < problem_.free; ++i)
    out.unknowns.push_back(of_.value(z[i]));
  for (std::size_t r = 0; r < problem_.rows.size(); ++r)
    out.multipliers.push_back(of_.value(of_.difference({}, z[problem_.unknowns() + r])));
  out.smallest_pivot =
      largest_growth_ ? of_.inverse(of_.if_negative(*least_growth_, *largest_growth_)) : of_.constant(1);
  return out;
}

} // namespace

EliminatedValues eliminate(ValueGraph& values, const Minimisation& problem, const EliminationPlan& plan,
                           std::span<const Value> coefficients) {
  Elimination elimination(values, problem, coefficients);
  for (const EliminationStep& step : plan.steps) {
    poll(step.neighbours.size() * step.neighbours.size() + 1);
    elimination.take(step);
  }
  return elimination.solved(plan);
}

} // namespace dalembert::inline program
