#include <dalembert/program/elimination_steps.h>

#include <limits>

namespace dalembert {
inline namespace program {

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
  for (std::size_t i = 0; i < problem.forces.size(); ++i)
    right_[problem.unknown_of(i)] = coefficient(problem.forces[i]);
  for (const Minimisation::Load& load : problem.loads)
    right_[load.unknown] = coefficient(load.force);
  given_ = right_;
}

/// Kᵢⱼ + cᵢ (tⱼ + d cⱼ) + tᵢ cⱼ with t the row of u and d its own entry; cⱼ is 0 where u does not hold zⱼ.
template <typename Matrix>
Elimination::Entry Elimination::inserted(const Matrix& of, Index u, const Coefficients& c, Index row, Index column) {
  const Entry across = of(u, column);
  if (!c.contains(column)) return of_.sum(of(row, column), c.at(row), across);
  const Entry moved = of_.sum(of(u, row), of(u, u), c.at(row));
  if (row != column) {
    // A coefficient of 1 first: then the rest is often what stands in another
    // place, and is computed once.
    if (of_.is_one(c.at(column))) return of_.sum(of_.sum(of(row, column), c.at(column), moved), c.at(row), across);
    return of_.sum(of_.sum(of(row, column), c.at(row), across), c.at(column), moved);
  }
  // Products of coefficients alone are there before the pivot that everything
  // waits for.
  if (across) return of_.sum(of_.sum(of(row, row), c.at(row), across), c.at(row), moved);
  return of_.sum(of(row, row), of_.product(c.at(row), c.at(row)), of(u, u));
}

/// The same in B and k of the last update, where B is not K.
void Elimination::insert_into_last_update(Index u, const Coefficients& c, const Places& places) {
  LastUpdate& last = *last_update_;
  const auto before = [&](Index i, Index j) {
    const auto found = last.find(i, j);
    return found == last.before.end() ? at(i, j) : found->second;
  };
  std::map<std::pair<Index, Index>, Entry> changed;
  for (const auto& [row, column] : places)
    if (last.has(row, column) || last.has(u, row) || last.has(u, column) || last.has(u, u))
      changed[std::minmax(row, column)] = inserted(before, u, c, row, column);
  std::erase_if(last.before, [u](const auto& e) { return e.first.first == u || e.first.second == u; });
  for (const auto& [place, entry] : changed)
    last.before[place] = entry;
  for (const auto& [unknown, coefficient] : c)
    last.k[unknown] = of_.sum(last.k[unknown], coefficient, last.k[u]);
  last.k.erase(u);
}

/// z_u = Σ cⱼ zⱼ:  Kᵢⱼ += cᵢ (tⱼ + d cⱼ) + tᵢ cⱼ,  bᵢ += cᵢ b_u; what the last pivot took likewise.
void Elimination::insert(const EliminationStep& step) {
  const Index u = step.unknown;
  const auto& terms = problem_.definitions[step.definition];
  Coefficients c;
  for (const Minimisation::Term& t : terms)
    c[t.unknown] = coefficient(t.coefficient);
  Places places;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (const Index other : step.neighbours)
      if (!c.contains(other)) places.emplace_back(terms[i].unknown, other);
    for (std::size_t j = 0; j <= i; ++j)
      places.emplace_back(terms[i].unknown, terms[j].unknown);
  }
  const auto now = [this](Index i, Index j) { return at(i, j); };
  std::vector<Entry> entries;
  for (const auto& [row, column] : places)
    entries.push_back(inserted(now, u, c, row, column));
  if (last_update_) insert_into_last_update(u, c, places);
  for (const Minimisation::Term& t : terms) {
    const Entry k = c[t.unknown];
    sizes_[t.unknown] = of_.sum(sizes_[t.unknown], of_.product(k, k), sizes_[u]);
    if (const Entry across = of_.product(k, at(u, t.unknown)))
      sizes_[t.unknown] = of_.sum(sizes_[t.unknown], of_.constant(2), of_.size(*across));
    right_[t.unknown] = of_.sum(right_[t.unknown], k, right_[u]);
  }
  for (std::size_t i = 0; i < places.size(); ++i)
    set(places[i].first, places[i].second, entries[i]);
  for (const Index other : step.neighbours)
    rows_[other].erase(u);
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
  Value inverse_share = of_.constant(infinite);
  if (is_multiplier(u) && at(u, u)) // what was added to it, less it, over it
    inverse_share = of_.value(of_.difference(of_.constant(1), sizes_[u], inverse));
  else if (const Entry size = size_of(u); size && !is_multiplier(u))
    inverse_share = of_.value(of_.product(size, inverse));
  largest_growth_ = largest_growth_ ? of_.greater(inverse_share, *largest_growth_) : inverse_share;
  least_growth_ = least_growth_ ? of_.lesser(inverse_share, *least_growth_) : inverse_share;
}

/// What the pivot of `step` will take.
Elimination::LastUpdate Elimination::update_by(const EliminationStep& step, Value inverse) const {
  LastUpdate out{inverse, {}, {}};
  for (const Index i : step.neighbours) {
    out.k[i] = at(i, step.unknown);
    for (const Index j : step.neighbours)
      out.before[std::minmax(i, j)] = at(i, j);
  }
  return out;
}

/// Kᵢⱼ −= mᵢ K_uⱼ,  bᵢ −= mᵢ b_u,  with mᵢ = K_iu / K_uu.
void Elimination::pivot(const EliminationStep& step) {
  const Index u = step.unknown;
  Entry own = at(u, u);
  // Its share is 1; where it is 0, no result is finite.
  const bool is_whole = is_multiplier(u) ? own && !sizes_[u] : own && own == sizes_[u];
  // What the last pivot took from this one is one product, which is there before that pivot is: one operation lies
  // between their divisions, where the entries that this one was made of would be three behind.
  if (last_update_ && last_update_->has(u, u)) {
    const Entry k = last_update_->k.at(u);
    own = of_.difference(last_update_->find(u, u)->second, of_.product(k, k), last_update_->inverse);
  }
  if (step.is_early) own = of_.difference(own, shift_of(u - problem_.unknowns()));
  const Value inverse = of_.inverse(of_.value(own));
  if (!is_whole && !step.is_early) note_pivot(u, inverse);
  if (is_multiplier(u) && !step.is_early) row_sizes_[u - problem_.unknowns()] = size_of(u);
  std::vector<Entry>& factors = factors_[u];
  for (const Index i : step.neighbours) {
    const Entry k = at(i, u);
    factors.push_back(of_.product(k, inverse));
    right_[i] = of_.difference(right_[i], factors.back(), right_[u]);
    // What a multiplier's pivot adds to the entry of an unknown, and takes from that of a multiplier.
    if (is_multiplier(u)) sizes_[i] = of_.difference(sizes_[i], factors.back(), k);
  }
  // The division is what the next pivot waits for: with few neighbours, one
  // multiplication less behind it is worth the few more beside it. An entry
  // that nothing was subtracted from has waited for no other pivot.
  constexpr std::size_t few = 3;
  const bool is_quick = !is_whole && step.neighbours.size() <= few;
  last_update_.reset();
  if (is_quick) last_update_ = update_by(step, inverse);
  for (std::size_t i = 0; i < step.neighbours.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const Index row = step.neighbours[i];
      const Index column = step.neighbours[j];
      const Entry k = at(u, column);
      set(row, column,
          is_quick ? of_.difference(at(row, column), of_.product(at(u, row), k), inverse)
                   : of_.difference(at(row, column), factors[i], k));
    }
  for (const Index i : step.neighbours)
    rows_[i].erase(u);
  rows_[u].clear();
  right_[u] = of_.product(inverse, right_[u]);
  pivots_[u] = own;
  inverses_[u] = inverse;
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

} // namespace program
} // namespace dalembert
