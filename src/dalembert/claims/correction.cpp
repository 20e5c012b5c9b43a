#include <dalembert/claims/correction.h>
#include <dalembert/claims/edit_costs.h>
#include <dalembert/claims/monomial_quotient.h>
#include <dalembert/exact/held_words.h>
#include <dalembert/exact/rational_guess.h>
#include <dalembert/exact/row_monomials.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <stdexcept>

namespace dalembert {
inline namespace claims {

namespace {

constexpr std::size_t most_candidates = 4000; // of some 5 µs each

/// A side as a sum, so that every term has a place.
void make_sum(Written& side) {
  if (side.kind == WrittenKind::sum && !side.bracketed) return;
  Written sum;
  sum.kind = WrittenKind::sum;
  sum.span = side.span;
  side.bracketed = side.bracketed && side.kind == WrittenKind::sum;
  sum.parts.push_back(std::move(side));
  side = std::move(sum);
}

/// True for `E`, and for a speed `w` that was defined as theta'.
bool is_defined_name(const Graph& graph, const Written& name) {
  if (name.bracketed) return false; // a bracket of the model, written out
  return graph.kind(name.value) != NodeKind::symbol || graph.name(name.value) != name.text;
}

/// True where a name stands for more than itself: an energy, a momentum, a let, a partial derivative.
bool names_definition(const Graph& graph, const Written& w) {
  if (w.kind == WrittenKind::name) return is_defined_name(graph, w);
  return std::any_of(w.parts.begin(), w.parts.end(),
                     [&graph](const Written& part) { return names_definition(graph, part); });
}

/// True where the claim names a reaction or a friction, whose meaning makes `F = lambda.c` an identity.
bool names_force(const System& system, const Written& w) {
  const auto is_named = [&w](const auto& force) { return force.symbol == w.value; };
  if (w.kind == WrittenKind::name)
    return std::ranges::any_of(system.reactions, is_named) || std::ranges::any_of(system.frictions, is_named);
  return std::ranges::any_of(w.parts, [&system](const Written& part) { return names_force(system, part); });
}

bool names(const Written& w, Expr value) {
  if (w.kind == WrittenKind::name) return w.value == value;
  return std::ranges::any_of(w.parts, [value](const Written& part) { return names(part, value); });
}

bool names_multiplier(const Written& w) {
  if (w.kind == WrittenKind::name) return w.text.starts_with("lambda.");
  return std::ranges::any_of(w.parts, names_multiplier);
}

bool names_multiplier(const Claim& claim) {
  return names_multiplier(claim.left) || (!claim.is_constant && names_multiplier(claim.right));
}

bool names_momentum(const Written& w) {
  if (w.kind == WrittenKind::name) return w.text.starts_with("p.");
  return std::ranges::any_of(w.parts, names_momentum);
}

/// True where the claim names a reaction, and `correction` the multiplier of its constraint, which it did not: that is
/// what the reaction stands for, perhaps times what is 1 on every motion.
bool writes_reaction_out(const System& system, const Claim& claim, const Claim& correction) {
  const auto holds = [](const Claim& of, Expr value) {
    return names(of.left, value) || (!of.is_constant && names(of.right, value));
  };
  return std::ranges::any_of(system.reactions, [&](const Reaction& reaction) {
    return holds(claim, reaction.symbol) && std::ranges::any_of(reaction.of, [&](int k) {
             const Expr multiplier = system.constraints[static_cast<std::size_t>(k)].multiplier;
             return holds(correction, multiplier) && !holds(claim, multiplier);
           });
  });
}

/// The quantities that are a factor of every term of `e`.
std::set<Expr> common_factors(const Graph& graph, Expr e) {
  std::set<Expr> out;
  const auto terms = multiplied_out(graph, e);
  if (!terms || terms->size() < 2) return out; // a single term is no product with a further equation
  for (const auto& [base, exponent] : terms->begin()->first)
    if (exponent.sign() > 0) out.insert(base);
  for (const auto& term : *terms)
    std::erase_if(out, [&factors = term.first](const Expr& of) {
      return std::ranges::none_of(factors, [of](const auto& f) { return f.first == of && f.second.sign() > 0; });
    });
  return out;
}

} // namespace

std::optional<Expr> residual_of(RelaxedMotion& motion, const Claim& claim) {
  try {
    Graph& graph = motion.graph();
    const Expr left = value_of(graph, motion.rates(), claim.left);
    if (claim.is_constant) return motion.rates().of(left);
    return graph.sub(left, value_of(graph, motion.rates(), claim.right));
  } catch (const std::domain_error&) {
    return std::nullopt;
  }
}

CorrectionSearch::CorrectionSearch(TruthTest& truth, const Claim& claim, Expr residual)
    : truth_(truth),
      claim_(claim),
      residual_(residual),
      about_(coupling_of(truth.motion().equations(), truth.motion().written_out(residual))),
      dimensions_(truth.motion().system()),
      words_(vocabulary(truth.motion().system(), expressions_of(truth.motion(), residual), claim,
                        truth.motion().rates())) {
  keep_words_about(about_, truth.motion().system(), words_);
  make_sum(claim_.left);
  if (!claim_.is_constant) make_sum(claim_.right);
  has_force_ = holds_force(residual);
  has_acceleration_ = holds_acceleration(residual);
  is_definition_ = is_of_defined_names(claim);
  const bool is_of_rates = !has_acceleration_ && !has_force_ && !claim.is_constant;
  if (is_of_rates || names_momentum(claim.left) || (!claim.is_constant && names_momentum(claim.right))) add_momenta();
  if (is_definition_ && !claim.is_constant) add_rates_of_lets();
  if (truth_.sieve() == nullptr) return;
  const std::optional<Residue> defect = value(residual);
  can_sieve_ = defect && !defect->is_zero();
  if (can_sieve_) defect_ = *defect;
  if (const auto opaque = opaque_residual(claim_)) common_ = common_factors(graph(), *opaque);
  collect_brackets();
  evaluate_words();
  evaluate_terms();
  has_empty_part_ = has_empty_part(claim_.left) || (!claim_.is_constant && has_empty_part(claim_.right));
}

bool CorrectionSearch::is_of_defined_names(const Claim& claim) {
  const auto holds_some = [this](const Written& side) {
    return names_definition(graph(), side) || names_force(motion().system(), side);
  };
  return holds_some(claim.left) || (!claim.is_constant && holds_some(claim.right));
}

const Written* CorrectionSearch::named_side() const {
  if (claim_.is_constant) return nullptr;
  const auto is_single = [](const Written& side) { return side.parts.size() == 1 && !side.parts.front().inverse; };
  for (const auto& [side, other] : {std::pair(&claim_.left, &claim_.right), std::pair(&claim_.right, &claim_.left)}) {
    const Written& only = is_single(*side) ? side->parts.front() : *side;
    const bool is_name = only.kind == WrittenKind::name && only.dots == 0;
    if (is_name && is_defined_name(truth_.motion().graph(), only) && !names_definition(truth_.motion().graph(), *other))
      return &only;
  }
  return nullptr;
}

std::vector<Expr> CorrectionSearch::expressions_of(const RelaxedMotion& motion, Expr residual) {
  std::vector<Expr> out = motion.equations().residual;
  out.insert(out.end(), motion.equations().constraint_rates.begin(), motion.equations().constraint_rates.end());
  out.push_back(residual);
  return out;
}

std::optional<Expr> CorrectionSearch::expression(const Written& part) {
  try {
    return value_of(graph(), motion().rates(), part);
  } catch (const std::domain_error&) {
    return std::nullopt;
  }
}

std::optional<Residue> CorrectionSearch::value_at(Expr e, std::size_t state) {
  RelaxedMotion::State* const at = truth_.state(state);
  return at == nullptr ? std::nullopt : at->value(e);
}

bool CorrectionSearch::is_multiple_of_term(Residue value) const {
  constexpr std::int64_t largest = 8;
  return terms_.size() > 1 && std::ranges::any_of(terms_, [value](Residue inverse) {
           return small_fraction(value * inverse, largest).has_value();
         });
}

namespace {

/// The claim with a symbol of its own for each name that stands for more than itself.
void make_opaque(RelaxedMotion& motion, std::map<std::string, Expr>& symbols, Written& w) {
  for (Written& part : w.parts)
    make_opaque(motion, symbols, part);
  Graph& graph = motion.graph();
  if (w.kind != WrittenKind::name || !is_defined_name(graph, w)) return;
  const auto [place, is_new] = symbols.try_emplace(w.text);
  if (is_new) {
    const std::string name = fmt::format("opaque{}", symbols.size());
    place->second = graph.symbol(name);
    Expr of = place->second;
    for (const char* const order : {"_1", "_2", "_3"}) {
      const Expr rate = graph.symbol(name + order);
      motion.rates().seed(of, rate);
      of = rate;
    }
  }
  w.value = place->second;
}

} // namespace

/// The residual in which names that stand for more than themselves are symbols.
std::optional<Expr> CorrectionSearch::opaque_residual(Claim claim) {
  make_opaque(motion(), opaque_, claim.left);
  if (!claim.is_constant) make_opaque(motion(), opaque_, claim.right);
  return residual_of(motion(), claim);
}

/// False where the claim would hold whatever its names stand for: 0 = 0, x = x.
bool CorrectionSearch::says_something(const Claim& changed) {
  if (changed.is_constant) return true;
  const std::optional<Expr> residual = opaque_residual(changed);
  return residual && !is_zero(graph(), *residual);
}

/// x″ = x″·z/R says z = R and nothing of x; cos θ = cos θ·φ̇/w says φ̇ = w.
bool CorrectionSearch::has_new_common_factor(const Claim& claim) {
  if (claim.is_constant) return false;
  const std::optional<Expr> residual = opaque_residual(claim);
  const std::set<Expr> now = residual ? common_factors(graph(), *residual) : std::set<Expr>();
  const System& system = motion().system();
  std::vector<Expr> of_motion{system.time};
  for (const std::vector<Expr>& part :
       {system.multipliers(), system.positions(), system.rates(), system.accelerations()})
    of_motion.insert(of_motion.end(), part.begin(), part.end());
  return std::ranges::any_of(now, [&](Expr e) { return !common_.contains(e) && depends(graph(), e, of_motion); });
}

/// True where nothing of the motion that the claim holds is left but in a factor of all terms: `g*ph'/w = g` says ph' =
/// w and nothing of the th of `cos(th) = g`.
bool CorrectionSearch::changes_subject(Expr residual) {
  const System& system = motion().system();
  std::vector<Expr> of_motion{system.time};
  for (const std::vector<Expr>& part :
       {system.multipliers(), system.positions(), system.rates(), system.accelerations()})
    of_motion.insert(of_motion.end(), part.begin(), part.end());
  std::vector<Expr> meant = free_symbols(graph(), motion().written_out(residual_));
  std::erase_if(meant, [&](Expr e) { return std::ranges::find(of_motion, e) == of_motion.end(); });
  const auto terms = meant.empty() ? std::nullopt : multiplied_out(graph(), motion().written_out(residual));
  if (!terms || terms->size() < 2) return false;
  const Factors common = common_monomial(*terms);
  return std::ranges::none_of(*terms, [&](const auto& term) {
    return std::ranges::any_of(times(term.first, common, Rational(-1)),
                               [&](const auto& factor) { return depends(graph(), factor.first, meant); });
  });
}

/// True where a claim about rates or forces follows from the positions alone: (x² + y² − l²)·ẏ = 0 holds for every ẏ.
bool CorrectionSearch::follows_from_places(const Correction& correction) {
  const Expr prepared = motion().prepared(correction.residual);
  const bool is_of_motion =
      depends(graph(), prepared, motion().equations().speeds) || holds_acceleration(prepared) || holds_force(prepared);
  if (!is_of_motion || is_of_defined_names(claim_)) return false;
  std::vector<bool> imposed;
  for (const Fact& fact : motion().facts())
    imposed.push_back(fact.level == FactLevel::position);
  return truth_.holds(correction.residual, imposed) == Answer::yes;
}

/// True for T = V + (T − V): what the sides differ by, added.
bool CorrectionSearch::says_nothing_new(const Correction& correction) {
  if (!is_definition_ || claim_.is_constant || !is_restatement(correction)) return false;
  // With an equation of motion put in, V = E - h + m*l^2*th''*cos(th)/sin(th), it says no more.
  const bool is_of_states = !has_acceleration_ && !has_force_;
  if (is_of_states && (holds_acceleration(correction.residual) || holds_force(correction.residual))) return true;
  std::vector<bool> imposed;
  for (const Fact& fact : motion().facts())
    imposed.push_back(fact.level != FactLevel::equation);
  return truth_.holds(correction.residual, imposed) == Answer::yes;
}

bool CorrectionSearch::holds_force(Expr e) {
  const std::optional<Expr> prepared = motion().prepared_if_defined(e);
  return prepared && depends(graph(), *prepared, motion().system().multipliers());
}

bool CorrectionSearch::holds_acceleration(Expr e) {
  const std::optional<Expr> prepared = motion().prepared_if_defined(e);
  return (prepared && depends(graph(), *prepared, motion().equations().accelerations)) || motion().has_jerk(e);
}

/// True for x − x and sin(a − a), not for a written 0.
bool CorrectionSearch::has_empty_part(const Written& w) {
  if (std::ranges::any_of(w.parts, [this](const Written& part) { return has_empty_part(part); })) return true;
  if (w.kind != WrittenKind::sum || w.parts.size() < 2) return false;
  const std::optional<Expr> own = expression(w);
  return own && graph().is_zero(*own);
}

std::optional<Expr> CorrectionSearch::sieved(const Claim& changed) {
  ++candidates_;
  const std::optional<Expr> residual = residual_of(motion(), changed);
  if (!residual || motion().is_beyond(*residual)) return std::nullopt;
  if (graph().is_zero(*residual) && (claim_.is_constant || !is_of_defined_names(changed))) return std::nullopt;
  for (std::size_t i = 0; i < TruthTest::sieve_states; ++i) {
    const std::optional<Residue> left = value_at(*residual, i);
    if (left) return left->is_zero() && says_something(changed) ? residual : std::nullopt;
  }
  return std::nullopt;
}

void CorrectionSearch::offer(Correction correction) {
  if (!is_worth(correction.cost) || correction.cost > highest_cost(correction) || !dimensions_.agree(correction.claim))
    return;
  const Answer truth = truth_.holds(correction.residual);
  if (truth != Answer::yes && !truth_.holds_at_positive(correction.residual)) return;
  if (truth == Answer::yes && (follows_from_places(correction) || says_nothing_new(correction))) return;
  if (truth != Answer::yes) {
    // True for positive parameters or one root of a constraint: real states decide.
    correction.is_of_branch = true;
  }
  const bool keeps = is_definition_ || !(has_acceleration_ || has_force_) || holds_acceleration(correction.residual) ||
                     holds_force(correction.residual);
  if (!keeps && !correction.changes_dots) return;
  if (has_new_common_factor(correction.claim)) return;
  if (!is_of_defined_names(claim_) && changes_subject(correction.residual)) return;
  const auto is_empty = [this](const Claim& c) {
    return has_empty_part(c.left) || (!c.is_constant && has_empty_part(c.right));
  };
  if (!has_empty_part_ && is_empty(correction.claim)) return;
  if (writes_reaction_out(motion().system(), claim_, correction.claim)) return;
  // `F = -lambda.rod` is what F stands for: a correction only of what named the multiplier.
  if (!is_of_defined_names(correction.claim) || (names_multiplier(correction.claim) && !names_multiplier(claim_))) {
    const std::vector<bool> nothing(motion().facts().size(), false);
    if (truth_.holds(correction.residual, nothing) == Answer::yes) return; // 0 = 0
  }
  if (correction.kind == MistakeKind::missing && has_empty_part_) correction.cost += cost::empty_part;
  cheapest_ = std::min(cheapest_, correction.cost);
  found_.push_back(std::move(correction));
}

bool CorrectionSearch::is_worth(double price) const {
  // What the corrected claim turns out to be weighs in later.
  const double highest_near = cheapest_ + cost::consequence + cost::too_near_to_choose;
  return price <= cost::highest_of_edit && price <= highest_near && candidates_ < most_candidates;
}

bool are_proportional(const Graph& graph, Expr a, Expr b) {
  if (a == b) return true;
  std::optional<Residue> ratio;
  for (const std::uint64_t seed : {1ULL, 2ULL}) {
    ModularPoint point(graph, seed);
    const std::optional<Residue> first = point.value(a);
    const std::optional<Residue> second = point.value(b);
    const std::optional<Residue> below = second ? second->inverse() : std::nullopt;
    if (!first || !below) return false;
    if (ratio && !(*ratio == *first * *below)) return false;
    ratio = *first * *below;
  }
  return true;
}

} // namespace claims
} // namespace dalembert
