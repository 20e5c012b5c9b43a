#include <dalembert/exact/real_sample.h>
#include <dalembert/expr/rounding.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dalembert {
inline namespace exact {

namespace {

/// See `clear_defect`.
std::optional<double> defect_at(const RoundedValues& residual, const RealSample::Pair& state, double clear) {
  constexpr double kept_share = 0.01; // by which the state beside may differ
  try {
    const Rounded here = residual.at(state.at);
    if (!std::isfinite(here.value) || !(std::abs(here.value) > clear * here.error)) return std::nullopt;
    const Rounded there = residual.at(state.beside);
    if (!(std::abs(there.value - here.value) <= kept_share * std::abs(here.value))) return std::nullopt;
    return here.value;
  } catch (const std::invalid_argument&) { // what a state does not know, or a function that is not defined
    return std::nullopt;
  }
}

constexpr double clear_of_solving = 1e8; ///< see `clear_defect`

} // namespace

std::optional<double> clear_defect(const Graph& graph, Expr residual, const RealSample::Pair& state, double clear) {
  return defect_at(RoundedValues(graph, residual), state, clear);
}

std::optional<std::size_t> failure_in(const RealSample& sample, const Graph& graph, Expr residual,
                                      const StateFilter& counts) {
  const RoundedValues at(graph, residual);
  for (std::size_t i = 0; i < sample.states.size(); ++i)
    if ((!counts || counts(sample.states[i])) && defect_at(at, sample.states[i], clear_of_solving)) return i;
  return std::nullopt;
}

bool spans_rounding(const RealSample& sample) {
  if (sample.states.empty()) return false;
  constexpr double held_beside = 1e15;
  const RealSample::Pair& first = sample.states.front();
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::size_t i = 0; i < first.at.size() && i < first.beside.size(); ++i) {
    const double size = std::abs(first.at[i].value);
    if (size == 0.0 || first.at[i].value != first.beside[i].value) continue;
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
  }
  return largest > held_beside * smallest;
}

bool is_contradicted(const RealSample& sample, const Graph& graph, Expr residual, const StateFilter& counts) {
  if (spans_rounding(sample)) return false;
  constexpr double beyond_rounding = 1e11;
  constexpr std::size_t near_ones = 6; // the first: others may lie on another component of the variety
  const RoundedValues at(graph, residual);
  int failures = 0;
  for (std::size_t i = 0; i < sample.states.size() && i < near_ones; ++i) {
    const RealSample::Pair& state = sample.states[i];
    if ((!counts || counts(state)) && defect_at(at, state, beyond_rounding)) ++failures;
  }
  return failures > 1;
}

} // namespace exact
} // namespace dalembert
