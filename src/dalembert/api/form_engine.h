#pragma once

#include <dalembert/derivation/form_table.h>
#include <dalembert/simulation/engine.h>

#include <memory>

namespace dalembert {

/// Refuses forms that nothing can be run by.
/// @throws ModelError E0610 where the form does not apply, E0611 where it is no form of the motion, or a wrong one
void require_runnable(const Equations& equations, Form form);

/// Lets `engine` evaluate and run by `form`.
void use_form(Engine& engine, std::shared_ptr<const Equations> equations, Form form, const Compile& compile);

} // namespace dalembert
