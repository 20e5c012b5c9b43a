#include "chain_program.h"

#include <dalembert/jit/machine_program.h>
#include <dalembert/lowering/sparse_motion.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace dalembert::bench {

ChainState::ChainState(std::size_t links) : angles(links), rates(links) {
  for (std::size_t i = 0; i < links; ++i) {
    angles[i] = 0.3 + 0.7 * std::sin(0.37 * static_cast<double>(i));
    rates[i] = 0.5 * std::cos(0.91 * static_cast<double>(i));
  }
}

namespace {

/// Where the masses are, or how they move: x of all, then y.
struct Points {
  std::vector<double> positions;
  std::vector<double> rates;
  std::vector<double> accelerations;
};

/// Of the ends of links of equal lengths, one metre together; of their middles for `is_middle`.
Points points_of(const ChainState& state, std::span<const double> accelerations, bool is_middle) {
  const std::size_t n = state.angles.size();
  const double length = 1 / static_cast<double>(n);
  Points out{std::vector<double>(2 * n), std::vector<double>(2 * n), std::vector<double>(2 * n)};
  struct Sum {
    double position = 0;
    double rate = 0;
    double acceleration = 0;
  } x;
  Sum y;
  for (std::size_t i = 0; i < n; ++i) {
    const double s = length * std::sin(state.angles[i]);
    const double c = length * std::cos(state.angles[i]);
    const double w = state.rates[i];
    const double a = accelerations.empty() ? 0.0 : accelerations[i];
    const Sum of_x{s, c * w, c * a - s * w * w};
    const Sum of_y{-c, s * w, s * a + c * w * w};
    for (const auto& [sum, step, first] : {std::tuple{&x, of_x, std::size_t{0}}, std::tuple{&y, of_y, n}}) {
      const double back = is_middle ? 0.5 : 0.0; // of this link
      sum->position += step.position;
      sum->rate += step.rate;
      sum->acceleration += step.acceleration;
      out.positions[first + i] = sum->position - back * step.position;
      out.rates[first + i] = sum->rate - back * step.rate;
      out.accelerations[first + i] = sum->acceleration - back * step.acceleration;
    }
  }
  return out;
}

std::vector<double> differences(std::span<const double> numbers) {
  std::vector<double> out(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    out[i] = numbers[i] - (i > 0 ? numbers[i - 1] : 0.0);
  return out;
}

std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

} // namespace

std::vector<double> in_form(ChainForm form, const ChainState& state, std::span<const double> angles) {
  switch (form) {
  case ChainForm::relative:
    return differences(angles);
  case ChainForm::cartesian:
    return points_of(state, angles, false).accelerations;
  case ChainForm::rods:
    return joined(points_of(state, angles, true).accelerations, {angles.begin(), angles.end()});
  case ChainForm::absolute:
  case ChainForm::pinned:
    break;
  }
  return {angles.begin(), angles.end()};
}

ChainProgram::ChainProgram(ChainForm form, std::size_t links)
    : form_(form),
      links_(links),
      session_("chain", chain_model(form), {fmt::format("n={}", links)}),
      tape_(lower_sparse_motion(session_.study(), session_.equations())),
      executor_(machine_code(tape_, {best_instructions(), true})) {}

std::vector<double> ChainProgram::inputs(const ChainState& state) {
  const InputLayout& layout = session_.engine().programs->layout;
  std::vector<double> out = session_.engine().blank_inputs();
  const InputView<double> at(layout, out);
  std::vector<double> positions = state.angles;
  std::vector<double> rates = state.rates;
  if (form_ == ChainForm::relative) {
    positions = differences(positions);
    rates = differences(rates);
  } else if (form_ == ChainForm::cartesian || form_ == ChainForm::rods) {
    const Points points = points_of(state, {}, form_ == ChainForm::rods);
    const bool has_angles = form_ == ChainForm::rods;
    positions = has_angles ? joined(points.positions, positions) : points.positions;
    rates = has_angles ? joined(points.rates, rates) : points.rates;
  }
  std::ranges::copy(positions, at.positions().begin());
  std::ranges::copy(rates, at.rates().begin());
  out.resize(tape_.inputs());
  return out;
}

std::function<void()> ChainProgram::evaluation(const ChainState& state) {
  struct Work {
    std::vector<double> in;
    std::vector<double> out;
    ProgramInstance instance;
  };
  const auto work =
      std::make_shared<Work>(inputs(state), std::vector<double>(tape_.outputs()), ProgramInstance(executor_));
  return [work] { work->instance.evaluate(work->in, work->out); };
}

std::vector<double> ChainProgram::solution(const ChainState& state) {
  std::vector<double> out = evaluated_once(*executor_, inputs(state));
  out.pop_back();
  return out;
}

} // namespace dalembert::bench
