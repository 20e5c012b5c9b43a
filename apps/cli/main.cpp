#include "command.h"
#include "supervision.h"
#include "terminal.h"
#include "usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace dalembert;
using namespace dalembert::cli;

/// The first word of the command line that is no option, for the schema of an error object.
std::string command_of(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (argv[i][0] != '-') return argv[i];
  return "error";
}

bool wants_json(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
}

/// True for `-m*x'' = F`, an equation that begins with a minus, and false for `-q`, `--set=m=2`.
bool is_equation(std::string_view word) {
  if (!word.starts_with('-') || word.find_first_of("=<>") == std::string_view::npos) return false;
  const std::string_view name = word.substr(0, word.find('='));
  return !name.starts_with("--") || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") != std::string_view::npos;
}

/// The words of the command line, last first; an equation that begins with a minus comes behind `--`, so that it is not
/// taken for an option. Where the user put `--`, the words stay as they are.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    words.emplace_back(argv[i]);
    // `--to=` gives an empty value, not the next word.
    if (!words.back().starts_with("--") || words.back().find('=') + 1 != words.back().size()) continue;
    words.back().pop_back();
    words.emplace_back();
  }
  const bool is_marked = std::find(words.begin(), words.end(), "--") != words.end();
  if (words.empty() || words.front() != "prove" || is_marked) return {words.rbegin(), words.rend()};
  const auto equations =
      std::stable_partition(words.begin(), words.end(), [](const std::string& word) { return !is_equation(word); });
  if (equations != words.end()) words.insert(equations, "--");
  return {words.rbegin(), words.rend()};
}

struct Command {
  std::string_view name;
  void (*add)(CLI::App& app, Action& chosen);
};

constexpr std::array commands{
    Command{"check", add_check},       Command{"derive", add_derive}, Command{"eval", add_eval},
    Command{"run", add_run},           Command{"fmt", add_fmt},       Command{"analyse", add_analyse},
    Command{"report", add_report},     Command{"prove", add_prove},   Command{"picture", add_picture},
    Command{"export", add_export},     Command{"sweep", add_sweep},   Command{"lsp", add_lsp},
    Command{"language", add_language},
};

/// What to say of a first word that is no command.
std::string unknown_command(std::string_view word) {
  std::string names;
  for (const Command& command : commands)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", command.name);
  const bool is_model = word.ends_with(".mech");
  return fmt::format("there is no command `{}`{}; the commands are {}", word,
                     is_model ? fmt::format(", as in `dalembert run {}`", word) : std::string(), names);
}

int dispatch(int argc, char** argv) {
  CLI::App app("Constrained mechanical systems: from a text model to equations, reactions and certified motion.",
               "dalembert");
  app.set_version_flag("--version", fmt::format("dalembert {}", version()));
  app.require_subcommand(1);
  Action chosen;
  const std::string_view first = argc > 1 ? argv[1] : "";
  const bool is_known = std::ranges::find(commands, first, &Command::name) != commands.end();
  if (!first.empty() && first.front() != '-' && !is_known)
    return refuse("error", unknown_command(first), wants_json(argc, argv));
  for (const Command& command : commands) // the options of one command are as many as a small model has lines
    if (!is_known || command.name == first) command.add(app, chosen);
  try {
    app.parse(words_of(argc, argv));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream page;
      app.exit(error, page, page); // help or version
      print(page.str());
      return ok;
    }
    if (argc == 1) {
      talk(app.help());
      return usage_error;
    }
    return refuse(command_of(argc, argv), usage_message(app, error), wants_json(argc, argv));
  }
  return chosen();
}

} // namespace

int main(int argc, char** argv) {
  prepare_streams();
  const Supervision supervision(command_of(argc, argv), wants_json(argc, argv));
  const Activity activity("reading the command line");
  try {
    return dispatch(argc, argv);
  } catch (const Stopped&) {
    end_interrupted();
  } catch (const std::bad_alloc&) { // not asked of the handler
    end_out_of_memory();
  } catch (const WriteError& error) {
    return report_unwritten(command_of(argc, argv), error.what(), wants_json(argc, argv));
  } catch (const MissingLibrary& error) {
    return report_missing_library(command_of(argc, argv), error.what(), wants_json(argc, argv));
  } catch (const std::exception& error) {
    return report_bug(command_of(argc, argv), error.what(), wants_json(argc, argv));
  }
}
