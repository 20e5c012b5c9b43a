#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// Sorts terms by their keys, adds up like ones and drops those whose coefficient vanishes. Terms are large: the keys
/// are sorted, and every term is moved once.
template <typename Term, typename Key, typename Like>
void merge_terms(std::vector<Term>& terms, Key key_of, Like is_like) {
  using Place = std::pair<std::uint64_t, std::size_t>;
  const std::size_t count = terms.size();
  constexpr std::size_t few = 32; // keys that need no memory of their own
  std::array<Place, few> here;    // NOLINT(cppcoreguidelines-pro-type-member-init): as many as are read are written
  std::vector<Place> elsewhere(count > few ? count : 0);
  Place* const places = count > few ? elsewhere.data() : here.data();
  bool is_merged = true;
  for (std::size_t i = 0; i < count; ++i) {
    places[i] = {key_of(terms[i]), i};
    is_merged = is_merged && (i == 0 || places[i - 1].first < places[i].first) && !terms[i].coefficient.is_zero();
  }
  if (is_merged) return;
  std::sort(places, places + count);
  std::vector<Term> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count;) {
    out.push_back(std::move(terms[places[i++].second]));
    Term& total = out.back();
    for (; i < count && is_like(terms[places[i].second], total); ++i)
      total.coefficient += terms[places[i].second].coefficient;
    if (total.coefficient.is_zero()) out.pop_back();
  }
  terms = std::move(out);
}

} // namespace algebra
} // namespace dalembert
