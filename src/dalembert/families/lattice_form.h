#pragma once

#include <dalembert/families/family_form.h>

#include <optional>

namespace dalembert {
inline namespace families {

/// Infers generic lines for families with several indices, `u[1..n,1..m]`, from the equations of a system in which the
/// counts have the values `sizes` (five at least; of two counts, values that lie five apart at least).
///
/// The indices of a term are counted from those of the equation: u[i+1,j] − u[i,j]. Along each index the members are
/// cut into the first ones, those between, and the last ones, as few as possible, so that in each block all members
/// have the same terms: the inside, the edges and the corners of a grid, one line each. An index that is the same in a
/// whole block stands in it as a number, counted from the nearer end. The equation of a coordinate that belongs to no
/// family holds sums over whole families, one within the other for several indices (`lattice_sums.h`), and with
/// MultipleKind::counts a coefficient 36 is n·n. The equations of a family may hold sums over one index more than it
/// has, Σ_j a[i,j].
///
/// Nothing where the equations have no such form, or one of half as many lines at best. What is found is a guess, as
/// that of `family_form` is: show it only where `holds_for` is true of other sizes too. Source:
/// docs/theory/plain_form.md, section "families".
[[nodiscard]] std::optional<FamilyForm> lattice_form(const Equations& equations, const IndexValues& sizes,
                                                     MultipleKind multiples = MultipleKind::numbers);

} // namespace families
} // namespace dalembert
