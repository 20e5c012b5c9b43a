#pragma once

#include <dalembert/elaborate/declaring/declarations.h>

#include <cstdint>
#include <map>
#include <string_view>

namespace dalembert {
inline namespace elaboration {

/// When what a statement declares acts. The lists of a System are in this order, so that the system that everything but
/// a run speaks of is the beginning of each.
enum class Acting : std::uint8_t {
  always,      ///< from the start; it may be released
  imposed,     ///< from a later moment on: `constraint … from …`
  at_contacts, ///< while gaps are closed, or as they close
};
inline constexpr Acting all_acting[] = {Acting::always, Acting::imposed, Acting::at_contacts};

[[nodiscard]] Acting acting(const Item<ast::Constraint>& item);
[[nodiscard]] Acting acting(const Item<ast::Impact>& item);

/// The same of reactions and frictions, which act when their constraints do.
class ActingNames {
public:
  explicit ActingNames(const Declarations& declared);

  [[nodiscard]] Acting of(const ReactionItem& item) const;
  [[nodiscard]] Acting of(const Item<ast::Friction>& item) const;

private:
  std::map<std::string_view, Acting> constraints_;
  std::map<std::string_view, Acting> pressing_; ///< reactions, and impacts
};

} // namespace elaboration
} // namespace dalembert
