#pragma once

#include <dalembert/base/rational.h>
#include <dalembert/expr/residue.h>

#include <optional>

namespace dalembert {
inline namespace exact {

/// Returns the fraction with numerator and denominator up to `bound` that a residue stands for, if there is one.
/// A random residue is one with probability about 2·bound²/2⁶².
[[nodiscard]] std::optional<Rational> small_fraction(Residue x, std::int64_t bound = 64);

/// Returns `value` modulo the prime. Precondition: 64 bits.
[[nodiscard]] Residue residue_of(const Rational& value);

} // namespace exact
} // namespace dalembert
