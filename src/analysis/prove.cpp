#include <dalembert/analysis/claim_edits.h>
#include <dalembert/analysis/conditions.h>
#include <dalembert/analysis/edit_costs.h>
#include <dalembert/analysis/missing_terms.h>
#include <dalembert/analysis/prove.h>
#include <dalembert/analysis/row_alignment.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {

namespace {

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

Diagnosis told(const Mend& mend) {
  Diagnosis out;
  out.kind = mend.kind;
  out.term = mend.term;
  out.found = mend.kind == MistakeKind::extra ? std::string() : mend.found;
  out.side = mend.is_left ? "left" : "right";
  out.remedy = mend.note;
  out.all = mend.all;
  out.mended = text(mend.claim);
  out.cost = mend.cost;
  return out;
}

class Prover {
public:
  Prover(const Study& study, const Equations& equations, const Claim& claim, const ProveOptions& options)
      : study_(study), claim_(claim), motion_(study, equations), truth_(motion_) {
    if (!options.friction_signs.empty()) motion_.choose_frictions(options.friction_signs);
  }

  Judgement run() {
    const std::optional<Expr> residual = residual_of(motion_, claim_);
    if (!residual) complain("E1002", claim_.span, "this claim divides by 0");
    if (motion_.is_beyond(*residual))
      complain("E1003", claim_.span, "this needs the fourth derivative of a coordinate, or the second of a multiplier");
    truth_.expect_jerk(motion_.has_jerk(*residual));
    const Truth truth = truth_.holds(*residual);
    out_.states = TruthTest::states;
    out_.error = std::pow(2.0, -50.0 * static_cast<double>(TruthTest::states)); // degrees up to 2¹²
    if (truth == Truth::yes) {
      out_.used = truth_.facts_used(*residual);
      out_.verdict = verdict_of(study_.system, out_.used);
      out_.is_conserved = claim_.is_constant;
    } else if (truth == Truth::no) {
      out_.verdict = Verdict::is_false;
      diagnose(*residual);
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

  void diagnose(Expr residual) {
    MendSearch search(truth_, claim_, residual);
    if (!search.can_sieve()) return;
    if (is_small_angle(search)) return;
    search_edits(search);
    const std::vector<Row> rows = rows_of(motion_);
    search_missing(search, rows);
    search_rows(search, rows);
    rank(search.found());
    judge_conditions(search);
  }

  /// A coordinate that the claim holds bare and the model only in sines and cosines: true for small angles?
  bool is_small_angle(MendSearch& search) {
    if (claim_.is_constant) return false;
    for (std::size_t i = 0; i < study_.system.coordinates.size(); ++i) {
      const Coordinate& q = study_.system.coordinates[i];
      if (!stands_bare(claim_.left, q.position) && !stands_bare(claim_.right, q.position)) continue;
      if (!holds_to_first_order(search, i)) continue;
      out_.verdict = Verdict::special;
      out_.condition = "first order in " + q.name;
      return true;
    }
    return false;
  }

  static bool stands_bare(const Written& w, Expr symbol) {
    if (w.kind == WrittenKind::function) return false;
    if (w.kind == WrittenKind::name) return w.value == symbol && w.dots == 0;
    return std::any_of(w.parts.begin(), w.parts.end(),
                       [symbol](const Written& part) { return stands_bare(part, symbol); });
  }

  /// `special` where nothing better explains the claim; docs/theory/prove.md, section 3.
  void judge_conditions(MendSearch& search) {
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
    out_.is_conserved = claim_.is_constant;
  }

  /// Cheapest first, with what the mended claim turns out to be weighed in.
  void rank(std::vector<Mend>& found) {
    std::stable_sort(found.begin(), found.end(), [](const Mend& a, const Mend& b) { return a.cost < b.cost; });
    constexpr std::size_t most = 8;
    if (found.size() > most) found.resize(most);
    for (Mend& mend : found)
      mend.cost += weight(verdict_of(study_.system, truth_.facts_used(mend.residual)));
    std::stable_sort(found.begin(), found.end(), [](const Mend& a, const Mend& b) { return a.cost < b.cost; });
    constexpr double too_near_to_choose = 0.1;
    std::vector<Expr> said;
    for (const Mend& mend : found) {
      if (mend.cost > MendSearch::dearest) break;
      const Expr meant = motion_.prepared(mend.residual);
      const Expr opposite = motion_.graph().neg(meant);
      const bool is_said = std::any_of(said.begin(), said.end(), [&](Expr e) { return e == meant || e == opposite; });
      said.push_back(meant);
      Diagnosis diagnosis = told(mend);
      if (out_.diagnosis.kind == MistakeKind::none)
        out_.diagnosis = std::move(diagnosis);
      else if (!is_said && !is_told(diagnosis) && diagnosis.cost < out_.diagnosis.cost + too_near_to_choose)
        out_.others.push_back(std::move(diagnosis));
    }
  }

  /// True where the same term was named already: the mends are the same in another form.
  [[nodiscard]] bool is_told(const Diagnosis& diagnosis) const {
    const auto same = [&diagnosis](const Diagnosis& other) {
      return other.term == diagnosis.term || other.mended == diagnosis.mended;
    };
    return same(out_.diagnosis) || std::any_of(out_.others.begin(), out_.others.end(), same);
  }

  const Study& study_;
  const Claim& claim_;
  SlackMotion motion_;
  TruthTest truth_;
  Judgement out_;
};

} // namespace

Judgement prove(const Study& study, const Equations& equations, const Claim& claim, const ProveOptions& options) {
  return Prover(study, equations, claim, options).run();
}

} // namespace dalembert
