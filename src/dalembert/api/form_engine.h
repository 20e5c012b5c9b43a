#pragma once

#include <dalembert/derivation/form_table.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/simulation/engine/engine.h>

#include <memory>

namespace dalembert {
inline namespace api {

/// Refuses forms that nothing can be run by.
/// @throws ModelError E0610 where the form does not apply, E0611 where it is no form of the motion, or a wrong one
void require_runnable(const Equations& equations, Form form);

/// @throws ModelError E0611: a run with contacts goes by Lagrange's equations
[[noreturn]] void refuse_with_contacts(const Study& study);

/// Returns what an engine needs to evaluate and run by `form`. `jumps`: what its programs do.
[[nodiscard]] AdvancingForm advancing_form(std::shared_ptr<const Study> study,
                                           std::shared_ptr<const Equations> equations, Form form, JumpChoice jumps);

/// Gives an engine the programs that solve Lagrange's equations by their structure.
void set_structure(AdvancingForm& form, const std::shared_ptr<const Study>& study,
                   const std::shared_ptr<const Equations>& equations, JumpChoice jumps);

/// What a run by `form` does with functions in the forces that jump: it holds their values where it can.
[[nodiscard]] JumpChoice held_jumps(const Equations& equations, Form form);

} // namespace api
} // namespace dalembert
