// One exact state of a relaxed motion, level by level.
#include <dalembert/base/random_stream.h>
#include <dalembert/exact/modular_solve.h>
#include <dalembert/exact/relaxed_motion.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace dalembert {
inline namespace exact {

/// Fills in one point: roots, offsets, rates, accelerations and multipliers, their rates, in this order.
class RelaxedDraw {
public:
  RelaxedDraw(RelaxedMotion& from, std::uint64_t seed, const std::vector<bool>& imposed,
              const std::vector<RelaxedMotion::Condition>& conditions, const Branches& turned)
      : from_(from),
        conditions_(conditions),
        system_(from.system()),
        n_(from.equations_.speeds.size()),
        m_(system_.constraints.size()),
        state_(from, seed),
        random_(seed),
        offset_(4 * (n_ + m_)),
        is_forgotten_(4 * (n_ + m_), true) {
    state_.point_.turn(turned);
    for (const Expr symbol : from.positive_)
      state_.point_.assume_positive(symbol);
    for (std::size_t f = 0; f < from.facts_.size(); ++f) {
      const Residue forgotten(random_());
      is_forgotten_[place(from.facts_[f])] = !imposed[f];
      if (imposed[f]) continue;
      offset(from.facts_[f]) = forgotten;
    }
  }

  std::optional<RelaxedMotion::State> state(std::uint64_t seed, unsigned branch, bool with_jerk) {
    if (!set_place(seed, branch) || !set_motion() || (with_jerk && !set_jerk())) return std::nullopt;
    return std::move(state_);
  }
  std::optional<RelaxedMotion::State> state(std::uint64_t seed, unsigned branch, RelaxedMotion::Reach reach) {
    if (!set_place(seed, branch)) return std::nullopt;
    if (reach == RelaxedMotion::Reach::motion && !set_motion()) return std::nullopt;
    return std::move(state_);
  }

private:
  static Residue signed_one(bool is_negative) { return is_negative ? -Residue(1) : Residue(1); }

  /// Positions and rates.
  bool set_place(std::uint64_t seed, unsigned branch) {
    for (std::size_t r = 0; r < from_.positions_.roots().size(); ++r)
      fix(from_.positions_.roots()[r], signed_one(((branch >> r) & 1U) != 0U));
    for (std::size_t f = 0; f < from_.friction_symbols_.size(); ++f)
      fix(from_.friction_symbols_[f], signed_one(from_.frictions_[f].slip * from_.frictions_[f].normal < 0));
    const FactLevel solved_level = from_.positions_.solves_rates() ? FactLevel::velocity : FactLevel::position;
    for (std::size_t k = 0; k < m_; ++k)
      if (from_.known_.positions != KnownFacts::Positions::none)
        fix(from_.positions_.offsets()[k], offset({solved_level, k}));
    return set_conditions() && set_roots(seed) && set_rates();
  }

  [[nodiscard]] std::size_t place(const Fact& fact) const {
    return static_cast<std::size_t>(fact.level) * (n_ > m_ ? n_ : m_) + fact.index;
  }
  Residue& offset(const Fact& fact) { return offset_[place(fact)]; }

  /// Appends the values of prepared expressions; false where one has none here.
  bool read(const std::vector<Expr>& expressions, std::vector<Residue>& out) {
    for (const Expr e : expressions) {
      if (system_.graph->is_zero(e)) { // most entries of a large system
        out.emplace_back();
        continue;
      }
      const std::optional<Residue> value = state_.point_.value(e);
      if (!value) return false;
      out.push_back(*value);
    }
    return true;
  }

  void set(const std::vector<Expr>& symbols, const std::vector<Residue>& values, std::size_t first = 0) {
    for (std::size_t i = 0; i < symbols.size(); ++i)
      state_.point_.set(symbols[i], values[first + i]);
  }

  std::optional<std::vector<Residue>> solved(const std::vector<Residue>& matrix, const std::vector<Residue>& right,
                                             std::size_t unknowns) {
    return solve_modular(matrix, right, unknowns, [this](std::size_t) { return Residue(random_()); });
  }

  /// A row that is forgotten and repeats others cannot have an offset of its own: it is left out instead.
  void leave_out(std::vector<Residue>& matrix, std::vector<Residue>& right, std::size_t unknowns,
                 const std::function<bool(std::size_t)>& is_out) {
    std::size_t kept = 0;
    for (std::size_t r = 0; r < right.size(); ++r) {
      if (is_out(r)) continue;
      std::copy_n(matrix.begin() + static_cast<std::ptrdiff_t>(r * unknowns), unknowns,
                  matrix.begin() + static_cast<std::ptrdiff_t>(kept * unknowns));
      right[kept++] = right[r];
    }
    matrix.resize(kept * unknowns);
    right.resize(kept);
  }

  /// Gives a symbol a value that nothing later changes.
  void fix(Expr symbol, Residue value) {
    state_.point_.set(symbol, value);
    fixed_.emplace_back(symbol, value);
  }

  bool set_roots(std::uint64_t seed) {
    const std::optional<SymbolValues> values = from_.rooted_values(seed, fixed_);
    if (!values) return false;
    for (const auto& [symbol, value] : *values)
      state_.point_.set(symbol, value);
    return true;
  }

  bool set_conditions() {
    for (const RelaxedMotion::Condition& condition : conditions_) {
      if (condition.is_rate) continue;
      const std::optional<Residue> value = value_of(condition);
      if (!value) return false;
      fix(condition.symbol, *value);
    }
    return true;
  }

  /// What the symbol of a condition is; nothing where that has no value here.
  std::optional<Residue> value_of(const RelaxedMotion::Condition& condition) {
    return condition.other ? state_.point_.value(*condition.other) : condition.value.value_or(Residue());
  }

  /// Rates that a condition gives are further rows of the velocity equations; false where one has no value here.
  bool add_rate_conditions(std::vector<Residue>& matrix, std::vector<Residue>& right) {
    for (const RelaxedMotion::Condition& condition : conditions_) {
      if (!condition.is_rate) continue;
      const std::optional<Residue> value = value_of(condition);
      if (!value) return false;
      for (std::size_t i = 0; i < n_; ++i)
        matrix.emplace_back(from_.equations_.speeds[i] == condition.symbol ? 1U : 0U);
      right.push_back(*value);
    }
    return true;
  }

  /// A·v = −drift without the rows that are forgotten; rates that nonlinear rows are solved for are replaced wherever
  /// they stand.
  bool set_rates() {
    std::vector<Residue> matrix;
    std::vector<Residue> right;
    if (!from_.positions_.solves_rates()) {
      std::optional<std::vector<Residue>> values = from_.rate_sweep()(state_.point_);
      if (!values) return false;
      for (std::size_t k = 0; k < m_; ++k)
        right.push_back(-(*values)[m_ * n_ + k]);
      values->resize(m_ * n_);
      matrix = std::move(*values);
      leave_out(matrix, right, n_, [this](std::size_t k) { return is_forgotten_[place({FactLevel::velocity, k})]; });
    }
    if (!add_rate_conditions(matrix, right)) return false;
    const auto v = solved(matrix, right, n_);
    if (v) set(from_.equations_.speeds, *v);
    return v.has_value();
  }

  /// [M −Bᵀ; A 0]·(v̇, λ) = (h, γ) without the rows that are forgotten.
  bool set_motion() {
    const std::optional<std::vector<Residue>> values = from_.motion_sweep()(state_.point_);
    if (!values) return false;
    const std::span<const Residue> all = *values;
    const std::span<const Residue> mass = all.first(n_ * n_);
    const std::span<const Residue> rows = all.subspan(n_ * n_, m_ * n_);
    const std::span<const Residue> sides = all.subspan((n_ + m_) * n_, n_ + m_);
    const std::span<const Residue> friction = all.last(n_ * m_);
    std::vector<Residue> right(sides.begin(), sides.end());
    const std::size_t size = n_ + m_;
    std::vector<Residue>& matrix = state_.matrix_;
    matrix.assign(size * size, Residue());
    state_.size_ = size;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j)
        matrix[i * size + j] = mass[i * n_ + j];
    }
    for (std::size_t k = 0; k < m_; ++k) {
      for (std::size_t i = 0; i < n_; ++i) {
        matrix[(n_ + k) * size + i] = rows[k * n_ + i];
        matrix[i * size + n_ + k] = friction[i * m_ + k] - rows[k * n_ + i];
      }
    }
    std::vector<Residue> rows_left = matrix;
    make_others_idle(rows_left, right);
    leave_out(rows_left, right, size, [this](std::size_t r) { return is_out(r); });
    const auto x = solved(rows_left, right, size);
    if (!x) return false;
    set(from_.equations_.accelerations, *x);
    set(system_.multipliers(), *x, n_);
    return true;
  }

  /// λₖ = 0 stands where the row of a constraint would that has no part in the motion.
  void make_others_idle(std::vector<Residue>& matrix, std::vector<Residue>& right) const {
    for (std::size_t k = 0; k < m_; ++k) {
      if (!is_idle(k)) continue;
      const std::size_t row = n_ + k;
      std::fill_n(matrix.begin() + static_cast<std::ptrdiff_t>(row * (n_ + m_)), n_ + m_, Residue());
      matrix[row * (n_ + m_) + row] = Residue(1);
      right[row] = Residue();
    }
  }
  [[nodiscard]] bool is_idle(std::size_t constraint) const {
    return from_.known_.are_others_idle && !from_.known_.has_rate(constraint);
  }

  /// Of the rows of [M −Bᵀ; A 0].
  [[nodiscard]] bool is_out(std::size_t row) const {
    return row < n_ ? is_forgotten_[place({FactLevel::equation, row})]
                    : is_forgotten_[place({FactLevel::acceleration, row - n_})] && !is_idle(row - n_);
  }

  /// The rows (E, χ) differentiated once more: the same matrix, what is known on the right.
  bool set_jerk() {
    if (from_.jerk_rest_.empty()) make_jerk_rest();
    const std::vector<Residue> zeros(n_ + m_);
    set(from_.jerks_, zeros);
    set(from_.multiplier_rates_, zeros);
    std::vector<Residue> right;
    if (!read(from_.jerk_rest_, right)) return false;
    for (Residue& entry : right)
      entry = -entry;
    std::vector<Residue> rows_left = state_.matrix_;
    make_others_idle(rows_left, right);
    leave_out(rows_left, right, n_ + m_, [this](std::size_t r) { return is_out(r); });
    const auto x = solved(rows_left, right, n_ + m_);
    if (!x) return false;
    set(from_.jerks_, *x);
    set(from_.multiplier_rates_, *x, n_);
    return true;
  }

  void make_jerk_rest() {
    for (const Expr residual : from_.equations_.residual)
      from_.jerk_rest_.push_back(from_.prepared(from_.rates_.of(residual)));
    for (const Expr rate : from_.equations_.constraint_rates)
      from_.jerk_rest_.push_back(from_.prepared(from_.rates_.of(from_.rates_.of(rate))));
  }

  RelaxedMotion& from_;
  const std::vector<RelaxedMotion::Condition>& conditions_;
  const System& system_;
  std::size_t n_;
  std::size_t m_;
  RelaxedMotion::State state_;
  RandomStream random_;
  SymbolValues fixed_;
  std::vector<Residue> offset_;    ///< by level and index
  std::vector<bool> is_forgotten_; ///< likewise
  std::vector<Residue> rates_;     ///< of the equations, then of the constraints
};

std::optional<RelaxedMotion::State> RelaxedMotion::draw(std::uint64_t seed, unsigned branch,
                                                        const std::vector<bool>& imposed, bool with_jerk,
                                                        const std::vector<Condition>& conditions,
                                                        const Branches& turned) {
  return RelaxedDraw(*this, seed, imposed, conditions, turned).state(seed, branch, with_jerk);
}

std::optional<RelaxedMotion::State> RelaxedMotion::draw(std::uint64_t seed, unsigned branch,
                                                        const std::vector<Condition>& conditions, Reach reach) {
  return RelaxedDraw(*this, seed, std::vector<bool>(facts_.size(), true), conditions, {}).state(seed, branch, reach);
}

} // namespace exact
} // namespace dalembert
