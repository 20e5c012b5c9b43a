#pragma once

#include <dalembert/textbook/collect.h>
#include <dalembert/textbook/laurent.h>
#include <dalembert/textbook/orientation.h>

#include <utility>
#include <vector>

namespace dalembert {

/// Brings polynomials into the shortest form found: sines and cosines written per cell (one monomial in everything but
/// angles) in the orientation that fits its neighbours, then collected.
class HumanForm {
public:
  HumanForm(AtomTable& atoms, WaveTable& waves)
      : atoms_(atoms), waves_(waves), orientations_(atoms, waves), collector_(atoms, most_states) {}

  /// Returns an equal sum over brackets.
  [[nodiscard]] Sum of(const Laurent& polynomial);

  /// Makes the acceleration of coordinate `own` lead from now on.
  void lead_with(int own);

  /// The rational content of a polynomial in its shortest orientation: dividing by it leaves whole coefficients
  /// without common divisor. 1 for an empty one, or where numbers are too large for it to matter.
  [[nodiscard]] Rational content(const std::vector<const Laurent*>& polynomials);

private:
  static constexpr std::size_t most_states = 1500; ///< sums visited per side and start

  struct Cell {
    PowerProduct monomial;
    const std::vector<Sum>* ways = nullptr;
    std::size_t chosen = 0;
  };
  [[nodiscard]] std::vector<Cell> cells(const Laurent& polynomial);
  [[nodiscard]] static Sum written(const std::vector<Cell>& cells);
  [[nodiscard]] Sum descend(std::vector<Cell>& cells, Sum best);

  AtomTable& atoms_;
  WaveTable& waves_;
  Orientations orientations_;
  Collector collector_;
};

} // namespace dalembert
