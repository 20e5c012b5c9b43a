#include <dalembert/algebra/printed_text.h>
#include <dalembert/expr/function.h>
#include <dalembert/textbook/name_meanings.h>
#include <dalembert/typesetting/formula_reader.h>

#include <algorithm>
#include <set>
#include <utility>

namespace dalembert {
inline namespace textbook {

namespace {

constexpr int most_steps = 300; ///< names looked into for one text; others are given in plain form

bool has_definition(const std::vector<Definition>& definitions, const Formula& name) {
  return std::ranges::any_of(definitions, [&name](const Definition& d) { return d.name == name; });
}

/// `f(a, b)`
Formula head_of(const FunctionLet& function) {
  RowMaker arguments;
  for (const std::string& argument : function.arguments) {
    if (!arguments.is_empty()) arguments.add(sign_formula(", "));
    arguments.add(name_formula(argument));
  }
  return call_formula(function.name, arguments.take());
}

} // namespace

std::vector<NameMeanings::Own> NameMeanings::own_names_in(const Formula& formula) const {
  const std::set<std::string> names = names_in(formula);
  std::vector<Own> out;
  for (const FunctionLet& each : system_.function_lets)
    if (names.contains(each.name)) out.push_back({head_of(each), each.text, {}, each.arguments});
  for (const Let& each : system_.lets)
    if (names.contains(each.name)) out.push_back({name_formula(each.name), each.text, each.value, {}});
  for (const Speed& each : system_.speeds)
    if (names.contains(each.name)) out.push_back({name_formula(each.name), {}, each.value, {}});
  return out;
}

bool NameMeanings::is_known(std::string_view identifier) const {
  const auto is_it = [identifier](const auto& declared) { return declared.name == identifier; };
  return identifier == "t" || identifier == "pi" || std::ranges::any_of(system_.coordinates, is_it) ||
         std::ranges::any_of(system_.parameters, is_it) || std::ranges::any_of(system_.lets, is_it) ||
         std::ranges::any_of(system_.speeds, is_it);
}

bool NameMeanings::is_function(std::string_view identifier) const {
  return identifier == "sqrt" || function_named(identifier).has_value() ||
         std::ranges::any_of(system_.function_lets, [&](const FunctionLet& f) { return f.name == identifier; }) ||
         std::ranges::any_of(system_.tables, [&](const TableInput& table) { return table.name == identifier; });
}

bool NameMeanings::has_only_known_names(const Formula& words, std::span<const std::string> arguments) const {
  bool out = true;
  for_each_part(words, [&](const Formula& part) {
    const std::string_view name = std::string_view(part.text).substr(0, part.text.find_last_not_of('\'') + 1);
    if (part.is(Formula::Kind::call))
      out = out && is_function(name);
    else if (part.is(Formula::Kind::name))
      out = out && (std::ranges::find(arguments, name) != arguments.end() || is_known(name));
    else if (part.is(Formula::Kind::word)) // a condition, bars of an absolute value
      out = false;
  });
  return out;
}

/// Adds what the words of `own` need, and the words; false, and nothing, where a name in them cannot be defined.
bool NameMeanings::define_in_words(const Own& own, std::vector<Definition>& out, int& steps) const {
  if (--steps <= 0 || own.words.empty()) return false;
  Formula meaning = read_formula(own.words);
  if (!has_only_known_names(meaning, own.arguments)) return false;
  const auto before = static_cast<std::ptrdiff_t>(out.size());
  for (const Own& other : own_names_in(meaning)) {
    const bool is_argument = std::ranges::find(own.arguments, other.name.text) != own.arguments.end();
    if (is_argument || other.name == own.name || define(other, out, steps)) continue;
    out.erase(out.begin() + before, out.end());
    return false;
  }
  out.push_back({own.name, std::move(meaning)});
  return true;
}

/// A name inside several others is printed once, or again where it may be longer than it was.
const std::optional<Formula>& NameMeanings::printed(Expr e, int most_nodes) const {
  Printed& known = printed_[e];
  if (!known.formula && known.most_nodes < most_nodes) known = {print_(e, most_nodes), most_nodes};
  return known.formula;
}

/// False where it can be given neither in words nor in print.
bool NameMeanings::define(const Own& own, std::vector<Definition>& out, int& steps) const {
  if (has_definition(out, own.name)) return true;
  const std::size_t before = out.size();
  const bool has_words = define_in_words(own, out, steps);
  if (has_words && out.size() == before + 1) return true; // the plain form is not asked for: it takes long
  int nodes = has_words ? 0 : TextLimit::any_nodes;
  for (std::size_t i = before; has_words && i < out.size(); ++i)
    nodes += node_count(out[i].meaning) + (i > before ? 2 : 0);
  const std::optional<Formula> plain = own.value ? printed(*own.value, nodes) : std::nullopt;
  if (!has_words && !plain) return false;
  if (has_words && (!plain || nodes < node_count(*plain))) return true;
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(before), out.end());
  out.push_back({own.name, *plain});
  return true;
}

void NameMeanings::define(const Formula& formula, std::vector<Definition>& out) const {
  int steps = most_steps;
  for (const Own& own : own_names_in(formula))
    define(own, out, steps);
}

} // namespace textbook
} // namespace dalembert
