#pragma once

#include <dalembert/lowering/inertia_structure.h>

#include <optional>

namespace dalembert {
inline namespace lowering {

/// The equations of point masses on light links in a plane, with the links as rows. Where the rate w of an angle has no
/// inertia of its own and the rates of two coordinates of a point alone hold it, p = P + c w and q = Q + d w, the
/// accelerations of the point become free unknowns, and
///
///   d (p − P) − c (q − Q) = β,   w' = (c (p − P) + d (q − Q)) / (c² + d²) − δ
///
/// β and δ hold what is quadratic in the rates, so that no force of it is left; forces on the angle are those of a
/// couple at the ends of the link. Masses stand alone, and rows of links that share none do not meet: between the
/// pivots of two rows lie a division and one operation, and a row at the tip changes the last of them alone.
///
/// `structure` is that of `equations`. Nothing where some sum of rates is none of such a point, where lengths of links
/// or entries of the inertia in these unknowns depend on the position or on time, or where L holds terms linear in the
/// rates. Masses that vanish, or are much smaller than those beside them, show in the pivots.
/// Source: D. Baraff, Linear-time dynamics using Lagrange multipliers, 1996, for the order of elimination.
[[nodiscard]] std::optional<InertiaStructure> links_as_rows(const Equations& equations,
                                                            const InertiaStructure& structure);

} // namespace lowering
} // namespace dalembert
