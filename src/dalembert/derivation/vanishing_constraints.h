#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// A constraint that was written so that its derivatives vanish wherever it holds.
struct ReplacedConstraint {
  std::size_t constraint = 0;       ///< in System::constraints
  std::string written;              ///< its text before
  std::vector<std::string> taken;   ///< the equations that stand for it, `x - y = 0`
  std::vector<std::string> shorter; ///< what may be written: the same, with `u = 0` for sin(u/2) = 0
};

/// Replaces the first `count` constraints where they vanish on their whole zero set by the equations that have the same
/// solutions (regular_equations.h): the admissible positions are the same, and so is the motion, by d'Alembert's
/// principle; only the multiplier is another one. The first of these equations takes the place of the row, with its
/// name; further ones come last, `c.2`, `c.3`, and belong to the reactions of the row.
/// Where `may_add` is false, rows that need several equations are left.
[[nodiscard]] std::vector<ReplacedConstraint> replace_vanishing_constraints(System& system, std::size_t count,
                                                                            bool may_add);

/// What is to be said of it, and of `others` that the same statement declares (W0308).
[[nodiscard]] Diagnostic explain_replaced(const System& system, const ReplacedConstraint& replaced, std::size_t others);

} // namespace derivation
} // namespace dalembert
