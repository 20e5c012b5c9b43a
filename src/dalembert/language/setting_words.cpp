#include <dalembert/language/setting_words.h>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace language {
namespace ast {

namespace {

constexpr auto truths = std::to_array<std::string_view>({"true", "false"});
constexpr auto impact_laws = std::to_array<std::string_view>({"newton", "poisson", "stronge", "energy"});
constexpr auto constraint_laws = std::to_array<std::string_view>({"chetaev"});
constexpr auto constraint_kinds = std::to_array<std::string_view>({"holonomic", "nonholonomic", "velocity"});
constexpr auto plot_styles = std::to_array<std::string_view>({"line", "points", "stem"});
constexpr auto draws = std::to_array<std::string_view>({"uniform", "normal"});
constexpr auto planes = std::to_array<std::string_view>({"xy", "xz", "yz"});
constexpr auto ups = std::to_array<std::string_view>({"x", "y", "z", "-x", "-y", "-z"});
constexpr auto automatic = std::to_array<std::string_view>({"arrows", "with", "none"});
constexpr auto flashes = std::to_array<std::string_view>({"off", "none"});

/// A setting of a place: of a statement with the word `statement`.
struct SettingRow {
  SettingPlace place;
  std::string_view statement;
  std::string_view key;
  std::span<const std::string_view> words;
};

/// The one list of settings. The rows of a statement stand together, statements in alphabetical order.
consteval auto made_setting_rows() {
  using enum SettingPlace;
  return std::to_array<SettingRow>({
      {animate, "animate", "plane", planes},
      {animate, "animate", "up", ups},
      {animate, "animate", "camera", {}},
      {animate, "animate", "view", {}},
      {animate, "animate", "speed", {}},
      {animate, "animate", "scale", {}},
      {animate, "animate", "automatic", automatic},
      {animate, "animate", "follow", {}},
      {animate, "animate", "trail", {}},
      {animate, "animate", "polyline", {}},
      {animate, "animate", "arrows", {}},
      {animate, "animate", "flash", flashes},
      {check, "check", "tolerance", {}},
      {constraint, "constraint", "law", constraint_laws},
      {constraint, "constraint", "kind", constraint_kinds},
      {constraint, "constraint", "restitution", {}}, // refused with the reason
      {constraint, "constraint", "friction", {}},    // refused with the reason
      {contact, "constraint", "restitution", {}},
      {contact, "constraint", "law", impact_laws},
      {contact, "constraint", "friction", {}}, // refused with the reason
      {event, "event", "stop", truths},
      {export_, "export", "columns", {}},
      {friction, "friction", "coefficient", {}},
      {friction, "friction", "static_coefficient", {}},
      {impact_friction, "friction", "coefficient", {}},
      {impact, "impact", "restitution", {}},
      {impact, "impact", "law", impact_laws},
      {plot, "plot", "style", plot_styles},
      {simulate, "simulate", "method", {}},
      {simulate, "simulate", "tolerance", {}},
      {simulate, "simulate", "step", {}},
      {simulate, "simulate", "max_step", {}},
      {simulate, "simulate", "output", {}},
      {simulate, "simulate", "impacts", impact_laws},
      {simulate, "simulate", "max_impacts", {}},
      {sweep, "sweep", "count", {}},
      {sweep, "sweep", "draw", draws},
  });
}
constexpr auto setting_rows = made_setting_rows();
static_assert(std::ranges::is_sorted(setting_rows, {}, &SettingRow::statement));

constexpr auto shown_outputs = std::to_array<std::string_view>(
    {"equations", "multipliers", "reactions", "invariants", "reduced", "constraints", "power_coefficients",
     "impact_equations", "certificate", "energies", "momenta", "parameters"});

/// Adds a setting, or its words to those of the same key.
void add_setting(std::vector<SettingWord>& out, const SettingRow& row) {
  auto found = std::ranges::find(out, row.key, &SettingWord::key);
  if (found == out.end()) found = out.insert(out.end(), SettingWord{row.key, {}});
  for (const std::string_view word : row.words)
    if (std::ranges::find(found->words, word) == found->words.end()) found->words.push_back(word);
}

} // namespace

std::vector<SettingWord> settings_at(SettingPlace place) {
  std::vector<SettingWord> out;
  for (const SettingRow& row : setting_rows)
    if (row.place == place) add_setting(out, row);
  return out;
}

std::vector<SettingWord> settings_of(std::string_view statement) {
  std::vector<SettingWord> out;
  for (const SettingRow& row : setting_rows)
    if (row.statement == statement) add_setting(out, row);
  return out;
}

std::vector<std::string_view> statements_with_settings() {
  std::vector<std::string_view> out;
  for (const SettingRow& row : setting_rows)
    if (out.empty() || out.back() != row.statement) out.push_back(row.statement);
  return out;
}

bool is_setting_word(std::string_view statement, std::string_view key, std::string_view value) {
  if ((statement == "simulate" && key == "method") || (statement == "draw" && key == "colour")) return true;
  return std::ranges::any_of(setting_rows, [=](const SettingRow& row) {
    return row.statement == statement && row.key == key && std::ranges::find(row.words, value) != row.words.end();
  });
}

std::span<const std::string_view> shown_words() {
  return shown_outputs;
}

} // namespace ast
} // namespace language
} // namespace dalembert
