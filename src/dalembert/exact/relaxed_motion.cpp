#include <dalembert/derivation/meanings.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/relaxed_motion.h>
#include <dalembert/exact/root_independence.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/residue_echelon.h>
#include <dalembert/expr/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace exact {

namespace {

std::vector<Expr> fresh(Graph& graph, const char* name, std::size_t count) {
  std::vector<Expr> out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(graph.symbol(fmt::format("{}{}", name, i)));
  return out;
}

/// Symbols with names that may be printed: `theta'''`, `lambda.rod'`, `sign(u)`.
std::vector<Expr> jerks_of(const System& system) {
  std::vector<Expr> out;
  for (const Coordinate& q : system.coordinates)
    out.push_back(system.graph->symbol(q.name + "'''"));
  return out;
}

std::vector<Expr> multiplier_rates_of(const System& system) {
  std::vector<Expr> out;
  for (const Constraint& c : system.constraints)
    out.push_back(system.graph->symbol(fmt::format("lambda.{}'", c.name)));
  return out;
}

std::vector<Expr> friction_signs_of(const System& system) {
  std::vector<Expr> out;
  for (const Friction& f : system.frictions)
    out.push_back(system.graph->symbol(fmt::format("sign({})", text(*system.graph, f.slip))));
  return out;
}

std::vector<Expr> join(std::vector<Expr> a, const std::vector<Expr>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

PositionSolutions solutions_of(const System& system, const KnownFacts& known, const RealSample* sample) {
  if (known.positions == KnownFacts::Positions::none) return PositionSolutions(system);
  const bool leaves_out = known.positions == KnownFacts::Positions::solvable;
  return {system, fresh(*system.graph, "offset", system.constraints.size()), sample,
          leaves_out ? Unsolvable::left_out : Unsolvable::ends, known.first};
}

} // namespace

RelaxedMotion::RelaxedMotion(const Equations& equations, std::vector<FrictionBranch> frictions,
                             const RealSample* sample, std::optional<KnownFacts> known)
    : equations_(equations),
      graph_(*equations.system->graph),
      sample_(sample),
      known_(std::move(known).value_or(KnownFacts::all_of(equations))),
      rates_(graph_),
      positions_(solutions_of(system(), known_, sample)),
      jerks_(jerks_of(system())),
      multiplier_rates_(multiplier_rates_of(system())),
      beyond_(graph_.symbol("beyond")),
      friction_symbols_(friction_signs_of(system())),
      frictions_(std::move(frictions)),
      solvable_(positions_.is_solvable()) {
  frictions_.resize(system().frictions.size());
  list_facts();
  seed_rates();
  write_out_signs();
  prepare();
  if (!solvable_) return;
  find_positive();
  find_branches();
  if (!known_.rates.empty()) compare_rank();
}

bool RelaxedMotion::is_on_branch(const RealSample::Pair& state) const {
  for (std::size_t f = 0; f < frictions_.size(); ++f) {
    const Friction& friction = system().frictions[f];
    const std::vector<Expr> asked{friction.slip, system().reactions[static_cast<std::size_t>(friction.of)].symbol};
    const std::vector<double> values = evaluate(graph_, asked, state.at);
    if ((values[0] < 0.0) != (frictions_[f].slip < 0) || (values[1] < 0.0) != (frictions_[f].normal < 0)) return false;
  }
  return true;
}

void RelaxedMotion::find_positive() {
  for (const Assumption& assumption : system().assumptions) {
    const bool is_greater = assumption.relation == Comparison::greater && graph_.is_zero(assumption.right);
    if (is_greater && graph_.kind(assumption.left) == NodeKind::symbol) positive_.push_back(assumption.left);
  }
  if (sample_ == nullptr || sample_->states.empty()) return;
  for (const Assignment& a : sample_->states.front().at) {
    const bool is_parameter = std::any_of(system().parameters.begin(), system().parameters.end(),
                                          [&a](const Parameter& p) { return p.symbol == a.symbol; });
    if (is_parameter && a.value > 0.0) positive_.push_back(a.symbol);
  }
  for (const Coordinate& q : system().coordinates)
    if (q.range && evaluate(graph_, std::vector<Expr>{q.range->low}, sample_->states.front().at).front() >= 0.0)
      positive_.push_back(q.position);
}

void RelaxedMotion::find_branches() {
  solution_radicands_ = positions_.radicands();
  std::vector<Expr> all;
  for (const std::vector<Expr>* part : {&drift_, &rows_, &mass_, &forcing_, &row_forcing_, &friction_block_})
    all.insert(all.end(), part->begin(), part->end());
  own_branches_ = without_solutions(dalembert::branches_of(graph_, all));
}

std::optional<Expr> RelaxedMotion::prepared_if_defined(Expr e) {
  try {
    return prepared(e);
  } catch (const std::domain_error&) {
    return std::nullopt;
  }
}

std::optional<Residue> RelaxedMotion::State::value(Expr claim) {
  const std::optional<Expr> prepared = motion_->prepared_if_defined(claim);
  return prepared ? point_.value(*prepared) : std::nullopt;
}

Branches RelaxedMotion::branches_of(Expr claim) {
  std::vector<Expr> one;
  if (const std::optional<Expr> prepared = prepared_if_defined(claim)) one.push_back(*prepared);
  Branches out = without_solutions(dalembert::branches_of(graph_, one));
  const auto join_sorted = [](std::vector<Expr>& to, const std::vector<Expr>& from) {
    to.insert(to.end(), from.begin(), from.end());
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
  };
  join_sorted(out.roots, own_branches_.roots);
  join_sorted(out.signs, own_branches_.signs);
  return out;
}

bool RelaxedMotion::has_free_roots(Expr claim, const std::vector<Expr>& radicands) {
  std::vector<Expr> determined = join(system().multipliers(), equations_.accelerations);
  if (!system().constraints.empty()) determined = join(std::move(determined), equations_.speeds);
  std::vector<Expr> all{prepared(claim)};
  for (const std::vector<Expr>* part : {&drift_, &rows_, &mass_, &forcing_, &row_forcing_, &friction_block_})
    all = join(std::move(all), *part);
  return !depends(graph_, radicands, determined) && has_square_roots_only(graph_, all) &&
         are_independent(graph_, radicands, positive_);
}

bool RelaxedMotion::holds_motion(Expr claim) {
  const std::optional<Expr> prepared = prepared_if_defined(claim);
  return prepared && depends(graph_, *prepared, join(system().multipliers(), equations_.accelerations));
}

std::vector<Expr> RelaxedMotion::symbols_below(const std::vector<Expr>& claims, Reach reach) {
  std::vector<Expr> all = join(rows_, drift_);
  for (const Expr claim : claims)
    if (const std::optional<Expr> prepared = prepared_if_defined(claim)) all.push_back(*prepared);
  if (reach == Reach::motion)
    for (const std::vector<Expr>* part : {&mass_, &forcing_, &row_forcing_, &friction_block_})
      all = join(std::move(all), *part);
  return free_symbols(graph_, all);
}

Branches RelaxedMotion::without_solutions(Branches all) const {
  std::erase_if(all.roots, [this](Expr base) {
    return std::find(solution_radicands_.begin(), solution_radicands_.end(), base) != solution_radicands_.end();
  });
  return all;
}

/// Exact states whose rows have another rank than those of the real states lie on another part of the variety, or
/// belong to other parameters: what holds there need not hold for the system.
void RelaxedMotion::compare_rank() {
  if (sample_ == nullptr || sample_->states.empty() || positions_.solves_rates()) return;
  const std::vector<bool> all(facts_.size(), true);
  const std::size_t n = equations_.speeds.size();
  // The rows of a part are independent at the real states.
  const bool is_part = known_.positions != KnownFacts::Positions::all;
  const int wanted = is_part ? static_cast<int>(known_.rates.size()) : sample_->rank;
  for (std::uint64_t seed = 1; seed <= draws::most_points; ++seed) {
    auto state = draw(seed, 0, all, false);
    if (!state) continue;
    RowSpace rows;
    for (const std::size_t k : known_.rates) {
      std::vector<Residue> row;
      for (std::size_t i = 0; i < n; ++i) {
        const std::optional<Residue> entry = state->point_.value(rows_[k * n + i]);
        if (!entry) return;
        row.push_back(*entry);
      }
      rows.add(row);
    }
    solvable_ = rows.rank() == wanted;
    return;
  }
}

void RelaxedMotion::list_facts() {
  const System& system = this->system();
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    if (known_.has_rate(k)) facts_.push_back({FactLevel::acceleration, k});
    if (positions_.is_solved(k)) facts_.push_back({FactLevel::position, k});
    if (known_.has_rate(k)) facts_.push_back({FactLevel::velocity, k});
  }
  for (const std::size_t i : known_.equations)
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

/// The expressions at these values; nothing where one of them has none there.
std::optional<std::vector<Expr>> RelaxedMotion::values_at(const std::vector<Replacement>& at,
                                                          const std::vector<Expr>& expressions) const {
  try {
    return substitute(graph_, expressions, at);
  } catch (const std::domain_error&) {
    return std::nullopt;
  }
}

void RelaxedMotion::prepare_rows() {
  const std::size_t n = equations_.speeds.size();
  const std::size_t m = system().constraints.size();
  // Rows that are nonlinear in the rates are solved beforehand, or not at all.
  const bool is_linear = !depends(graph_, equations_.constraint_matrix.entries, equations_.speeds) &&
                         std::ranges::none_of(equations_.constraint_rates, [this](Expr rate) {
                           return switches_with(graph_, rate, equations_.speeds);
                         });
  if (!is_linear && !positions_.solves_rates() && !known_.rates.empty()) solvable_ = false;
  if (!solvable_) return;
  std::vector<Replacement> at_rest;
  for (const Expr v : equations_.speeds)
    at_rest.push_back({v, graph_.zero()});
  const std::optional<std::vector<Expr>> drift = values_at(at_rest, equations_.constraint_rates);
  solvable_ = drift.has_value();
  if (!solvable_) return;
  const auto all_prepared = [this](const std::vector<Expr>& from) {
    std::vector<Expr> out;
    out.reserve(from.size());
    for (const Expr e : from)
      out.push_back(prepared(e));
    return out;
  };
  drift_ = all_prepared(*drift);
  rows_ = all_prepared(equations_.constraint_matrix.entries);
  mass_ = all_prepared(equations_.mass().entries);
  forcing_ = all_prepared(equations_.forcing);
  row_forcing_ = all_prepared(equations_.constraint_forcing);
  // What is forgotten has no values, and no branches.
  for (std::size_t i = 0; i < n; ++i) {
    if (known_.has_equation(i)) continue;
    forcing_[i] = graph_.zero();
    std::fill_n(mass_.begin() + static_cast<std::ptrdiff_t>(i * n), n, graph_.zero());
  }
  for (std::size_t k = 0; k < m; ++k)
    if (!known_.has_rate(k)) row_forcing_[k] = drift_[k] = graph_.zero();
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

const ModularSweep& RelaxedMotion::rate_sweep() {
  if (!rate_sweep_) rate_sweep_.emplace(graph_, join(rows_, drift_));
  return *rate_sweep_;
}

const ModularSweep& RelaxedMotion::motion_sweep() {
  if (motion_sweep_) return *motion_sweep_;
  std::vector<Expr> all = mass_;
  for (const std::vector<Expr>* part : {&rows_, &forcing_, &row_forcing_, &friction_block_})
    all.insert(all.end(), part->begin(), part->end());
  return motion_sweep_.emplace(graph_, all);
}

/// Values of symbols at which the roots in M, A and the right-hand sides exist.
std::optional<SymbolValues> RelaxedMotion::rooted_values(std::uint64_t seed, const SymbolValues& fixed) {
  if (!rooted_) {
    std::vector<Expr> all = mass_;
    for (const std::vector<Expr>* part : {&rows_, &drift_, &forcing_, &row_forcing_, &friction_block_})
      all.insert(all.end(), part->begin(), part->end());
    rooted_.emplace(graph_, all, positive_);
  }
  return rooted_->values(seed, fixed);
}

bool RelaxedMotion::is_beyond(Expr e) const {
  return depends(graph_, e, beyond_);
}

bool RelaxedMotion::has_jerk(Expr e) const {
  return depends(graph_, std::vector<Expr>{e}, join(jerks_, multiplier_rates_));
}

bool RelaxedMotion::is_solved_for(Expr symbol) const {
  return std::any_of(positions_.replacements().begin(), positions_.replacements().end(),
                     [symbol](const Replacement& r) { return r.symbol == symbol; });
}

} // namespace exact
} // namespace dalembert
