#include <dalembert/claims/claim_edits.h>
#include <dalembert/claims/conditions.h>
#include <dalembert/claims/correction.h>
#include <dalembert/claims/diagnose.h>
#include <dalembert/claims/edit_costs.h>
#include <dalembert/claims/missing_terms.h>
#include <dalembert/claims/row_alignment.h>
#include <dalembert/claims/special_states.h>
#include <dalembert/exact/factor_names.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace dalembert {
inline namespace claims {

Verdict verdict_of(const System& system, const std::vector<Fact>& used) {
  std::size_t equations = 0;
  for (const Fact& fact : used)
    equations += fact.level == FactLevel::equation ? 1 : 0;
  const std::size_t constraints = used.size() - equations;
  if (equations >= 2) return Verdict::consequence;
  if (constraints == 0) return Verdict::proved;
  if (constraints > 1 || equations == 1) return Verdict::on_constraints;
  const Fact& only = used.front();
  const FactLevel declared =
      system.constraints[only.index].kind == ConstraintKind::holonomic ? FactLevel::position : FactLevel::velocity;
  return only.level == declared ? Verdict::proved : Verdict::on_constraints;
}

namespace {

double weight(Verdict verdict) {
  switch (verdict) {
  case Verdict::on_constraints:
    return cost::on_constraints;
  case Verdict::consequence:
    return cost::consequence;
  default:
    return 0.0;
  }
}

Diagnosis diagnosis_of(const Correction& correction) {
  Diagnosis out;
  out.kind = correction.kind;
  out.term = correction.term;
  out.found = correction.kind == MistakeKind::extra ? std::string() : correction.found;
  out.side = correction.is_left ? "left" : "right";
  out.was = correction.was;
  out.should_be = correction.should_be;
  out.remedy = correction.note;
  out.all = correction.all;
  out.corrected = text(correction.claim);
  out.cost = correction.cost;
  out.is_small_angle = correction.is_small_angle;
  out.is_of_branch = correction.is_of_branch;
  out.is_definition = correction.is_definition;
  out.mistakes = correction.mistakes;
  return out;
}

class Diagnoser {
public:
  Diagnoser(TruthTest& truth, const Claim& claim, Judgement& out)
      : truth_(truth), motion_(truth.motion()), system_(motion_.system()), claim_(claim), out_(out) {}

  void by_all_facts(Expr residual) {
    truth_.sieve_where_false(residual);
    CorrectionSearch search(truth_, claim_, residual);
    if (!search.can_sieve()) return;
    if (claim_.is_constant) report_rate(search);
    out_.is_convention = is_convention(residual);
    if (out_.is_convention)
      out_.remarks.emplace_back("it is true with the opposite sign of every multiplier: your lambda is -lambda here");
    const FirstOrder small = first_order(search);
    if (is_of_parameters(residual)) { // `k = 1 [N/m]` is no equation that the system could correct
      judge_conditions(search, small);
      return;
    }
    const std::vector<MotionRow> rows = rows_of(motion_);
    is_kept_ = is_kept(search);
    search_all(search, rows);
    // The field knows no sign of √(l²) nor of a root: a length is positive, and of two roots the writer had one in
    // mind.
    const unsigned branches = std::min(motion_.branches(), 2U);
    for (unsigned branch = 0; branch < branches && out_.diagnosis.kind == MistakeKind::none; ++branch) {
      if (!has_branches(residual) && branches == 1) break;
      truth_.sieve_with_positive_parameters(branch);
      CorrectionSearch other(truth_, claim_, residual);
      if (other.can_sieve()) search_all(other, rows);
      truth_.sieve_anywhere();
    }
    judge_conditions(search, small);
    explain(search);
  }

  void by_equations(Expr residual) {
    truth_.sieve_where_false(residual);
    CorrectionSearch search(truth_, claim_, residual);
    if (search.can_sieve()) search_all(search, rows_of(motion_));
  }

private:
  [[nodiscard]] bool is_of_parameters(Expr residual) {
    std::vector<Expr> known;
    for (const Parameter& parameter : system_.parameters)
      known.push_back(parameter.symbol);
    return std::ranges::all_of(free_symbols(motion_.graph(), motion_.written_out(residual)),
                               [&known](Expr symbol) { return std::ranges::find(known, symbol) != known.end(); });
  }

  /// True where the claim or the model holds roots, signs or functions of which the field knows less than the reals.
  [[nodiscard]] bool has_branches(Expr e) {
    const std::vector<Expr> root{motion_.written_out(e)};
    return motion_.own_branches().size() > 0 || motion_.has_tables() || has_real_branches(motion_.graph(), root);
  }

  /// With the opposite sign of all multipliers it would be true: another convention, not a mistake.
  [[nodiscard]] bool is_convention(Expr residual) {
    Graph& graph = motion_.graph();
    const std::vector<Expr> multipliers = system_.multipliers();
    const Expr in_multipliers = motion_.written_out(residual);
    if (!depends(graph, in_multipliers, multipliers)) return false;
    std::vector<Replacement> opposite;
    opposite.reserve(multipliers.size());
    for (const Expr multiplier : multipliers)
      opposite.push_back({multiplier, graph.neg(multiplier)});
    return truth_.holds(substitute(graph, in_multipliers, opposite)) == Answer::yes;
  }

  /// dX/dt of what is not conserved, in short terms where it has any.
  void report_rate(CorrectionSearch& search) {
    RelaxedMotion::State* const second = truth_.state(1);
    const std::optional<Residue> at_second = second == nullptr ? std::nullopt : second->value(search.residual());
    if (!at_second) return;
    const FactorNames names(motion_.graph(), search.words(), *truth_.sieve(), *second);
    if (const auto name = names.name(search.defect(), *at_second)) {
      out_.rate = *name;
      return;
    }
    constexpr std::size_t longest = 200; // characters
    const auto terms = multiplied_out(motion_.graph(), motion_.written_out(search.residual()), 12);
    if (!terms) return;
    std::string sum = text(motion_.graph(), search.words(), *terms);
    if (sum.size() <= longest) out_.rate = std::move(sum);
  }

  void search_all(CorrectionSearch& search, const std::vector<MotionRow>& rows) {
    search_edits(search);
    search_missing(search, rows);
    search_rows(search, rows);
    rank(search);
  }

  /// `special` where nothing better explains the claim; docs/theory/prove.md, section 3.
  void judge_conditions(CorrectionSearch& search, const FirstOrder& small) {
    if (is_linearised(small)) {
      out_.verdict = Verdict::special;
      out_.condition = small.text;
      out_.diagnosis = {};
      out_.others.clear();
      return;
    }
    std::vector<HoldsIf> found = conditions(search);
    if (claim_.is_constant) take_instants(found);
    std::ranges::move(kept_rates(search), std::back_inserter(found));
    const bool is_explained = search.is_definition() && out_.diagnosis.kind != MistakeKind::none;
    // At rest a wrong equation of motion mostly holds.
    if (!is_explained && !search.holds_acceleration(search.residual())) out_.holds_if = special_states(search);
    const bool is_at_states = !out_.holds_if.empty();
    // A claim about states of rest is none about the constraints.
    if (is_at_states && is_of_rows_) drop_corrections();
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < found.size() && i < most; ++i)
      out_.holds_if.push_back(found[i].text);
    if (out_.diagnosis.kind != MistakeKind::none) return;
    const auto explains = [this](const HoldsIf& c) { return claim_.is_constant ? !c.is_place : c.is_equality; };
    const auto special = std::ranges::find_if(found, explains);
    if (special == found.end() && !is_at_states) return;
    out_.verdict = Verdict::special;
    out_.condition = special == found.end() ? out_.holds_if.front() : special->text;
  }

  /// True where the difference of the sides is conserved: of E = 0 that E' = 0 is another claim.
  [[nodiscard]] bool is_kept(CorrectionSearch& search) {
    const Expr residual = search.residual();
    const bool is_of_states =
        !claim_.is_constant && !search.holds_acceleration(residual) && !search.holds_force(residual);
    return is_of_states && truth_.holds(motion_.rates().of(residual)) == Answer::yes;
  }

  /// Of a claim that nothing corrects: that it stays true where it once is, and what its name stands for.
  void explain(CorrectionSearch& search) {
    if (out_.diagnosis.kind != MistakeKind::none || !out_.holds_if.empty() || !out_.condition.empty()) return;
    if (is_kept_)
      out_.remarks.emplace_back(
          "the difference of its sides is conserved: a motion that meets it once meets it always");
    constexpr std::size_t longest = 80; // characters
    const Written* const named = claim_.is_constant ? nullptr : search.named_side();
    const std::string meaning =
        named == nullptr ? std::string() : dalembert::text(motion_.graph(), named->value, 2 * longest);
    if (!meaning.empty() && meaning.size() <= longest)
      out_.remarks.push_back(fmt::format("`{}` stands for `{}`", named->text, meaning));
  }

  void drop_corrections() {
    out_.diagnosis = {};
    out_.others.clear();
  }

  /// A state that the motion leaves at once makes nothing constant.
  void take_instants(std::vector<HoldsIf>& found) {
    std::erase_if(found, [this](const HoldsIf& condition) {
      const bool is_instant = condition.is_of_state && !condition.is_kept;
      if (is_instant) out_.remarks.push_back(instant_remark(condition.text));
      return is_instant || condition.is_empty;
    });
  }

  /// True where a claim that holds to first order is linear and has no single correction, or lacks only a sine.
  [[nodiscard]] bool is_linearised(const FirstOrder& small) const {
    if (small.text.empty()) return false;
    if (out_.diagnosis.is_small_angle) return true;
    return small.is_linear && (out_.diagnosis.kind == MistakeKind::none || out_.diagnosis.mistakes > 1);
  }

  /// Cheapest first, with what the corrected claim turns out to be weighed in.
  void rank(CorrectionSearch& search) {
    std::vector<Correction>& found = search.found();
    if (is_kept_) std::erase_if(found, [](const Correction& c) { return c.changes_dots; });
    std::stable_sort(found.begin(), found.end(),
                     [](const Correction& a, const Correction& b) { return a.cost < b.cost; });
    constexpr std::size_t most = 8;
    if (found.size() > most) found.resize(most);
    for (Correction& correction : found) {
      const std::vector<Fact> used = truth_.facts_used(correction.residual);
      correction.cost += weight(verdict_of(system_, used));
      correction.is_identity = used.empty() && is_nothing(correction.residual);
      const bool is_of_motion = std::ranges::any_of(used, [](const Fact& f) { return f.level == FactLevel::equation; });
      correction.is_of_rows = !used.empty() && !is_of_motion;
      correction.is_definition = search.is_definition() && !is_of_motion;
    }
    // M = 0 of a motor a' = w: M = a'*lambda/w is the definition of M times 1.
    if (!depends(motion_.graph(), search.residual(), system_.multipliers()))
      std::erase_if(found, [this](const Correction& c) {
        return c.is_of_rows && depends(motion_.graph(), motion_.written_out(c.residual), system_.multipliers());
      });
    std::erase_if(found, [this](const Correction& c) { return c.is_identity && names_a_side(c.claim); });
    std::stable_sort(found.begin(), found.end(),
                     [](const Correction& a, const Correction& b) { return a.cost < b.cost; });
    std::vector<Expr> said;
    for (const Correction& correction : found) {
      if (correction.cost > highest_cost(correction)) continue;
      const Expr meant = motion_.prepared(correction.residual);
      const bool is_said =
          std::any_of(said.begin(), said.end(), [&](Expr e) { return are_proportional(motion_.graph(), e, meant); });
      said.push_back(meant);
      Diagnosis diagnosis = diagnosis_of(correction);
      if (out_.diagnosis.kind == MistakeKind::none) {
        out_.diagnosis = std::move(diagnosis);
        is_of_rows_ = correction.is_of_rows;
      } else if (!is_said && !is_reported(diagnosis) &&
                 diagnosis.cost < out_.diagnosis.cost + cost::too_near_to_choose) {
        out_.others.push_back(std::move(diagnosis));
      }
    }
  }

  /// True where an expression is 0 once it is multiplied out, without any fact of the motion.
  [[nodiscard]] bool is_nothing(Expr residual) const {
    const auto terms = multiplied_out(motion_.graph(), residual);
    return terms && terms->empty();
  }

  /// True of `th = pi - (pi - th)`: one side is a coordinate, a rate or an acceleration, and the other is the same.
  [[nodiscard]] bool names_a_side(const Claim& claim) const {
    const auto is_state = [this](const Written& side) {
      const Written& only = side.parts.size() == 1 ? side.parts[0] : side;
      const auto is_of = [&only](const Coordinate& q) { return only.value == q.position; };
      return only.kind == WrittenKind::name && std::ranges::any_of(system_.coordinates, is_of);
    };
    return is_state(claim.left) || is_state(claim.right);
  }

  /// True where the same term was named already: the corrections are the same in another form.
  [[nodiscard]] bool is_reported(const Diagnosis& diagnosis) const {
    const auto same = [&diagnosis](const Diagnosis& other) {
      return other.term == diagnosis.term || other.corrected == diagnosis.corrected;
    };
    return same(out_.diagnosis) || std::any_of(out_.others.begin(), out_.others.end(), same);
  }

  TruthTest& truth_;
  RelaxedMotion& motion_;
  const System& system_;
  const Claim& claim_;
  Judgement& out_;
  bool is_of_rows_ = false; ///< the correction follows from constraints alone
  bool is_kept_ = false;    ///< the difference of the sides is conserved
};

} // namespace

void diagnose(TruthTest& truth, const Claim& claim, Expr residual, Judgement& judgement) {
  judgement.is_searched = true;
  Diagnoser(truth, claim, judgement).by_all_facts(residual);
}

void diagnose_by_equations(TruthTest& truth, const Claim& claim, Expr residual, Judgement& judgement) {
  judgement.is_searched = true;
  Diagnoser(truth, claim, judgement).by_equations(residual);
}

} // namespace claims
} // namespace dalembert
