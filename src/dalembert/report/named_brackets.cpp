#include <dalembert/report/named_brackets.h>
#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/formula_tree.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace dalembert {
inline namespace report {

namespace {

constexpr double least_letter = 0.25;            ///< em that a character of the language takes at least when it is set
constexpr std::size_t most_characters = 200'000; ///< of all lines; longer ones are no text for a page

/// How often a bracket stands in the lines.
struct Bracket {
  Formula formula;
  std::size_t uses = 0;
  bool is_denominator = false;
  bool is_in_long_line = false;
};

/// Brackets by their text: of those as wide the first in this order is named first.
using Brackets = std::map<std::string, Bracket>;

void count_brackets(const Formula& formula, bool is_divisor, bool is_long, Brackets& brackets) {
  if (formula.is(Formula::Kind::fenced) && !formula.parts.front().is_empty()) {
    Bracket& bracket = brackets[written(formula)];
    if (bracket.uses++ == 0) bracket.formula = formula;
    bracket.is_in_long_line = bracket.is_in_long_line || is_long;
    bracket.is_denominator = bracket.is_denominator || is_divisor;
  }
  for (std::size_t i = 0; i < formula.parts.size(); ++i) {
    const bool is_below = i > 0 ? formula.is(Formula::Kind::product) && operator_of(formula.parts[i - 1]) == "/"
                                : is_divisor && formula.is(Formula::Kind::power);
    count_brackets(formula.parts[i], is_below, is_long, brackets);
  }
}

bool is_wide(const Formula& formula, double width) {
  return formula_width(formula_tree(formula)) > width;
}

/// The widest bracket that is worth a name, or nothing.
const Formula* widest(const Brackets& brackets, double width) {
  const Formula* best = nullptr;
  double most = 0.0;
  for (const auto& [text, bracket] : brackets) {
    const bool is_repeated = bracket.uses > 1 && bracket.is_in_long_line;
    const double needed = is_repeated ? width / 3 : bracket.is_denominator ? width / 2 : 0.0;
    if (needed == 0.0 || least_letter * static_cast<double>(text.size()) < needed / 4) continue;
    const double wide = formula_width(formula_tree(bracket.formula));
    if (wide <= needed || wide <= most) continue;
    most = wide;
    best = &bracket.formula;
  }
  return best;
}

/// Adds the names in a formula, without members, indices and primes.
void collect_names(const Formula& formula, std::set<std::string>& names) {
  for_each_part(formula, [&names](const Formula& part) {
    if (part.is(Formula::Kind::name) || part.is(Formula::Kind::call))
      names.insert(part.text.substr(0, part.text.find_first_of("'[(.")));
  });
}

std::string free_name(const std::set<std::string>& used) {
  for (int round = 0;; ++round)
    for (char c = 'A'; c <= 'Z'; ++c) {
      std::string name = round == 0 ? std::string(1, c) : std::string(1, c) + std::to_string(round);
      if (c != 'O' && c != 'I' && !used.contains(name)) return name;
    }
}

/// Puts a name for a bracket, and for what stands in it where that is the argument of a function: √(a + b) is √A.
void replace_all(Formula& formula, const Formula& bracket, const Formula& name) {
  if (formula == bracket) {
    formula = name;
    return;
  }
  if (formula.is(Formula::Kind::call) && formula.parts.front() == bracket.parts.front()) {
    formula.parts.front() = name;
    return;
  }
  for (Formula& part : formula.parts)
    replace_all(part, bracket, name);
}

} // namespace

void name_wide_brackets(std::vector<EquationLine*> lines, double width) {
  std::erase_if(lines, [](const EquationLine* line) { return line->is_empty(); });
  std::set<std::string> used;
  std::size_t characters = 0;
  for (const EquationLine* line : lines) {
    collect_names(line->equation(), used);
    for (const Definition& d : line->definitions) {
      collect_names(d.name, used);
      collect_names(d.meaning, used);
    }
    characters += written_length(line->left) + written_length(line->right);
  }
  if (characters > most_characters) return;
  std::vector<Definition> named;
  constexpr std::size_t most_names = 20;
  while (named.size() < most_names) {
    Brackets brackets;
    for (const EquationLine* line : lines) {
      const bool is_long = is_wide(line->equation(), width);
      count_brackets(line->left, false, is_long, brackets);
      count_brackets(line->right, false, is_long, brackets);
    }
    for (const Definition& d : named)
      count_brackets(d.meaning, false, is_wide(d.meaning, width), brackets);
    const Formula* const bracket = widest(brackets, width);
    if (bracket == nullptr) break;
    const Formula name = name_formula(free_name(used));
    used.insert(name.text);
    for (EquationLine* line : lines) {
      replace_all(line->left, *bracket, name);
      replace_all(line->right, *bracket, name);
    }
    for (Definition& d : named)
      replace_all(d.meaning, *bracket, name);
    named.push_back({name, bracket->parts.front()});
  }
  // A name stands with the lines that use it, and with the meanings of other names that do.
  for (EquationLine* line : lines) {
    std::set<std::string> names;
    collect_names(line->equation(), names);
    for (const Definition& d : named) {
      if (!names.contains(d.name.text)) continue;
      line->definitions.push_back(d);
      collect_names(d.meaning, names);
    }
  }
}

} // namespace report
} // namespace dalembert
