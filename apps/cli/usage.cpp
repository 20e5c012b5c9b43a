#include "usage.h"

#include <dalembert/api/suggestion.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace dalembert::cli {

namespace {

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? std::string() : fmt::format("; did you mean {}?", nearest);
}

/// The options of a command as they are typed: `--json`, `-q`.
std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> out;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames())
      out.push_back("--" + name);
    for (const std::string& name : option->get_snames())
      out.push_back("-" + name);
  }
  return out;
}

/// Words that no option and no argument takes: those that look like options first.
std::string extras_message(const CLI::App& command) {
  std::vector<std::string> words = command.remaining();
  const auto is_option = [](const std::string& word) { return word.size() > 1 && word.front() == '-'; };
  const auto option = std::ranges::find_if(words, is_option);
  if (option == words.end())
    return fmt::format("{} takes no further argument: {}", command.get_name(), fmt::join(words, " "));
  const std::string name = option->substr(0, option->find('='));
  return fmt::format("{} has no option {}{}", command.get_name(), name, did_you_mean(name, options_of(command)));
}

/// An option or argument that is `name` for the parser.
const CLI::Option* option_named(const CLI::App& command, std::string_view name) {
  const std::vector<const CLI::Option*> all = command.get_options();
  const auto found = std::ranges::find_if(all, [name](const CLI::Option* each) { return each->get_name() == name; });
  return found == all.end() ? nullptr : *found;
}

std::string mismatch_message(const CLI::App& command, std::string_view text) {
  const std::string name(text.substr(0, text.find(':')));
  const CLI::Option* const option = option_named(command, name);
  if (text.find("At Most") != std::string_view::npos) return fmt::format("{} is given more than once", name);
  const bool is_missing = text.find("missing") != std::string_view::npos && option != nullptr;
  return is_missing ? fmt::format("{} needs a value", name) : std::string(text);
}

} // namespace

CLI::Validator one_of(std::vector<std::string> names) {
  std::string list = fmt::format("{{{}}}", fmt::join(names, ","));
  auto check = [names = std::move(names)](std::string& word) {
    if (std::ranges::find(names, word) != names.end()) return std::string();
    return fmt::format("there is no `{}`, only {}{}", word, fmt::join(names, ", "), did_you_mean(word, names));
  };
  return CLI::Validator(std::move(check), std::move(list));
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  std::string text = error.what();
  if (chosen.empty()) return text;
  const CLI::App& command = *chosen.front();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return extras_message(command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return mismatch_message(command, text);
  return text;
}

} // namespace dalembert::cli
