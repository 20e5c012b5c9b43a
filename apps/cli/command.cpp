#include "command.h"

#include "heap.h"
#include "numbers.h"
#include "supervision.h"
#include "terminal.h"
#include "usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert::cli {

namespace {

/// Shows examples between the description and the usage line.
class ExamplesFirst : public CLI::Formatter {
public:
  explicit ExamplesFirst(std::string examples) : examples_(std::move(examples)) { column_width(26); }
  std::string make_description(const CLI::App* app) const override {
    return fmt::format("{}\n\nExamples\n{}\n", app->get_description(), examples_);
  }

private:
  std::string examples_;
};

/// Prints `diagnostics` as text or, with --json, as the object of a failure.
int fail(const std::string& command, const CommonOptions& options, const std::vector<Diagnostic>& diagnostics,
         const SourceMap& sources, int code) {
  if (options.json)
    print(failure_json(command, diagnostics, sources));
  else
    print_diagnostics(diagnostics, sources, options);
  return code;
}

/// What `session` collected, and what was found outside its stages.
std::vector<Diagnostic> all_diagnostics(const Session& session, const ModelError& error) {
  std::vector<Diagnostic> out = session.diagnostics();
  if (!has_errors(out)) out.insert(out.end(), error.diagnostics().begin(), error.diagnostics().end());
  return out;
}

/// What a command does, between the parts of it that have a name.
const char* activity_of(std::string_view command) {
  constexpr std::array<std::pair<std::string_view, const char*>, 10> activities{{
      {"check", "checking the model"},
      {"derive", "printing the equations"},
      {"analyse", "analysing the model"},
      {"eval", "evaluating the state"},
      {"run", "running the model"},
      {"sweep", "running the ensemble"},
      {"prove", "judging the equation"},
      {"report", "making the report"},
      {"picture", "drawing the model"},
      {"fmt", "laying out the model"},
  }};
  const auto* const found =
      std::find_if(activities.begin(), activities.end(), [command](const auto& a) { return a.first == command; });
  return found == activities.end() ? "working" : found->second;
}

} // namespace

CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& what, const std::string& examples) {
  CLI::App* const command = app.add_subcommand(name, what);
  command->formatter(std::make_shared<ExamplesFirst>(examples));
  return command;
}

void add_common(CLI::App& command, CommonOptions& options) {
  command.add_option("MODEL", options.model, "model file; - reads standard input")->required();
  command.add_option("--set", options.overrides, "set a parameter or count: 'm=2 [kg]'; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->take_all();
  command
      .add_option("--include-root", options.include_root,
                  "folder from which files may be included, with its subfolders; the model's folder by default")
      ->type_name("DIR");
  command.add_flag("--json", options.json, "print one JSON object and nothing else");
  command.add_option("--memory", options.memory, "memory limit: 512M, 4G or none; 2G by default")->type_name("SIZE");
  command.add_flag("-q,--quiet", options.quiet, "no progress, no notes, no warnings");
  command.add_option("--color", options.color, "auto, always or never")->check(one_of({"auto", "always", "never"}));
}

std::vector<std::string> form_names() {
  std::vector<std::string> out;
  for (const FormRow& row : form_table()) {
    out.emplace_back(row.name);
    if (!row.alias.empty()) out.emplace_back(row.alias);
  }
  return out;
}

void print_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources,
                       const CommonOptions& options) {
  const Style style = talk_style(options.color);
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error || !options.quiet) talk(render(diagnostic, sources, style.color) + "\n");
}

std::string failure_object(const std::string& command, const std::string& code, const std::string& message) {
  SourceMap sources;
  const std::uint32_t file = sources.add("<command line>", "");
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.span = {file, 0, 0};
  diagnostic.message = message;
  return failure_json(command, {diagnostic}, sources);
}

int refuse(const std::string& command, const std::string& message, bool json) {
  if (json) print(failure_object(command, "E0001", message));
  talk(fmt::format("dalembert: {}\n", shown_text(message)));
  return usage_error;
}

int report_unwritten(const std::string& command, const std::string& message, bool json) {
  talk(fmt::format("dalembert: {}\n", shown_text(message)));
  try {
    if (json) print(failure_object(command, unwritten_code, message));
  } catch (const WriteError&) { // standard output itself, as the message says
    return output_failed;
  }
  return output_failed;
}

int report_missing_library(const std::string& command, const std::string& message, bool json) {
  if (json) print(failure_object(command, "E0006", message));
  talk(fmt::format("dalembert: {}\n", shown_text(message)));
  return library_missing;
}

int report_bug(const std::string& command, const std::string& message, bool json) {
  const std::string what = message + "\nThis is a bug of the program, not of your model; please report it.";
  if (json) print(failure_object(command, "E0002", what));
  talk(fmt::format("dalembert: {}\n", shown_text(what)));
  return internal_error;
}

State given_state(Session& session, const std::string& file) {
  const StateFile read = read_state_file(file);
  session.set_parameters(read.parameters);
  return state_from(read, session.study().system);
}

int with_model(const std::string& command, const CommonOptions& options,
               const std::function<int(Session& session)>& body) {
  const bool is_piped_object = options.json && !is_terminal_output();
  if (!options.quiet && !is_piped_object) show_progress();
  const Activity activity(activity_of(command));
  // A session is not taken apart: the end of the program gives all memory back at once.
  static std::vector<std::unique_ptr<Session>>& sessions = *new std::vector<std::unique_ptr<Session>>;
  Session* session = nullptr;
  try {
    limit_memory(memory_option("--memory", options.memory));
    use_large_pages();
    session = sessions.emplace_back(std::make_unique<Session>(Session::open(options.model, options.overrides))).get();
    if (!options.include_root.empty()) session->set_include_root(options.include_root);
    return body(*session);
  } catch (const ModelError& error) {
    return fail(command, options, all_diagnostics(*session, error), session->sources(), model_error);
  } catch (const SolveError&) {
    return fail(command, options, session->diagnostics(), session->sources(), numerics_failed);
  } catch (const std::bad_alloc&) { // of a library that does not ask the handler
    end_out_of_memory();
  } catch (const WriteError&) {
    throw;
  } catch (const FileError& error) {
    return refuse(command, error.what(), options.json);
  } catch (const OptionError& error) {
    return refuse(command, error.what(), options.json);
  } catch (const UsageError& error) {
    return refuse(command, error.what(), options.json);
  }
}

} // namespace dalembert::cli
