#include <dalembert/claims/judgement.h>

#include <array>

namespace dalembert {
inline namespace claims {

std::string_view name(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> names{"proved",  "on_constraints", "consequence",
                                                         "special", "false",          "undecided"};
  return names.at(static_cast<std::size_t>(verdict));
}

std::string_view name(MistakeKind kind) {
  static constexpr std::array<std::string_view, 7> names{"none",  "sign",     "factor",  "missing",
                                                         "extra", "function", "variable"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string_view name(FactLevel level) {
  static constexpr std::array<std::string_view, 4> names{"position", "velocity", "acceleration", "equation"};
  return names.at(static_cast<std::size_t>(level));
}

std::string name(const System& system, const Fact& fact) {
  return fact.level == FactLevel::equation ? system.coordinates[fact.index].name : system.constraints[fact.index].name;
}

} // namespace claims
} // namespace dalembert
