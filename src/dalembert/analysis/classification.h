#pragma once

#include <dalembert/analysis/closure.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// What a constraint is, beside how it was written.
struct ConstraintNature {
  enum class Class {
    holonomic,    ///< written as one
    nonholonomic, ///< no condition on positions alone says the same
    integrable,   ///< written in the rates, but a condition on positions in disguise, alone or with the others
    undecided,    ///< written in the rates; the search for what it is was given up
  };
  Class cls = Class::holonomic;
  bool is_rheonomic = false; ///< the time appears, in the row or in the condition on positions that it is in disguise
  bool is_nonlinear = false; ///< in the rates
  /// Of a row that is non-holonomic for symbols and integrable with the values of the model: the parameters whose
  /// values make it so.
  std::vector<std::size_t> integrable_by;
};

/// The constraints of a system, and what they leave free.
struct Classification {
  std::vector<ConstraintNature> constraints; ///< in declaration order
  int rank = 0;                              ///< of all rows, at a generic state
  int holonomic_rank = 0;                    ///< of the rows written as conditions on positions
  /// Dimensions of the directions that the velocity constraints leave open: at once, with one bracket of them, with two
  /// …, until nothing new comes. Empty without velocity constraints, or where the search was given up.
  std::vector<int> growth;
  bool counts_time =
      false; ///< the time is one of these directions: it stands in a row, or a row has a term without rates
  /// Fields that span the last of these, over the coordinates and then, where it is counted, the time.
  std::vector<Field> closure;
};

} // namespace analysis
} // namespace dalembert
