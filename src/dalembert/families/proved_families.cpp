#include <dalembert/families/lattice_form.h>
#include <dalembert/families/proved_families.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert {
inline namespace families {

namespace {

constexpr int largest_pattern = 6; ///< members that the lines are inferred from
constexpr int smallest_pattern = 4;
constexpr int largest_proof = 12;                 ///< members of the model itself; more take long and prove little
constexpr std::size_t most_lattice_members = 250; ///< of a family with several indices that lines are inferred from
constexpr std::size_t least_sizes = 3; ///< values of the count at which the lines must hold, beside the pattern

bool holds_everywhere(const FamilyForm& form, const WithCounts& with_counts) {
  std::size_t sizes = 0;
  for (int size = 2; size < largest_pattern; ++size) {
    const std::shared_ptr<const Equations> equations = with_counts({{form.count, size}});
    if (!equations) continue;
    if (!holds_for(form, *equations, size)) return false;
    ++sizes;
  }
  return sizes >= least_sizes;
}

/// The lines for a count, proved for small values of it.
std::optional<FamilyForm> inferred(const WithCounts& with_counts, const std::string& count) {
  for (int size = largest_pattern; size >= smallest_pattern; --size) {
    const std::shared_ptr<const Equations> equations = with_counts({{count, size}});
    if (!equations) continue;
    for (const MultipleKind multiples : {MultipleKind::numbers, MultipleKind::counts}) {
      std::optional<FamilyForm> form = family_form(*equations, count, size, multiples);
      if (form && holds_for(*form, *equations, size) && holds_everywhere(*form, with_counts)) return form;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

/// Sizes of a lattice whose counts are changed together: in pairs that differ, so that a line can name the right one.
IndexValues lattice_sizes(const std::vector<std::string>& counts, int first) {
  constexpr int apart = 5;
  IndexValues out;
  for (const std::string& count : counts)
    out[count] = first + apart * static_cast<int>(out.size());
  return out;
}

/// Sizes that the lines of a lattice are proved for beside the pattern.
std::vector<IndexValues> lattice_proofs(const std::vector<std::string>& counts) {
  constexpr std::array<int, 5> sizes{2, 3, 4, 5, 7};
  std::vector<IndexValues> out;
  // Several counts are paired in three ways; one has no others to be paired with.
  for (std::size_t turn = 1; turn <= (counts.size() > 1 ? 3U : 1U); ++turn)
    for (std::size_t at = 0; at < sizes.size(); ++at) {
      IndexValues& values = out.emplace_back();
      for (std::size_t c = 0; c < counts.size(); ++c)
        values[counts[c]] = sizes[(at + turn * c) % sizes.size()];
    }
  return out;
}

int smallest(const IndexValues& values) {
  return std::ranges::min_element(values, {}, [](const auto& v) { return v.second; })->second;
}

/// The least size from which on the lines hold wherever they were tried: edges of two members each need four. Nothing
/// where that are too few.
std::optional<int> least_size_of(const FamilyForm& form, const std::vector<std::string>& counts,
                                 const WithCounts& with_counts) {
  int least = 2;
  std::vector<int> held;
  for (const IndexValues& values : lattice_proofs(counts)) {
    const std::shared_ptr<const Equations> equations = with_counts(values);
    if (!equations) continue;
    if (holds_for(form, *equations, values))
      held.push_back(smallest(values));
    else
      least = std::max(least, smallest(values) + 1);
  }
  std::erase_if(held, [least](int size) { return size < least; });
  return held.size() >= least_sizes ? std::optional(least) : std::nullopt;
}

/// Lines and the least size for which they are meant.
struct LatticeLines {
  FamilyForm form;
  int least_size = 2;
};

std::optional<LatticeLines> lattice_inferred(const std::vector<std::string>& counts, const WithCounts& with_counts) {
  const IndexValues sizes = lattice_sizes(counts, largest_pattern);
  const std::shared_ptr<const Equations> equations = with_counts(sizes);
  if (!equations || equations->system->coordinates.size() > most_lattice_members) return std::nullopt;
  for (const MultipleKind multiples : {MultipleKind::numbers, MultipleKind::counts}) {
    std::optional<FamilyForm> form = lattice_form(*equations, sizes, multiples);
    if (!form || !holds_for(*form, *equations, sizes)) continue;
    if (const std::optional<int> least = least_size_of(*form, counts, with_counts))
      return LatticeLines{std::move(*form), *least};
  }
  return std::nullopt;
}

/// Lines for families with several indices. The other counts of the model stay what they are.
std::optional<FamilyForm> proved_lattices(const System& system, const Equations& equations,
                                          const WithCounts& with_counts) {
  std::vector<std::vector<std::string>> choices(1);
  IndexValues own;
  for (const Count& count : system.counts) {
    choices.front().push_back(count.name);
    choices.push_back({count.name});
    own[count.name] = static_cast<int>(std::min<std::int64_t>(count.value, largest_proof + 1));
  }
  if (choices.size() == 2) choices.pop_back(); // one count: both are the same
  for (const std::vector<std::string>& counts : choices) {
    if (counts.empty()) continue;
    std::optional<LatticeLines> lines = lattice_inferred(counts, with_counts);
    if (!lines) continue;
    IndexValues values;
    for (const std::string& count : counts)
      values[count] = own[count];
    const bool is_too_large = system.coordinates.size() > most_lattice_members ||
                              std::ranges::any_of(values, [](const auto& v) { return v.second > largest_proof; });
    if (smallest(values) < lines->least_size) continue;
    if (is_too_large || holds_for(lines->form, equations, values)) return std::move(lines->form);
  }
  return std::nullopt;
}

} // namespace

std::optional<FamilyForm> proved_families(const System& system, const Equations& equations,
                                          const WithCounts& with_counts) {
  const bool has_lattice = std::any_of(system.coordinates.begin(), system.coordinates.end(),
                                       [](const Coordinate& c) { return c.member.index.size() > 1; });
  if (has_lattice) return proved_lattices(system, equations, with_counts);
  const bool has_family = std::any_of(system.coordinates.begin(), system.coordinates.end(),
                                      [](const Coordinate& c) { return c.member.index.size() == 1; });
  if (!has_family) return std::nullopt;
  for (const Count& count : system.counts) {
    if (count.value < 2) continue;
    std::optional<FamilyForm> form = inferred(with_counts, count.name);
    if (!form) continue;
    const int own = static_cast<int>(std::min<std::int64_t>(count.value, largest_proof + 1));
    if (own > largest_pattern && own <= largest_proof && !holds_for(*form, equations, own)) continue;
    return form;
  }
  return std::nullopt;
}

} // namespace families
} // namespace dalembert
