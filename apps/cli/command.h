#pragma once

#include <dalembert/dalembert.h>

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dalembert::cli {

/// What the process returns; docs/cli.md.
enum ExitCode : int {
  ok = 0,
  model_error = 1,
  usage_error = 2,
  check_failed = 3,
  numerics_failed = 4,
  library_missing = 69,
  internal_error = 70,
  memory_exhausted = 71,
  output_failed = 74,
  interrupted = 130,
};

/// What every command takes.
struct CommonOptions {
  std::string model;
  std::vector<std::string> overrides; ///< `m=2 [kg]`
  std::string include_root;
  bool json = false;
  bool quiet = false;
  std::string color = "auto";
  std::string memory = "2G";
};

/// The diagnostic code of an interruption.
inline constexpr const char* interrupted_code = "E0004";
/// The diagnostic code of memory that is used up.
inline constexpr const char* exhausted_code = "E0005";

/// The diagnostic code of another process of a sweep that failed.
inline constexpr const char* lost_process_code = "E0007";

/// A command line that parses but cannot be obeyed.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

using Action = std::function<int()>;

/// Adds a subcommand whose help shows `examples` before the options.
[[nodiscard]] CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& what,
                                    const std::string& examples);
/// Adds MODEL, --set, --json, -q and --color to a command.
void add_common(CLI::App& command, CommonOptions& options);

// One for each command: adds it to `app`; when it was given, `chosen` is what is to be done.
void add_check(CLI::App& app, Action& chosen);
void add_derive(CLI::App& app, Action& chosen);
void add_eval(CLI::App& app, Action& chosen);
void add_run(CLI::App& app, Action& chosen);
void add_fmt(CLI::App& app, Action& chosen);
void add_analyse(CLI::App& app, Action& chosen);
void add_report(CLI::App& app, Action& chosen);
void add_prove(CLI::App& app, Action& chosen);
void add_picture(CLI::App& app, Action& chosen);
void add_export(CLI::App& app, Action& chosen);
void add_sweep(CLI::App& app, Action& chosen);
void add_lsp(CLI::App& app, Action& chosen);
void add_language(CLI::App& app, Action& chosen);

/// The names of all forms of the equations, aliases included.
[[nodiscard]] std::vector<std::string> form_names();

/// Reads the model that `options` names, runs `body` on it and prints what went wrong; returns the exit code.
/// With --json a failure prints an object of the schema of `command`.
int with_model(const std::string& command, const CommonOptions& options,
               const std::function<int(Session& session)>& body);

/// Reads the state in `file`, with the values that it gives parameters. @throws FileError, ModelError
[[nodiscard]] State given_state(Session& session, const std::string& file);

/// Returns the JSON object of a failure that has no place in a model.
[[nodiscard]] std::string failure_object(const std::string& command, const std::string& code,
                                         const std::string& message);

/// Prints a usage error as text or JSON and returns its exit code.
int refuse(const std::string& command, const std::string& message, bool json);

/// Prints that something could not be written as text, and as JSON where that was asked for, and returns its exit code.
int report_unwritten(const std::string& command, const std::string& message, bool json);

/// Prints that a shared library is not installed as text, and as JSON where that was asked for, and returns its exit
/// code.
int report_missing_library(const std::string& command, const std::string& message, bool json);

/// Prints a bug of the program as text, and as JSON where that was asked for, and returns its exit code.
int report_bug(const std::string& command, const std::string& message, bool json);

/// Prints the diagnostics of `session` that were not printed yet: errors always, others unless -q.
void print_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources,
                       const CommonOptions& options);

} // namespace dalembert::cli
