#include <dalembert/analysis/characteristic_factors.h>
#include <dalembert/analysis/chart_structure.h>
#include <dalembert/analysis/condition_branches.h>
#include <dalembert/analysis/s_polynomial.h>
#include <dalembert/analysis/solved_rows.h>
#include <dalembert/analysis/steady_choices.h>
#include <dalembert/analysis/steady_conditions.h>
#include <dalembert/analysis/steady_domain.h>
#include <dalembert/analysis/steady_linear_motion.h>
#include <dalembert/analysis/steady_mirrors.h>
#include <dalembert/analysis/steady_motion.h>
#include <dalembert/analysis/steady_solver.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t most_motions = 12;
constexpr std::size_t most_multiplied = 500'000; ///< monomials, for the signs of all motions

class SteadySearch {
public:
  SteadySearch(const Equations& equations, ReducedResidual reduced)
      : equations_(equations),
        system_(*equations.system),
        graph_(*system_.graph),
        reduced_(std::move(reduced)),
        radii_(radial_coordinates(equations)) {
    SteadyConditions made = steady_conditions(system_, reduced_);
    kept_ = std::move(made.kept);
    running_ = std::move(made.running);
    written_ = std::move(made.written);
    conditions_ = std::move(made.apart);
    names_ = std::move(made.names);
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
    if (out.note.empty()) add_branches(out);
    out.motions = std::move(found_);
    out.left_out_unreal = left_out_unreal_;
    return out;
  }

private:
  /// Those of the conditions as they are written, sin(a − b), or with the sines of each angle apart.
  [[nodiscard]] ConditionBranches branches(const std::vector<Expr>& unknowns) {
    ConditionBranches out = condition_branches(system_, written_, unknowns, positive_);
    if (out.is_complete) return out;
    ConditionBranches apart = condition_branches(system_, conditions_, unknowns, positive_);
    return apart.is_complete || apart.solutions.size() > out.solutions.size() ? apart : out;
  }

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

  std::optional<SymbolicSteadyMotion> try_out(const std::vector<SteadyChoice>& choices) {
    try {
      const std::optional<std::vector<Replacement>> values =
          solved_choices(system_, {kept_, running_}, conditions_, choices);
      if (!values || has_negative_radius(*values)) return std::nullopt;
      return taken(choices, *values);
    } catch (const std::domain_error&) { // a division by an exact zero: not regular there
      return std::nullopt;
    }
  }

  /// The motion with these values, if it is new and can be real.
  std::optional<SymbolicSteadyMotion> taken(const std::vector<SteadyChoice>& choices,
                                            const std::vector<Replacement>& values) {
    const std::optional<bool> general = general_case(values);
    if (general && *general) return std::nullopt;
    std::optional<SymbolicSteadyMotion> out = described(choices, values, general.has_value());
    if (!out || (general && !is_decided(*out))) return std::nullopt;
    SignJudge judge(system_, positive_, fixed_values(*out), memo_);
    if (!judge.can_be_real()) {
      left_out_unreal_ = true;
      return std::nullopt;
    }
    taken_.push_back({values, is_decided(*out)});
    return out;
  }

  /// Adds the solutions of the branches that are not among those found, and says what is left out.
  void add_branches(SymbolicSteadyMotions& out) {
    std::vector<Expr> unknowns;
    for (std::size_t place = 0; place < kept_.size() + running_.size(); ++place)
      unknowns.push_back(symbol(place));
    left_out_singular_ = false; // the branches meet those again
    ConditionBranches all = branches(unknowns);
    const auto is_simpler = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    std::ranges::stable_sort(all.solutions, is_simpler);
    SteadyMirrors mirrors(graph_, conditions_, unknowns);
    std::vector<SteadyMirrors::Mirror> used;
    for (const std::vector<Replacement>& values : all.solutions) {
      if (found_.size() >= most_motions) {
        out.note = fmt::format("symbolic solutions beyond the first {} are not searched for", most_motions);
        return;
      }
      try {
        if (has_negative_radius(values)) continue; // the same as −r on the other side, or outside of the chart
        if (general_case(values) || is_same_written_otherwise(values) || is_mirrored(mirrors, values, used)) continue;
        if (auto motion = taken(choices_of(unknowns, values), values)) {
          found_.push_back(std::move(*motion));
          drop_special_cases();
        }
      } catch (const std::domain_error&) { // the linear motion has no value there
        left_out_singular_ = true;
      }
    }
    out.note = what_is_left_out(mirrors_text(used, names_), left_out_singular_);
    if (!all.is_complete) out.others = SymbolicSteadyMotions::Others::possible;
  }

  [[nodiscard]] static std::vector<SteadyChoice> choices_of(const std::vector<Expr>& unknowns,
                                                            const std::vector<Replacement>& values) {
    std::vector<SteadyChoice> out;
    for (const Expr unknown : unknowns) {
      const auto fixes = [unknown](const Replacement& value) { return value.symbol == unknown; };
      out.push_back(std::ranges::any_of(values, fixes) ? SteadyChoice::solved : SteadyChoice::any);
    }
    return out;
  }

  [[nodiscard]] std::size_t fixed_unknowns(const std::vector<Replacement>& values) const {
    std::size_t out = 0;
    for (std::size_t place = 0; place < names_.size(); ++place)
      out += std::ranges::count(values, symbol(place), &Replacement::symbol) > 0 ? 1 : 0;
    return out;
  }

  [[nodiscard]] bool has_negative_radius(const std::vector<Replacement>& values) {
    SignJudge anywhere(system_, positive_, {}, memo_);
    return std::ranges::any_of(values, [&](const Replacement& value) {
      const auto is_it = [&](std::size_t i) { return system_.coordinates[i].position == value.symbol; };
      return std::ranges::any_of(radii_, is_it) && !graph_.is_zero(value.by) && anywhere.of(value.by).value < 0;
    });
  }

  /// As r any, w = √(k/r) and r = k/w², w any.
  [[nodiscard]] bool is_same_written_otherwise(const std::vector<Replacement>& values) {
    return std::ranges::any_of(taken_, [&](const Taken& known) {
      return fixed_unknowns(known.values) == fixed_unknowns(values) && is_among(known.values, {values, false});
    });
  }

  /// Leaves out what the motion found last has among its own.
  void drop_special_cases() {
    const Taken last = taken_.back();
    for (std::size_t i = taken_.size() - 1; i-- > 0;) {
      if (!is_among(taken_[i].values, last) || (taken_[i].is_decided && !last.is_decided)) continue;
      taken_.erase(taken_.begin() + static_cast<std::ptrdiff_t>(i));
      found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  /// True for what is a solution found or follows from one by a change of signs that the linear motion has too: the
  /// change is added to `used`.
  bool is_mirrored(SteadyMirrors& mirrors, const std::vector<Replacement>& values,
                   std::vector<SteadyMirrors::Mirror>& used) {
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const std::optional<SteadyMirrors::Mirror> mirror = mirrors.between(values, taken_[k].values);
      if (!mirror) continue;
      const bool is_same = std::ranges::all_of(*mirror, [](auto turn) { return turn == SteadyMirrors::Turn::none; });
      if (is_same) return true;
      if (!has_mirrored_motion(found_[k], values, mirrors.image(values, *mirror))) continue;
      if (std::ranges::find(used, *mirror) == used.end()) used.push_back(*mirror);
      return true;
    }
    return false;
  }

  /// Whether the linear motion at `values` has the characteristic polynomial of `known`, whose unknowns have the values
  /// `image` there: of V = x³/3 − a²·x the solutions x = ±a are a minimum and a maximum.
  bool has_mirrored_motion(const SymbolicSteadyMotion& known, const std::vector<Replacement>& values,
                           const std::vector<Replacement>& image) {
    const std::optional<SplitCharacteristic> here =
        split_characteristic(graph_, steady_linear_motion(system_, reduced_, kept_, values));
    return here && here->zeros == known.zeros && here->drifts == known.drifts &&
           are_equal(graph_, here->rest, substitute(graph_, known.characteristic, image));
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
    if (!add_domain(out, values)) return std::nullopt;
    const SteadyLinearMotion linear = steady_linear_motion(system_, reduced_, kept_, values);
    std::optional<SplitCharacteristic> split = split_characteristic(graph_, linear);
    if (!split) { // no inertia there
      left_out_singular_ = true;
      return std::nullopt;
    }
    if (split->rest.empty()) return std::nullopt;
    out.zeros = split->zeros;
    out.drifts = split->drifts;
    out.characteristic = std::move(split->rest);
    const std::vector<Expr> fixed = fixed_values(out);
    SignJudge judge(system_, positive_, fixed, memo_);
    SignJudge anywhere(system_, positive_, {}, memo_);
    out.exists = existence(system_, fixed, anywhere);
    std::vector<Expr> surpluses;
    for (const SymbolicCondition& condition : out.exists)
      surpluses.push_back(surplus(graph_, condition));
    judge.suppose(std::move(surpluses));
    out.exists_for = signs_of_existence(graph_, out.exists, fixed, anywhere);
    out.factors = factored(system_, out.characteristic, linear.likely_squares);
    LinearQuestion question{out.characteristic, out.factors,       running_,       linear,
                            linear.is_natural,  linear.is_natural, is_special_case};
    for (const Expr minor : linear.mass_minors) {
      const JudgedSign sign = judge.of(minor);
      question.is_natural = question.is_natural && sign.value > 0;
      question.is_natural_proved = question.is_natural_proved && sign.is_proved;
    }
    out.condition = stability(system_, question, judge);
    return out;
  }

  /// What is real there only for some parameters; false where a divisor vanishes or the rows lose their rank.
  bool add_domain(SymbolicSteadyMotion& out, const std::vector<Replacement>& values) {
    std::vector<Expr> unknowns;
    for (std::size_t place = 0; place < kept_.size() + running_.size(); ++place)
      unknowns.push_back(symbol(place));
    SteadyDomain domain = steady_domain(equations_, reduced_, unknowns, values);
    left_out_singular_ = left_out_singular_ || domain.is_singular;
    out.roots = std::move(domain.roots);
    for (const SymbolicSteadyMotion::Value& entry : out.positions)
      if (std::ranges::find(radii_, entry.coordinate) != radii_.end())
        out.roots.push_back(
            graph_.pow(entry.value.value_or(system_.coordinates[entry.coordinate].position), Rational(-1, 2)));
    return !domain.is_singular;
  }

  static std::vector<Expr> fixed_values(const SymbolicSteadyMotion& motion) {
    std::vector<Expr> out = motion.roots;
    for (const std::vector<SymbolicSteadyMotion::Value>* entries : {&motion.positions, &motion.speeds})
      for (const SymbolicSteadyMotion::Value& entry : *entries)
        if (entry.value) out.push_back(*entry.value);
    return out;
  }

  const Equations& equations_;
  const System& system_;
  Graph& graph_;
  ReducedResidual reduced_;
  std::vector<std::size_t> radii_;
  std::vector<std::size_t> kept_;
  std::vector<std::size_t> running_;
  std::vector<Expr> written_;      ///< the conditions
  std::vector<Expr> conditions_;   ///< the same with sin(θ + ρ) by the addition theorems
  std::vector<std::string> names_; ///< of the unknowns
  std::vector<Taken> taken_;
  std::vector<SymbolicSteadyMotion> found_;
  std::vector<Expr> positive_ = assumed_positive(system_);
  bool left_out_unreal_ = false;
  bool left_out_singular_ = false; ///< the linear motion fails at a solution
  std::shared_ptr<MonomialMemo> memo_ = std::make_shared<MonomialMemo>(most_multiplied);
};

} // namespace

std::string left_out_text(const SymbolicSteadyMotions& symbolic) {
  std::string out = symbolic.note;
  const std::string separator = out.empty() ? "" : "; ";
  if (symbolic.others == SymbolicSteadyMotions::Others::possible) out += separator + "there may be further solutions";
  if (symbolic.others == SymbolicSteadyMotions::Others::found_in_numbers)
    out += separator + "with the parameters' values, all equilibria are listed";
  return out;
}

SymbolicSteadyMotions symbolic_steady_motions(const Equations& whole) try {
  const std::optional<ShorterSystem> shorter = without_holonomic_rows(whole.system);
  if (!shorter) return {};
  const Equations equations = shorter->system == whole.system ? whole : derive(shorter->system);
  const std::optional<ReducedResidual> reduced = reduced_residual(equations);
  const auto beyond = [](std::size_t n, const char* what, std::size_t most) {
    SymbolicSteadyMotions out;
    if (n > most)
      out.note = fmt::format("symbolic solutions are not searched for: {} {} exceed the limit of {}", n, what, most);
    return out;
  };
  if (!reduced) return beyond(equations.system->coordinates.size(), "coordinates", most_reduced_coordinates);
  constexpr std::size_t most_states = 10;
  const std::size_t states =
      static_cast<std::size_t>(std::ranges::count(reduced->is_ignorable, false)) + reduced->independent.size();
  if (states > most_states) return beyond(states, "positions and speeds", most_states);
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

} // namespace analysis
} // namespace dalembert
