#pragma once

#include <dalembert/base/errors.h>

#include <algorithm>
#include <any>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace findings {

/// What was found about one system: at most one value of each type, found by its type. A fact that does not hold of
/// the system is absent.
class FactSet {
public:
  /// The fact of this type; null where there is none.
  template <typename Found>
  [[nodiscard]] const Found* find() const {
    for (const std::any& fact : facts_)
      if (const auto* found = std::any_cast<Found>(&fact)) return found;
    return nullptr;
  }

  /// The same of a fact that every system has.
  template <typename Found>
  [[nodiscard]] const Found& get() const {
    const Found* const found = find<Found>();
    ENSURE(found != nullptr);
    return *found;
  }

  /// Precondition: no fact of this type is known.
  template <typename Found>
  void add(Found found) {
    ENSURE(find<Found>() == nullptr);
    facts_.emplace_back(std::move(found));
  }

  /// A fact that a later one corrects, as real states do exact points.
  template <typename Found>
  [[nodiscard]] Found& corrected() {
    const auto is_wanted = [](const std::any& fact) { return std::any_cast<Found>(&fact) != nullptr; };
    const auto found = std::ranges::find_if(facts_, is_wanted);
    ENSURE(found != facts_.end());
    return *std::any_cast<Found>(&*found);
  }

private:
  std::vector<std::any> facts_;
};

} // namespace findings
} // namespace dalembert
