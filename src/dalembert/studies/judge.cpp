#include <dalembert/base/errors.h>
#include <dalembert/claims/special_states.h>
#include <dalembert/exact/held_symbols.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/studies/counterexample.h>
#include <dalembert/studies/judge.h>
#include <dalembert/studies/real_states.h>
#include <dalembert/studies/refuted_conditions.h>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

constexpr std::size_t enough = 40;
constexpr std::size_t for_inequalities = 2000;

class RealStateJudge {
public:
  RealStateJudge(Judgement& judgement, const Engine& engine, const Equations& equations, const InitialState& initial,
                 Comparison relation)
      : judgement_(judgement), engine_(engine), equations_(equations), initial_(initial), relation_(relation) {}

  void look() {
    // What exact arithmetic has refuted needs no more than a state to show.
    const bool is_open = judgement_.verdict == Verdict::undecided || judgement_.needs_witness;
    found_ = compare(engine_, initial_, is_equation() ? enough : for_inequalities, is_open);
    if (judgement_.verdict == Verdict::special) {
      // What holds everywhere with the numbers of the model holds for these, not only at some states.
      const bool is_everywhere = !found_.failure && is_about_states(judgement_.condition);
      if (is_everywhere && is_equation() && name_numbers()) return;
      judgement_.counterexample = std::move(found_.failure);
      return;
    }
    if (found_.failure) {
      refute();
      return;
    }
    if (is_equation() && name_numbers()) return;
    if (judgement_.verdict == Verdict::is_false && !judgement_.needs_witness) return; // exactly so, too little to show
    if (found_.failures > 1 && found_.precise == found_.states)
      refute_by_digits();
    else
      leave_open();
  }

private:
  [[nodiscard]] bool is_equation() const { return relation_ == Comparison::equal; }

  [[nodiscard]] StateComparison compare(const Engine& engine, const InitialState& initial, std::size_t states,
                                        bool is_precise) const {
    return compare_at_real_states(engine, equations_, initial, judgement_.sides->first, judgement_.sides->second,
                                  relation_, states, is_precise ? Digits::sixty : Digits::doubles);
  }

  void refute() {
    judgement_.counterexample = std::move(found_.failure);
    if (judgement_.verdict != Verdict::undecided) return;
    judgement_.by_points = true;
    judgement_.states = found_.states;
    judgement_.verdict = Verdict::is_false;
  }

  /// Too little for a counterexample, and no round-off: sixty digits and more agree on it.
  void refute_by_digits() {
    judgement_.verdict = Verdict::is_false;
    judgement_.by_points = true;
    judgement_.states = found_.states;
    judgement_.error = found_.largest;
    judgement_.remarks.push_back(
        fmt::format("the sides differ at {} of {} real states, by at most {:.0e} of their terms, in 60 digits",
                    found_.failures, found_.states, found_.largest));
  }

  void leave_open() {
    judgement_.verdict = Verdict::undecided;
    judgement_.diagnosis = {};
    judgement_.others.clear();
    judgement_.holds_if.clear();
    judgement_.by_points = true;
    judgement_.states = found_.states;
    judgement_.error = found_.worst;
    std::vector<std::string>& remarks = judgement_.remarks;
    if (judgement_.has_open_multipliers)
      remarks.emplace_back("only combinations of the multipliers of redundant constraints are determined; those "
                           "of minimum norm in scaled rows were used");
    if (found_.states == 0 && found_.unclear > 0)
      remarks.push_back(
          fmt::format("at {} real states the two sides differ, but possibly only by round-off", found_.unclear));
    else if (found_.states == 0)
      remarks.emplace_back("it has no value at the initial state or at any other real state tried");
    else if (found_.failures > 0)
      remarks.push_back(fmt::format(
          "the sides differ at {} of {} real states, by at most {:.0e} of their terms: too little to refute it",
          found_.failures, found_.states, found_.largest));
    else if (is_equation())
      remarks.push_back(fmt::format("holds at {} real states{}{}; that proves nothing", found_.states,
                                    found_.worst > 0.0 ? fmt::format(" to {:.0e}", found_.worst) : "",
                                    found_.precise == found_.states ? ", in 60 digits" : ""));
    else
      remarks.push_back(fmt::format("no counterexample found at {} real states; that proves nothing", found_.states));
  }

  /// False for symbols, true at all real states: which numbers make it so? A value such as 0.5235987755982988 for π/6
  /// makes it so to the last digit of a double.
  [[nodiscard]] bool name_numbers() {
    constexpr double rounding = 1e-15;
    const StateComparison precise = compare(engine_, initial_, enough, true);
    const bool to_rounding = precise.failures > 0 && precise.largest <= rounding;
    if (precise.states < RealStates::affordable(engine_, enough)) return false;
    if (precise.failures > 0 && !to_rounding) {
      if (judgement_.verdict == Verdict::is_false && !judgement_.needs_witness)
        judgement_.remarks.push_back(
            fmt::format("with the parameter values of this model the sides differ by at most {:.0e} of their terms",
                        precise.largest));
      return false;
    }
    const System& system = engine_.system();
    const std::vector<Expr> held = held_symbols(system, {judgement_.sides->first, judgement_.sides->second});
    std::string numbers;
    for (std::size_t p = 0; p < system.parameters.size(); ++p) {
      if (!std::ranges::binary_search(held, system.parameters[p].symbol) || !matters(p)) continue;
      const Parameter& parameter = system.parameters[p];
      const std::string measured_in = parameter.measure.unit();
      const std::string unit = measured_in.empty() || measured_in == "1" ? "" : fmt::format(" [{}]", measured_in);
      numbers += fmt::format("{}{} = {}{}", numbers.empty() ? "" : ", ", parameter.name, engine_.parameters[p], unit);
    }
    if (numbers.empty()) return false;
    judgement_.remarks.push_back(fmt::format("it holds for the parameter values of this model{}, but not in general",
                                             to_rounding ? " to the rounding of doubles" : ""));
    // A factor that was left out because it is 1 here is a mistake all the same, unless a name was only evaluated:
    // T = 2/3*th'^2 of 1/6*m*l^2*th'^2.
    if (judgement_.diagnosis.is_definition) {
      judgement_.diagnosis = {};
      judgement_.others.clear();
    }
    if (judgement_.diagnosis.kind != MistakeKind::none) {
      judgement_.verdict = Verdict::is_false;
      judgement_.holds_if.insert(judgement_.holds_if.begin(), std::move(numbers));
      return true;
    }
    judgement_.verdict = Verdict::special;
    judgement_.condition = std::move(numbers);
    judgement_.by_points = true;
    judgement_.states = precise.states;
    judgement_.error = precise.worst;
    return true;
  }

  /// True where the claim fails with another value of a parameter.
  [[nodiscard]] bool matters(std::size_t p) const {
    constexpr double changed = 1.25;
    constexpr std::size_t few = 8;
    std::vector<double> values = engine_.parameters;
    values[p] = values[p] == 0.0 ? changed : changed * values[p];
    try {
      const Engine engine = with_parameters(engine_, std::move(values));
      return compare(engine, consistent_initial_state(engine), few, false).failures > 0;
    } catch (const ModelError&) { // no state with this value: nothing is known of it
      return false;
    } catch (const SolveError&) {
      return false;
    } catch (const std::invalid_argument&) { // a side holds a function that is not defined
      return false;
    }
  }

  Judgement& judgement_;
  const Engine& engine_;
  const Equations& equations_;
  const InitialState& initial_;
  Comparison relation_;
  StateComparison found_;
};

} // namespace

std::vector<FrictionBranch> friction_branches(const System& system, const Evaluation& at) {
  std::vector<FrictionBranch> out;
  for (std::size_t f = 0; f < system.frictions.size(); ++f) {
    FrictionBranch branch;
    // F = −μ|N|·sign(slip)
    if (at.frictions[f] > 0.0) branch.slip = -1;
    if (at.reactions[static_cast<std::size_t>(system.frictions[f].of)] < 0.0) branch.normal = -1;
    out.push_back(branch);
  }
  return out;
}

void look_at_real_states(Judgement& judgement, const Engine& engine, const Equations& equations,
                         const InitialState& initial, Comparison relation) {
  if (is_true(judgement.verdict) || !judgement.sides) return;
  if (relation == Comparison::equal) drop_refuted_conditions(judgement, engine, equations, initial);
  RealStateJudge(judgement, engine, equations, initial, relation).look();
}

} // namespace studies
} // namespace dalembert
