#include <dalembert/base/errors.h>
#include <dalembert/ensemble/lanes/motion_lanes.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace ensemble {

namespace {

/// Inputs of a member before its state: t and h.
constexpr std::size_t time_input = 0;
constexpr std::size_t step_input = 1;
constexpr std::size_t state_input = 2;

} // namespace

MotionLanes::MotionLanes(std::shared_ptr<const LaneProgram> program, std::size_t members)
    : program_(std::move(program)), step_(program_->step), members_(members) {
  const std::size_t width = program_->width();
  const Rk4Step& shape = program_->shape;
  Block block;
  block.in.assign(shape.inputs() * width, 0.0);
  block.out.assign(shape.components * width, 0.0);
  block.begin.assign(width, 0.0);
  block.passed.assign(width, 0.0);
  blocks_.assign((members + width - 1) / width, block);
}

MotionLanes::Place MotionLanes::place(std::size_t member) const {
  ENSURE(member < blocks_.size() * program_->width());
  const std::size_t inside = member % program_->width();
  return {member / program_->width(), inside / program_->lanes, inside % program_->lanes};
}

std::size_t MotionLanes::input(const Place& at, std::size_t i) const {
  return (at.group * program_->shape.inputs() + i) * program_->lanes + at.lane;
}

std::size_t MotionLanes::output(const Place& at, std::size_t i) const {
  return (at.group * program_->shape.components + i) * program_->lanes + at.lane;
}

void MotionLanes::set_parameters(std::size_t member, std::span<const double> values) {
  ENSURE(values.size() == program_->shape.parameters);
  const Place at = place(member);
  for (std::size_t i = 0; i < values.size(); ++i)
    blocks_[at.block].in[input(at, state_input + components() + i)] = values[i];
}

void MotionLanes::set_state(std::size_t member, std::span<const double> y) {
  ENSURE(y.size() == components());
  const Place at = place(member);
  for (std::size_t i = 0; i < y.size(); ++i)
    blocks_[at.block].in[input(at, state_input + i)] = y[i];
}

void MotionLanes::set_grid(std::size_t member, double begin, double step, std::size_t passed) {
  const Place at = place(member);
  Block& block = blocks_[at.block];
  const std::size_t inside = at.group * program_->lanes + at.lane;
  block.begin[inside] = begin;
  block.passed[inside] = static_cast<double>(passed);
  block.in[input(at, step_input)] = step;
}

void MotionLanes::get_state(std::size_t member, std::span<double> y) const {
  ENSURE(y.size() == components());
  const Place at = place(member);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = blocks_[at.block].in[input(at, state_input + i)];
}

void MotionLanes::get_looked_ahead(std::size_t member, std::span<double> y) const {
  ENSURE(y.size() == components());
  const Place at = place(member);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = blocks_[at.block].out[output(at, i)];
}

double MotionLanes::time(std::size_t member) const {
  const Place at = place(member);
  const Block& block = blocks_[at.block];
  const std::size_t inside = at.group * program_->lanes + at.lane;
  return block.begin[inside] + block.passed[inside] * block.in[input(at, step_input)];
}

bool MotionLanes::is_finite(std::size_t member) const {
  const Place at = place(member);
  for (std::size_t i = 0; i < components(); ++i)
    if (!std::isfinite(blocks_[at.block].in[input(at, state_input + i)])) return false;
  return true;
}

/// Times are multiples of the step, so that their rounding does not add up.
void MotionLanes::put_times(Block& block) const {
  const std::size_t lanes = program_->lanes;
  for (std::size_t g = 0; g < program_->shape.groups; ++g) {
    double* const of_group = block.in.data() + g * program_->shape.inputs() * lanes;
    const double* const begin = block.begin.data() + g * lanes;
    const double* const passed = block.passed.data() + g * lanes;
    for (std::size_t l = 0; l < lanes; ++l)
      of_group[time_input * lanes + l] = begin[l] + passed[l] * of_group[step_input * lanes + l];
  }
}

void MotionLanes::make_step(Block& block) {
  if (program_->shape.reads_time) put_times(block);
  step_.evaluate_lanes(program_->lanes, block.in, block.out);
}

void MotionLanes::advance(std::size_t steps) {
  const Rk4Step& shape = program_->shape;
  const std::size_t numbers = shape.components * program_->lanes; // of a group
  for (Block& block : blocks_)
    for (std::size_t k = 0; k < steps; ++k) {
      make_step(block);
      for (std::size_t g = 0; g < shape.groups; ++g)
        std::copy_n(block.out.data() + g * numbers, numbers,
                    block.in.data() + (g * shape.inputs() + state_input) * program_->lanes);
      for (double& passed : block.passed)
        passed += 1.0;
    }
}

void MotionLanes::look_ahead(std::span<const double> lengths) {
  ENSURE(lengths.size() == members_);
  std::vector<double> own(members_);
  const auto length_of = [this](std::size_t member) -> double& {
    const Place at = place(member);
    return blocks_[at.block].in[input(at, step_input)];
  };
  // The time is that of the own grid, so it is put before the length changes.
  for (Block& block : blocks_)
    put_times(block);
  for (std::size_t m = 0; m < members_; ++m)
    own[m] = std::exchange(length_of(m), lengths[m]);
  for (Block& block : blocks_)
    step_.evaluate_lanes(program_->lanes, block.in, block.out);
  for (std::size_t m = 0; m < members_; ++m)
    length_of(m) = own[m];
}

} // namespace ensemble
} // namespace dalembert
