#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/program/tape.h>

#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// The parts of the equations of motion that depend on one variable and on parameters alone: the time, whose parts are
/// known before a run, or a coordinate.
///
/// inputs → for each switch its argument, the rate of that and its guard, then for each smooth part its value and its
/// rate, rates by the variable. A part is a function, a table, a root, or a power other than a square: sums and
/// products of parts are about as fast as these.
struct PartProgram {
  /// How an argument decides: a switch changes where the value of this function of its argument does, and its guard is
  /// small there against what it is near by. √u has a kink where u is 0 and u′ changes its sign: guard u, argument u′.
  /// A guard of 0 leaves the argument alone to decide.
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
[[nodiscard]] double label_at(const PartProgram::Switch& of, double argument);

/// Returns the argument between two neighbouring labels of a table, `low` the smaller one.
[[nodiscard]] double table_point(const PartProgram::Switch& of, double low);

/// Which functions of the variable count as parts.
enum class PartChoice {
  all,
  narrow ///< not those that have no narrow place of their own: sine, exponential, powers, … of an affine argument
};

struct PartRequest {
  Expr variable;
  PartChoice choice = PartChoice::all;
  std::span<const Expr> roots;
  std::span<const Expr> inputs; ///< of the tape: variable and parameters at least
};

/// Collects the parts below the roots.
[[nodiscard]] PartProgram part_program(const System& system, const PartRequest& request);

} // namespace lowering
} // namespace dalembert
