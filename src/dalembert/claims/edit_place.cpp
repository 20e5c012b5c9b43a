#include <dalembert/claims/edit_place.h>
#include <dalembert/claims/term_factors.h>

namespace dalembert {
inline namespace claims {

std::string signed_text(Graph& graph, const EditPlace& place, SignOf sign, bool is_flipped) {
  Written whole;
  whole.kind = WrittenKind::product;
  for (const OuterFactor& outer : place.outer)
    if (outer.is_before) whole.parts.push_back(*outer.factor);
  if (place.term->kind == WrittenKind::product) {
    for (const Written& factor : place.term->parts)
      whole.parts.push_back(factor);
  } else {
    whole.parts.push_back(*place.term);
    whole.parts.back().inverse = false;
  }
  for (const OuterFactor& outer : place.outer)
    if (!outer.is_before) whole.parts.push_back(*outer.factor);
  if (!place.outer.empty()) whole = scaled(graph, whole, Rational(1));
  const bool is_turned = sign == SignOf::side && !place.is_left;
  const bool is_own_flipped = is_flipped && !place.is_bent;
  const bool is_negative = (place.is_negative != is_own_flipped) != is_turned;
  if (!is_negative) return text(whole);
  return whole.kind == WrittenKind::sum ? "-(" + text(whole) + ")" : "-" + text(whole);
}

} // namespace claims
} // namespace dalembert
