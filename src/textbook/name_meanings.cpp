#include <dalembert/base/characters.h>
#include <dalembert/expr/function.h>
#include <dalembert/textbook/name_meanings.h>
#include <dalembert/textbook/printed_text.h>

#include <algorithm>

namespace dalembert {

namespace {

constexpr int most_steps = 300; ///< names looked into for one text; others are given in plain form

bool has_definition(const std::vector<Definition>& definitions, std::string_view name) {
  return std::ranges::any_of(definitions, [name](const Definition& d) { return d.name == name; });
}

} // namespace

std::vector<NameMeanings::Own> NameMeanings::own_names_in(std::string_view text) const {
  std::vector<Own> out;
  for (const Let& each : system_.lets)
    if (holds_name(text, each.name)) out.push_back({each.name, each.text, each.value});
  for (const Speed& each : system_.speeds)
    if (holds_name(text, each.name)) out.push_back({each.name, {}, each.value});
  return out;
}

bool NameMeanings::is_known(std::string_view identifier) const {
  const auto is_it = [identifier](const auto& declared) { return declared.name == identifier; };
  return identifier == "t" || identifier == "pi" || std::ranges::any_of(system_.coordinates, is_it) ||
         std::ranges::any_of(system_.parameters, is_it) || std::ranges::any_of(system_.lets, is_it) ||
         std::ranges::any_of(system_.speeds, is_it);
}

bool NameMeanings::has_only_known_names(std::string_view words) const {
  for (std::size_t at = 0; at < words.size();) {
    if (static_cast<unsigned char>(words[at]) >= 0x80 || words[at] == '|') return false;
    if (!starts_name(words[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < words.size() && (continues_name(words[end]) || words[end] == '.'))
      ++end;
    const bool is_call = end < words.size() && words[end] == '(';
    if (end < words.size() && words[end] == '[') end = std::min(words.find(']', end), words.size() - 1) + 1;
    const std::string_view name = words.substr(at, end - at);
    const bool is_function = is_call && (name == "sqrt" || function_named(name).has_value());
    if (!is_function && (is_call || !is_known(name))) return false;
    at = end;
  }
  return true;
}

void NameMeanings::define(const Own& own, std::vector<Definition>& out, int& steps) const {
  if (has_definition(out, own.name)) return;
  const std::optional<std::string> plain = print_(own.value);
  const bool has_words = --steps > 0 && !own.words.empty() && has_only_known_names(own.words);
  std::vector<Definition> with_words = out;
  if (has_words) {
    for (const Own& other : own_names_in(own.words))
      if (other.name != own.name) define(other, with_words, steps);
    with_words.push_back({std::string(own.name), std::string(own.words)});
  }
  int nodes = 0;
  for (std::size_t i = out.size(); i < with_words.size(); ++i)
    nodes += node_count(with_words[i].text) + (i > out.size() ? 2 : 0);
  const bool needs_others = with_words.size() > out.size() + 1;
  if (has_words && (!needs_others || !plain || nodes < node_count(*plain)))
    out = std::move(with_words);
  else if (plain)
    out.push_back({std::string(own.name), *plain});
}

void NameMeanings::define(std::string_view text, std::vector<Definition>& out) const {
  int steps = most_steps;
  for (const Own& own : own_names_in(text))
    define(own, out, steps);
}

} // namespace dalembert
