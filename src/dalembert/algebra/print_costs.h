#pragma once

#include <cstddef>

/// What printed forms cost, and the limits of the search among them: all numbers that decide between two ways to write
/// the same. The unit of a cost is a printed node: a name, number, operator or function. Brackets cost nothing.
namespace dalembert {
inline namespace algebra {
namespace print_costs {

// Costs, in nodes (AtomTable::cost).
inline constexpr int operator_cost = 1;         ///< of the sign between two factors or two terms
inline constexpr int power_cost = 2;            ///< of `^` and the exponent behind it
inline constexpr int number_cost = 2;           ///< of a number above or below the bar, with the sign beside it
inline constexpr int hidden_quadratic_cost = 3; ///< of x² + y·(y + x·…), which hides a square that everybody knows

/// Cost of one factor behind its atom: its sign, and its exponent where that is printed.
constexpr int factor_cost(bool is_power) {
  return operator_cost + (is_power ? power_cost : 0);
}

// Margins, in nodes: what is at most so much longer than the best at a quick look is searched thoroughly.
inline constexpr int quick_margin = 5;       ///< of a whole form
inline constexpr int greedy_margin = 3;      ///< of a sum collected greedily, in another orientation of its angles
inline constexpr int scaling_margin = 1;     ///< of an equation divided by another number
inline constexpr int orientation_margin = 4; ///< of one coefficient, in another orientation of its angles

/// A quick form is at most so many times as long as the thorough one; up to 3.1 times in the models.
inline constexpr int most_gain = 4;
/// A form of one orientation that is longer than what is wanted by more than one part in so many is not searched in
/// others: limits in characters are generous in nodes, and for a limit in nodes the user's own words are at hand.
inline constexpr int turning_gain = 4;

// Limits of the search among the orientations of angles (HumanForm, Orientations).
inline constexpr std::size_t most_orientations = 4; ///< of one coefficient that are tried
inline constexpr std::size_t most_rounds = 2;       ///< over all coefficients
inline constexpr std::size_t most_growth = 2;       ///< times the terms that turning an angle may make
inline constexpr std::size_t most_tried_cells = 24; ///< coefficients; more keep their shortest orientation each
inline constexpr std::size_t most_factored = 200;   ///< terms of a sum that is looked through for factors

// What a line must save to be preferred.
/// A line in the user's own names must be shorter by one part in so many: a reader has to look them up.
inline constexpr int name_saving = 5;
/// Lines for the blocks of a lattice must be fewer than its members by so many times.
inline constexpr std::size_t lattice_saving = 2;

} // namespace print_costs
} // namespace algebra
} // namespace dalembert
