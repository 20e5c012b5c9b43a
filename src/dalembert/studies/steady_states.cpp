#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/pivots.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/studies/family_path.h>
#include <dalembert/studies/linear_jump.h>
#include <dalembert/studies/linear_system.h>
#include <dalembert/studies/periodicity.h>
#include <dalembert/studies/relaxation.h>
#include <dalembert/studies/singular_state.h>
#include <dalembert/studies/state_distance.h>
#include <dalembert/studies/steady_acceptance.h>
#include <dalembert/studies/steady_newton.h>
#include <dalembert/studies/steady_starts.h>
#include <dalembert/studies/steady_states.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

/// What was found by Newton's method, and settled in sixty digits where that is possible.
struct Candidate {
  SteadyNewton::Found found;
  Freedoms freedoms;
  std::optional<PreciseMotion> precise;
  bool is_known = false;  ///< it was taken already: nothing else is settled
  bool has_pivots = true; ///< the dependent rates follow from the independent ones there

  [[nodiscard]] const State& state() const { return precise ? precise->state : found.state; }
};

/// Collects what was found, each state once.
class Collection {
public:
  Collection(Lineariser& lineariser, PreciseMotions& precise, const State& initial, const SteadyHints& hints)
      : lineariser_(lineariser),
        precise_(precise),
        initial_(initial),
        hints_(hints),
        is_periodic_(periodic_coordinates(lineariser.engine(), initial)),
        ranks_(row_ranks(lineariser.engine(), initial)),
        acceptance_(lineariser, initial) {}

  /// What is usual at a state where the mass matrix is regular.
  void set_usual(const Freedoms& freedoms) { acceptance_.set_usual(freedoms); }

  /// Takes the initial state itself where it stays; true where it does.
  bool look_at_initial(const Freedoms& freedoms) {
    const bool rests = std::all_of(initial_.v.begin(), initial_.v.end(), [](double v) { return v == 0.0; });
    const Wanted wanted = rests ? Wanted::equilibrium : Wanted::steady_motion;
    std::optional<Candidate> here = candidate(wanted, initial_, freedoms, Held::nothing, Place::here);
    return here && here->has_pivots && take(*here, true);
  }

  /// Looks for an equilibrium; true where one was found, new or not.
  bool look_for_equilibrium(const State& start, const Freedoms& freedoms) {
    std::optional<State> near = solved(start, freedoms);
    // At the equilibrium itself other rates may be the ones to solve for: where a dependent rate could not follow, an
    // acceleration may vanish that should not. Newton's method may end where they are others again.
    constexpr int most_changes = 4;
    std::optional<Candidate> found;
    for (int i = 0; i < most_changes && near; ++i) {
      const std::optional<Freedoms> there = local_freedoms(lineariser_, *near, freedoms);
      if (!there) return false;
      found = candidate(Wanted::equilibrium, *near, *there, Held::nothing, Place::near);
      if (!found || found->precise || found->is_known) break;
      const std::optional<Freedoms> again = local_freedoms(lineariser_, found->state(), freedoms);
      if (!again || (again->positions == there->positions && again->rates == there->rates)) break;
      near = found->state();
    }
    return found && take(nearer(std::move(*found)), false);
  }

  /// Takes the steady motion nearest to the initial state, of those that Newton's method finds from `start` with one
  /// thing or another held.
  void look_for_motion(const std::vector<State>& from, const Freedoms& freedoms) {
    std::optional<Candidate> nearest;
    double best = 0.0;
    for (const State& start : from)
      for (const Held held : {Held::nothing, Held::positions, Held::speeds}) {
        std::optional<Candidate> found = candidate(Wanted::steady_motion, start, freedoms, held, Place::near);
        if (!found) continue;
        if (!found->precise || !found->has_pivots) found = by_local_rates(std::move(*found), held);
        if (!found->has_pivots) continue;
        const double far =
            distance(found->state(), initial_, freedoms.is_ignorable) + (is_at_rest(found->state()) ? 1e6 : 0.0);
        if (nearest && far >= best * (1.0 - 1e-6)) continue;
        best = far;
        nearest = std::move(found);
      }
    if (nearest) take(*nearest, false);
  }

  [[nodiscard]] bool is_empty() const { return states_.empty(); }
  [[nodiscard]] bool has_motion() const {
    return std::any_of(states_.begin(), states_.end(), [](const SteadyState& s) { return !s.is_equilibrium; });
  }
  std::vector<SteadyState> take_all() { return std::move(states_); }

  /// One sentence for each reason why states were not examined.
  [[nodiscard]] std::vector<std::string> notes() const {
    constexpr std::size_t most = 6; // states in a sentence
    std::vector<std::string> out;
    for (const auto& [reason, states] : singular_) {
      std::string where;
      for (std::size_t i = 0; i < std::min(most, states.size()); ++i)
        where += (where.empty() ? "at " : "; at ") + states[i];
      if (states.size() > most) where += fmt::format("; and at {} more", states.size() - most);
      out.push_back(fmt::format("{}{} {}: equilibrium and linearised motion were not examined", where,
                                states.size() > 1 ? ":" : "", reason));
    }
    return out;
  }

  /// Says of a state to start from that it has no equations of motion, or none of the linear motion, where that is so
  /// and it may be one that stays.
  void examine(State start, const Freedoms& freedoms) {
    std::fill(start.v.begin(), start.v.end(), 0.0);
    try {
      if (acceptance_.is_singular(lineariser_.at(start), freedoms)) note_singular(start);
    } catch (const SolveError&) {
      const std::vector<double> phi = violations(start);
      const bool is_admissible = std::all_of(phi.begin(), phi.end(), [](double v) { return std::abs(v) < same; });
      const Engine& engine = lineariser_.engine();
      const bool may_stay = is_admissible && (loses_rank(engine, start) || !moves_at_rest(engine, start));
      if (may_stay) note_singular(start, why_singular(engine, start));
    }
  }

private:
  enum class Place { here, near };
  static constexpr double same = 1e-7;

  static bool is_at_rest(const State& state) {
    return std::all_of(state.v.begin(), state.v.end(), [](double v) { return std::abs(v) < same; });
  }

  std::optional<State> solved(const State& start, const Freedoms& freedoms) {
    try {
      const auto found = SteadyNewton(lineariser_, freedoms, Wanted::equilibrium, Held::nothing).from(start);
      if (found) return found->state;
    } catch (const SolveError&) { // NOLINT: nothing was found from this start
    }
    return std::nullopt;
  }

  std::optional<Candidate> candidate(Wanted wanted, const State& start, const Freedoms& freedoms, Held held,
                                     Place place) {
    try {
      SteadyNewton newton(lineariser_, freedoms, wanted, held);
      std::optional<SteadyNewton::Found> found = place == Place::here ? newton.at(start) : newton.from(start);
      if (!found || found->is_moving()) return std::nullopt;
      Candidate out{std::move(*found), freedoms, std::nullopt, false, true};
      out.is_known = wanted == Wanted::equilibrium && place == Place::near && is_taken(out);
      if (out.is_known) return out;
      out.precise = precise_.at(out.found.state, freedoms, out.found.conditions);
      if (!out.precise) settle_by_strong_rows(out);
      constexpr double far = 1e3; // times the speeds of the start: where a dependent rate cannot follow
      if (!out.precise && fastest(out.found.state) > far * fastest(start)) return std::nullopt;
      constexpr double met = 1e-8; // far from the origin Newton's method ends before that
      if (!out.precise && out.found.residual > met) return std::nullopt;
      const std::vector<bool> none(start.q.size(), false);
      if (place == Place::here && distance(out.state(), start, none) > same * 1e-1) return std::nullopt;
      if (out.precise) refine(out);
      if (acceptance_.is_singular(out.found.at, freedoms)) return note_singular(out.state());
      if (acceptance_.is_unbounded(out.found.at, freedoms)) return std::nullopt;
      out.has_pivots = wanted == Wanted::equilibrium || acceptance_.has_pivots(out.found.at, freedoms);
      if (loses_rank(lineariser_.engine(), out.state())) return note_singular(out.state(), rank_lost);
      if (!out.precise && is_beside_singular(out.state()))
        return note_singular(out.state(), "the constraint matrix is nearly rank-deficient");
      return out;
    } catch (const SolveError&) { // nothing was found from this start
      return std::nullopt;
    }
  }

  /// Where a steady motion was found other rates may be the ones to solve for, as for an equilibrium.
  Candidate by_local_rates(Candidate found, Held held) {
    const std::optional<Freedoms> there = local_freedoms(lineariser_, found.state(), found.freedoms);
    if (!there || there->rates == found.freedoms.rates) return found;
    std::optional<Candidate> again = candidate(Wanted::steady_motion, found.state(), *there, held, Place::near);
    return again ? std::move(*again) : std::move(found);
  }

  /// Newton's method may go far along a family: the coordinates that it leaves free are put back to where they start.
  Candidate nearer(Candidate found) {
    constexpr double far = 100.0; // times their size at the start
    State back = found.state();
    const std::vector<bool> is_free = free_coordinates(found);
    bool is_far = false;
    for (std::size_t i = 0; i < back.q.size(); ++i) {
      if (!is_free[i] || std::abs(back.q[i] - initial_.q[i]) <= far * (1.0 + std::abs(initial_.q[i]))) continue;
      back.q[i] = initial_.q[i];
      is_far = true;
    }
    if (!is_far) return found;
    auto near = candidate(Wanted::equilibrium, back, found.freedoms, Held::nothing, Place::near);
    return near ? std::move(*near) : std::move(found);
  }

  /// A condition that vanishes to second order at the solution has slopes of the size of the error: in units of its
  /// own it was taken for an independent one.
  void settle_by_strong_rows(Candidate& out) {
    SteadyConditions strong = out.found.conditions;
    const Pivots pivots = eliminate(strong.jacobian);
    if (pivots.rows == strong.pivot_rows && pivots.columns == strong.pivot_columns) return;
    strong.pivot_rows = pivots.rows;
    strong.pivot_columns = pivots.columns;
    out.precise = precise_.at(out.found.state, out.freedoms, strong);
    if (out.precise) out.found.conditions = std::move(strong);
  }

  /// Puts what is known in sixty digits for what was found in doubles.
  void refine(Candidate& out) {
    SteadyConditions& conditions = out.found.conditions;
    constexpr double vanishing = 1e-38;
    conditions.jacobian = rounded(out.precise->conditions, vanishing * std::max(1.0, norm(conditions.jacobian)));
    const Pivots pivots = eliminate_scaled(conditions.jacobian);
    conditions.pivot_rows = pivots.rows;
    conditions.pivot_columns = pivots.columns;
    out.found.at = lineariser_.at(out.precise->state);
  }

  static constexpr std::string_view mass_lost = "the mass matrix is singular in these coordinates";
  static constexpr std::string_view rank_lost = "the constraint matrix is rank-deficient";

  std::nullopt_t note_singular(const State& state, std::string_view reason = mass_lost) {
    if (!std::ranges::all_of(state.q, [](double q) { return std::isfinite(q); })) return std::nullopt; // no state
    const System& system = lineariser_.engine().system();
    constexpr double near = 1e-4; // Newton's method ends beside such a state
    std::string where;
    constexpr std::size_t most = 30; // coordinates in a sentence
    for (std::size_t i = 0; i < std::min(most, state.q.size()); ++i)
      where += fmt::format("{}{} = {:.4g}", where.empty() ? "" : ", ", system.coordinates[i].name,
                           std::abs(state.q[i]) < near ? 0.0 : state.q[i]);
    if (state.q.size() > most) where += fmt::format(", and {} more", state.q.size() - most);
    std::vector<std::string>& all = singular_[std::string(reason)];
    if (std::find(all.begin(), all.end(), where) == all.end()) all.push_back(std::move(where));
    return std::nullopt;
  }

  bool take(const Candidate& found, bool is_initial) {
    if (found.is_known) return true;
    SteadyState out;
    out.is_initial = is_initial;
    out.state = found.state();
    out.is_equilibrium = is_at_rest(out.state);
    for (std::size_t i = 0; i < out.state.v.size(); ++i) {
      double& v = out.state.v[i];
      if (std::abs(v) < same * 1e-2) v = 0.0;
      if (v != 0.0) out.running.push_back(i);
      double& q = out.state.q[i];
      if (is_periodic_[i] && !is_initial) q = wrapped(q);
      if (std::abs(q) < same * 1e-2) q = 0.0;
    }
    if (is_known(out, free_coordinates(found), same) || is_on_known_family(out, found)) return true;
    const auto is_negative = [&out](std::size_t radius) { return out.state.q[radius] < -same; };
    if (!is_initial && std::ranges::any_of(hints_.radii, is_negative)) return false;
    try {
      if (loses_rank(lineariser_.engine(), out.state)) { // with what is round-off put to 0
        note_singular(out.state, rank_lost);
        return false;
      }
      measure_family(out, found);
      const Evaluation here = evaluate_at(lineariser_.engine(), out.state, ranks_);
      const Linearisation& at = found.found.at;
      if (SteadyAcceptance::is_accelerated(here, at, found.freedoms, out.is_equilibrium)) return false;
      if (!acceptance_.is_surrounded(out.state)) {
        note_singular(out.state, "the equations have no values on one side");
        return false;
      }
      if (!out.is_equilibrium) add_changing(out, SteadyAcceptance::changing_rates(at, found.freedoms));
      out.reactions = here.reactions;
      if (has_jump(lineariser_, out.state)) {
        note_singular(out.state, "the linearisation is discontinuous");
        return false;
      }
      describe_linear_motion(out, found.found.at, found.precise, found.freedoms, lineariser_);
    } catch (const SolveError&) {
      note_singular(out.state);
      return false;
    }
    states_.push_back(std::move(out));
    return true;
  }

  /// A coordinate whose rate changes moves, whether or not the rate is 0 at this instant.
  static void add_changing(SteadyState& out, std::vector<std::size_t> changing) {
    for (const std::size_t i : changing)
      if (!std::ranges::binary_search(out.running, i)) out.running.insert(std::ranges::upper_bound(out.running, i), i);
    std::ranges::sort(changing);
    out.changing = std::move(changing);
  }

  [[nodiscard]] std::vector<double> violations(const State& state) const {
    const Engine& engine = lineariser_.engine();
    std::vector<double> inputs = engine.blank_inputs();
    put_state(engine.programs->layout, state, inputs);
    const RowValues rows = rows_at(engine, inputs, Level::position);
    return {rows.view().residual.begin(), rows.view().residual.end()};
  }

  /// Directions in which the conditions vanish to first order are a family where states that lie there satisfy them.
  void measure_family(SteadyState& out, const Candidate& found) {
    const SteadyConditions& conditions = found.found.conditions;
    out.family = found.found.nullity;
    if (!found.precise) return;
    const std::size_t unknowns = conditions.jacobian.columns;
    const std::size_t open = unknowns - conditions.pivot_columns.size();
    out.family = open;
    if (open == 0 || precise_.is_family(out.state, found.freedoms, conditions)) return;
    // Not all of them: one after another.
    std::size_t proved = 0;
    for (std::size_t c = 0; c < unknowns; ++c) {
      const std::vector<std::size_t>& pivots = conditions.pivot_columns;
      if (std::find(pivots.begin(), pivots.end(), c) != pivots.end()) continue;
      if (precise_.is_family(out.state, found.freedoms, conditions, c)) ++proved;
    }
    out.family = proved;
    out.degenerate = open - proved;
  }

  static std::vector<bool> free_coordinates(const Candidate& found) {
    return found.found.free_coordinates(found.freedoms.is_ignorable);
  }

  /// True where an equilibrium, as doubles give it, is beyond doubt one that was taken: sixty digits would say no more.
  [[nodiscard]] bool is_taken(const Candidate& found) const {
    constexpr double met = 1e-8;
    constexpr double near = 0.1 * same;
    if (found.found.residual > met) return false;
    SteadyState here;
    here.state = found.found.state;
    here.is_equilibrium = is_at_rest(here.state);
    if (!here.is_equilibrium || !is_known(here, free_coordinates(found), near)) return false;
    const Engine& engine = lineariser_.engine();
    return !acceptance_.is_singular(found.found.at, found.freedoms) && !loses_rank(engine, here.state) &&
           !is_beside_singular(here.state);
  }

  [[nodiscard]] bool is_beside_singular(const State& state) const {
    const Engine& engine = lineariser_.engine();
    return nearly_loses_rank(engine, state, ranks_) || nearly_loses_row(engine, state, initial_);
  }

  [[nodiscard]] bool is_known(const SteadyState& state, const std::vector<bool>& is_free, double near) const {
    return std::any_of(states_.begin(), states_.end(), [&](const SteadyState& other) {
      if (other.is_equilibrium != state.is_equilibrium) return false;
      if (!state.is_equilibrium) return true; // one steady motion stands for its family
      for (std::size_t i = 0; i < is_free.size(); ++i) {
        const double turned = state.state.q[i] - other.state.q[i];
        const double apart = is_periodic_[i] ? wrapped(turned) : turned;
        if (!is_free[i] && std::abs(apart) > near * (1.0 + std::abs(state.state.q[i]))) return false;
      }
      return true;
    });
  }

  [[nodiscard]] bool is_on_known_family(const SteadyState& state, const Candidate& found) {
    constexpr std::size_t most_followed = 20; // a family is followed by Newton's method
    if (found.found.nullity == 0 || found.found.directions.rows > most_followed) return false;
    if (!state.is_equilibrium) return false; // one steady motion stands for its family
    return std::any_of(states_.begin(), states_.end(), [&](const SteadyState& other) {
      return other.is_equilibrium && other.family > 0 &&
             is_reached_along_family(lineariser_, found.freedoms, {other.state, state.state, is_periodic_});
    });
  }

  Lineariser& lineariser_;
  PreciseMotions& precise_;
  const State& initial_;
  const SteadyHints& hints_;
  std::vector<bool> is_periodic_; ///< angles by whose turns nothing changes
  RowRanks ranks_;                ///< on the constraints
  SteadyAcceptance acceptance_;
  std::vector<SteadyState> states_;
  std::map<std::string, std::vector<std::string>> singular_; ///< states that were not examined, by the reason
};

} // namespace

SteadyStates find_steady_states(Lineariser& lineariser, PreciseMotions& precise, const State& initial,
                                const SteadyHints& hints) {
  SteadyStates out;
  const Freedoms freedoms = find_freedoms(lineariser, initial);
  Collection collection(lineariser, precise, initial, hints);
  try {
    collection.set_usual(freedoms);
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): the initial state is singular: nothing to compare with
  }
  const std::optional<Freedoms> here = local_freedoms(lineariser, initial, freedoms);
  static_cast<void>(collection.look_at_initial(freedoms) || (here && collection.look_at_initial(*here)));
  constexpr double granted = 1e9; // operations of all searches together, about a second
  lineariser.grant(granted);
  std::vector<State> tried = steady_starts(lineariser.engine().system(), initial, freedoms);
  if (const std::optional<State> low = relaxed(lineariser.engine(), initial)) tried.push_back(*low);
  for (const State& start : tried) {
    if (!lineariser.may_go_on()) break;
    // Near the start other rates may be the ones to solve for.
    if (collection.look_for_equilibrium(start, freedoms)) continue;
    const std::optional<Freedoms> near = local_freedoms(lineariser, start, freedoms);
    if (!near || !collection.look_for_equilibrium(start, *near)) collection.examine(start, near ? *near : freedoms);
  }
  for (const State& start : hints.equilibria)
    if (lineariser.may_go_on()) static_cast<void>(collection.look_for_equilibrium(start, freedoms));
  const bool may_run =
      std::find(freedoms.is_ignorable.begin(), freedoms.is_ignorable.end(), true) != freedoms.is_ignorable.end();
  if (may_run && !collection.has_motion()) collection.look_for_motion({initial}, freedoms);
  if (may_run && !collection.has_motion()) collection.look_for_motion(tried, freedoms);
  if (may_run && !collection.has_motion()) collection.look_for_motion(set_running(initial, freedoms), freedoms);
  if (may_run && collection.is_empty()) collection.look_for_motion(hints.motions, freedoms);
  out.states = collection.take_all();
  out.notes = collection.notes();
  if (!lineariser.may_go_on())
    out.notes.emplace_back("the search for steady states reached its work limit; further steady states may exist. "
                           "Start from a state closer to the one sought (`initial`)");
  return out;
}

} // namespace studies
} // namespace dalembert
