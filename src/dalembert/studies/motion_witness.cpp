#include <dalembert/base/errors.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/studies/draw_sample.h>
#include <dalembert/studies/motion_witness.h>
#include <dalembert/studies/real_states.h>
#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace dalembert {
inline namespace studies {

namespace {

constexpr std::size_t witness_states = 40;
constexpr double clear_share = 1e-3;     ///< of the largest, by which a constraint fails where it is called violated
constexpr double rounding_share = 2e-14; ///< of the largest acceleration seen, 100 roundings: smaller ones say nothing

double largest(const std::vector<double>& values) {
  double out = 0.0;
  for (const double value : values)
    out = std::max(out, std::abs(value));
  return out;
}

bool is_finite(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

/// The values of the symbols of B at one of its states.
std::vector<Assignment> assigned(const Engine& b, const Evaluation& at) {
  const System& system = b.system();
  std::vector<Assignment> out{{system.time, at.state.t}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    out.push_back({system.coordinates[i].position, at.state.q[i]});
    out.push_back({system.coordinates[i].rate, at.state.v[i]});
    out.push_back({system.coordinates[i].acceleration, at.accelerations[i]});
  }
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    out.push_back({system.parameters[p].symbol, b.parameters[p]});
  return out;
}

/// Looks for a difference between two models, state by state.
class WitnessSearch {
public:
  WitnessSearch(const Engine& a, const Engine& b, const InitialState& initial, const ModelComparison& comparison)
      : a_(a), b_(b), roots_(comparison.positions), states_(b, initial.state) {
    roots_.insert(roots_.end(), comparison.rates.begin(), comparison.rates.end());
    roots_.insert(roots_.end(), comparison.accelerations.begin(), comparison.accelerations.end());
  }

  std::optional<MotionWitness> run() {
    std::vector<Candidate> all;
    double scale = 0.0; // of accelerations, at all states: where both models nearly rest, theirs are round-off
    for (std::size_t tries = 0; tries < witness_states; ++tries) {
      const std::optional<Evaluation> at = states_.next();
      if (!at || !is_admitted(b_.system(), values_at(b_, *at))) continue;
      std::optional<MotionWitness> found = seen_from_both(*at);
      if (!found) continue;
      if (found->constraint && !is_rounding(*at, differences(*found))) return found;
      if (found->constraint) continue;
      scale = std::max({scale, largest(found->first_accelerations), largest(found->second_accelerations)});
      const double size = largest(differences(*found));
      all.push_back({*at, std::move(*found), size});
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &Candidate::difference);
    constexpr std::size_t most = 5; // of the largest differences
    for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
      if (all[i].difference <= rounding_share * scale) return std::nullopt;
      if (!is_rounding(all[i].at, differences(all[i].seen))) return std::move(all[i].seen);
    }
    return std::nullopt;
  }

private:
  /// A state at which accelerations were compared, and by how much they differ.
  struct Candidate {
    Evaluation at;
    MotionWitness seen;
    double difference = 0.0;
  };

  /// A state of B and its image in A, with what both models say of it; nothing where A has no accelerations there.
  [[nodiscard]] std::optional<MotionWitness> seen_from_both(const Evaluation& at) const {
    const std::size_t n = roots_.size() / 3;
    const std::vector<double> values = evaluate(*b_.system().graph, roots_, assigned(b_, at));
    if (!is_finite(values)) return std::nullopt;
    const auto part = [&](std::size_t i) {
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * n);
      return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(n));
    };
    MotionWitness out{.first = {at.state.t, part(0), part(1)},
                      .second = at.state,
                      .first_accelerations = {},
                      .second_accelerations = part(2),
                      .constraint = std::nullopt};
    try {
      const Evaluation image = evaluate_at(a_, out.first);
      find_violation(image, out);
      if (!out.constraint) out.first_accelerations = image.accelerations;
    } catch (const SolveError&) {
      return std::nullopt;
    }
    return is_finite(out.first_accelerations) ? std::optional(std::move(out)) : std::nullopt;
  }

  /// Fills in the first constraint of A that is clearly violated at the state.
  void find_violation(const Evaluation& at, MotionWitness& out) const {
    const double size = std::max(largest(at.state.q), largest(at.state.v));
    for (std::size_t k = 0; k < a_.system().constraints.size() && !out.constraint; ++k)
      for (const double violation : {at.position_violation[k], at.velocity_violation[k]})
        if (!out.constraint && std::abs(violation) > clear_share * size) {
          out.constraint = a_.system().constraints[k].name;
          out.violation = violation;
        }
  }

  /// The violation of a constraint, or the accelerations of A less those of B.
  static std::vector<double> differences(const MotionWitness& of) {
    if (of.constraint) return {of.violation};
    std::vector<double> out;
    for (std::size_t i = 0; i < of.first_accelerations.size(); ++i)
      out.push_back(of.first_accelerations[i] - of.second_accelerations[i]);
    return out;
  }

  /// True where a state that lies 10⁻⁹ away shows another difference, in its sign or by more than a tenth of its size:
  /// at an equilibrium the accelerations of both models are round-off.
  [[nodiscard]] bool is_rounding(const Evaluation& at, const std::vector<double>& difference) {
    constexpr int looks = 8; // round-off does not agree so often by chance
    constexpr double kept = 0.1;
    int seen = 0;
    for (int look = 0; look < looks; ++look) {
      const std::optional<Evaluation> beside = states_.beside(at);
      const std::optional<MotionWitness> there = beside ? seen_from_both(*beside) : std::nullopt;
      if (!there) continue;
      const std::vector<double> other = differences(*there);
      if (other.size() != difference.size()) return true;
      for (std::size_t i = 0; i < other.size(); ++i)
        if (std::abs(other[i] - difference[i]) > kept * largest(difference)) return true;
      ++seen;
    }
    return seen == 0;
  }

  const Engine& a_;
  const Engine& b_;
  std::vector<Expr> roots_; ///< positions, rates and accelerations of A in symbols of B
  RealStates states_;
};

} // namespace

std::optional<MotionWitness> find_motion_witness(const Engine& a, const Engine& b, const InitialState& initial,
                                                 const ModelComparison& comparison) {
  return WitnessSearch(a, b, initial, comparison).run();
}

} // namespace studies
} // namespace dalembert
