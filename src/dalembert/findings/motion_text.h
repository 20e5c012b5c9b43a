#pragma once

#include <dalembert/analysis/steady_motion.h>
#include <dalembert/findings/fact_writer.h>

#include <optional>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace findings {

/// `phi any, theta' = g/(r*psi')`, each value a formula of its own.
[[nodiscard]] std::string steady_values(FactWriter& writer, const SymbolicSteadyMotion& motion);

/// The letter of the growth rate in e^(s·t): s, or σ or μ in a model that uses s itself.
[[nodiscard]] std::string growth_letter(const System& system);

/// The characteristic polynomial of small deviations without its structural zeros, by falling powers of s or in the
/// factors that were found: `(s^2 + k/m)*(s^2 + 3*k/m)`. Nothing where a coefficient is too long.
[[nodiscard]] std::optional<Formula> characteristic_formula(FactWriter& writer, const SymbolicSteadyMotion& motion);

/// `stable, for k > 0, m > 0; exists where g ≤ R·w²`.
[[nodiscard]] std::string stability_text(FactWriter& writer, const SymbolicSteadyMotion& motion);

/// `exists where r > 0`; empty where it always does.
[[nodiscard]] std::string existence_text(FactWriter& writer, const SymbolicSteadyMotion& motion);

/// The left side of an equation `left = 0`, times −1 where all of it is negative.
[[nodiscard]] Formula without_minus(const Formula& left);

/// What is said of solutions that are not listed, with its formulas set: `those with −θ for θ`.
[[nodiscard]] std::string set_left_out(std::string_view note, const Style& style);

inline constexpr std::string_view drifts_to_first_order = "drifts to first order";

} // namespace findings
} // namespace dalembert
