#include <dalembert/base/errors.h>
#include <dalembert/claims/combination.h>
#include <dalembert/claims/correction.h>
#include <dalembert/claims/diagnose.h>
#include <dalembert/claims/impulse_proof.h>
#include <dalembert/claims/prove.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/held_words.h>
#include <dalembert/exact/rational_guess.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/exact/sign_regions.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace claims {

namespace {

constexpr std::size_t most_claim_steps = 300'000'000; ///< of the zero tests for one claim: three seconds
constexpr double missed_combination = 4e-11;          ///< e⁻²⁴: no state of one combination of signs was met

class Prover {
public:
  Prover(const Study& study, const Equations& equations, const Claim& claim, const ProveOptions& options,
         std::optional<KnownFacts> known = std::nullopt)
      : study_(study),
        claim_(claim),
        options_(options),
        motion_(equations, options.frictions, options.sample, std::move(known)),
        truth_(motion_) {}

  /// True where exact states with all facts decided nothing: there are none, or too many branches.
  [[nodiscard]] bool is_open() const { return is_open_; }
  /// The claim in accelerations and multipliers, as left − right.
  [[nodiscard]] std::optional<Expr> residual() {
    const std::optional<Expr> out = residual_of(motion_, claim_);
    return out ? std::optional(motion_.written_out(*out)) : std::nullopt;
  }

  /// Judges by a part of the facts: a claim that needs the others stays undecided, with what single change would make
  /// it follow from these.
  void judge_by_part(Judgement& out) {
    const std::optional<Expr> residual = residual_of(motion_, claim_);
    if (!residual || motion_.has_jerk(*residual)) return;
    const Answer truth = truth_.holds(*residual);
    if (truth == Answer::undecided) return;
    out_ = out;
    out_.states = TruthTest::states;
    out_.error = std::pow(2.0, -50.0 * static_cast<double>(TruthTest::states));
    if (truth == Answer::yes)
      accept(*residual);
    else if (options_.diagnoses && out_.diagnosis.kind == MistakeKind::none)
      diagnose_by_equations(truth_, claim_, *residual, out_);
    out = std::move(out_);
  }

  /// A claim that is a small number times a holonomic constraint needs no state: it is that constraint, solved or not.
  void judge_by_position(Judgement& out) {
    const std::optional<Expr> residual = residual_of(motion_, claim_);
    if (!residual) return;
    const Expr claimed = motion_.written_out(*residual);
    const std::vector<Constraint>& constraints = study_.system.constraints;
    for (std::size_t k = 0; k < constraints.size(); ++k) {
      if (constraints[k].kind != ConstraintKind::holonomic || !is_multiple(claimed, constraints[k].residual)) continue;
      out.states = TruthTest::states;
      out.error = std::pow(2.0, -50.0 * static_cast<double>(TruthTest::states));
      out.used = {{FactLevel::position, k}};
      out.verdict = Verdict::proved;
      return;
    }
  }

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
    const Answer truth = truth_.holds(*residual);
    is_open_ = truth == Answer::undecided;
    out_.states = TruthTest::states;
    out_.error = std::pow(2.0, -50.0 * static_cast<double>(TruthTest::states)); // degrees up to 2¹²
    if (truth == Answer::yes) {
      accept(*residual);
    } else if (truth == Answer::no) {
      out_.verdict = Verdict::is_false;
      const bool is_branched = has_branches(*residual);
      out_.has_open_multipliers = has_open_multipliers(*residual);
      out_.needs_witness = is_branched || out_.has_open_multipliers;
      if (!is_branched || !holds_in_region(*residual))
        if (options_.diagnoses) diagnose(truth_, claim_, *residual, out_);
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

  /// True where `claimed` is a small number times `row`, for every branch of their roots and signs.
  [[nodiscard]] bool is_multiple(Expr claimed, Expr row) {
    Graph& graph = motion_.graph();
    ModularPoint point(graph, 1);
    const std::optional<Residue> value = point.value(claimed);
    const std::optional<Residue> of_row = point.value(row);
    const std::optional<Residue> inverse = of_row ? of_row->inverse() : std::nullopt;
    const std::optional<Rational> factor = value && inverse ? small_fraction(*value * *inverse) : std::nullopt;
    return factor && !factor->is_zero() && is_zero(graph, graph.sub(claimed, graph.scale(*factor, row)));
  }

  /// Terms that cannot be added are a mistake of their own, whatever else is found.
  void report_dimensions() {
    Dimensions dimensions(study_.system);
    if (const auto clash = dimensions.clash(claim_)) out_.remarks.push_back(sentence(*clash));
  }

  /// A claim about the impact at the start: impulses, and rates just after it.
  void judge_impulses(Expr residual) {
    report_dimensions();
    out_.remarks.emplace_back("it is evaluated at the initial impact, with post-impact rates");
    const bool can_decide = claim_.relation == Comparison::equal && !claim_.is_constant;
    const Answer truth = can_decide ? holds_at_impact(study_, motion_.equations(), residual) : Answer::undecided;
    if (truth == Answer::undecided) return;
    out_.verdict = truth == Answer::yes ? Verdict::consequence : Verdict::is_false;
    out_.states = TruthTest::states;
    out_.error = std::pow(2.0, -50.0 * static_cast<double>(TruthTest::states));
  }

  void accept(Expr residual) {
    if (truth_.is_between_branches()) out_.error = missed_combination;
    const bool has_signs = !motion_.has_tables() || motion_.branches_of(residual).size() > 0;
    if (has_branches(residual) && has_signs && options_.sample != nullptr)
      out_.remarks.emplace_back("parameters with positive values in this model are assumed positive");
    if (truth_.is_contradicted(residual))
      throw InternalError("the exact proof of this claim and a real state of the motion contradict one another");
    if (truth_.fails_at_real_state(residual) && spans_rounding(*options_.sample)) {
      out_.remarks.emplace_back("exact arithmetic finds it true; real states cannot confirm it, because the constants "
                                "of this model span more than 15 orders of magnitude");
      out_.verdict = Verdict::undecided;
      return;
    }
    if (truth_.fails_at_real_state(residual)) { // on another component of the variety
      out_.remarks.emplace_back("it is true on the branch of the solutions of the constraints on which the motion "
                                "starts, and false on another");
      out_.verdict = Verdict::is_false;
      out_.needs_witness = true;
      return;
    }
    out_.used = truth_.facts_used(residual);
    out_.verdict = verdict_of(study_.system, out_.used);
    out_.combination = combination(truth_, residual, out_.used, words(residual));
    out_.where = friction_signs(residual);
  }

  /// True where a multiplier occurs and rows repeat one another: exact states give open multipliers random values,
  /// the program those of least norm, with which the claim may hold.
  [[nodiscard]] bool has_open_multipliers(Expr residual) {
    const std::vector<Expr> multipliers = study_.system.multipliers();
    return options_.sample != nullptr && options_.sample->rank < static_cast<int>(multipliers.size()) &&
           depends(motion_.graph(), motion_.written_out(residual), multipliers);
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

  /// Whether the claim also holds with other signs of one friction. False where it needs rates of friction forces:
  /// those are known for the branch at hand alone.
  [[nodiscard]] bool holds_with(Expr residual, std::size_t index, FrictionBranch signs) {
    if (motion_.has_jerk(residual)) return false;
    std::vector<FrictionBranch> frictions = motion_.frictions();
    frictions[index] = signs;
    RelaxedMotion other(motion_.equations(), std::move(frictions), options_.sample);
    return TruthTest(other).holds(residual) == Answer::yes;
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
    if (!motion_.has_jerk(difference) && truth_.holds(difference) == Answer::yes) {
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
    return motion_.own_branches().size() > 0 || motion_.has_tables() || has_real_branches(motion_.graph(), root);
  }

  [[nodiscard]] std::pair<Expr, Expr> sides(Expr residual) {
    Graph& graph = motion_.graph();
    if (claim_.is_constant) return {residual, graph.zero()};
    return {value_of(graph, motion_.rates(), claim_.left), value_of(graph, motion_.rates(), claim_.right)};
  }

  [[nodiscard]] std::vector<NamedFactor> words(Expr residual) {
    std::vector<Expr> expressions = motion_.equations().residual;
    expressions.push_back(residual);
    std::vector<NamedFactor> out = vocabulary(study_.system, expressions, claim_, motion_.rates());
    keep_words_about(coupling_of(motion_.equations(), motion_.written_out(residual)), study_.system, out);
    return out;
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
    if (truth_.holds(value) != Answer::yes || truth_.fails_at_real_state(value)) return;
    complain("E1002", divisor.span, fmt::format("`{}` is 0 on every motion, so it cannot be a divisor", text(divisor)));
  }

  const Study& study_;
  const Claim& claim_;
  const ProveOptions& options_;
  RelaxedMotion motion_;
  TruthTest truth_;
  Judgement out_;
  bool is_open_ = false;
};

} // namespace

Judgement prove(const Study& study, const Equations& equations, const Claim& claim, const ProveOptions& options) {
  const PointBudget of_all_tests(most_claim_steps);
  Prover prover(study, equations, claim, options);
  Judgement out = prover.run();
  const std::optional<Expr> residual = prover.is_open() ? prover.residual() : std::nullopt;
  if (!residual) return out;
  prover.judge_by_position(out);
  for (KnownFacts& part : parts_for(equations, *residual, options.sample)) {
    if (out.verdict != Verdict::undecided) break;
    Prover(study, equations, claim, options, std::move(part)).judge_by_part(out);
  }
  return out;
}

} // namespace claims
} // namespace dalembert
