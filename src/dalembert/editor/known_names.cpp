// What a study and an overview say of the names in a text.
#include <dalembert/editor/knowledge.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/printing/quantity_names.h>
#include <dalembert/report/sections.h>
#include <dalembert/typesetting/formula.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace editor {

namespace {

constexpr std::size_t most_members = 6; // of a family, in one line
constexpr int digits = 6;
constexpr Style ascii{};

std::string base_name(const Declared& declared) {
  return declared.member.family.empty() ? declared.name : declared.member.family;
}

/// Units as the language writes them: `N*m`.
std::string written_unit(const std::string& unit) {
  std::string out;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    constexpr std::string_view dot = "·";
    if (std::string_view(unit).substr(i).starts_with(dot)) {
      out += '*';
      i += dot.size() - 1;
    } else {
      out += unit[i];
    }
  }
  return out;
}

NameFacts& enter(Knowledge& known, const Declared& declared) {
  NameFacts& facts = known.names[base_name(declared)];
  if (facts.unit.empty()) facts.unit = written_unit(declared.measure.unit());
  if (facts.description.empty()) facts.description = declared.description;
  return facts;
}

template <class All>
void enter_all(Knowledge& known, const All& all) {
  for (const auto& each : all)
    static_cast<void>(enter(known, each));
}

/// `of 12 members`, for families.
template <class All>
void count_members(Knowledge& known, const All& all) {
  std::map<std::string, std::size_t> counts;
  for (const auto& each : all)
    if (!each.member.family.empty()) ++counts[each.member.family];
  for (const auto& [name, count] : counts)
    known.names[name].lines.push_back(fmt::format("a family of {}", count));
}

/// The units that lets have without its being written.
void add_units_of_lets(Knowledge& known, const ast::List<ast::Statement>& statements) {
  for (const ast::Statement& statement : statements) {
    if (const auto* const loop = std::get_if<ast::For>(&statement.node)) add_units_of_lets(known, loop->body);
    const auto* const let = std::get_if<ast::Let>(&statement.node);
    if (let == nullptr || !let->parameters.empty()) continue;
    const auto found = known.names.find(let->name.name.text);
    if (found == known.names.end() || found->second.unit.empty() || found->second.unit == "1") continue;
    const std::uint32_t end = let->name.index != nullptr ? let->name.index->span.end : let->name.name.span.end;
    known.hints.push_back({end, fmt::format("[{}]", found->second.unit), "the unit of its value"});
  }
}

void add_moved(Knowledge& known, const ast::List<ast::Statement>& statements, const ModelText& document,
               const Overview& overview) {
  const auto moved_to = [&](const ast::InitialItem& item) -> const MovedValue* {
    for (const MovedValue& value : overview.initial->moved) {
      const ast::Expr* written = item.left;
      std::size_t primes = 0;
      while (const auto* const prime = ast::get_if<ast::Prime>(written)) {
        written = prime->operand;
        ++primes;
      }
      const auto* const name = ast::get_if<ast::Name>(written);
      const bool is_plain = name != nullptr && value.name == std::string(name->text) + std::string(primes, '\'');
      if (value.was_given && (is_plain || value.name == document.text(item.left->span))) return &value;
    }
    return nullptr;
  };
  for (const ast::Statement& statement : statements) {
    const auto* const initial = std::get_if<ast::Initial>(&statement.node);
    if (initial == nullptr) continue;
    for (const ast::InitialItem& item : initial->items)
      if (const MovedValue* const value = moved_to(item)) {
        const std::string unit = written_unit(unit_of(overview.study->system, value->name));
        known.hints.push_back({item.span.end, "→ " + quantity_text(value->to, unit, Style{.unicode = true}, digits),
                               "moved so that the constraints hold"});
      }
  }
}

void add_parameters(Knowledge& known, const Overview& overview) {
  const std::vector<Parameter>& all = overview.study->system.parameters;
  std::map<std::string, std::size_t> members;
  for (std::size_t i = 0; i < all.size() && i < overview.parameters.size(); ++i) {
    if (!overview.parameters[i]) continue;
    NameFacts& facts = enter(known, all[i]);
    const std::size_t place = members[base_name(all[i])]++;
    if (place < most_members)
      facts.value += (facts.value.empty() ? "" : ", ") + number_text(*overview.parameters[i], ascii, digits);
    else if (place == most_members)
      facts.value += ", …";
  }
}

/// `lambda.side`, `lambda.rod[2]`.
std::string multiplier_name(const Constraint& constraint) {
  return "lambda." + constraint.name;
}

void add_constraint(Knowledge& known, const Overview& overview, std::size_t k) {
  const System& system = overview.study->system;
  const Constraint& constraint = system.constraints[k];
  if (is_hidden(constraint)) return;
  NameFacts& facts = enter(known, constraint);
  if (facts.lines.size() > most_members) return;
  if (k < overview.natures.size()) {
    std::string line = class_text(overview.natures[k]) + numbers_text(overview, overview.natures[k], ascii);
    if (std::ranges::find(facts.lines, line) == facts.lines.end()) facts.lines.push_back(std::move(line));
  }
  std::string line =
      multiplier_name(constraint) + unit_bracket(written_unit(force_unit(constraint.multiplier_measure)), ascii);
  for (std::size_t r = 0; r < system.reactions.size(); ++r)
    if (std::ranges::count(system.reactions[r].of, static_cast<int>(k)) > 0 && overview.equations != nullptr)
      line +=
          fmt::format(", {} = {}", system.reactions[r].name, formula(reaction_formula(*overview.equations, r), ascii));
  facts.lines.push_back(std::move(line));
}

void add_reaction(Knowledge& known, const Overview& overview, std::size_t r) {
  const System& system = overview.study->system;
  const Reaction& reaction = system.reactions[r];
  NameFacts& facts = enter(known, reaction);
  if (facts.lines.size() > most_members || overview.equations == nullptr) return;
  facts.lines.push_back(
      fmt::format("{} = {}", reaction.name, formula(reaction_formula(*overview.equations, r), ascii)));
}

void add_start(Knowledge& known, const Overview& overview) {
  const System& system = overview.study->system;
  const State& state = overview.initial->state;
  for (std::size_t i = 0; i < system.coordinates.size() && i < state.q.size() && i < state.v.size(); ++i) {
    const Coordinate& q = system.coordinates[i];
    NameFacts& facts = enter(known, q);
    if (facts.lines.size() > most_members) continue;
    facts.lines.push_back(
        fmt::format("at the start {} = {}, {}' = {}", q.name, quantity_text(state.q[i], facts.unit, ascii, digits),
                    q.name, quantity_text(state.v[i], written_unit(rate_of(q.measure).unit()), ascii, digits)));
  }
}

} // namespace

Knowledge known_of_study(const ModelText& document, const Study& study) {
  const System& system = study.system;
  Knowledge out;
  out.version = document.version();
  out.has_meaning = true;
  for (const Count& count : system.counts)
    enter(out, count).value = fmt::format("{}", count.value);
  enter_all(out, system.coordinates);
  enter_all(out, system.parameters);
  enter_all(out, system.speeds);
  enter_all(out, system.lets);
  enter_all(out, system.function_lets);
  enter_all(out, system.functions);
  enter_all(out, system.energies);
  enter_all(out, system.forces);
  enter_all(out, system.reactions);
  enter_all(out, system.frictions);
  enter_all(out, system.impacts);
  enter_all(out, study.events);
  for (const Constraint& constraint : system.constraints)
    if (!is_hidden(constraint)) enter(out, constraint).unit.clear(); // of its two sides, not of anything by its name
  count_members(out, system.coordinates);
  count_members(out, system.parameters);
  count_members(out, system.lets);
  count_members(out, system.constraints);
  count_members(out, system.reactions);
  out.names.erase("");
  add_units_of_lets(out, document.tree().statements);
  return out;
}

void add_overview(Knowledge& known, const ModelText& document, const Overview& overview) {
  known.is_complete = true;
  add_parameters(known, overview);
  for (std::size_t k = 0; k < overview.study->system.constraints.size(); ++k)
    add_constraint(known, overview, k);
  for (std::size_t r = 0; r < overview.study->system.reactions.size(); ++r)
    add_reaction(known, overview, r);
  if (overview.initial == nullptr) return;
  add_start(known, overview);
  add_moved(known, document.tree().statements, document, overview);
}

} // namespace editor
} // namespace dalembert
