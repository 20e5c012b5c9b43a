#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/program/tape.h>

#include <memory>
#include <span>
#include <vector>

namespace dalembert {

/// The parts of the equations of motion that depend on the time and on parameters alone: known before a run.
///
/// state → for each switch its argument and the rate of that, then for each smooth part its value and its first and
/// second rate. A part is a function, a table, a root, or a power other than a square: sums and products of parts are
/// about as fast as these.
struct TimeProgram {
  /// How an argument decides: a switch changes where the value of this function of its argument does.
  enum class Label { sign, floor, ceil, round, trunc, piece };
  struct Switch {
    Label label = Label::sign;
    std::shared_ptr<const TabulatedFunction> table = {}; ///< of `piece`: between which of its points the argument lies
    int level = 1; ///< 1: the argument holds no other switch; else one more than the highest that it holds
  };
  std::vector<Switch> switches;
  std::size_t smooth_parts = 0;
  bool is_complete = true; ///< false where there are more parts than are looked at
  Tape tape = Tape({});

  [[nodiscard]] bool is_empty() const { return switches.empty() && smooth_parts == 0; }
};

/// Returns where `argument` lies among the places at which a switch changes.
[[nodiscard]] double label_at(const TimeProgram::Switch& of, double argument);

/// Returns the argument between two neighbouring labels of a table, `low` the smaller one.
[[nodiscard]] double table_point(const TimeProgram::Switch& of, double low);

/// Collects the parts below `roots`. Where a constraint gives a coordinate as a function of the time, the parts that
/// depend on this coordinate are parts too.
[[nodiscard]] TimeProgram time_parts(const System& system, std::span<const Expr> roots, std::span<const Expr> inputs);

} // namespace dalembert
