#include <dalembert/analysis/characteristic_factors.h>
#include <dalembert/analysis/condition_roots.h>
#include <dalembert/analysis/solved_rows.h>
#include <dalembert/analysis/steady_choices.h>
#include <dalembert/analysis/steady_motion.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

namespace dalembert::inline analysis {

namespace {

constexpr std::size_t most_motions = 12;
constexpr std::size_t most_multiplied = 500'000; ///< monomials, for the signs of all motions

class SteadySearch {
public:
  SteadySearch(const Equations& equations, ReducedResidual reduced)
      : system_(*equations.system), graph_(*system_.graph), reduced_(std::move(reduced)) {
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
      if (!reduced_.is_ignorable[i]) kept_.push_back(i);
    for (std::size_t place = 0; place < kept_.size(); ++place) {
      if (!is_angle(place)) continue;
      reduced_.residual = with_sinusoids_apart(graph_, reduced_.residual, symbol(place));
      reduced_.rates = with_sinusoids_apart(graph_, reduced_.rates, symbol(place));
    }
    std::vector<Replacement> at_rest;
    for (const std::size_t i : reduced_.independent) {
      at_rest.push_back({system_.coordinates[i].acceleration, graph_.zero()});
      if (reduced_.is_ignorable[i])
        running_.push_back(i);
      else
        at_rest.push_back({system_.coordinates[i].rate, graph_.zero()});
    }
    conditions_ = substitute(graph_, reduced_.residual, at_rest);
    for (const std::size_t j : kept_)
      conditions_.push_back(substitute(graph_, reduced_.rates[j], at_rest));
    std::erase_if(conditions_, [this](Expr e) { return is_zero(graph_, e); });
  }

  SymbolicSteadyMotions run() {
    SymbolicSteadyMotions out;
    out.conditions = conditions_;
    std::vector<bool> angular;
    angular.reserve(kept_.size());
    for (const std::size_t i : kept_)
      angular.push_back(system_.coordinates[i].measure.angular);
    const std::vector<std::vector<SteadyChoice>> all = steady_choices(angular, running_.size());
    if (all.empty() && !conditions_.empty())
      out.note = fmt::format(
          "symbolic solutions are not searched for: there are more than {} combinations of special angles and values",
          most_steady_choices);
    for (const std::vector<SteadyChoice>& choices : all) {
      if (found_.size() >= most_motions) {
        out.note = fmt::format("symbolic solutions beyond the first {} are not searched for", most_motions);
        break;
      }
      if (auto motion = try_out(choices)) found_.push_back(std::move(*motion));
    }
    out.motions = std::move(found_);
    out.left_out_unreal = left_out_unreal_;
    return out;
  }

private:
  /// A motion that was found, and whether its stability is decided.
  struct Taken {
    std::vector<Replacement> values;
    bool is_decided = false;
  };

  static bool is_decided(const SymbolicSteadyMotion& motion) {
    return motion.condition && motion.condition->verdict != StabilityCondition::Verdict::when_positive;
  }

  [[nodiscard]] bool is_among(const std::vector<Replacement>& values, const Taken& taken) {
    try {
      return std::all_of(taken.values.begin(), taken.values.end(), [&](const Replacement& fixed) {
        const Expr here = substitute(graph_, fixed.symbol, values);
        return are_equal(graph_, here, substitute(graph_, fixed.by, values));
      });
    } catch (const std::domain_error&) { // the general case is singular here
      return false;
    }
  }

  /// Whether the stability of a motion that was found and has `values` among its own is decided; nothing where there is
  /// no such motion.
  [[nodiscard]] std::optional<bool> general_case(const std::vector<Replacement>& values) {
    std::optional<bool> out;
    for (const Taken& taken : taken_)
      if (is_among(values, taken)) out = taken.is_decided || out.value_or(false);
    return out;
  }

  [[nodiscard]] Expr symbol(std::size_t place) const {
    return place < kept_.size() ? system_.coordinates[kept_[place]].position
                                : system_.coordinates[running_[place - kept_.size()]].rate;
  }

  [[nodiscard]] std::optional<Expr> fixed_value(SteadyChoice choice) {
    switch (choice) {
    case SteadyChoice::zero:
      return graph_.zero();
    case SteadyChoice::quarter:
      return graph_.scale(Rational(1, 2), graph_.pi());
    case SteadyChoice::half:
      return graph_.pi();
    case SteadyChoice::any:
    case SteadyChoice::solved:
      break;
    }
    return std::nullopt;
  }

  std::optional<SymbolicSteadyMotion> try_out(const std::vector<SteadyChoice>& choices) {
    try {
      std::vector<Replacement> values;
      for (std::size_t i = 0; i < choices.size(); ++i)
        if (const std::optional<Expr> value = fixed_value(choices[i])) values.push_back({symbol(i), *value});
      std::vector<Expr> open = substitute(graph_, conditions_, values);
      if (!solve_lengths(choices, open, values) || !solve_angles(choices, open, values) ||
          !solve_speeds(choices, open, values))
        return std::nullopt;
      if (!std::all_of(open.begin(), open.end(), [this](Expr e) { return is_zero(graph_, e); })) return std::nullopt;
      const std::optional<bool> general = general_case(values);
      if (general && *general) return std::nullopt;
      std::optional<SymbolicSteadyMotion> out = described(choices, values, general.has_value());
      if (!out || (general && !is_decided(*out))) return std::nullopt;
      SignJudge judge(system_, positive_, fixed_values(*out), memo_);
      if (!judge.can_be_real()) {
        left_out_unreal_ = true;
        return std::nullopt;
      }
      taken_.push_back({std::move(values), is_decided(*out)});
      return out;
    } catch (const std::domain_error&) { // a division by an exact zero: not regular there
      return std::nullopt;
    }
  }

  /// Solves the conditions for the lengths in which they are linear; false where that cannot be done.
  bool solve_lengths(const std::vector<SteadyChoice>& choices, std::vector<Expr>& open,
                     std::vector<Replacement>& values) {
    std::vector<Expr> lengths;
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if (choices[i] == SteadyChoice::solved && !is_angle(i)) lengths.push_back(symbol(i));
    if (lengths.empty()) return true;
    ExprMatrix slopes(static_cast<int>(open.size()), static_cast<int>(lengths.size()), graph_.zero());
    slopes.entries = jacobian(graph_, open, lengths);
    std::vector<Replacement> at_zero;
    at_zero.reserve(lengths.size());
    for (const Expr length : lengths)
      at_zero.push_back({length, graph_.zero()});
    if (depends(graph_, slopes.entries, lengths)) return false;
    ExprMatrix right(slopes.rows, 1, graph_.zero());
    for (int i = 0; i < right.rows; ++i)
      right.at(i, 0) = graph_.neg(substitute(graph_, open[static_cast<std::size_t>(i)], at_zero));
    const LinearSolution solution = solve_overdetermined(graph_, slopes, right);
    std::vector<Replacement> found;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (!solution.is_determined[i] || is_zero(graph_, solution.solution.entries[i]))
        return false; // 0 is a choice of its own
      found.push_back({lengths[i], solution.solution.entries[i]});
    }
    apply(found, open, values);
    return true;
  }

  /// Solves one condition for one speed; false where that cannot be done.
  bool solve_speeds(const std::vector<SteadyChoice>& choices, std::vector<Expr>& open,
                    std::vector<Replacement>& values) {
    std::vector<Expr> speeds;
    for (std::size_t i = kept_.size(); i < choices.size(); ++i)
      if (choices[i] == SteadyChoice::solved) speeds.push_back(symbol(i));
    if (speeds.empty()) return true;
    std::vector<Expr> conditions;
    for (const Expr e : open)
      if (!is_zero(graph_, e)) conditions.push_back(e);
    if (speeds.size() > 1 || conditions.size() != 1) return false;
    const std::optional<Expr> root = speed_root(graph_, conditions[0], speeds[0]);
    if (!root) return false;
    apply({{speeds[0], *root}}, open, values);
    return true;
  }

  /// Solves one condition for each angle; false where that cannot be done.
  bool solve_angles(const std::vector<SteadyChoice>& choices, std::vector<Expr>& open,
                    std::vector<Replacement>& values) {
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (choices[i] != SteadyChoice::solved || !is_angle(i)) continue;
      const Expr angle = symbol(i);
      const auto condition = std::find_if(open.begin(), open.end(), [&](Expr e) { return !is_zero(graph_, e); });
      if (condition == open.end()) return false;
      const std::optional<AngleRoot> root = angle_root(graph_, *condition, angle);
      if (!root) return false;
      apply({{graph_.cos(angle), root->cosine}, {graph_.sin(angle), root->sine}, {angle, root->angle}}, open, values);
    }
    return true;
  }

  [[nodiscard]] bool is_angle(std::size_t place) const { return system_.coordinates[kept_[place]].measure.angular; }

  void apply(const std::vector<Replacement>& found, std::vector<Expr>& open, std::vector<Replacement>& values) {
    open = substitute(graph_, open, found);
    for (Replacement& value : values)
      value.by = substitute(graph_, value.by, found);
    values.insert(values.end(), found.begin(), found.end());
  }

  /// Nothing where the linear motion is singular: the coordinates fail there.
  std::optional<SymbolicSteadyMotion> described(const std::vector<SteadyChoice>& choices,
                                                const std::vector<Replacement>& values, bool is_special_case) {
    SymbolicSteadyMotion out;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      SymbolicSteadyMotion::Value entry;
      entry.coordinate = i < kept_.size() ? kept_[i] : running_[i - kept_.size()];
      for (const Replacement& value : values)
        if (value.symbol == symbol(i)) entry.value = value.by;
      (i < kept_.size() ? out.positions : out.speeds).push_back(entry);
    }
    SPolynomial p = polynomial_at(values);
    if (p.size() != kept_.size() + reduced_.independent.size() + 1) return std::nullopt; // no inertia there
    while (!p.empty() && graph_.is_zero(p.front())) {
      p.erase(p.begin());
      ++out.zeros;
    }
    if (p.empty()) return std::nullopt;
    out.drifts = out.zeros > 1 && out.zeros > static_cast<std::size_t>(null_space(graph_, constant_).basis.columns);
    const Expr leading = p.back();
    for (Expr& coefficient : p)
      coefficient = graph_.div(coefficient, leading);
    p.back() = graph_.one();
    out.characteristic = std::move(p);
    const std::vector<Expr> fixed = fixed_values(out);
    SignJudge judge(system_, positive_, fixed, memo_);
    SignJudge anywhere(system_, positive_, {}, memo_);
    out.exists = existence(system_, fixed, anywhere);
    std::vector<Expr> surpluses;
    for (const SymbolicCondition& condition : out.exists)
      surpluses.push_back(surplus(graph_, condition));
    judge.suppose(std::move(surpluses));
    out.exists_for = signs_of_existence(graph_, out.exists, fixed, anywhere);
    out.factors = factored(system_, out.characteristic);
    LinearQuestion question{out.characteristic, out.factors, running_, is_natural_, is_natural_, is_special_case};
    for (const Expr minor : mass_minors_) {
      const JudgedSign sign = judge.of(minor);
      question.is_natural = question.is_natural && sign.value > 0;
      question.is_natural_proved = question.is_natural_proved && sign.is_proved;
    }
    out.condition = stability(system_, question, judge);
    return out;
  }

  static std::vector<Expr> fixed_values(const SymbolicSteadyMotion& motion) {
    std::vector<Expr> out;
    for (const std::vector<SymbolicSteadyMotion::Value>* entries : {&motion.positions, &motion.speeds})
      for (const SymbolicSteadyMotion::Value& entry : *entries)
        if (entry.value) out.push_back(*entry.value);
    return out;
  }

  /// The determinant of the first n rows and columns of the block that begins at `top`.
  [[nodiscard]] Expr leading_minor(const ExprMatrix& of, int top, int n) {
    ExprMatrix block(n, n, graph_.zero());
    const ExprMatrix none(n, n, graph_.zero());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        block.at(i, j) = of.at(top + i, top + j);
    const SPolynomial determinant = characteristic_polynomial(graph_, block, none);
    return determinant.empty() ? graph_.zero() : determinant.front();
  }

  /// M·q̈ + K·q = 0 with symmetric M and K: the rates of all coordinates are independent, and their order is that of the
  /// residuals.
  [[nodiscard]] bool is_natural(const ExprMatrix& constant, const ExprMatrix& linear, int top) const {
    if (kept_ != reduced_.independent) return false;
    for (int i = top; i < constant.rows; ++i)
      for (int j = 0; j < top; ++j) {
        const bool has_rate_term = !is_zero(graph_, constant.at(i, top + j));
        const int mirrored = top + j;
        if (has_rate_term || !are_equal(graph_, constant.at(i, j), constant.at(mirrored, i - top)) ||
            !are_equal(graph_, linear.at(i, top + j), linear.at(mirrored, i)))
          return false;
      }
    return true;
  }

  /// docs/theory/analysis.md (11) at the point `values`.
  SPolynomial polynomial_at(const std::vector<Replacement>& values) {
    std::vector<Replacement> at = values;
    std::vector<Expr> q;
    std::vector<Expr> w;
    std::vector<Expr> a;
    std::vector<Expr> rates;
    for (const std::size_t i : kept_) {
      q.push_back(system_.coordinates[i].position);
      rates.push_back(reduced_.rates[i]);
    }
    for (const std::size_t i : reduced_.independent) {
      w.push_back(system_.coordinates[i].rate);
      a.push_back(system_.coordinates[i].acceleration);
      at.push_back({a.back(), graph_.zero()});
      if (!reduced_.is_ignorable[i]) at.push_back({w.back(), graph_.zero()});
    }
    const auto put = [&](ExprMatrix& to, int row, int column, const std::vector<Expr>& fs, const std::vector<Expr>& by,
                         int sign) {
      if (fs.empty() || by.empty()) return;
      const std::vector<Expr> entries = substitute(graph_, jacobian(graph_, fs, by), at);
      for (std::size_t i = 0; i < fs.size(); ++i)
        for (std::size_t j = 0; j < by.size(); ++j)
          to.at(row + static_cast<int>(i), column + static_cast<int>(j)) =
              graph_.scale(Rational(sign), entries[i * by.size() + j]);
    };
    const int size = static_cast<int>(q.size() + w.size());
    const int top = static_cast<int>(q.size());
    ExprMatrix constant(size, size, graph_.zero());
    ExprMatrix linear(size, size, graph_.zero());
    for (int i = 0; i < top; ++i)
      linear.at(i, i) = graph_.one();
    put(constant, 0, 0, rates, q, -1);
    put(constant, 0, top, rates, w, -1);
    put(constant, top, 0, reduced_.residual, q, 1);
    put(constant, top, top, reduced_.residual, w, 1);
    put(linear, top, top, reduced_.residual, a, 1);
    constant_ = constant;
    is_natural_ = is_natural(constant, linear, top);
    mass_minors_.clear();
    for (int n = 1; is_natural_ && n <= top; ++n)
      mass_minors_.push_back(leading_minor(linear, top, n));
    return characteristic_polynomial(graph_, constant, linear);
  }

  const System& system_;
  Graph& graph_;
  ReducedResidual reduced_;
  std::vector<std::size_t> kept_;
  std::vector<std::size_t> running_;
  std::vector<Expr> conditions_;
  std::vector<Taken> taken_;
  std::vector<SymbolicSteadyMotion> found_;
  std::vector<Expr> positive_ = assumed_positive(system_);
  ExprMatrix constant_;     ///< (11) at s = 0, of the linear motion looked at last
  bool is_natural_ = false; ///< of the same
  std::vector<Expr> mass_minors_;
  bool left_out_unreal_ = false;
  std::shared_ptr<MonomialMemo> memo_ = std::make_shared<MonomialMemo>(most_multiplied);
};

} // namespace

SymbolicSteadyMotions symbolic_steady_motions(const Equations& whole) try {
  const std::optional<ShorterSystem> shorter = without_holonomic_rows(whole.system);
  if (!shorter) return {};
  const Equations equations = shorter->system == whole.system ? whole : derive(shorter->system);
  const std::optional<ReducedResidual> reduced = reduced_residual(equations);
  if (!reduced) {
    SymbolicSteadyMotions out;
    if (const std::size_t n = equations.system->coordinates.size(); n > most_reduced_coordinates)
      out.note = fmt::format("symbolic solutions are not searched for: {} coordinates exceed the limit of {}", n,
                             most_reduced_coordinates);
    return out;
  }
  constexpr std::size_t most_states = 10;
  const auto kept =
      static_cast<std::size_t>(std::count(reduced->is_ignorable.begin(), reduced->is_ignorable.end(), false));
  if (kept + reduced->independent.size() > most_states) {
    SymbolicSteadyMotions out;
    out.note = fmt::format("symbolic solutions are not searched for: {} positions and speeds exceed the limit of {}",
                           kept + reduced->independent.size(), most_states);
    return out;
  }
  SymbolicSteadyMotions out = SteadySearch(equations, *reduced).run();
  for (SymbolicSteadyMotion& motion : out.motions) {
    for (SymbolicSteadyMotion::Value& value : motion.positions)
      value.coordinate = shorter->coordinates[value.coordinate];
    for (SymbolicSteadyMotion::Value& value : motion.speeds)
      value.coordinate = shorter->coordinates[value.coordinate];
    if (!motion.condition) continue;
    motion.condition->speed = shorter->coordinates[motion.condition->speed];
    for (std::size_t& running : motion.condition->not_at_rest)
      running = shorter->coordinates[running];
  }
  return out;
} catch (const std::domain_error&) { // the equations have no value where rates vanish
  return {};
}

} // namespace dalembert::inline analysis
