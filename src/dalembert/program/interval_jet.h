#pragma once

#include <dalembert/program/jet_rules.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// One value of a tape over an interval: its enclosures over the whole interval, in the middle and at both ends.
struct JetValue {
  IntervalJet over;
  RealInterval middle;      ///< of the value
  RealInterval middle_rate; ///< of the first derivative
  RealInterval begin;       ///< of the value at the lower end
  RealInterval end;
};

/// Where a tape is looked at: input `variable` lies in [begin, end], all others are fixed.
struct JetCell {
  std::size_t variable = 0;
  double begin = 0.0;
  double end = 0.0;
  /// True where nothing switches inside: `if`, abs, floor, … are then what they are in the middle.
  bool is_smooth = false;
};

/// How many plain operations one instruction costs here.
inline constexpr std::size_t jet_price = 80;

/// Encloses each output of `tape` with its first two derivatives. Every value is narrowed by what its derivatives say:
/// mean value forms of order 1 and 2 about the middle, and the ends where it is monotone; so the enclosure is wider
/// than the range by O(h²) at most, for h the length of the cell. Where √u or asin u touch the end of their
/// domain at an end of the cell, the slope there is that of the limit. `values` is room that is used again.
/// Source: R. E. Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis (2009), chapters 6 and 9.
void evaluate_jets(const Tape& tape, std::span<const double> in, const JetCell& cell, std::vector<JetValue>& values,
                   std::span<IntervalJet> out);

} // namespace program
} // namespace dalembert
