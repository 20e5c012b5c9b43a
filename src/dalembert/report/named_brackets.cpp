#include <dalembert/report/named_brackets.h>
#include <dalembert/typesetting/formula_lines.h>
#include <dalembert/typesetting/formula_token.h>
#include <dalembert/typesetting/formula_tree.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace dalembert {

namespace {

using TokenKind = FormulaToken::Kind;

constexpr double least_letter = 0.25;            ///< em that a character of the language takes at least when it is set
constexpr std::size_t most_characters = 200'000; ///< of all lines; longer ones are no text for a page

/// How often a bracket stands in the lines.
struct Bracket {
  std::size_t uses = 0;
  bool is_denominator = false;
  bool is_in_long_line = false;
};

void count_brackets(const std::string& text, bool is_long, std::map<std::string, Bracket>& brackets) {
  const std::vector<FormulaToken> tokens = formula_tokens(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_call = i > 0 && tokens[i - 1].kind == TokenKind::name;
    if (tokens[i].kind != TokenKind::open || tokens[i].partner <= i + 1 || is_call) continue;
    const char* const begin = tokens[i].text.data();
    const FormulaToken& close = tokens[tokens[i].partner];
    Bracket& bracket = brackets[std::string(begin, close.text.data() + close.text.size())];
    ++bracket.uses;
    bracket.is_in_long_line = bracket.is_in_long_line || is_long;
    bracket.is_denominator = bracket.is_denominator || (i > 0 && tokens[i - 1].text == "/");
  }
}

/// The longest bracket that is worth a name, or nothing.
std::optional<std::string> widest(const std::map<std::string, Bracket>& brackets, double width) {
  const std::string* best = nullptr;
  double most = 0.0;
  for (const auto& [text, bracket] : brackets) {
    const bool is_repeated = bracket.uses > 1 && bracket.is_in_long_line;
    const double needed = is_repeated ? width / 3 : bracket.is_denominator ? width / 2 : 0.0;
    if (needed == 0.0 || least_letter * static_cast<double>(text.size()) < needed / 4) continue;
    const double wide = formula_width(formula_tree(text));
    if (wide <= needed || wide <= most) continue;
    most = wide;
    best = &text;
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

void collect_names(const std::string& text, std::set<std::string>& names) {
  for (const FormulaToken& token : formula_tokens(text))
    if (token.kind == TokenKind::name) names.emplace(token.text.substr(0, token.text.find_first_of("'[(.")));
}

std::string free_name(const std::set<std::string>& used) {
  for (int round = 0;; ++round)
    for (char c = 'A'; c <= 'Z'; ++c) {
      std::string name = round == 0 ? std::string(1, c) : std::string(1, c) + std::to_string(round);
      if (c != 'O' && c != 'I' && !used.contains(name)) return name;
    }
}

bool replace_all(std::string& text, const std::string& from, const std::string& to) {
  bool is_found = false;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
    is_found = true;
  }
  return is_found;
}

/// True where `name` stands in the text by itself.
bool uses(const std::string& text, const std::string& name) {
  std::set<std::string> names;
  collect_names(text, names);
  return names.contains(name);
}

} // namespace

void name_wide_brackets(std::vector<EquationLine*> lines, double width) {
  std::erase_if(lines, [](const EquationLine* line) { return line->left.empty(); });
  std::set<std::string> used;
  std::size_t characters = 0;
  for (const EquationLine* line : lines) {
    collect_names(line->text(), used);
    for (const Definition& d : line->definitions)
      collect_names(d.name + " = " + d.text, used);
    characters += line->left.size() + line->right.size();
  }
  if (characters > most_characters) return;
  std::vector<Definition> named;
  constexpr std::size_t most_names = 20;
  while (named.size() < most_names) {
    std::map<std::string, Bracket> brackets;
    for (const EquationLine* line : lines) {
      const bool is_long = formula_width(formula_tree(line->text())) > width;
      count_brackets(line->left, is_long, brackets);
      count_brackets(line->right, is_long, brackets);
    }
    for (const Definition& d : named)
      count_brackets(d.text, formula_width(formula_tree(d.text)) > width, brackets);
    const std::optional<std::string> bracket = widest(brackets, width);
    if (!bracket) break;
    const std::string name = free_name(used);
    used.insert(name);
    for (EquationLine* line : lines) {
      replace_all(line->left, *bracket, name);
      replace_all(line->right, *bracket, name);
    }
    for (Definition& d : named)
      replace_all(d.text, *bracket, name);
    named.push_back({name, bracket->substr(1, bracket->size() - 2)});
  }
  // A name stands with the lines that use it, and with the meanings of other names that do.
  for (EquationLine* line : lines) {
    std::string whole = line->text();
    for (const Definition& d : named) {
      if (!uses(whole, d.name)) continue;
      line->definitions.push_back(d);
      whole += " + " + d.text;
    }
  }
}

} // namespace dalembert
