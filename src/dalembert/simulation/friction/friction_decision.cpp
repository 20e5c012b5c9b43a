#include <dalembert/base/errors.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/friction/friction_decision.h>
#include <dalembert/simulation/friction/planar_rest.h>
#include <dalembert/simulation/friction/planar_starts.h>
#include <dalembert/simulation/friction/spanned_rows.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double resting_slip = 1e-12;       ///< of the size of the rates in a slip
constexpr double beyond_bound = 1e-10;       ///< of the bound of a force
constexpr double negligible_force = 1e-13;   ///< of the largest force at work, where the bound is 0
constexpr double no_slip_rate = 1e-10;       ///< of the terms of the acceleration of a slip
constexpr double equal_motion = 1e-9;        ///< of accelerations
constexpr double no_push_of_contact = 1e-10; ///< of the largest force at work
constexpr std::size_t most_resting = 6;      ///< lines along which frictions rest

double product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// One choice and what it gives.
struct FrictionChoice {
  std::vector<FrictionMode> modes;
  std::vector<double> accelerations;
  std::vector<double> slip_rates; ///< the acceleration of each slip
  std::vector<HeldSlip> held;
  std::size_t sticking = 0; ///< lines
  double least_push = 0.0;  ///< the smallest multiplier of closed contacts
};

class FrictionDecision {
public:
  FrictionDecision(const Engine& engine, FrictionSolver& frictions, RowSolver& solver, const DynamicsView& equations,
                   std::span<double> inputs)
      : engine_(engine),
        frictions_(frictions),
        solver_(solver),
        equations_(equations),
        inputs_(inputs),
        modes_(frictions.modes()) {}

  void decide() {
    sort_out();
    release_turning();
    if (resting_.empty()) return frictions_.set_modes(modes_);
    PlanarRest planes(engine_, frictions_, solver_, equations_, inputs_);
    const std::vector<RestingUnit> units = resting_units(frictions_.planes(), resting_, starting_);
    if (planes.are_dependent(modes_, units)) return frictions_.set_modes(planes.solve(modes_, units));
    if (resting_.size() > most_resting)
      throw SolveError(fmt::format("{} frictions rest at t = {:.10g} s: at most {} that act along different lines are "
                                   "supported",
                                   resting_.size(), inputs_[0], most_resting),
                       {.time = inputs_[0]});
    is_dependent_ = are_dependent();
    if (is_dependent_) require_some_determined();
    solve_all();
    std::vector<const FrictionChoice*> possible;
    for (const FrictionChoice& choice : choices_)
      if (is_possible(choice)) possible.push_back(&choice);
    frictions_.set_modes(chosen(possible).modes);
  }

private:
  /// Which slide, which rest, and along which lines.
  void sort_out() {
    for (std::size_t f = 0; f < modes_.size(); ++f) {
      const bool rests = is_at_rest(engine_, frictions_, f, inputs_);
      if (modes_[f].kind == FrictionMode::Kind::undecided)
        modes_[f] = rests ? FrictionMode{FrictionMode::Kind::rests} : sliding(f);
      if (modes_[f].slides() && rests) starting_.push_back(f);
      if (modes_[f].kind == FrictionMode::Kind::rests) add_resting(f);
    }
  }

  /// What one does whose slip is not 0.
  [[nodiscard]] FrictionMode sliding(std::size_t f) const {
    if (frictions_.planes().of(f)) return FrictionMode::turning(0.0);
    return FrictionMode::sliding(frictions_.slip(f).slip > 0.0 ? 1.0 : -1.0);
  }

  /// True where they are the components of a slip in a plane, and not frictions along one line.
  [[nodiscard]] bool is_planar(const std::vector<std::size_t>& line) const {
    return frictions_.planes().of(line.front()).has_value();
  }

  /// How many choices there are: to stick, and to slide in either direction, or in that which is found in a plane.
  [[nodiscard]] std::size_t ways(const std::vector<std::size_t>& line) const { return is_planar(line) ? 2 : 3; }

  void add_resting(std::size_t f) {
    if (const std::optional<std::size_t> plane = frictions_.planes().of(f)) {
      const SlipPlane& both = frictions_.planes().all()[*plane];
      if (f == both[0]) resting_.push_back({both[0], both[1]});
      return;
    }
    for (std::vector<std::size_t>& line : resting_)
      if (are_parallel(frictions_.slip(line.front()).column, frictions_.slip(f).column)) return line.push_back(f);
    resting_.push_back({f});
  }

  /// A slip that the constraints alone hold at 0 here may have an acceleration that they give it too, whatever its
  /// force is: that of a slider turns at a dead centre of its crank. It slides on, the other way.
  void release_turning() {
    if (resting_.empty()) return;
    SpannedRows constraints;
    const std::size_t n = engine_.coordinates();
    for (std::size_t k = 0; k < engine_.constraints(); ++k)
      if (solver_.is_active(k)) constraints.add(equations_.rows.subspan(k * n, n));
    const auto is_held = [&](const std::vector<std::size_t>& line) {
      return !is_planar(line) && constraints.contains(frictions_.slip(line.front()).column);
    };
    if (std::ranges::none_of(resting_, is_held)) return;
    std::vector<FrictionMode> without = modes_;
    for (const std::vector<std::size_t>& line : resting_)
      for (const std::size_t f : line)
        without[f] = FrictionMode{FrictionMode::Kind::idle};
    frictions_.set_modes(without);
    static_cast<void>(frictions_.solve(solver_, equations_, inputs_)); // A·v̇ = γ holds in any case
    const std::span<const double> accelerations =
        InputView<const double>(engine_.programs->layout, inputs_).accelerations();
    const auto turns = [&](const std::vector<std::size_t>& line) {
      if (!is_held(line)) return false;
      for (const std::size_t f : line) {
        const SlipView slip = frictions_.slip(f);
        const double rate = slip.convective + product(slip.column, accelerations);
        double terms = std::abs(slip.convective);
        for (std::size_t i = 0; i < n; ++i)
          terms += std::abs(slip.column[i] * accelerations[i]);
        if (std::abs(rate) <= no_slip_rate * terms) return false;
        modes_[f] = FrictionMode::sliding(rate > 0.0 ? 1.0 : -1.0);
      }
      return true;
    };
    std::erase_if(resting_, turns);
    frictions_.set_modes(modes_);
  }

  /// The direction of a friction where the first one on its line slides in `direction`.
  [[nodiscard]] double direction(std::size_t f, const std::vector<std::size_t>& line, double of_first) const {
    return parallel_ratio(frictions_.slip(f).column, frictions_.slip(line.front()).column) < 0.0 ? -of_first : of_first;
  }

  [[nodiscard]] std::string names(const std::vector<std::vector<std::size_t>>& lines) const {
    std::vector<std::string> out;
    for (const std::vector<std::size_t>& line : lines)
      for (const std::size_t f : line)
        out.push_back(engine_.system().frictions[f].name);
    return fmt::format("{}", fmt::join(out, ", "));
  }

  /// Slips that depend on one another, or that the constraints hold.
  [[nodiscard]] bool are_dependent() {
    apply(0, 1);
    static_cast<void>(frictions_.solve(solver_, equations_, inputs_));
    rank_ = solver_.status().rank;
    apply(0, 0);
    static_cast<void>(frictions_.solve(solver_, equations_, inputs_));
    whole_rank_ = solver_.status().rank;
    std::size_t slips = 0;
    for (const std::vector<std::size_t>& line : resting_)
      slips += is_planar(line) ? 2 : 1;
    if (whole_rank_ < rank_ + static_cast<int>(slips)) return true;
    const SpannedRows held = held_rows();
    return std::ranges::any_of(
        starting_, [&](std::size_t f) { return !has_larger_static(f) && held.contains(frictions_.slip(f).column); });
  }

  [[nodiscard]] bool has_larger_static(std::size_t f) const {
    return frictions_.slip(f).static_coefficient > equations_.friction(f).coefficient;
  }

  /// Where the slips depend on one another the forces are not determined, but the motion may be: it rests where forces
  /// within the bounds can hold it. That is refused where the constraints alone hold a slip, whatever its force is,
  /// where a static coefficient is larger than that of sliding, and of slips in a plane.
  void require_some_determined() const {
    const bool constraints_hold = whole_rank_ == rank_;
    const bool has_static = std::ranges::any_of(resting_, [this](const std::vector<std::size_t>& line) {
      return std::ranges::any_of(line, [this](std::size_t f) { return has_larger_static(f); });
    });
    const bool has_plane = std::ranges::any_of(resting_, [this](const auto& line) { return is_planar(line); });
    if (!constraints_hold && !has_static && !has_plane) return;
    throw UndeterminedFriction(
        resting_.size() == 1
            ? fmt::format("the constraints hold the slip of {} at 0 at t = {:.10g} s whatever its force "
                          "is: the force is not determined; leave the friction out, or the constraint",
                          names(resting_), inputs_[0])
            : fmt::format("the slips of {} are 0 at t = {:.10g} s and depend on one another, or on the "
                          "constraints: their forces are not determined; leave one of them out",
                          names(resting_), inputs_[0]),
        {.time = inputs_[0]});
  }

  /// Sets the modes of choice number `code`, every line as the same one where `same` is given.
  void apply(std::size_t code, std::optional<std::size_t> same = {}) {
    std::vector<FrictionMode> modes = modes_;
    for (const std::vector<std::size_t>& line : resting_) {
      const std::size_t way = same ? *same : code % ways(line);
      code /= ways(line);
      for (std::size_t i = 0; i < line.size(); ++i)
        modes[line[i]] = way == 0          ? FrictionMode{FrictionMode::Kind::sticks}
                         : is_planar(line) ? FrictionMode::sliding(i == 0 ? 1.0 : 0.0)
                                           : FrictionMode::sliding(direction(line[i], line, way == 1 ? 1.0 : -1.0));
    }
    frictions_.set_modes(modes);
    if (is_dependent_) lean(modes);
  }

  /// What slides along a line that those which stick hold leans on them instead.
  void lean(std::vector<FrictionMode>& modes) {
    const SpannedRows held = held_rows();
    for (std::size_t f = 0; f < modes.size(); ++f)
      if (modes[f].slides() && is_at_rest(engine_, frictions_, f, inputs_) && held.contains(frictions_.slip(f).column))
        modes[f] = FrictionMode::leaning(modes[f].direction);
    frictions_.set_modes(modes);
  }

  /// The rows of the constraints that act, and of the slips that are held.
  [[nodiscard]] SpannedRows held_rows() const {
    SpannedRows out;
    const std::size_t n = engine_.coordinates();
    for (std::size_t k = 0; k < engine_.constraints(); ++k)
      if (solver_.is_active(k)) out.add(equations_.rows.subspan(k * n, n));
    for (const HeldSlip& group : frictions_.held())
      out.add(frictions_.slip(group.members.front()).column);
    return out;
  }

  void solve_all() {
    std::size_t count = 1;
    for (const std::vector<std::size_t>& line : resting_)
      count *= ways(line);
    for (std::size_t code = 0; code < count; ++code) {
      apply(code);
      for (const std::vector<FrictionMode>& modes : directed(frictions_.modes())) {
        frictions_.set_modes(modes);
        add_choice();
      }
    }
  }

  void add_choice() {
    const InputView<double> at(engine_.programs->layout, inputs_);
    std::size_t solutions = 0;
    try {
      solutions = frictions_.solve(solver_, equations_, inputs_);
    } catch (const UndeterminedFriction& error) {
      undetermined_ = error;
    }
    if (solutions > 1) throw SeveralMotions(explain_painleve(engine_, solutions, inputs_[0]), {.time = inputs_[0]});
    if (solutions == 0) return;
    // Slips that depend on one another are not all held: each set of forces at a corner of those possible has one
    // less.
    if (is_dependent_ && solver_.status().rank < rank_ + static_cast<int>(frictions_.held().size())) return;
    FrictionChoice& choice = choices_.emplace_back();
    choice.modes = frictions_.modes();
    choice.accelerations.assign(at.accelerations().begin(), at.accelerations().end());
    for (const Contact& contact : engine_.study->contacts)
      if (contact.constraint && solver_.is_active(*contact.constraint))
        choice.least_push = std::min(choice.least_push, at.multipliers()[*contact.constraint]);
    choice.held = frictions_.held();
    choice.sticking = choice.held.size();
    for (std::size_t f = 0; f < modes_.size(); ++f)
      choice.slip_rates.push_back(frictions_.slip(f).convective +
                                  product(frictions_.slip(f).column, choice.accelerations));
    for (const double a : choice.accelerations)
      largest_acceleration_ = std::max(largest_acceleration_, std::abs(a));
    for (const std::span<const double> forces : {std::span<const double>(at.multipliers()), equations_.forcing})
      for (const double force : forces)
        largest_force_ = std::max(largest_force_, std::abs(force));
  }

  /// The choices that `modes` stand for: with the directions in which the slips in planes that slide may begin.
  [[nodiscard]] std::vector<std::vector<FrictionMode>> directed(const std::vector<FrictionMode>& modes) {
    std::vector<std::size_t> planes;
    for (const std::vector<std::size_t>& line : resting_)
      if (is_planar(line) && modes[line.front()].slides()) planes.push_back(*frictions_.planes().of(line.front()));
    if (planes.empty()) return {modes};
    return planar_starts(engine_, frictions_, solver_, equations_, inputs_, {modes, planes});
  }

  [[nodiscard]] bool is_within_bounds(const FrictionChoice& choice) const {
    for (std::size_t p = 0; p < frictions_.planes().all().size(); ++p) {
      const std::size_t first = frictions_.planes().all()[p][0];
      if (!choice.modes[first].sticks()) continue;
      const FrictionSolver::Margin margin = frictions_.margin(p, choice.held);
      if (margin.left < -beyond_bound * margin.normal - negligible_force * largest_force_) return false;
    }
    return std::ranges::all_of(choice.held, [this](const HeldSlip& group) {
      return is_planar(group.members) ||
             std::abs(group.force) <= group.bound * (1.0 + beyond_bound) + negligible_force * largest_force_;
    });
  }

  [[nodiscard]] bool is_possible(const FrictionChoice& choice) const {
    if (choice.least_push < -no_push_of_contact * largest_force_) return false;
    if (!is_within_bounds(choice)) return false;
    const auto accelerates = [&](std::size_t f) {
      if (!choice.modes[f].slides()) return true;
      if (const std::optional<std::size_t> plane = frictions_.planes().of(f)) return grows(choice, *plane);
      double terms = std::abs(frictions_.slip(f).convective);
      for (const double c : frictions_.slip(f).column)
        terms += std::abs(c) * largest_acceleration_;
      return choice.slip_rates[f] * choice.modes[f].direction >= -no_slip_rate * terms;
    };
    for (const std::vector<std::size_t>& line : resting_)
      if (!std::ranges::all_of(line, accelerates)) return false;
    return std::ranges::all_of(starting_, accelerates);
  }

  /// True where a slip in a plane grows in the direction that it begins in. At the instant of a break-away everything
  /// may be at rest to rounding: rates are measured by what the loads would give without reactions, too.
  [[nodiscard]] bool grows(const FrictionChoice& choice, std::size_t plane) const {
    const double largest = std::max(largest_acceleration_, largest_load(equations_));
    double along = 0.0;
    double terms = 0.0;
    for (const std::size_t f : frictions_.planes().all()[plane]) {
      const double coefficient = equations_.friction(f).coefficient;
      along += coefficient * choice.slip_rates[f] * choice.modes[f].direction;
      terms += coefficient * std::abs(frictions_.slip(f).convective);
      for (const double c : frictions_.slip(f).column)
        terms += coefficient * std::abs(c) * largest;
    }
    return along >= -no_slip_rate * terms;
  }

  [[nodiscard]] bool is_same_motion(const FrictionChoice& a, const FrictionChoice& b) const {
    for (std::size_t i = 0; i < a.accelerations.size(); ++i)
      if (std::abs(a.accelerations[i] - b.accelerations[i]) > equal_motion * largest_acceleration_) return false;
    return true;
  }

  /// True where one choice differs from another in that more sticks, where the static coefficient is larger.
  [[nodiscard]] bool sticks_by_static_coefficient(const FrictionChoice& more, const FrictionChoice& less) const {
    for (std::size_t f = 0; f < modes_.size(); ++f) {
      if (more.modes[f] == less.modes[f]) continue;
      if (!more.modes[f].holds() || !has_larger_static(f)) return false;
    }
    return true;
  }

  [[nodiscard]] const FrictionChoice& chosen(const std::vector<const FrictionChoice*>& possible) const {
    if (possible.empty() && undetermined_) throw UndeterminedFriction(*undetermined_);
    if (possible.empty()) throw SolveError(explain_painleve(engine_, 0, inputs_[0]), {.time = inputs_[0]});
    const FrictionChoice& most =
        **std::ranges::max_element(possible, {}, [](const FrictionChoice* choice) { return choice->sticking; });
    for (const FrictionChoice* other : possible)
      if (!is_same_motion(most, *other) && !sticks_by_static_coefficient(most, *other))
        throw SeveralMotions(explain_painleve(engine_, possible.size(), inputs_[0]), {.time = inputs_[0]});
    return most;
  }

  const Engine& engine_;
  FrictionSolver& frictions_;
  RowSolver& solver_;
  const DynamicsView& equations_;
  std::span<double> inputs_;
  std::vector<FrictionMode> modes_;
  std::vector<std::vector<std::size_t>> resting_; ///< frictions along one line each
  std::vector<std::size_t> starting_;             ///< frictions at rest whose direction is known
  std::vector<FrictionChoice> choices_;
  std::optional<UndeterminedFriction> undetermined_; ///< of a choice that is not determined
  bool is_dependent_ = false;                        ///< the slips of those at rest are
  int rank_ = 0;                                     ///< of the constraints
  int whole_rank_ = 0;                               ///< with all slips at rest
  double largest_acceleration_ = 0.0;                ///< of all choices
  double largest_force_ = 0.0;                       ///< likewise
};

} // namespace

void decide_frictions(const Engine& engine, FrictionSolver& frictions, RowSolver& solver, const DynamicsView& equations,
                      std::span<double> inputs) {
  FrictionDecision(engine, frictions, solver, equations, inputs).decide();
}

namespace {

bool has_no_slip(const Engine& engine, const FrictionSolver& frictions, std::size_t friction,
                 std::span<const double> inputs) {
  const SlipView slip = frictions.slip(friction);
  const std::span<const double> rates = InputView<const double>(engine.programs->layout, inputs).rates();
  double size = std::abs(slip.slip - product(slip.column, rates));
  for (std::size_t i = 0; i < rates.size(); ++i)
    size += std::abs(slip.column[i]) * std::max(std::abs(rates[i]), engine.scale(i));
  return std::abs(slip.slip) <= resting_slip * size;
}

} // namespace

bool is_at_rest(const Engine& engine, const FrictionSolver& frictions, std::size_t friction,
                std::span<const double> inputs) {
  const std::optional<std::size_t> plane = frictions.planes().of(friction);
  if (!plane) return has_no_slip(engine, frictions, friction, inputs);
  return std::ranges::all_of(frictions.planes().all()[*plane],
                             [&](std::size_t f) { return has_no_slip(engine, frictions, f, inputs); });
}

} // namespace simulation
} // namespace dalembert
