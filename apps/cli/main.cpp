#include "command.h"
#include "terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

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

int dispatch(int argc, char** argv) {
  CLI::App app("Constrained mechanical systems: from a text model to equations, reactions and certified motion.",
               "dalembert");
  app.set_version_flag("--version", fmt::format("dalembert {}", version()));
  app.require_subcommand(1);
  Action chosen;
  add_check(app, chosen);
  add_derive(app, chosen);
  add_eval(app, chosen);
  add_run(app, chosen);
  add_fmt(app, chosen);
  add_analyse(app, chosen);
  add_report(app, chosen);
  add_prove(app, chosen);
  add_later(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      app.exit(error); // help or version
      return ok;
    }
    if (argc == 1) {
      talk(app.help());
      return usage_error;
    }
    return refuse(command_of(argc, argv), error.what(), wants_json(argc, argv));
  }
  return chosen();
}

} // namespace

int main(int argc, char** argv) {
  try {
    return dispatch(argc, argv);
  } catch (const std::exception& error) {
    talk(fmt::format("dalembert: {}\nThis is a bug of the program, not of your model; please report it.\n",
                     error.what()));
    return internal_error;
  }
}
