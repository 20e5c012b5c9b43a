#include <dalembert/analysis/mend.h>
#include <dalembert/expr/depends.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {

namespace {

constexpr std::size_t most_candidates = 4000; // of some 5 µs each
constexpr double worth_a_look = 0.15;         // cost above the cheapest mend: near enough to be told as well

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

/// True where a name stands for more than itself: an energy, a momentum, a let, a partial derivative.
bool names_definition(const Graph& graph, const Written& w) {
  if (w.kind == WrittenKind::name) return graph.kind(w.value) != NodeKind::symbol;
  return std::any_of(w.parts.begin(), w.parts.end(),
                     [&graph](const Written& part) { return names_definition(graph, part); });
}

std::vector<Expr> expressions_of(const RelaxedMotion& motion, Expr residual) {
  std::vector<Expr> out = motion.equations().residual;
  out.insert(out.end(), motion.equations().constraint_rates.begin(), motion.equations().constraint_rates.end());
  out.push_back(residual);
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

MendSearch::MendSearch(TruthTest& truth, const Claim& claim, Expr residual)
    : truth_(truth),
      claim_(claim),
      residual_(residual),
      dimensions_(truth.motion().system()),
      words_(vocabulary(truth.motion().system(), expressions_of(truth.motion(), residual), claim,
                        truth.motion().rates())) {
  make_sum(claim_.left);
  if (!claim_.is_constant) make_sum(claim_.right);
  has_force_ = holds_force(residual);
  has_acceleration_ = holds_acceleration(residual);
  is_definition_ =
      names_definition(graph(), claim.left) || (!claim.is_constant && names_definition(graph(), claim.right));
  if (truth_.sieve() == nullptr) return;
  const std::optional<Residue> defect = value(residual);
  can_sieve_ = defect && !defect->is_zero();
  if (can_sieve_) defect_ = *defect;
  evaluate_words();
}

void MendSearch::evaluate_words() {
  for (const Word& word : words_) {
    const std::optional<Residue> found = value(word.value);
    const std::optional<Residue> inverse = found ? found->inverse() : std::nullopt;
    const bool is_new = inverse && std::none_of(known_words_.begin(), known_words_.end(),
                                                [&found](const KnownWord& k) { return k.value == *found; });
    if (is_new) known_words_.push_back({&word, *found, *inverse});
  }
}

bool MendSearch::holds_force(Expr e) {
  return depends(graph(), motion().prepared(e), motion().system().multipliers());
}

bool MendSearch::holds_acceleration(Expr e) {
  return depends(graph(), motion().prepared(e), motion().equations().accelerations) || motion().has_jerk(e);
}

std::optional<Expr> MendSearch::sieved(const Claim& changed) {
  ++candidates_;
  const std::optional<Expr> residual = residual_of(motion(), changed);
  if (!residual || motion().is_beyond(*residual)) return std::nullopt;
  const bool is_empty = claim_.is_constant || !is_definition_ || text(changed.left) == text(changed.right);
  const bool says_nothing = graph().is_zero(*residual) && is_empty;
  if (says_nothing) return std::nullopt;
  const std::optional<Residue> left = value(*residual);
  return left && left->is_zero() ? residual : std::nullopt;
}

void MendSearch::offer(Mend mend) {
  if (!is_worth(mend.cost) || !dimensions_.agree(mend.claim)) return;
  if (truth_.holds(mend.residual) != Truth::yes) return;
  const bool keeps = is_definition_ || !(has_acceleration_ || has_force_) || holds_acceleration(mend.residual) ||
                     holds_force(mend.residual);
  if (!keeps) return;
  if (!is_definition_) {
    const std::vector<bool> nothing(motion().facts().size(), false);
    if (truth_.holds(mend.residual, nothing) == Truth::yes) return; // 0 = 0
  }
  cheapest_ = std::min(cheapest_, mend.cost);
  found_.push_back(std::move(mend));
}

bool MendSearch::is_worth(double cost) const {
  // What the mended claim turns out to be weighs in later: up to 0.45.
  constexpr double verdict_weight = 0.45;
  return cost <= dearest && cost <= cheapest_ + verdict_weight + worth_a_look && candidates_ < most_candidates;
}

} // namespace dalembert
