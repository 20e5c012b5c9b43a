#include <dalembert/analysis/absolute_values.h>
#include <dalembert/analysis/condition_branches.h>
#include <dalembert/analysis/condition_content.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/expr/common_factors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

using Root = std::vector<Replacement>;
using Roots = std::vector<Root>;

class BranchSearch {
public:
  BranchSearch(const System& system, const std::vector<Expr>& unknowns, const std::vector<Expr>& positive)
      : system_(system), graph_(*system.graph), unknowns_(unknowns), positive_(positive) {}

  ConditionBranches run(const std::vector<Expr>& conditions) {
    for (const Parameter& parameter : system_.parameters) // which may be 0, or equal each other
      if (parameter.is_input && depends(graph_, conditions, std::vector<Expr>{parameter.symbol}))
        out_.is_complete = false;
    const std::vector<Expr> rates = system_.rates();
    for (const Expr x : unknowns_) {
      if (!is_periodic(conditions, x)) unrolled_.push_back(x);
      if (std::ranges::find(rates, x) != rates.end()) speeds_.push_back(x);
    }
    follow(conditions, {}, 0);
    return std::move(out_);
  }

private:
  static constexpr int most_roots = 200;
  static constexpr int deepest = 8;

  /// The roots of the factors that can be solved.
  struct Split {
    Roots roots;
    bool is_whole = true;
  };

  /// What was solved for, and what must not be negative there: u where |u| was taken as u.
  struct Path {
    Root values;
    std::vector<Expr> not_negative;
  };

  void follow(const std::vector<Expr>& all, const Path& path, int depth) {
    std::vector<Expr> open;
    for (const Expr e : all)
      if (!is_zero(graph_, e)) open.push_back(e);
    if (open.empty()) {
      if (!has_signs(path)) return;
      out_.solutions.push_back(path.values);
      for (Replacement& value : out_.solutions.back())
        value.by = without_turns(value);
      return;
    }
    if (const std::optional<AbsoluteValue> size =
            depth < deepest ? absolute_value_in(graph_, open, speeds_) : std::nullopt) {
      for (const int sign : {1, -1}) {
        Path side = path;
        side.not_negative.push_back(graph_.scale(Rational(sign), size->inside));
        follow(on_side(graph_, open, *size, sign), side, depth + 1);
      }
      return;
    }
    if (std::ranges::any_of(open, [this](Expr e) { return is_without_root(e); })) return;
    if (depth >= deepest) {
      out_.is_complete = false;
      return;
    }
    const Split chosen = shortest(open);
    if (!chosen.is_whole) out_.is_complete = false;
    for (const Root& root : chosen.roots) {
      if (++tried_ > most_roots) {
        out_.is_complete = false;
        return;
      }
      try {
        Path more = path;
        for (Replacement& value : more.values)
          value.by = substitute(graph_, value.by, root);
        more.values.insert(more.values.end(), root.begin(), root.end());
        more.not_negative = substitute(graph_, more.not_negative, root);
        follow(with_short_arguments(graph_, substitute(graph_, open, root)), more, depth + 1);
      } catch (const std::domain_error&) { // NOLINT(bugprone-empty-catch): the conditions have no value there
      }
    }
  }

  /// Whether nothing is negative that may not be; a sign that is not known leaves the answer incomplete.
  bool has_signs(const Path& path) {
    for (const Expr e : path.not_negative) {
      if (is_zero(graph_, e) || sign_of(system_, e, positive_, memo_) != SignKnown::nothing) continue;
      if (sign_of(system_, graph_.neg(e), positive_, memo_) != SignKnown::positive) out_.is_complete = false;
      return false;
    }
    return true;
  }

  /// A multiple of π in (−π, π] for an unknown that whole turns leave as it is.
  Expr without_turns(const Replacement& value) {
    const Expr half_turns = graph_.div(value.by, graph_.pi());
    const bool is_round = std::ranges::find(unknowns_, value.symbol) != unknowns_.end() &&
                          std::ranges::find(unrolled_, value.symbol) == unrolled_.end();
    if (!is_round || !graph_.is_number(half_turns)) return value.by;
    return graph_.scale(within(graph_.number(half_turns), Rational(1)), graph_.pi());
  }

  /// `turns` and a multiple of 2·half in (−half, half].
  static Rational within(Rational turns, const Rational& half) {
    while (half < turns)
      turns = turns - half - half;
    while (!(-half < turns))
      turns = turns + half + half;
    return turns;
  }

  /// Of the conditions that are solved as a whole that with the fewest roots; else one that is solved in part.
  Split shortest(const std::vector<Expr>& open) {
    Split out{{}, false};
    for (const Expr condition : open) {
      Split split;
      add_roots(split, condition, 0);
      const bool is_better =
          split.is_whole != out.is_whole ? split.is_whole : (split.roots.size() < out.roots.size()) == split.is_whole;
      if (is_better) out = std::move(split);
    }
    return out;
  }

  void add_roots(Split& to, Expr e, int depth) {
    if (is_without_root(e)) return;
    constexpr int most_splits = 6;
    const Expr whole = graph_.as_term(with_common_factors_out(graph_, e)).expr;
    if (graph_.kind(whole) == NodeKind::product) {
      const std::vector<Factor> factors(graph_.factors(whole).begin(), graph_.factors(whole).end());
      for (const Factor& factor : factors)
        if (graph_.value(factor.exponent).sign() > 0) add_roots(to, factor.base, depth + 1);
      return;
    }
    const std::optional<std::vector<Expr>> parts = depth < most_splits ? content(graph_, whole) : std::nullopt;
    if (parts) {
      for (const Expr part : *parts)
        add_roots(to, part, depth + 1);
      return;
    }
    std::optional<Roots> roots = roots_of(whole);
    if (!roots) {
      to.is_whole = false;
      return;
    }
    for (Root& root : *roots)
      to.roots.push_back(std::move(root));
  }

  /// True for an angle that stands in its sines and cosines alone: whole turns change nothing.
  [[nodiscard]] bool is_periodic(const std::vector<Expr>& conditions, Expr x) {
    std::vector<Replacement> apart;
    for (const Expr node : reachable(graph_, conditions)) {
      if (graph_.kind(node) != NodeKind::function) continue;
      const Function function = graph_.function(node);
      if ((function != Function::sin && function != Function::cos) || !depends(graph_, node, x)) continue;
      const Expr slope = derivative(graph_.args(node)[0], x);
      if (graph_.is_number(slope) && graph_.number(slope).is_integer()) apart.push_back({node, graph_.one()});
    }
    return !depends(graph_, substitute(graph_, conditions, apart), std::vector<Expr>{x});
  }

  [[nodiscard]] bool is_constant(Expr e) const { return !depends(graph_, e, unknowns_); }

  /// Free of unknowns, which is taken not to be 0, or of one sign.
  [[nodiscard]] bool is_without_root(Expr e) {
    if (is_constant(e)) {
      if (is_zero(graph_, e)) return false;
      look_at_value(e);
      return true;
    }
    return sign_of(system_, e, positive_, memo_) == SignKnown::positive ||
           sign_of(system_, graph_.neg(e), positive_, memo_) == SignKnown::positive;
  }

  /// What vanishes in doubles, though that is not proved, may be a solution.
  void look_at_value(Expr e) {
    constexpr double small = 1e-9;
    RandomStream random("branches");
    std::vector<Assignment> at;
    for (const Expr symbol : free_symbols(graph_, e))
      at.push_back({symbol, random.between(0.5, 2.0)});
    try {
      if (std::abs(evaluate(graph_, e, at)) < small) out_.is_complete = false;
    } catch (const std::invalid_argument&) { // an unknown function
      out_.is_complete = false;
    }
  }

  std::optional<Roots> roots_of(Expr f) {
    if (graph_.kind(f) == NodeKind::symbol) return Roots{{{f, graph_.zero()}}};
    if (graph_.kind(f) == NodeKind::function) return roots_of_function(f);
    for (const bool free : {true, false}) // simple coefficients first
      for (const Expr x : unknowns_) {
        if (!depends(graph_, f, x)) continue;
        if (std::optional<Roots> found = roots_of_polynomial(f, x, free)) return found;
        if (std::optional<Roots> found = roots_on_circle(f, x, free)) return found;
      }
    return std::nullopt;
  }

  /// sin u = 0 and cos u = 0.
  std::optional<Roots> roots_of_function(Expr f) {
    const Function function = graph_.function(f);
    if (function != Function::sin && function != Function::cos) return std::nullopt;
    const Expr u = graph_.args(f)[0];
    for (const Expr x : unknowns_) {
      if (!depends(graph_, u, x)) continue;
      const Expr slope = derivative(u, x);
      if (!graph_.is_number(slope) || !graph_.number(slope).as_integer()) continue;
      const std::int64_t n = *graph_.number(slope).abs().as_integer();
      if (n == 0) continue;
      constexpr std::int64_t most = 4;
      if (n > most) continue;
      const Expr rest = at_zero(u, x);
      look_at_turns(x);
      Roots out;
      for (std::int64_t k = 0; k < 2 * n; ++k) { // in half turns, those up to n first
        Rational turns = function == Function::sin ? Rational(k) : Rational(2 * k + 1, 2);
        const Expr shift = graph_.div(rest, graph_.pi());
        const Rational known = graph_.is_number(shift) ? graph_.number(shift) : Rational(0);
        turns = within(turns - known, Rational(n)) + known;
        out.push_back({{x, graph_.div(graph_.sub(graph_.scale(turns, graph_.pi()), rest), slope)}});
      }
      return out;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_divisor(Expr e, bool free) { return free ? is_constant(e) : is_without_root(e); }

  /// √e, or what it is ± of where e is a square: of both roots of x² = a² one is a.
  Expr square_root(Expr e) {
    const Expr root = graph_.sqrt(e);
    if (graph_.kind(e) != NodeKind::product) return root;
    std::vector<Factor> halves(graph_.factors(e).begin(), graph_.factors(e).end());
    for (Factor& factor : halves) {
      const Rational half = graph_.value(factor.exponent) / Rational(2);
      if (!half.is_integer()) return root;
      factor.exponent = graph_.intern(half);
    }
    return graph_.product(halves);
  }

  /// a·x² + b·x + c = 0.
  std::optional<Roots> roots_of_polynomial(Expr f, Expr x, bool free) {
    const Expr first = derivative(f, x);
    const Expr a = graph_.scale(Rational(1, 2), derivative(first, x));
    if (depends(graph_, a, x) && !is_zero(graph_, derivative(a, x))) return std::nullopt;
    const Expr b = at_zero(first, x);
    const Expr c = at_zero(f, x);
    if (is_zero(graph_, a)) {
      if (is_zero(graph_, b) || !(is_divisor(b, free) || (!free && is_without_root(c)))) return std::nullopt;
      return Roots{{{x, quotient(graph_.neg(c), b)}}};
    }
    const Expr square = at_zero(a, x);
    if (!is_divisor(square, free)) return std::nullopt;
    if (is_zero(graph_, b)) {
      const Expr root = quotient(graph_.neg(c), square);
      if (sign_of(system_, graph_.neg(root), positive_, memo_) == SignKnown::positive) return Roots{};
      const Expr plus = square_root(root);
      return Roots{{{x, plus}}, {{x, graph_.neg(plus)}}};
    }
    const Expr half = graph_.scale(Rational(-1, 2), quotient(b, square));
    const Expr under = graph_.sub(graph_.square(half), quotient(c, square));
    return Roots{{{x, graph_.add(half, graph_.sqrt(under))}}, {{x, graph_.sub(half, graph_.sqrt(under))}}};
  }

  /// a·cos θ + b·sin θ + c = 0.
  std::optional<Roots> roots_on_circle(Expr f, Expr angle, bool free) {
    const Expr cosine = graph_.symbol("cosine");
    const Expr sine = graph_.symbol("sine");
    const Expr written =
        substitute(graph_, f, std::vector<Replacement>{{graph_.cos(angle), cosine}, {graph_.sin(angle), sine}});
    if (depends(graph_, written, angle)) return std::nullopt;
    const Expr a = derivative(written, cosine);
    const Expr b = derivative(written, sine);
    const std::vector<Expr> both{cosine, sine};
    if (depends(graph_, std::vector<Expr>{a, b}, both)) return std::nullopt;
    const Expr c = at_zero(at_zero(written, cosine), sine);
    look_at_turns(angle);
    if (is_zero(graph_, c)) {
      if (!is_divisor(b, free) || is_zero(graph_, a) || is_zero(graph_, b)) return std::nullopt;
      const Expr tangent = quotient(graph_.neg(a), b);
      const Expr length = graph_.sqrt(graph_.add(graph_.one(), graph_.square(tangent)));
      const Expr turned = graph_.apply(Function::atan, tangent);
      const Expr x = graph_.div(graph_.one(), length);
      return Roots{
          on_circle(angle, turned, x, graph_.mul(tangent, x)),
          on_circle(angle, graph_.add(turned, graph_.pi()), graph_.neg(x), graph_.neg(graph_.mul(tangent, x)))};
    }
    const bool has_cosine = !is_zero(graph_, a);
    const Expr slope = has_cosine ? a : b;
    if ((has_cosine && !is_zero(graph_, b)) || is_zero(graph_, slope)) return std::nullopt;
    if (!is_divisor(slope, free) && (free || !is_without_root(c))) return std::nullopt;
    const Expr value = quotient(graph_.neg(c), slope);
    const Expr other = graph_.sqrt(graph_.sub(graph_.one(), graph_.square(value)));
    if (has_cosine) {
      const Expr turned = graph_.apply(Function::acos, value);
      return Roots{on_circle(angle, turned, value, other),
                   on_circle(angle, graph_.neg(turned), value, graph_.neg(other))};
    }
    const Expr turned = graph_.apply(Function::asin, value);
    return Roots{on_circle(angle, turned, other, value),
                 on_circle(angle, graph_.sub(graph_.pi(), turned), graph_.neg(other), value)};
  }

  /// A root of sin x with x outside of sines too stands for itself, and not for those after whole turns.
  void look_at_turns(Expr x) {
    if (std::ranges::find(unrolled_, x) != unrolled_.end()) out_.is_complete = false;
  }

  Root on_circle(Expr angle, Expr value, Expr cosine, Expr sine) {
    return {{graph_.cos(angle), cosine}, {graph_.sin(angle), sine}, {angle, value}};
  }

  Expr derivative(Expr e, Expr x) { return gradient(graph_, e, std::vector<Expr>{x}).front(); }
  Expr at_zero(Expr e, Expr x) { return substitute(graph_, e, std::vector<Replacement>{{x, graph_.zero()}}); }
  Expr quotient(Expr a, Expr b) {
    return graph_.div(with_common_factors_out(graph_, a), with_common_factors_out(graph_, b));
  }

  const System& system_;
  Graph& graph_;
  const std::vector<Expr>& unknowns_;
  const std::vector<Expr>& positive_;
  std::vector<Expr> speeds_;   ///< unknowns that are rates
  std::vector<Expr> unrolled_; ///< unknowns that whole turns do not leave as they are
  MonomialMemo memo_;
  ConditionBranches out_;
  int tried_ = 0;
};

} // namespace

ConditionBranches condition_branches(const System& system, const std::vector<Expr>& conditions,
                                     const std::vector<Expr>& unknowns, const std::vector<Expr>& positive) {
  return BranchSearch(system, unknowns, positive).run(conditions);
}

} // namespace analysis
} // namespace dalembert
