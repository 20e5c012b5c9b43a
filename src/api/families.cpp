#include <dalembert/api/families.h>
#include <dalembert/base/errors.h>

#include <algorithm>

namespace dalembert {

namespace {

constexpr int largest_pattern = 6; ///< members that the lines are inferred from
constexpr int smallest_pattern = 4;
constexpr int largest_proof = 12;      ///< members of the model itself; more take long and prove little
constexpr std::size_t least_sizes = 3; ///< values of the count at which the lines must hold, beside the pattern

/// The equations for another value of a count; nothing where the model allows none.
const Equations* equations_of(std::optional<Session>& session, const WithCount& with_count, const std::string& count,
                              int value) {
  try {
    session = with_count(count, value);
    return &session->equations();
  } catch (const ModelError&) {
    return nullptr;
  }
}

bool holds_everywhere(const FamilyForm& form, const WithCount& with_count) {
  std::size_t sizes = 0;
  for (int size = 2; size < largest_pattern; ++size) {
    std::optional<Session> session;
    const Equations* const equations = equations_of(session, with_count, form.count, size);
    if (equations == nullptr) continue;
    if (!holds_for(form, *equations, size)) return false;
    ++sizes;
  }
  return sizes >= least_sizes;
}

/// The lines for a count, proved for small values of it.
std::optional<FamilyForm> inferred(const WithCount& with_count, const std::string& count) {
  for (int size = largest_pattern; size >= smallest_pattern; --size) {
    std::optional<Session> session;
    const Equations* const equations = equations_of(session, with_count, count, size);
    if (equations == nullptr) continue;
    for (const Multiples multiples : {Multiples::numbers, Multiples::counts}) {
      std::optional<FamilyForm> form = family_form(*equations, count, size, multiples);
      if (form && holds_for(*form, *equations, size) && holds_everywhere(*form, with_count)) return form;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

std::optional<FamilyForm> proved_families(const System& system, const Equations& equations,
                                          const WithCount& with_count) {
  const bool has_family = std::any_of(system.coordinates.begin(), system.coordinates.end(),
                                      [](const Coordinate& c) { return c.member.index.size() == 1; });
  if (!has_family) return std::nullopt;
  for (const Count& count : system.counts) {
    if (count.value < 2) continue;
    std::optional<FamilyForm> form = inferred(with_count, count.name);
    if (!form) continue;
    const int own = static_cast<int>(std::min<std::int64_t>(count.value, largest_proof + 1));
    if (own > largest_pattern && own <= largest_proof && !holds_for(*form, equations, own)) continue;
    return form;
  }
  return std::nullopt;
}

} // namespace dalembert
