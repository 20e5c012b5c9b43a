#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/families/index_pattern.h>
#include <dalembert/families/written_out.h>
#include <dalembert/textbook/plain_form.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace families {

/// One line for the equations of all members low..high of a family, or for a single one:
///   M[i]*g*sin(theta[i]) + sum(j in 1..n: …) = 0,   i in 1..n.
struct FamilyLine {
  PlainEquation equation;          ///< `coordinate` with its open index: `theta[i]`
  std::string index;               ///< `i`; empty for a single equation
  std::string low;                 ///< of the index: `1`, `2`
  std::string high;                ///< `n`, `n-1`
  std::vector<IndexRange> further; ///< of families with more than one index: `j in 2..n-1`

  [[nodiscard]] std::vector<Formula> ranges() const; ///< of all indices
};

/// The equations of a system with a count, one line for each family of them; members at the ends that differ have lines
/// of their own.
struct FamilyForm {
  std::string count; ///< where the lines depend on several counts, the first of them
  std::vector<FamilyLine> lines;
};

/// Infers generic lines from the equations of a system in which the count `count` has the value `size` (4 at least,
/// better 6). Terms that differ in their indices alone become one term, what runs over all members a sum; a sum over
/// parameters that reaches the end has a name, `M[k] = sum(j in k..n: m[j])`, where it is used twice.
///
/// Nothing where the equations have no such form. What is found is a guess from one size: show it only where
/// `holds_for` is true of other sizes too. Source: docs/theory/plain_form.md, section "families".
[[nodiscard]] std::optional<FamilyForm> family_form(const Equations& equations, const std::string& count, int size,
                                                    MultipleKind multiples = MultipleKind::numbers);

/// True where the lines, written out for this value of the count, are all of Lagrange's equations of the system, each
/// once: they are read back and proved by the exact zero test.
[[nodiscard]] bool holds_for(const FamilyForm& form, const Equations& equations, int size);
/// The same where `sizes` are the values of all counts that stand in the lines.
[[nodiscard]] bool holds_for(const FamilyForm& form, const Equations& equations, const IndexValues& sizes);

} // namespace families
} // namespace dalembert
