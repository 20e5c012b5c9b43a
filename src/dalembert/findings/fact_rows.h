#pragma once

#include <dalembert/findings/fact_row.h>

#include <array>

namespace dalembert {
inline namespace findings {

// One row for each fact, in the source of its name.

extern const FactRow kinetic_split_row;
extern const FactRow koenig_row;
extern const FactRow mass_matrix_row;
extern const FactRow momenta_row;
extern const FactRow energy_row;
extern const FactRow symmetries_row;
extern const FactRow real_states_row;
extern const FactRow momentum_equations_row;
extern const FactRow moving_frame_row;
extern const FactRow centrifugal_effect_row;
extern const FactRow effective_potential_row;
extern const FactRow steady_motions_row;
extern const FactRow steady_states_row;

/// The rows in the order of the page.
inline constexpr std::array fact_rows{
    &kinetic_split_row,       &koenig_row,         &mass_matrix_row,        &momenta_row,      &energy_row,
    &symmetries_row,          &real_states_row,    &momentum_equations_row, &moving_frame_row, &centrifugal_effect_row,
    &effective_potential_row, &steady_motions_row, &steady_states_row,
};

} // namespace findings
} // namespace dalembert
