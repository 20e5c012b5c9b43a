#include <dalembert/analysis/claim_edits.h>
#include <dalembert/analysis/combination.h>
#include <dalembert/analysis/conditions.h>
#include <dalembert/analysis/edit_costs.h>
#include <dalembert/analysis/factor_names.h>
#include <dalembert/analysis/impulse_proof.h>
#include <dalembert/analysis/missing_terms.h>
#include <dalembert/analysis/prove.h>
#include <dalembert/analysis/row_alignment.h>
#include <dalembert/analysis/sign_certificate.h>
#include <dalembert/analysis/sign_regions.h>
#include <dalembert/base/errors.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/text.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace dalembert {

namespace {

constexpr double missed_combination = 4e-11; ///< e⁻²⁴: no state of one combination of signs was met

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
  out.mistakes = correction.mistakes;
  return out;
}

class Prover {
public:
  Prover(const Study& study, const Equations& equations, const Claim& claim, const ProveOptions& options)
      : study_(study),
        claim_(claim),
        options_(options),
        motion_(equations, options.frictions, options.sample),
        truth_(motion_) {}

  Judgement run() {
    const std::optional<Expr> residual = residual_of(motion_, claim_);
    if (!residual) complain("E1002", claim_.span, "this claim divides by 0");
    if (motion_.is_beyond(*residual))
      complain("E1003", claim_.span, "this needs the fourth derivative of a coordinate, or the second of a multiplier");
    if (speaks_of_impulses(study_, *residual)) {
      judge_impulses(*residual);
      return std::move(out_);
    }
    truth_.expect_jerk(motion_.has_jerk(*residual));
    out_.is_conservation = claim_.is_constant;
    if (!motion_.has_jerk(*residual)) out_.sides = sides(*residual);
    look_for_vanishing_divisors(claim_.left);
    if (!claim_.is_constant) look_for_vanishing_divisors(claim_.right);
    report_dimensions();
    if (claim_.relation != Comparison::equal) {
      judge_inequality(*residual);
      return std::move(out_);
    }
    const Truth truth = truth_.holds(*residual);
    out_.states = TruthTest::states;
    out_.error = std::pow(2.0, -50.0 * static_cast<double>(TruthTest::states)); // degrees up to 2¹²
    if (truth == Truth::yes) {
      accept(*residual);
    } else if (truth == Truth::no) {
      out_.verdict = Verdict::is_false;
      out_.needs_witness = has_branches(*residual);
      if (!out_.needs_witness || !holds_in_region(*residual))
        if (options_.diagnoses) diagnose(*residual);
    }
    return std::move(out_);
  }

private:
  [[noreturn]] static void complain(std::string code, SourceSpan span, std::string message) {
    Diagnostic d;
    d.code = std::move(code);
    d.span = span;
    d.message = std::move(message);
    throw ModelError(d);
  }

  /// Terms that cannot be added are a mistake of their own, whatever else is found.
  void report_dimensions() {
    Dimensions dimensions(study_.system);
    if (const auto clash = dimensions.clash(claim_)) out_.remarks.push_back(sentence(*clash));
  }

  /// A claim about the impact at the start: impulses, and rates just after it.
  void judge_impulses(Expr residual) {
    report_dimensions();
    out_.remarks.emplace_back("it is taken at the impact of the initial state; rates are those just after it");
    const bool can_decide = claim_.relation == Comparison::equal && !claim_.is_constant;
    const Truth truth = can_decide ? holds_at_impact(study_, motion_.equations(), residual) : Truth::undecided;
    if (truth == Truth::undecided) return;
    out_.verdict = truth == Truth::yes ? Verdict::consequence : Verdict::is_false;
    out_.states = TruthTest::states;
    out_.error = std::pow(2.0, -50.0 * static_cast<double>(TruthTest::states));
  }

  void accept(Expr residual) {
    if (truth_.is_between_branches()) out_.error = missed_combination;
    if (has_branches(residual) && options_.sample != nullptr)
      out_.remarks.emplace_back("parameters count as positive where they are in this model");
    if (truth_.is_contradicted(residual))
      throw InternalError("the exact proof of this claim and a real state of the motion contradict one another");
    if (truth_.fails_at_real_state(residual)) { // on another component of the variety
      out_.verdict = Verdict::is_false;
      out_.needs_witness = true;
      return;
    }
    out_.used = truth_.facts_used(residual);
    out_.verdict = verdict_of(study_.system, out_.used);
    out_.combination = combination(truth_, residual, out_.used, words(residual));
    out_.where = friction_signs(residual);
  }

  /// The signs of slips and normal forces without which the claim is false.
  [[nodiscard]] std::string friction_signs(Expr residual) {
    std::string out;
    for (std::size_t f = 0; f < study_.system.frictions.size(); ++f) {
      const Friction& friction = study_.system.frictions[f];
      const FrictionBranch here = motion_.frictions()[f];
      const auto add = [&out](const std::string& what, int sign) {
        out += fmt::format("{}{} {} 0", out.empty() ? "" : ", ", what, sign > 0 ? ">" : "<");
      };
      if (!holds_with(residual, f, {-here.slip, here.normal})) add(text(motion_.graph(), friction.slip), here.slip);
      if (!holds_with(residual, f, {here.slip, -here.normal}))
        add(study_.system.reactions[static_cast<std::size_t>(friction.of)].name, here.normal);
    }
    return out;
  }

  /// Whether the claim holds with other signs of one friction too. Rates of friction forces are told for the branch at
  /// hand alone.
  [[nodiscard]] bool holds_with(Expr residual, std::size_t index, FrictionBranch signs) {
    if (motion_.has_jerk(residual)) return false;
    std::vector<FrictionBranch> frictions = motion_.frictions();
    frictions[index] = signs;
    RelaxedMotion other(motion_.equations(), std::move(frictions), options_.sample);
    return TruthTest(other).holds(residual) == Truth::yes;
  }

  /// A claim with roots or signs may hold on one side of a sign alone.
  [[nodiscard]] bool holds_in_region(Expr residual) {
    const std::optional<std::string> where = region_of(truth_, residual, words(residual));
    if (!where) return false;
    out_.verdict = Verdict::special;
    out_.condition = *where;
    out_.error = missed_combination;
    return true;
  }

  /// Decided where the sides are equal on every motion, or by a certificate of the sign; else left to real states.
  void judge_inequality(Expr difference) {
    const bool is_greater = claim_.relation == Comparison::greater || claim_.relation == Comparison::greater_equal;
    const bool is_strict = claim_.relation == Comparison::greater || claim_.relation == Comparison::less;
    if (!motion_.has_jerk(difference) && truth_.holds(difference) == Truth::yes) {
      out_.states = TruthTest::states;
      out_.error = truth_.is_between_branches() ? missed_combination : std::pow(2.0, -50.0 * TruthTest::states);
      out_.remarks.emplace_back("the two sides are equal on every motion");
      out_.used = truth_.facts_used(difference);
      out_.verdict = is_strict ? Verdict::is_false : verdict_of(study_.system, out_.used);
      return;
    }
    const Expr positive = motion_.written_out(is_greater ? difference : motion_.graph().neg(difference));
    const SignCertificate found = sign_certificate(study_.system, positive, options_.parameters);
    if (found.sign == SignKnown::positive || (found.sign == SignKnown::non_negative && !is_strict)) {
      out_.verdict = Verdict::proved;
      out_.states = 0;
      out_.error = 0.0;
      out_.remarks.emplace_back("it is a sum of squares and of products of quantities assumed positive");
      if (!found.positive.empty())
        out_.remarks.push_back(
            fmt::format("positive by their values in this model: {}", fmt::join(found.positive, ", ")));
    }
  }

  /// True where the claim or the model holds roots, signs or functions of which the field knows less than the reals:
  /// |x² + 1| = x² + 1.
  [[nodiscard]] bool has_branches(Expr e) {
    const std::vector<Expr> root{motion_.written_out(e)};
    return motion_.own_branches().size() > 0 || has_real_branches(motion_.graph(), root);
  }

  [[nodiscard]] std::pair<Expr, Expr> sides(Expr residual) {
    Graph& graph = motion_.graph();
    if (claim_.is_constant) return {residual, graph.zero()};
    return {value_of(graph, motion_.rates(), claim_.left), value_of(graph, motion_.rates(), claim_.right)};
  }

  [[nodiscard]] std::vector<Word> words(Expr residual) {
    std::vector<Expr> expressions = motion_.equations().residual;
    expressions.push_back(residual);
    return vocabulary(study_.system, expressions, claim_, motion_.rates());
  }

  /// A claim that divides by what vanishes on every motion says nothing.
  void look_for_vanishing_divisors(const Written& w) {
    const bool is_power = w.kind == WrittenKind::power && w.parts[1].kind == WrittenKind::sum &&
                          w.parts[1].parts.size() == 1 && w.parts[1].parts.front().inverse;
    for (std::size_t i = 0; i < w.parts.size(); ++i) {
      const Written& part = w.parts[i];
      if ((w.kind == WrittenKind::product && part.inverse) || (is_power && i == 0)) refuse_if_zero(part);
      look_for_vanishing_divisors(part);
    }
  }

  void refuse_if_zero(const Written& divisor) {
    const Expr value = value_of(motion_.graph(), motion_.rates(), divisor);
    if (truth_.holds(value) != Truth::yes) return;
    complain("E1002", divisor.span, fmt::format("`{}` is 0 on every motion, so it cannot be a divisor", text(divisor)));
  }

  /// With the opposite sign of all multipliers it would be true: another convention, not a mistake.
  [[nodiscard]] bool is_convention(Expr residual) {
    Graph& graph = motion_.graph();
    const std::vector<Expr> multipliers = study_.system.multipliers();
    const Expr in_multipliers = motion_.written_out(residual);
    if (!depends(graph, in_multipliers, multipliers)) return false;
    std::vector<Replacement> opposite;
    opposite.reserve(multipliers.size());
    for (const Expr multiplier : multipliers)
      opposite.push_back({multiplier, graph.neg(multiplier)});
    return truth_.holds(substitute(graph, in_multipliers, opposite)) == Truth::yes;
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

  void diagnose(Expr residual) {
    CorrectionSearch search(truth_, claim_, residual);
    if (!search.can_sieve()) return;
    if (claim_.is_constant) report_rate(search);
    out_.is_convention = is_convention(residual);
    if (out_.is_convention)
      out_.remarks.emplace_back("it is true with the opposite sign of every multiplier: your lambda is -lambda here");
    const FirstOrder small = first_order(search);
    const std::vector<Row> rows = rows_of(motion_);
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
  }

  void search_all(CorrectionSearch& search, const std::vector<Row>& rows) {
    search_edits(search);
    search_missing(search, rows);
    search_rows(search, rows);
    rank(search.found());
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
    const std::vector<HoldsIf> found = conditions(search);
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < found.size() && i < most; ++i)
      out_.holds_if.push_back(found[i].text);
    if (out_.diagnosis.kind != MistakeKind::none) return;
    const auto special = std::find_if(found.begin(), found.end(), [this](const HoldsIf& condition) {
      return claim_.is_constant ? !condition.is_of_state || condition.is_kept : condition.is_equality;
    });
    if (special == found.end()) return;
    out_.verdict = Verdict::special;
    out_.condition = special->text;
  }

  /// True where a claim that holds to first order is linear and has no single correction, or lacks only a sine.
  [[nodiscard]] bool is_linearised(const FirstOrder& small) const {
    if (small.text.empty()) return false;
    if (out_.diagnosis.is_small_angle) return true;
    return small.is_linear && (out_.diagnosis.kind == MistakeKind::none || out_.diagnosis.mistakes > 1);
  }

  /// Cheapest first, with what the corrected claim turns out to be weighed in.
  void rank(std::vector<Correction>& found) {
    std::stable_sort(found.begin(), found.end(),
                     [](const Correction& a, const Correction& b) { return a.cost < b.cost; });
    constexpr std::size_t most = 8;
    if (found.size() > most) found.resize(most);
    for (Correction& correction : found)
      correction.cost += weight(verdict_of(study_.system, truth_.facts_used(correction.residual)));
    std::stable_sort(found.begin(), found.end(),
                     [](const Correction& a, const Correction& b) { return a.cost < b.cost; });
    constexpr double too_near_to_choose = 0.1;
    std::vector<Expr> said;
    for (const Correction& correction : found) {
      if (correction.cost > CorrectionSearch::highest_cost) break;
      const Expr meant = motion_.prepared(correction.residual);
      const bool is_said =
          std::any_of(said.begin(), said.end(), [&](Expr e) { return are_proportional(motion_.graph(), e, meant); });
      said.push_back(meant);
      Diagnosis diagnosis = diagnosis_of(correction);
      if (out_.diagnosis.kind == MistakeKind::none)
        out_.diagnosis = std::move(diagnosis);
      else if (!is_said && !is_reported(diagnosis) && diagnosis.cost < out_.diagnosis.cost + too_near_to_choose)
        out_.others.push_back(std::move(diagnosis));
    }
  }

  /// True where the same term was named already: the corrections are the same in another form.
  [[nodiscard]] bool is_reported(const Diagnosis& diagnosis) const {
    const auto same = [&diagnosis](const Diagnosis& other) {
      return other.term == diagnosis.term || other.corrected == diagnosis.corrected;
    };
    return same(out_.diagnosis) || std::any_of(out_.others.begin(), out_.others.end(), same);
  }

  const Study& study_;
  const Claim& claim_;
  const ProveOptions& options_;
  RelaxedMotion motion_;
  TruthTest truth_;
  Judgement out_;
};

} // namespace

Judgement prove(const Study& study, const Equations& equations, const Claim& claim, const ProveOptions& options) {
  return Prover(study, equations, claim, options).run();
}

} // namespace dalembert
