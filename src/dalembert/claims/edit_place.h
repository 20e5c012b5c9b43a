#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/mechanics/claim.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace claims {

/// A factor before or behind a bracket.
struct OuterFactor {
  const Written* factor = nullptr;
  bool is_before = true;
};

/// Where an edit happens: which side, in which additive term, under what.
struct EditPlace {
  bool is_left = true;
  Written* term = nullptr;  ///< the innermost additive term in which the residual is linear
  bool is_negative = false; ///< of that term in left − right, as far as sums on the way say
  double penalty = 0.0;
  std::vector<OuterFactor> outer; ///< the factors by which the brackets round that term are multiplied
  bool is_in_bracket = false;
  bool is_bent = false; ///< in the term under a power, a function or a fraction bar: not linear here
  bool is_under_rate = false;
};

/// Where a printed term has its sign from: left − right, or the side on which it stands.
enum class SignOf { difference, side };

/// Prints the term at `place` with the factors of the brackets round it and with its sign; `is_flipped`: the sign of
/// the term itself was changed.
[[nodiscard]] std::string signed_text(Graph& graph, const EditPlace& place, SignOf sign, bool is_flipped);

} // namespace claims
} // namespace dalembert
