// A chain of n links in several coordinates, solved by the structure of its equations: how its time grows with n, what
// two more constraints cost, from its text to its first evaluation, and beside a sparse factorisation of the same
// matrix by KLU.
// Prints one JSON object a line: {"form", "links", "structure_ns", "difference" (from the code written by hand, of the
// largest; none for a pinned chain)}, {"form": "first", "links", "seconds"}, {"form": "klu", "links", "structure_ns",
// "klu_ns", "difference"}.

#include <dalembert/jit/machine_program.h>

#include "chain_program.h"
#include "hand_chain.h"
#include "klu_chain.h"
#include "stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <functional>
#include <span>
#include <utility>
#include <vector>

using namespace dalembert;
using bench::ChainForm;

namespace {

using Vector = std::vector<double>;

constexpr double gravity = 9.81;

const char* name_of(ChainForm form) {
  switch (form) {
  case ChainForm::absolute:
    return "absolute";
  case ChainForm::relative:
    return "relative";
  case ChainForm::cartesian:
    return "cartesian";
  case ChainForm::pinned:
    return "pinned";
  case ChainForm::rods:
    break;
  }
  return "rods";
}

double difference(std::span<const double> found, std::span<const double> expected) {
  double largest = 0;
  double out = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    out = std::max(out, std::abs(expected[i] - found[i]));
  }
  return out / largest;
}

/// Of point masses on light links.
double difference_from_hand(ChainForm form, const bench::ChainState& state, std::span<const double> found) {
  const std::size_t links = state.angles.size();
  const Vector each(links, 1 / static_cast<double>(links));
  Vector angles(links);
  bench::HandChain(each, each, gravity).accelerations(state.angles, state.rates, angles);
  return difference(found, bench::in_form(form, state, angles));
}

/// Chains whose times are compared with one another.
void measure(std::span<const std::pair<ChainForm, std::size_t>> chains) {
  std::vector<std::function<void()>> evaluations;
  Vector differences;
  for (const auto& [form, links] : chains) {
    const bench::ChainState state(links);
    bench::ChainProgram chain(form, links);
    const bool is_open = form != ChainForm::pinned;
    evaluations.push_back(chain.evaluation(state));
    differences.push_back(is_open ? difference_from_hand(form, state, chain.solution(state)) : 0.0);
  }
  const Vector seconds = bench::least_seconds_in_turns(evaluations);
  for (std::size_t c = 0; c < chains.size(); ++c)
    fmt::print("{{\"form\": \"{}\", \"links\": {}, \"structure_ns\": {:.5g}, \"difference\": {:.2g}}}\n",
               name_of(chains[c].first), chains[c].second, seconds[c] * 1e9, differences[c]);
}

void measure_first_evaluation(std::size_t links) {
  const bench::ChainState state(links);
  const auto once = [&] { static_cast<void>(bench::ChainProgram(ChainForm::absolute, links).solution(state)); };
  fmt::print("{{\"form\": \"first\", \"links\": {}, \"seconds\": {:.4g}}}\n", links, bench::least_seconds(once, 5));
}

/// Rods by their centres and angles: three coordinates and two constraints for each.
void measure_beside_klu(std::size_t links) {
  const bench::ChainState state(links);
  bench::ChainProgram chain(ChainForm::rods, links);
  bench::KluChain klu(links, gravity);
  klu.set(state);
  Vector expected(klu.unknowns());
  const std::array<std::function<void()>, 2> calls = {chain.evaluation(state), [&] { klu.solve(expected); }};
  const Vector seconds = bench::least_seconds_in_turns(calls);
  expected.resize(3 * links); // the accelerations
  fmt::print("{{\"form\": \"klu\", \"links\": {}, \"structure_ns\": {:.5g}, \"klu_ns\": {:.5g}, \"difference\": "
             "{:.2g}}}\n",
             links, seconds[0] * 1e9, seconds[1] * 1e9, difference(chain.solution(state), expected));
}

} // namespace

int main() {
  if (!why_no_machine_code().empty()) {
    fmt::print(stderr, "no machine code: {}\n", why_no_machine_code());
    return 0;
  }
  for (const ChainForm form : {ChainForm::relative, ChainForm::cartesian}) {
    std::vector<std::pair<ChainForm, std::size_t>> chains;
    for (const std::size_t links : {20UL, 50UL, 100UL, 200UL, 500UL, 1000UL})
      chains.emplace_back(form, links);
    measure(chains);
  }
  measure(std::array{std::pair{ChainForm::absolute, std::size_t{100}}, std::pair{ChainForm::pinned, std::size_t{100}}});
  for (const std::size_t links : {100UL, 1000UL})
    measure_first_evaluation(links);
  try {
    measure_beside_klu(100);
  } catch (const std::exception& error) {
    fmt::print(stderr, "without KLU: {}\n", error.what());
  }
  return 0;
}
