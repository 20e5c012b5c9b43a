#include <dalembert/analysis/modular_solve.h>
#include <dalembert/analysis/random_residues.h>
#include <dalembert/analysis/rational_guess.h>
#include <dalembert/analysis/relaxed_motion.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dalembert {

namespace {

std::vector<Expr> fresh(Graph& graph, const char* name, std::size_t count) {
  std::vector<Expr> out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(graph.symbol(fmt::format("{}{}", name, i)));
  return out;
}

std::vector<Expr> join(std::vector<Expr> a, const std::vector<Expr>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

} // namespace

RelaxedMotion::RelaxedMotion(const Equations& equations, std::vector<FrictionBranch> frictions)
    : equations_(equations),
      graph_(*equations.system->graph),
      rates_(graph_),
      positions_(system(), fresh(graph_, "offset", system().constraints.size())),
      jerks_(fresh(graph_, "jerk", system().coordinates.size())),
      multiplier_rates_(fresh(graph_, "multiplier_rate", system().constraints.size())),
      beyond_(graph_.symbol("beyond")),
      friction_symbols_(fresh(graph_, "friction_sign", system().frictions.size())),
      frictions_(std::move(frictions)),
      solvable_(positions_.is_solvable()) {
  frictions_.resize(system().frictions.size());
  list_facts();
  seed_rates();
  write_out_signs();
  prepare();
}

void RelaxedMotion::list_facts() {
  const System& system = this->system();
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    facts_.push_back({FactLevel::acceleration, k});
    if (system.constraints[k].kind == ConstraintKind::holonomic) facts_.push_back({FactLevel::position, k});
    facts_.push_back({FactLevel::velocity, k});
  }
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    facts_.push_back({FactLevel::equation, i});
}

/// t → 1, q → v → v̇ → v̈, λ → λ̇; reactions and frictions move as what they stand for. F = −μ·σε·N, equation (2).
void RelaxedMotion::seed_rates() {
  const System& system = this->system();
  rates_.seed(system.time, graph_.one());
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    rates_.seed(system.coordinates[i].position, system.coordinates[i].rate);
    rates_.seed(system.coordinates[i].rate, system.coordinates[i].acceleration);
    rates_.seed(system.coordinates[i].acceleration, jerks_[i]);
    rates_.seed(jerks_[i], beyond_);
  }
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    rates_.seed(system.constraints[k].multiplier, multiplier_rates_[k]);
    rates_.seed(multiplier_rates_[k], beyond_);
  }
  rates_.seed(beyond_, beyond_);
  for (const Replacement& r : reaction_meanings(equations_)) {
    meanings_.push_back(r);
    rates_.seed(r.symbol, rates_.of(r.by));
  }
  for (std::size_t f = 0; f < system.frictions.size(); ++f) {
    const FrictionBlock& block = equations_.frictions[f];
    const Expr normal = reaction_value(system, block.normal);
    const Expr force = graph_.neg(graph_.product({block.coefficient, friction_symbols_[f], normal}));
    meanings_.push_back({system.frictions[f].symbol, force});
    rates_.seed(system.frictions[f].symbol, rates_.of(force));
  }
}

/// On one branch |N| and the signs of slip and N are known.
void RelaxedMotion::write_out_signs() {
  for (std::size_t f = 0; f < frictions_.size(); ++f) {
    const Friction& friction = system().frictions[f];
    const Reaction& reaction = system().reactions[static_cast<std::size_t>(friction.of)];
    const Expr normal = reaction_value(system(), equations_.frictions[f].normal);
    const Rational normal_sign(frictions_[f].normal);
    meanings_.push_back({graph_.apply(Function::abs, reaction.symbol), graph_.scale(normal_sign, normal)});
    meanings_.push_back({graph_.apply(Function::sign, reaction.symbol), graph_.number(normal_sign)});
    meanings_.push_back({graph_.apply(Function::sign, friction.slip), graph_.number(Rational(frictions_[f].slip))});
  }
}

void RelaxedMotion::prepare() {
  Substitution solved(graph_, positions_.replacements());
  std::vector<Replacement> all = positions_.replacements();
  for (const Replacement& r : meanings_)
    all.push_back({r.symbol, solved.of(r.by)});
  in_multipliers_.emplace(graph_, meanings_);
  preparation_.emplace(graph_, all);
  prepare_rows();
}

void RelaxedMotion::prepare_rows() {
  const std::size_t n = equations_.speeds.size();
  const std::size_t m = system().constraints.size();
  // Rows that are nonlinear in the rates are solved beforehand, or not at all.
  const bool is_linear = !depends(graph_, equations_.constraint_matrix.entries, equations_.speeds);
  if (!is_linear && !positions_.solves_rates()) solvable_ = false;
  if (!solvable_) return;
  std::vector<Replacement> at_rest;
  for (const Expr v : equations_.speeds)
    at_rest.push_back({v, graph_.zero()});
  const auto all_prepared = [this](const std::vector<Expr>& from) {
    std::vector<Expr> out;
    out.reserve(from.size());
    for (const Expr e : from)
      out.push_back(prepared(e));
    return out;
  };
  drift_ = all_prepared(substitute(graph_, equations_.constraint_rates, at_rest));
  rows_ = all_prepared(equations_.constraint_matrix.entries);
  mass_ = all_prepared(equations_.mass.entries);
  forcing_ = all_prepared(equations_.forcing);
  row_forcing_ = all_prepared(equations_.constraint_forcing);
  friction_block_.assign(n * m, graph_.zero());
  for (std::size_t f = 0; f < equations_.frictions.size(); ++f) {
    const FrictionBlock& block = equations_.frictions[f];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < m; ++k) {
        const Expr part = graph_.product({block.coefficient, friction_symbols_[f], block.column[i], block.normal[k]});
        friction_block_[i * m + k] = graph_.add(friction_block_[i * m + k], prepared(part));
      }
  }
}

/// Values of symbols at which the roots in M, A and the right-hand sides exist.
std::optional<SymbolValues> RelaxedMotion::rooted_values(std::uint64_t seed, const SymbolValues& fixed) {
  if (!rooted_) {
    std::vector<Expr> all = mass_;
    for (const std::vector<Expr>* part : {&rows_, &drift_, &forcing_, &row_forcing_, &friction_block_})
      all.insert(all.end(), part->begin(), part->end());
    rooted_.emplace(graph_, all);
  }
  return rooted_->values(seed, fixed);
}

bool RelaxedMotion::is_beyond(Expr e) const {
  return depends(graph_, e, beyond_);
}

bool RelaxedMotion::has_jerk(Expr e) const {
  return depends(graph_, std::vector<Expr>{e}, join(jerks_, multiplier_rates_));
}

/// Fills in one point: roots, offsets, rates, accelerations and multipliers, their rates, in this order.
class RelaxedDraw {
public:
  RelaxedDraw(RelaxedMotion& from, std::uint64_t seed, const std::vector<bool>& imposed,
              const std::vector<RelaxedMotion::Condition>& conditions)
      : from_(from),
        conditions_(conditions),
        system_(from.system()),
        n_(from.equations_.speeds.size()),
        m_(system_.constraints.size()),
        state_(from, seed),
        random_(seed),
        offset_(4 * (n_ + m_)) {
    for (std::size_t f = 0; f < from.facts_.size(); ++f) {
      const Residue forgotten = random_();
      const Residue rate = random_();
      if (imposed[f]) continue;
      offset(from.facts_[f]) = forgotten;
      offset_rate(from.facts_[f]) = rate;
    }
  }

  std::optional<RelaxedMotion::State> state(std::uint64_t seed, unsigned branch, bool with_jerk) {
    for (std::size_t r = 0; r < from_.positions_.roots().size(); ++r)
      fix(from_.positions_.roots()[r], signed_one(((branch >> r) & 1U) != 0U));
    for (std::size_t f = 0; f < from_.friction_symbols_.size(); ++f)
      fix(from_.friction_symbols_[f], signed_one(from_.frictions_[f].slip * from_.frictions_[f].normal < 0));
    const FactLevel solved_level = from_.positions_.solves_rates() ? FactLevel::velocity : FactLevel::position;
    for (std::size_t k = 0; k < m_; ++k)
      fix(from_.positions_.offsets()[k], offset({solved_level, k}));
    if (!set_conditions() || !set_roots(seed) || !set_rates() || !set_motion() || (with_jerk && !set_jerk()))
      return std::nullopt;
    return std::move(state_);
  }

private:
  static Residue signed_one(bool is_negative) { return is_negative ? -Residue(1) : Residue(1); }

  Residue& offset(const Fact& fact) {
    return offset_[static_cast<std::size_t>(fact.level) * (n_ > m_ ? n_ : m_) + fact.index];
  }
  /// The offset of a fact differentiated once more: only accelerations and equations have one.
  Residue& offset_rate(const Fact& fact) {
    rates_.resize(2 * (n_ + m_));
    return rates_[(fact.level == FactLevel::equation ? 0 : n_) + fact.index];
  }

  /// Appends the values of prepared expressions; false where one has none here.
  bool read(const std::vector<Expr>& expressions, std::vector<Residue>& out) {
    for (const Expr e : expressions) {
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

  std::optional<std::vector<Residue>> solved(const std::vector<Residue>& matrix, std::vector<Residue> right,
                                             std::size_t unknowns) {
    return solve_modular(matrix, std::move(right), unknowns, [this](std::size_t) { return random_(); });
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
      Residue value = condition.value.value_or(Residue());
      if (condition.other) {
        const std::optional<Residue> other = state_.point_.value(*condition.other);
        if (!other) return false;
        value = *other * residue_of(condition.factor);
      }
      fix(condition.symbol, value);
    }
    return true;
  }

  /// Rates that a condition makes 0 are further rows of the velocity equations.
  void add_rate_conditions(std::vector<Residue>& matrix, std::vector<Residue>& right) {
    for (const RelaxedMotion::Condition& condition : conditions_) {
      if (!condition.is_rate) continue;
      for (std::size_t i = 0; i < n_; ++i)
        matrix.emplace_back(from_.equations_.speeds[i] == condition.symbol ? 1U : 0U);
      right.emplace_back();
    }
  }

  /// A·v = V − drift; rates that nonlinear rows are solved for are replaced wherever they stand.
  bool set_rates() {
    std::vector<Residue> matrix;
    std::vector<Residue> right;
    if (!from_.positions_.solves_rates()) {
      if (!read(from_.rows_, matrix) || !read(from_.drift_, right)) return false;
      for (std::size_t k = 0; k < m_; ++k)
        right[k] = offset({FactLevel::velocity, k}) - right[k];
    }
    add_rate_conditions(matrix, right);
    const auto v = solved(matrix, std::move(right), n_);
    if (v) set(from_.equations_.speeds, *v);
    return v.has_value();
  }

  /// [M −Bᵀ; A 0]·(v̇, λ) = (h + e, γ + offset).
  bool set_motion() {
    std::vector<Residue> mass;
    std::vector<Residue> rows;
    std::vector<Residue> friction;
    std::vector<Residue> right;
    if (!read(from_.mass_, mass) || !read(from_.rows_, rows) || !read(from_.forcing_, right) ||
        !read(from_.row_forcing_, right) || !read(from_.friction_block_, friction))
      return false;
    const std::size_t size = n_ + m_;
    std::vector<Residue>& matrix = state_.matrix_;
    matrix.assign(size * size, Residue());
    state_.size_ = size;
    for (std::size_t i = 0; i < n_; ++i) {
      right[i] += offset({FactLevel::equation, i});
      for (std::size_t j = 0; j < n_; ++j)
        matrix[i * size + j] = mass[i * n_ + j];
    }
    for (std::size_t k = 0; k < m_; ++k) {
      right[n_ + k] += offset({FactLevel::acceleration, k});
      for (std::size_t i = 0; i < n_; ++i) {
        matrix[(n_ + k) * size + i] = rows[k * n_ + i];
        matrix[i * size + n_ + k] = friction[i * m_ + k] - rows[k * n_ + i];
      }
    }
    const auto x = solved(matrix, std::move(right), size);
    if (!x) return false;
    set(from_.equations_.accelerations, *x);
    set(system_.multipliers(), *x, n_);
    return true;
  }

  /// The rows (E, χ) differentiated once more: the same matrix, what is known on the right.
  bool set_jerk() {
    if (from_.jerk_rest_.empty()) make_jerk_rest();
    const std::vector<Residue> zeros(n_ + m_);
    set(from_.jerks_, zeros);
    set(from_.multiplier_rates_, zeros);
    std::vector<Residue> right;
    if (!read(from_.jerk_rest_, right)) return false;
    rates_.resize(2 * (n_ + m_));
    for (std::size_t i = 0; i < right.size(); ++i)
      right[i] = rates_[i] - right[i];
    const auto x = solved(state_.matrix_, std::move(right), n_ + m_);
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
  RandomResidues random_;
  SymbolValues fixed_;
  std::vector<Residue> offset_; ///< by level and index
  std::vector<Residue> rates_;  ///< of the equations, then of the constraints
};

std::optional<RelaxedMotion::State> RelaxedMotion::draw(std::uint64_t seed, unsigned branch,
                                                        const std::vector<bool>& imposed, bool with_jerk,
                                                        const std::vector<Condition>& conditions) {
  return RelaxedDraw(*this, seed, imposed, conditions).state(seed, branch, with_jerk);
}

bool RelaxedMotion::is_solved_for(Expr symbol) const {
  return std::any_of(positions_.replacements().begin(), positions_.replacements().end(),
                     [symbol](const Replacement& r) { return r.symbol == symbol; });
}

} // namespace dalembert
