#include <dalembert/analysis/condition_branches.h>
#include <dalembert/base/random_stream.h>
#include <dalembert/exact/row_monomials.h>
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

namespace dalembert::inline analysis {

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
    for (const Expr x : unknowns_)
      if (!is_periodic(conditions, x)) unrolled_.push_back(x);
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

  void follow(const std::vector<Expr>& all, const Root& values, int depth) {
    std::vector<Expr> open;
    for (const Expr e : all)
      if (!is_zero(graph_, e)) open.push_back(e);
    if (open.empty()) {
      out_.solutions.push_back(values);
      for (Replacement& value : out_.solutions.back())
        value.by = without_turns(value);
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
        Root more = values;
        for (Replacement& value : more)
          value.by = substitute(graph_, value.by, root);
        more.insert(more.end(), root.begin(), root.end());
        follow(with_short_arguments(substitute(graph_, open, root)), more, depth + 1);
      } catch (const std::domain_error&) { // NOLINT(bugprone-empty-catch): the conditions have no value there
      }
    }
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

  /// The same with sin(b + π − b) as sin π.
  std::vector<Expr> with_short_arguments(const std::vector<Expr>& expressions) {
    constexpr std::size_t most = 20;
    std::vector<Replacement> shorter;
    for (const Expr node : reachable(graph_, expressions)) {
      if (graph_.kind(node) != NodeKind::function || graph_.args(node).size() != 1) continue;
      const Expr argument = graph_.args(node)[0];
      const std::optional<MonomialSum> terms = multiplied_out(graph_, argument, most);
      if (!terms) continue;
      const Expr written = sum_of(*terms, {});
      if (written != argument) shorter.push_back({node, graph_.apply(graph_.function(node), written)});
    }
    return shorter.empty() ? expressions : substitute(graph_, expressions, shorter);
  }

  /// The sum of the terms, divided by `divisor`.
  Expr sum_of(const MonomialSum& terms, const Factors& divisor) {
    Expr out = graph_.zero();
    for (const auto& [factors, number] : terms) {
      Expr term = graph_.number(number);
      for (const auto& [base, exponent] : times(factors, divisor, Rational(-1)))
        term = graph_.mul(term, graph_.pow(base, exponent));
      out = graph_.add(out, term);
    }
    return out;
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
    const std::optional<std::vector<Expr>> parts = depth < most_splits ? content(whole) : std::nullopt;
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

  /// What all terms have in common and the rest, denominators left out, or u − v of e^u − e^v; nothing where there is
  /// neither.
  std::optional<std::vector<Expr>> content(Expr e) {
    constexpr std::size_t most = 60;
    if (graph_.kind(e) != NodeKind::sum) return std::nullopt;
    const std::optional<MonomialSum> terms = multiplied_out(graph_, e, most);
    if (!terms || terms->size() < 2) return std::nullopt;
    Factors lowest;
    for (const auto& [factors, number] : *terms)
      for (const auto& factor : factors)
        if (std::ranges::none_of(lowest, [&factor](const auto& f) { return f.first == factor.first; }))
          lowest.emplace_back(factor.first, 0);
    for (auto& [base, exponent] : lowest) {
      std::optional<Rational> least;
      for (const auto& [factors, number] : *terms) {
        Rational here(0);
        for (const auto& [other, size] : factors)
          if (other == base) here = size;
        if (!least || here < *least) least = here;
      }
      exponent = *least;
    }
    std::erase_if(lowest, [](const auto& f) { return f.second.sign() == 0; });
    if (const std::optional<Expr> difference = of_exponentials(*terms)) return std::vector<Expr>{*difference};
    if (lowest.empty()) return std::nullopt;
    std::vector<Expr> out;
    for (const auto& [base, exponent] : lowest)
      if (exponent.sign() > 0) out.push_back(base);
    out.push_back(sum_of(*terms, lowest));
    return out;
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

  std::optional<Expr> of_exponentials(const MonomialSum& terms) {
    if (terms.size() != 2) return std::nullopt;
    std::vector<Expr> exponents;
    Rational sum(0);
    for (const auto& [factors, number] : terms) {
      sum = sum + number;
      if (factors.size() != 1 || graph_.kind(factors[0].first) != NodeKind::function ||
          graph_.function(factors[0].first) != Function::exp)
        return std::nullopt;
      exponents.push_back(graph_.scale(factors[0].second, graph_.args(factors[0].first)[0]));
    }
    if (sum.sign() != 0) return std::nullopt;
    return graph_.sub(exponents[0], exponents[1]);
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
      return Roots{{{x, graph_.sqrt(root)}}, {{x, graph_.neg(graph_.sqrt(root))}}};
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

} // namespace dalembert::inline analysis
