#pragma once

#include <dalembert/results/force_choices.h>
#include <dalembert/simulation/engine/active_rows.h>
#include <dalembert/simulation/engine/friction_mode.h>
#include <dalembert/simulation/phases/contact_states.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Contacts that are closed.
struct ClosedSet {
  std::vector<std::size_t> contacts;
  bool has_one_choice_of_forces = true; ///< else other sets give the same motion with other forces
  OpenForces open;                      ///< those that differ
};

/// Contacts that touch without rate at one instant.
struct RestingContacts {
  std::vector<std::size_t> touching;
  std::vector<std::size_t> falling; ///< of these, seen to close when they were left open at this instant
};

/// Returns which of the contacts `resting` are closed behind the state (t, y) at which they touch without rate.
///
/// All sets are tried. One is possible where the forces of its contacts push (λ ≥ 0) and the gaps of the others do not
/// accelerate inwards. Of several that give the same motion and forces, contacts without force (λ = 0) being in some of
/// them, the smallest that holds those that fall: their forces begin at 0. Of those whose forces differ the
/// largest, and of these the one that is pressed most evenly. Sets of different motions leave it undetermined. The
/// motion is left with other active rows. Cost: 2^resting solutions, of at most 8 contacts. What frictions at rest do
/// is decided with each set, by `modes` where that is not empty (`friction_decision.h`).
/// @throws SolveError where no set is possible, or sets of different motions are
[[nodiscard]] ClosedSet closed_set(ContactStates& states, Motion& motion, const ActiveRows& bilateral,
                                   const RestingContacts& resting, double t, std::span<const double> y,
                                   const std::vector<FrictionMode>& modes = {});

} // namespace simulation
} // namespace dalembert
