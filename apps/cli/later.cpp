#include "command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dalembert::cli {

namespace {

/// Commands of docs/cli.md that are not there yet.
constexpr std::array<std::pair<const char*, const char*>, 1> commands{{
    {"sweep", "Run ensembles over parameters (not supported yet)."},
}};

} // namespace

void add_later(CLI::App& app, Action& chosen) {
  for (const auto& [name, what] : commands) {
    CLI::App* const command = app.add_subcommand(name, what);
    command->allow_extras();
    const std::string word = name;
    command->callback([word, command, &chosen] {
      const std::vector<std::string> rest = command->remaining();
      const bool json = std::find(rest.begin(), rest.end(), "--json") != rest.end();
      chosen = [word, json] { return refuse(word, fmt::format("{} is not supported yet", word), json); };
    });
  }
}

} // namespace dalembert::cli
