#pragma once

#include <dalembert/findings/fact_set.h>
#include <dalembert/findings/fact_writer.h>

#include <string>

namespace dalembert {
inline namespace findings {

/// The steady motions in symbols: the conditions, and each motion with its characteristic equation on a line of its own
/// and its stability in words.
[[nodiscard]] std::string symbolic_motions_html(FactWriter& writer, const FactSet& facts);

/// The steady states in numbers: a table with a column for each coordinate, then for each of them the eigenvalues, a
/// table of the modes, and the matrices of the linear motion where the model declares inputs.
[[nodiscard]] std::string steady_states_html(FactWriter& writer, const FactSet& facts);

} // namespace findings
} // namespace dalembert
