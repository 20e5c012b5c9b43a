#include <dalembert/families/index_pattern.h>
#include <dalembert/families/lattice_sums.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

namespace dalembert {
inline namespace families {

namespace {

/// Terms that differ in their indices alone.
struct TermsOfKind {
  std::vector<std::string> factors;
  Rational coefficient;
  std::vector<std::vector<int>> indices; ///< of each term
};

class BoxOfTerms {
public:
  BoxOfTerms(const TermsOfKind& kind, const std::vector<std::string>& letters,
             const std::function<std::string(int)>& constant)
      : kind_(kind), letters_(letters), constant_(constant), slots_(slots_of(kind.factors)) {}

  std::optional<GenericTerm> term() {
    GenericTerm out;
    out.coefficient = kind_.coefficient;
    if (!find_box()) return std::nullopt;
    std::vector<std::string> texts;
    for (std::size_t s = 0; s < slots_.size(); ++s) {
      std::optional<std::string> text = index_of_slot(s);
      if (!text) return std::nullopt;
      texts.push_back(std::move(*text));
    }
    std::size_t next = 0;
    for (const std::string& pattern : kind_.factors) {
      const auto holes = static_cast<std::size_t>(std::ranges::count(pattern, '#'));
      out.factors.push_back(filled(pattern, {texts.begin() + static_cast<std::ptrdiff_t>(next),
                                             texts.begin() + static_cast<std::ptrdiff_t>(next + holes)}));
      next += holes;
    }
    for (std::size_t d = 0; d < low_.size(); ++d) {
      if (low_[d] == high_[d]) continue;
      IndexRange range{letters_[d], constant_(low_[d]), constant_(high_[d])};
      if (out.range)
        out.further.push_back(std::move(range));
      else
        out.range = std::move(range);
    }
    return out;
  }

private:
  /// The ranges of the indices of the name with most of them; false where the terms do not fill all of these.
  bool find_box() {
    const auto widest = std::ranges::max_element(slots_, {}, &Slot::arity);
    if (widest == slots_.end()) return kind_.indices.size() == 1;
    first_ = static_cast<std::size_t>(widest - slots_.begin());
    arity_ = widest->arity;
    if (arity_ > letters_.size()) return false;
    std::set<std::vector<int>> places;
    for (const std::vector<int>& indices : kind_.indices) {
      const auto begin = indices.begin() + static_cast<std::ptrdiff_t>(first_);
      const std::vector<int> place(begin, begin + static_cast<std::ptrdiff_t>(arity_));
      if (low_.empty()) low_ = high_ = place;
      for (std::size_t d = 0; d < arity_; ++d) {
        low_[d] = std::min(low_[d], place[d]);
        high_[d] = std::max(high_[d], place[d]);
      }
      places.insert(place);
    }
    std::size_t volume = 1;
    for (std::size_t d = 0; d < arity_; ++d)
      volume *= static_cast<std::size_t>(high_[d] - low_[d] + 1);
    return volume == kind_.indices.size() && volume == places.size();
  }

  /// How far a slot lies from index `d` of the box, where that is the same in all terms.
  [[nodiscard]] std::optional<int> distance(std::size_t slot, std::size_t d) const {
    const int out = kind_.indices.front()[slot] - kind_.indices.front()[first_ + d];
    const auto is_same = [&](const std::vector<int>& indices) { return indices[slot] - indices[first_ + d] == out; };
    return std::abs(out) <= farthest_neighbour && std::ranges::all_of(kind_.indices, is_same) ? std::optional(out)
                                                                                              : std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> index_of_slot(std::size_t slot) const {
    for (std::size_t d = 0; d < arity_; ++d) {
      const bool may_follow = slots_[slot].arity == 1 || slots_[slot].position == d;
      if (!may_follow || low_[d] == high_[d]) continue;
      if (const std::optional<int> by = distance(slot, d)) return shifted(letters_[d], *by);
    }
    const int value = kind_.indices.front()[slot];
    const auto is_same = [&](const std::vector<int>& indices) { return indices[slot] == value; };
    return std::ranges::all_of(kind_.indices, is_same) ? std::optional(constant_(value)) : std::nullopt;
  }

  const TermsOfKind& kind_;
  const std::vector<std::string>& letters_;
  const std::function<std::string(int)>& constant_;
  std::vector<Slot> slots_;
  std::size_t first_ = 0; ///< slot of the box
  std::size_t arity_ = 0;
  std::vector<int> low_;
  std::vector<int> high_;
};

/// The holes that may run together: those of names with an index beyond the first `dimensions` and what equals it in
/// all terms, k[j]·a[i,j]; or, without such names, one alone, k[j]·x[i].
std::vector<std::vector<bool>> choices_of_running(const std::vector<const IndexedTerm*>& kind, std::size_t dimensions) {
  const std::vector<Slot> slots = slots_of(kind.front()->factors);
  const auto is_beyond = [dimensions](const Slot& s) { return s.arity == dimensions + 1 && s.position == dimensions; };
  const auto leader = std::ranges::find_if(slots, is_beyond);
  std::vector<std::vector<bool>> out;
  if (leader == slots.end()) {
    for (std::size_t s = 0; s < slots.size(); ++s)
      if (slots[s].arity == 1) {
        out.emplace_back(slots.size());
        out.back()[s] = true;
      }
    return out;
  }
  const auto first = static_cast<std::size_t>(leader - slots.begin());
  std::vector<bool>& runs = out.emplace_back(slots.size());
  for (std::size_t s = 0; s < slots.size(); ++s)
    runs[s] = (is_beyond(slots[s]) || slots[s].arity == 1) && std::ranges::all_of(kind, [&](const IndexedTerm* term) {
                return term->indices[s] == term->indices[first];
              });
  return out;
}

/// Moves the terms whose indices `runs` take all values of a range, the others being the same, to `out`.
void take_runs(std::vector<const IndexedTerm*>& kind, const std::vector<bool>& runs, std::vector<RunningTerm>& out) {
  constexpr int fewest = 5; // members: more than are near to each other
  std::map<std::vector<int>, std::map<int, const IndexedTerm*>> groups;
  for (const IndexedTerm* const term : kind) {
    std::vector<int> rest = term->indices;
    int value = 0;
    for (std::size_t s = 0; s < runs.size(); ++s)
      if (runs[s]) value = std::exchange(rest[s], 0);
    groups[rest][value] = term;
  }
  for (const auto& [rest, group] : groups) {
    const int low = group.begin()->first;
    const int high = group.rbegin()->first;
    if (high - low + 1 != static_cast<int>(group.size()) || high - low + 1 < fewest) continue;
    out.push_back({*group.begin()->second, runs, low, high});
    std::erase_if(kind, [&members = group](const IndexedTerm* term) {
      return std::ranges::any_of(members, [term](const auto& entry) { return entry.second == term; });
    });
  }
}

} // namespace

std::vector<Slot> slots_of(const std::vector<std::string>& factors) {
  std::vector<Slot> out;
  for (const std::string& pattern : factors)
    for (const std::string& name : indexed_names(pattern)) {
      const auto arity = static_cast<std::size_t>(std::ranges::count(name, '#'));
      for (std::size_t position = 0; position < arity; ++position)
        out.push_back({name.substr(0, name.find('[')), position, arity});
    }
  return out;
}

std::vector<RunningTerm> with_running_index(const std::vector<IndexedTerm>& terms, std::size_t dimensions) {
  std::map<std::string, std::vector<const IndexedTerm*>> kinds;
  for (const IndexedTerm& term : terms)
    kinds[term.key() + term.coefficient.text()].push_back(&term);
  std::vector<RunningTerm> out;
  for (auto& [key, kind] : kinds) {
    for (const std::vector<bool>& runs : choices_of_running(kind, dimensions))
      take_runs(kind, runs, out);
    for (const IndexedTerm* const term : kind)
      out.push_back({*term, {}, 0, 0});
  }
  return out;
}

std::optional<std::vector<GenericTerm>> sums_over_members(const std::vector<IndexedTerm>& terms,
                                                          const std::vector<std::string>& letters,
                                                          const std::function<std::string(int)>& constant) {
  std::map<std::pair<std::string, std::string>, TermsOfKind> kinds;
  for (const IndexedTerm& term : terms) {
    TermsOfKind& kind = kinds[{term.key(), term.coefficient.text()}];
    kind.factors = term.factors;
    kind.coefficient = term.coefficient;
    kind.indices.push_back(term.indices);
  }
  std::vector<GenericTerm> out;
  for (const auto& [key, kind] : kinds) {
    std::optional<GenericTerm> term = BoxOfTerms(kind, letters, constant).term();
    if (!term) return std::nullopt;
    out.push_back(std::move(*term));
  }
  return out;
}

} // namespace families
} // namespace dalembert
