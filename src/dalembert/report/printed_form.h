#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/derivation/form_table.h>
#include <dalembert/families/family_form.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/report/overview.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

/// One printed line and what it is: an equation of a `coordinate`, `speed`, `multiplier`, `constraint` or `impact`, or
/// a quantity that belongs to the form, such as a `hamiltonian`.
struct FormLine {
  std::string_view kind;
  EquationLine line; ///< empty where no text within the limits says it
  /// True for what is no equation of motion: chosen speeds, dependent rates, H, correction terms, …
  bool is_aside = false;
  bool is_undetermined = false; ///< of a multiplier that redundant rows leave open
  bool is_left_out = false;     ///< a page has no room for it
};

/// Distinct nodes of a line of a derived form for which a page tries a text: names for shared parts make lines of 560
/// short, longer ones were not.
constexpr std::size_t most_form_nodes_on_page = 700;

/// How much of a form `derive` prints: what one page holds, or everything for which there is a text.
enum class Extent { page, everything };

/// The equations in one form, as they are printed.
struct PrintedForm {
  std::vector<FormLine> lines;
  std::vector<std::string> notes; ///< sentences in the language's own spelling of names
  /// Characters of a line that a page still prints in full; JSON has no limit.
  std::size_t longest_line = std::numeric_limits<std::size_t>::max();
};

/// Prints the equations in `form`, Lagrange's with one line for each of the `families` where these are given.
/// @throws ModelError E0610 where the form does not apply, saying why
[[nodiscard]] PrintedForm printed_form(const Equations& equations, Form form, const TextBudget& budget = {},
                                       const std::optional<FamilyForm>& families = std::nullopt);

/// The same for a system whose rows may be redundant: forms that take constraints away, or solve for accelerations, do
/// so by the independent ones, and a note says which are left out. Multipliers that are not determined are not solved.
/// @throws ModelError E0610 also where the form would divide by 0 at the initial state: by what vanishes on the
/// constraints only
[[nodiscard]] PrintedForm printed_form(const Overview& overview, Form form, const TextBudget& budget = {});

/// The same as far as one page goes: a line stays where it and the names that it explains find room, two screens of
/// long lines and one of names; of others the text is taken away. With Extent::everything all of it, however long.
[[nodiscard]] PrintedForm printed_form(const Overview& overview, Form form, Extent extent);

/// The lines of families of equations.
[[nodiscard]] std::vector<FormLine> family_lines(const FamilyForm& families);

/// Returns the multipliers solved from the equations of motion, each where that is short and it is determined.
[[nodiscard]] std::vector<std::optional<Formula>> solved_multipliers(const Overview& overview);

} // namespace report
} // namespace dalembert
