#include <dalembert/base/unit_table.h>
#include <dalembert/editor/vocabulary.h>
#include <dalembert/elaborate/drawing/drawing_kinds.h>
#include <dalembert/elaborate/meaning/function_names.h>
#include <dalembert/language/setting_words.h>
#include <dalembert/language/statement_forms.h>
#include <dalembert/language/words.h>
#include <dalembert/mechanics/method_names.h>
#include <dalembert/picture/kinds.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace dalembert {
inline namespace editor {

namespace {

struct HelpRow {
  std::string_view word;
  WordHelp help;
};

/// What is not an example of a statement (`statement_form`), or says more than one.
constexpr auto help_rows = std::to_array<HelpRow>({
    {"animate", {"animate { speed = 0.1 }", "settings of the picture"}},
    {"assume", {"", "conditions that `analyse` and `prove` may take for granted"}},
    {"body", {"", "not supported yet"}},
    {"check", {"", "a test: proved where it can be, else tested along the run"}},
    {"constraint", {"", "an equation, or an inequality, that the motion satisfies"}},
    {"contact", {"", "not supported yet"}},
    {"coord", {"", "coordinates, single or as families"}},
    {"count", {"", "a number that the structure depends on"}},
    {"dissipation", {"", "a dissipation function, in W"}},
    {"draw", {"draw rod from (0, 0) to (x, y) \"arm\"", "a thing in the picture"}},
    {"event", {"", "something that a run looks for"}},
    {"export", {"", "a table that a run writes"}},
    {"for", {"", "statements repeated for each value of an index"}},
    {"force", {"", "a generalized force by its power, or a vector at a point"}},
    {"frame", {"", "not supported yet"}},
    {"friction", {"", "Coulomb's law, solved together with the multipliers"}},
    {"function", {"", "an unknown function: a symbol with derivatives"}},
    {"gravity", {"", "not supported yet"}},
    {"impact", {"", "an impact at the initial state, or when a gap closes"}},
    {"include", {"include \"file.mech\"", "the statements of another file stand here"}},
    {"initial", {"", "`=` is held, `~` may be moved to satisfy the constraints"}},
    {"input", {"", "a parameter that a control may move"}},
    {"joint", {"", "not supported yet"}},
    {"kinetic", {"", "a kinetic energy, in J"}},
    {"lagrangian", {"", "a Lagrangian, added to T - V"}},
    {"let", {"", "a name for an expression, or a function: let f(u) = u^2"}},
    {"model", {"model Name \"text\"", "the name of the model"}},
    {"param", {"", "parameters; `in` gives a range"}},
    {"plot", {"", "a picture of quantities over the time or over one another"}},
    {"point", {"", "not supported yet"}},
    {"potential", {"", "a potential energy, in J"}},
    {"reaction", {"", "the force that a multiplier stands for, by its power"}},
    {"show", {"", "what to print"}},
    {"simulate", {"", "the run, from its start to its end"}},
    {"speed", {"", "a named quantity of the state"}},
    {"sweep", {"", "what the members of an ensemble differ in"}},
    {"torque", {"", "a moment on an angle"}},
    {"against", {"reaction R [N] of c at P along u against Q", "the point that the motion is taken relative to"}},
    {"along", {"reaction R [N] of c at P along u", "the direction of a force"}},
    {"at", {"force F = (Fx, Fy) at (x, y)", "the point that a force acts at"}},
    {"axis", {"", "not supported yet"}},
    {"conjugate", {"force F = -c*x' conjugate x'", "the speed that the power of a force is taken with"}},
    {"from", {"constraint peg: x = a from 1 [s]", "from when on a constraint acts"}},
    {"in", {"param a = 0.2 [m] in 0..0.5", "a range"}},
    {"of", {"reaction N [N] of rod", "what something belongs to"}},
    {"on", {"torque M on theta = -c*theta'", "the coordinate that a force acts on"}},
    {"through", {"draw line through P, Q", "the points of a drawing"}},
    {"to", {"draw rod from P to Q", "where a drawing ends"}},
    {"turned", {"draw box(a, b) at P turned theta", "the orientation of a drawing"}},
    {"until", {"constraint peg: x = a until 2 [s]", "until when a constraint acts"}},
    {"vs", {"plot x, y vs t", "what a plot is drawn over"}},
    {"when", {"event top when theta' = 0", "the condition of an event or impact"}},
    {"if", {"if x > 0 then x else 0", "an expression by cases"}},
    {"then", {"if x > 0 then x else 0", "an expression by cases"}},
    {"else", {"if x > 0 then x else 0", "an expression by cases"}},
    {"and", {"if x > 0 and y > 0 then x else 0", "both conditions"}},
    {"or", {"if x > 0 or y > 0 then x else 0", "one of the conditions"}},
    {"not", {"if not x > 0 then x else 0", "the opposite of a condition"}},
    {"sum", {"sum(i in 1..n: m[i])", "a sum over an index"}},
    {"prod", {"prod(i in 1..n: m[i])", "a product over an index"}},
    {"max", {"max(i in 1..n: x[i])", "the largest over an index, or of its arguments"}},
    {"min", {"min(i in 1..n: x[i])", "the smallest over an index, or of its arguments"}},
    {"all", {"all(i in 1..n: …)", "over all values of an index"}},
    {"t", {"", "the time, in s"}},
    {"pi", {"", "3.14159…"}},
    {"const", {"check T + V = const", "the left side keeps its value along the motion"}},
    {"T", {"", "the kinetic energy: the sum of all `kinetic` lines, in J"}},
    {"V", {"", "the potential energy: the sum of all `potential` lines, in J"}},
    {"D", {"", "the dissipation function: the sum of all `dissipation` lines, in W"}},
    {"L", {"", "the Lagrangian T - V, with all `lagrangian` lines, in J"}},
    {"E", {"", "the total energy T + V, in J"}},
    {"h", {"", "the energy function: the sum of q'*dL/dq' minus L, in J"}},
    {"H", {"", "the energy function: the sum of q'*dL/dq' minus L, in J"}},
    {"lambda", {"lambda.rod", "the multiplier of a constraint"}},
    {"p", {"p.theta", "the momentum of a coordinate, dL/dq'"}},
    {"Qc", {"Qc.theta", "the force of the constraints on a coordinate"}},
    {"der", {"der(x)", "the time derivative, the same as x'"}},
    {"work", {"work(F)", "the work of a force since the start of the run, J"}},
    {"lost", {"lost(D)", "the energy that a dissipation has taken since the start of the run, J"}},
    {"impulse", {"impulse(R)", "the impulse of a reaction in the impact at the start, N*s"}},
    {"drift", {"drift(T + V)", "the largest change since the start of the run, relative to the size"}},
    {"table", {"table(\"road.csv\", x)", "a function that a file gives"}},
});

nlohmann::ordered_json settings_json() {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  std::vector<std::string_view> statements = ast::statements_with_settings();
  statements.emplace_back("draw");
  std::ranges::sort(statements);
  for (const std::string_view statement : statements)
    for (const std::string& key : setting_keys(statement))
      out[std::string(statement)][key] = setting_values(statement, key);
  return out;
}

nlohmann::ordered_json units_json() {
  nlohmann::ordered_json plain = nlohmann::ordered_json::array();
  nlohmann::ordered_json prefixed = nlohmann::ordered_json::array();
  for (const NamedUnit& unit : named_units())
    (unit.takes_prefixes ? prefixed : plain).push_back(unit.name);
  return {{"with_prefixes", prefixed}, {"without_prefixes", plain}, {"prefixes", unit_prefixes()}};
}

} // namespace

std::vector<std::string_view> clause_words() {
  return {"against", "along",   "at", "axis",   "conjugate", "from", "in",  "of",
          "on",      "through", "to", "turned", "until",     "vs",   "when"};
}

std::vector<std::string_view> logic_words() {
  return {"if", "then", "else", "and", "or", "not"};
}

std::vector<std::string_view> fold_words() {
  return {"sum", "prod", "max", "min", "all"};
}

std::vector<std::string_view> constant_words() {
  return {"t", "pi", "const"};
}

std::vector<std::string_view> derived_words() {
  return {"T", "V", "D", "L", "E", "h", "H"};
}

std::vector<std::string_view> part_words() {
  return {"lambda", "p", "Qc"};
}

std::vector<std::string_view> unsupported_statements() {
  return {"body", "contact", "frame", "gravity", "joint", "point"};
}

std::vector<std::string> setting_keys(std::string_view statement) {
  std::vector<std::string> out;
  if (statement == "draw") {
    for (const std::string_view key : all_drawing_settings())
      out.emplace_back(key);
    return out;
  }
  for (const ast::SettingWord& setting : ast::settings_of(statement))
    out.emplace_back(setting.key);
  return out;
}

std::vector<std::string> setting_values(std::string_view statement, std::string_view key) {
  std::vector<std::string> out;
  if (statement == "simulate" && key == "method")
    out.assign(method_names().begin(), method_names().end());
  else if (statement == "draw" && key == "colour")
    for (auto hue = static_cast<int>(Hue::body); hue <= static_cast<int>(Hue::f); ++hue)
      out.emplace_back(dalembert::word(static_cast<Hue>(hue)));
  else
    for (const ast::SettingWord& setting : ast::settings_of(statement))
      if (setting.key == key) out.assign(setting.words.begin(), setting.words.end());
  return out;
}

WordHelp word_help(std::string_view word) {
  const auto* const found = std::ranges::find(help_rows, word, &HelpRow::word);
  if (found == help_rows.end()) return {};
  WordHelp out = found->help;
  if (out.form.empty()) out.form = ast::statement_form(word);
  return out;
}

std::string language_json() {
  std::vector<std::string> functions = function_names();
  functions.emplace_back("table");
  std::ranges::sort(functions);
  nlohmann::ordered_json out{{"schema", "dalembert.language/1"},
                             {"statements", ast::statement_words()},
                             {"unsupported_statements", unsupported_statements()},
                             {"clauses", clause_words()},
                             {"logic", logic_words()},
                             {"folds", fold_words()},
                             {"functions", functions},
                             {"constants", constant_words()},
                             {"derived", derived_words()},
                             {"parts", part_words()},
                             {"drawings", drawing_words()},
                             {"shown", ast::shown_words()},
                             {"settings", settings_json()},
                             {"units", units_json()}};
  return out.dump(2) + "\n";
}

std::string language_text() {
  const nlohmann::ordered_json all = nlohmann::ordered_json::parse(language_json());
  std::string out;
  for (const auto& [kind, words] : all.items()) {
    if (!words.is_array()) continue;
    std::string heading = kind;
    std::ranges::replace(heading, '_', ' ');
    out += fmt::format("{}: {}\n", heading, fmt::join(words.get<std::vector<std::string>>(), " "));
  }
  for (const auto& [statement, settings] : all["settings"].items()) {
    out += fmt::format("settings of {}:", statement);
    for (const auto& [key, values] : settings.items())
      out += values.empty() ? fmt::format(" {}", key)
                            : fmt::format(" {} ({})", key, fmt::join(values.get<std::vector<std::string>>(), " "));
    out += "\n";
  }
  const nlohmann::ordered_json& units = all["units"];
  for (const auto& [kind, words] : units.items())
    out +=
        fmt::format("{}: {}\n",
                    kind == "prefixes" ? "prefixes of units"
                                       : (kind == "with_prefixes" ? "units with prefixes" : "units without prefixes"),
                    fmt::join(words.get<std::vector<std::string>>(), " "));
  return out;
}

} // namespace editor
} // namespace dalembert
