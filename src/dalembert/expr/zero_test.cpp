#include <dalembert/base/errors.h>
#include <dalembert/base/stir.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace expr {

namespace {

constexpr std::size_t most_attempts = 4096; ///< points tried for one state: ten square roots need about a thousand
constexpr std::size_t most_repeats = 200;   ///< failures in a row at one node: a number without a root in the field
constexpr std::size_t most_signs = 5;       ///< 2⁵ combinations
constexpr std::size_t states_per_combination = 32; ///< one is missed with probability e⁻³²
constexpr std::size_t most_turned = 3;             ///< roots and signs whose branches are all looked at exactly
constexpr std::size_t turned_attempts = 32;        ///< points tried for one of these branches
constexpr std::size_t real_states = 40;
constexpr std::size_t few_real_states = 3;          ///< once a budget is spent
constexpr std::size_t most_test_steps = 60'000'000; ///< of one test, about a second
constexpr double clear_factor = 16.0;               ///< a witness exceeds its error estimate by this much

/// Left sides minus right sides; no right sides means zero.
struct Differences {
  const Graph& graph;
  std::span<const Expr> left;
  std::span<const Expr> right;
};

struct ExactOutcome {
  enum class Kind { vanishes, differs, refuted, unsupported } kind = Kind::unsupported;
  std::size_t index = 0;
  bool conclusive = true; ///< no root, sign or formal function was met
  std::size_t states = 0;
};

ModularPoint make_point(const Differences& d, const ZeroTest& test, std::uint64_t seed) {
  ModularPoint point(d.graph, seed);
  for (const Expr s : test.positive)
    point.assume_positive(s);
  return point;
}

enum class At { vanishes, differs, singular, unsupported };

At look(const Differences& d, ModularPoint& point, std::size_t& index) {
  for (index = 0; index < d.left.size(); ++index) {
    const auto left = point.value(d.left[index]);
    const auto right = left && !d.right.empty() ? point.value(d.right[index]) : left;
    if (!left || !right) return point.failure() == ModularPoint::Failure::singular ? At::singular : At::unsupported;
    if (d.right.empty() ? !left->is_zero() : *left != *right) return At::differs;
  }
  index = 0;
  return At::vanishes;
}

/// Looks at `states` real states for one at which some difference is clearly not zero.
bool find_witness(const Differences& d, const ZeroTest& test, std::size_t states, std::size_t& index) {
  std::vector<Expr> roots(d.left.begin(), d.left.end());
  roots.insert(roots.end(), d.right.begin(), d.right.end());
  const RoundedStates at_state(d.graph, roots, test.positive);
  for (std::size_t k = 0; k < states; ++k) {
    if (k >= few_real_states && PointBudget::is_spent()) return false;
    const std::vector<Rounded> values = at_state.at(test.seed + k);
    for (std::size_t i = 0; i < d.left.size(); ++i) {
      const Rounded right = d.right.empty() ? Rounded{} : values[d.left.size() + i];
      const double difference = values[i].value - right.value;
      const double error = values[i].error + right.error;
      if (!std::isfinite(difference) || !(std::abs(difference) > clear_factor * error)) continue;
      index = i;
      return true;
    }
  }
  return false;
}

ExactOutcome exact_test(const Differences& d, const ZeroTest& test) {
  ExactOutcome outcome;
  std::size_t wanted = std::max<std::size_t>(test.states, 1);
  std::size_t attempts = 0;
  std::size_t repeats = 0;
  Expr culprit;
  std::uint64_t seed = test.seed * 0x9E3779B97F4A7C15U;
  while (outcome.states < wanted) {
    if (++attempts > most_attempts || PointBudget::is_spent()) return outcome;
    ModularPoint point = make_point(d, test, ++seed);
    const At at = look(d, point, outcome.index);
    if (at == At::singular) {
      // With k roots only 2⁻ᵏ of the points have values: a look at one real state comes first.
      if (attempts + outcome.states == 1 && find_witness(d, test, 1, outcome.index)) {
        outcome.kind = ExactOutcome::Kind::refuted;
        return outcome;
      }
      repeats = point.culprit() == culprit ? repeats + 1 : 0;
      culprit = point.culprit();
      if (repeats > most_repeats) return outcome;
      continue;
    }
    if (at == At::unsupported || point.signs() > most_signs) return outcome;
    ++outcome.states;
    attempts = 0;
    if (at == At::differs) {
      outcome.kind = ExactOutcome::Kind::differs;
      outcome.conclusive = point.is_rational();
      return outcome;
    }
    outcome.conclusive = outcome.conclusive && point.is_rational();
    if (point.signs() > 0) wanted = std::max(wanted, states_per_combination << point.signs());
  }
  outcome.kind = ExactOutcome::Kind::vanishes;
  return outcome;
}

/// True where the differences vanish for either root and either sign of each branch: then they do so at real states.
bool vanishes_on_all_turns(const Differences& d, const ZeroTest& test) {
  std::vector<Expr> all(d.left.begin(), d.left.end());
  all.insert(all.end(), d.right.begin(), d.right.end());
  const Branches places = branches_of(d.graph, all);
  if (places.size() == 0 || places.size() > most_turned || !is_algebraic_but_for_branches(d.graph, all)) return false;
  std::uint64_t seed = stir(test.seed);
  std::size_t index = 0;
  for (std::size_t pattern = 1; pattern < (std::size_t{1} << places.size()); ++pattern) {
    At at = At::singular;
    for (std::size_t attempt = 0; attempt < turned_attempts && at == At::singular; ++attempt) {
      ModularPoint point = make_point(d, test, ++seed);
      point.turn(turned_by(pattern, places));
      at = look(d, point, index);
    }
    if (at != At::vanishes) return false;
  }
  return true;
}

ZeroReport decide(const Differences& d, const ZeroTest& test) {
  const PointBudget of_this_test(most_test_steps);
  const ExactOutcome exact = exact_test(d, test);
  ZeroReport report{Answer::undecided, exact.index, exact.states, false};
  if (exact.kind == ExactOutcome::Kind::vanishes) {
    // The field knows the sign of a product, not that of a given number: where it matters which root is taken or which
    // sign counts, real states have the last word.
    const bool refuted =
        !exact.conclusive && !vanishes_on_all_turns(d, test) && find_witness(d, test, real_states, report.index);
    report.verdict = refuted ? Answer::no : Answer::yes;
    report.sampled = refuted;
    return report;
  }
  if (exact.kind == ExactOutcome::Kind::differs && exact.conclusive) {
    report.verdict = Answer::no;
    return report;
  }
  report.sampled = true;
  if (exact.kind == ExactOutcome::Kind::refuted || find_witness(d, test, real_states, report.index))
    report.verdict = Answer::no;
  return report;
}

} // namespace

ZeroReport zero_test(const Graph& graph, std::span<const Expr> expressions, const ZeroTest& test) {
  return decide({graph, expressions, {}}, test);
}

ZeroReport equality_test(const Graph& graph, std::span<const Expr> left, std::span<const Expr> right,
                         const ZeroTest& test) {
  ENSURE(left.size() == right.size());
  return decide({graph, left, right}, test);
}

bool is_zero(const Graph& graph, Expr e, const ZeroTest& test) {
  return zero_test(graph, std::span<const Expr>(&e, 1), test).verdict == Answer::yes;
}

bool are_equal(const Graph& graph, Expr a, Expr b, const ZeroTest& test) {
  return equality_test(graph, std::span<const Expr>(&a, 1), std::span<const Expr>(&b, 1), test).verdict == Answer::yes;
}

} // namespace expr
} // namespace dalembert
