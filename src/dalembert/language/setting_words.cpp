#include <dalembert/language/setting_words.h>

#include <algorithm>
#include <array>

namespace dalembert::inline language::ast {

namespace {

constexpr auto truths = std::to_array<std::string_view>({"true", "false"});
constexpr auto impact_laws = std::to_array<std::string_view>({"newton", "poisson", "stronge", "energy"});
constexpr auto constraint_laws = std::to_array<std::string_view>({"chetaev", "newton", "poisson", "stronge", "energy"});
constexpr auto constraint_kinds = std::to_array<std::string_view>({"holonomic", "nonholonomic", "velocity"});
constexpr auto plot_styles = std::to_array<std::string_view>({"line", "points", "stem"});
constexpr auto draws = std::to_array<std::string_view>({"uniform", "normal"});
constexpr auto planes = std::to_array<std::string_view>({"xy", "xz", "yz"});
constexpr auto ups = std::to_array<std::string_view>({"x", "y", "z", "-x", "-y", "-z"});
constexpr auto automatic = std::to_array<std::string_view>({"arrows", "with", "none"});
constexpr auto flashes = std::to_array<std::string_view>({"off", "none"});

constexpr auto of_animate = std::to_array<SettingWord>({{"plane", planes},
                                                        {"up", ups},
                                                        {"camera", {}},
                                                        {"view", {}},
                                                        {"speed", {}},
                                                        {"scale", {}},
                                                        {"automatic", automatic},
                                                        {"follow", {}},
                                                        {"trail", {}},
                                                        {"polyline", {}},
                                                        {"arrows", {}},
                                                        {"flash", flashes}});
constexpr auto of_check = std::to_array<SettingWord>({{"tolerance", {}}});
constexpr auto of_constraint = std::to_array<SettingWord>(
    {{"law", constraint_laws}, {"kind", constraint_kinds}, {"restitution", {}}, {"friction", {}}});
constexpr auto of_draw = std::to_array<SettingWord>(
    {{"colour", {}}, {"visible", {}}, {"width", {}}, {"coils", {}}, {"mass", {}}, {"points", {}}, {"length", {}}});
constexpr auto of_event = std::to_array<SettingWord>({{"stop", truths}});
constexpr auto of_export = std::to_array<SettingWord>({{"columns", {}}});
constexpr auto of_friction = std::to_array<SettingWord>({{"coefficient", {}}, {"static_coefficient", {}}});
constexpr auto of_impact = std::to_array<SettingWord>({{"restitution", {}}, {"law", impact_laws}});
constexpr auto of_plot = std::to_array<SettingWord>({{"style", plot_styles}});
constexpr auto of_simulate = std::to_array<SettingWord>({{"method", {}},
                                                         {"tolerance", {}},
                                                         {"step", {}},
                                                         {"max_step", {}},
                                                         {"output", {}},
                                                         {"impacts", impact_laws},
                                                         {"max_impacts", {}}});
constexpr auto of_sweep = std::to_array<SettingWord>({{"count", {}}, {"draw", draws}});

constexpr auto all = std::to_array<StatementSettings>({{"animate", of_animate},
                                                       {"check", of_check},
                                                       {"constraint", of_constraint},
                                                       {"draw", of_draw},
                                                       {"event", of_event},
                                                       {"export", of_export},
                                                       {"friction", of_friction},
                                                       {"impact", of_impact},
                                                       {"plot", of_plot},
                                                       {"simulate", of_simulate},
                                                       {"sweep", of_sweep}});

constexpr auto shown_outputs = std::to_array<std::string_view>(
    {"equations", "multipliers", "reactions", "invariants", "reduced", "constraints", "power_coefficients",
     "impact_equations", "certificate", "energies", "momenta", "parameters"});

} // namespace

std::span<const StatementSettings> statement_settings() {
  return all;
}

std::span<const SettingWord> settings_of(std::string_view statement) {
  const auto* const found = std::ranges::find(all, statement, &StatementSettings::statement);
  return found == all.end() ? std::span<const SettingWord>() : found->settings;
}

bool is_setting_word(std::string_view statement, std::string_view key, std::string_view value) {
  if ((statement == "simulate" && key == "method") || (statement == "draw" && key == "colour")) return true;
  for (const SettingWord& setting : settings_of(statement))
    if (setting.key == key) return std::ranges::find(setting.words, value) != setting.words.end();
  return false;
}

std::span<const std::string_view> shown_words() {
  return shown_outputs;
}

} // namespace dalembert::inline language::ast
