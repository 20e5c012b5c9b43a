#pragma once

#include <dalembert/lowering/rk4_step.h>
#include <dalembert/numerics/linear/aligned_numbers.h>
#include <dalembert/program/compile.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// A compiled step of `rk4` for several members of an ensemble at once. Constant; threads may share it.
struct LaneProgram {
  std::shared_ptr<const Executor> step;
  Rk4Step shape;         ///< of its inputs; without its tape
  std::size_t lanes = 1; ///< members that one instruction works on: 8 with AVX-512, 4 with AVX2

  /// Members that one evaluation advances.
  [[nodiscard]] std::size_t width() const { return shape.groups * lanes; }
};

/// Copies of one motion that are advanced together by steps of one length: y = (q, v, w) of each, w the integrals of
/// the powers, its parameters, its time and its step.
///
/// A member has the same bits whoever stands beside it, and however many there are: each has a lane of its own, and all
/// are computed by the same instructions. Nothing tests the error of a step; what has no value becomes a NaN or
/// infinite, in this member alone. For motions without rows to put them back onto. Not to be shared between threads;
/// several of them may run at the same time.
/// Cost of a step: 4 evaluations of the equations for `LaneProgram::lanes` members.
class MotionLanes {
public:
  MotionLanes(std::shared_ptr<const LaneProgram> program, std::size_t members);

  [[nodiscard]] std::size_t members() const { return members_; }
  /// The same program with room for one member.
  [[nodiscard]] MotionLanes of_one() const { return {program_, 1}; }
  [[nodiscard]] std::size_t components() const { return program_->shape.components; }

  /// SI, in the order of declaration.
  void set_parameters(std::size_t member, std::span<const double> values);
  void set_state(std::size_t member, std::span<const double> y);
  /// The member is at begin + passed·step now, and so many steps further after each; a step of 0 leaves it there.
  void set_grid(std::size_t member, double begin, double step, std::size_t passed = 0);

  void get_state(std::size_t member, std::span<double> y) const;
  /// s
  [[nodiscard]] double time(std::size_t member) const;
  /// True where every component is finite.
  [[nodiscard]] bool is_finite(std::size_t member) const;

  /// Makes `steps` steps of all members. Lets who watches this thread look. @throws Stopped where the work is to stop:
  /// some members are then further than others
  void advance(std::size_t steps);
  /// Makes a step of other lengths, s, one for each member, from where they are, and leaves them there:
  /// `get_looked_ahead` then has its ends.
  void look_ahead(std::span<const double> lengths);
  void get_looked_ahead(std::size_t member, std::span<double> y) const;

private:
  /// What one evaluation works on.
  struct Block {
    AlignedNumbers in;
    AlignedNumbers out;
    std::vector<double> begin;  ///< s, of the grid of each member
    std::vector<double> passed; ///< steps since
  };
  struct Place {
    std::size_t block;
    std::size_t group;
    std::size_t lane;
  };

  [[nodiscard]] Place place(std::size_t member) const;
  [[nodiscard]] std::size_t input(const Place& at, std::size_t i) const;
  [[nodiscard]] std::size_t output(const Place& at, std::size_t i) const;
  void put_times(Block& block) const;
  void make_step(Block& block);

  std::shared_ptr<const LaneProgram> program_;
  ProgramInstance step_;
  std::size_t members_;
  std::vector<Block> blocks_;
};

} // namespace ensemble
} // namespace dalembert
