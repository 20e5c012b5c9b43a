#include "command.h"
#include "supervision.h"
#include "terminal.h"
#include "usage.h"

#include <cstdlib>

namespace dalembert::cli {

namespace {

struct ExportOptions : CommonOptions {
  std::string format;
  std::string output;
  bool without_binary = false;
};

/// Prints `text`, or `object` with --json, after the diagnostics.
int finish(const ExportOptions& options, Session& session, const std::string& text, const std::string& object) {
  if (options.json) {
    print(object);
  } else {
    print_diagnostics(session.diagnostics(), session.sources(), options);
    print_page(text);
  }
  return ok;
}

int export_fmu(const ExportOptions& options) {
  return with_model("export", options, [&options](Session& session) {
    if (!options.output.empty()) require_other_than_model(options.output, session);
    FmuRequest request;
    request.binary = !options.without_binary;
    if (const char* const compiler = std::getenv("CC"); compiler != nullptr && *compiler != '\0')
      request.compiler = compiler;
    Fmu made = session.fmu(request);
    begin_output();
    const WrittenFmu written = write_fmu(options.output, std::move(made), session);
    return finish(options, session, fmu_export_text(written), fmu_export_json(written, session));
  });
}

int export_c(const ExportOptions& options) {
  return with_model("export", options, [&options](Session& session) {
    const CSource made = session.c_source();
    begin_output();
    const WrittenC written = write_c(options.output.empty() ? "." : options.output, made, session);
    return finish(options, session, c_export_text(written), c_export_json(written, session));
  });
}

int export_command(const ExportOptions& options) {
  if (options.format == "fmu") return export_fmu(options);
  if (options.without_binary) return refuse("export", "--no-binary belongs to `export fmu`", options.json);
  return export_c(options);
}

} // namespace

void add_export(CLI::App& app, Action& chosen) {
  CLI::App* const command =
      add_command(app, "export", "Write the equations as C source, or as an FMU for other simulators.",
                  "  dalembert export c four_bar.mech               four_bar.h and four_bar.c in this folder\n"
                  "  dalembert export c four_bar.mech -o generated  in the folder generated\n"
                  "  dalembert export c chain.mech --set n=12 -o generated\n"
                  "  dalembert export fmu four_bar.mech             four_bar.fmu for FMI 2.0");
  const auto options = std::make_shared<ExportOptions>();
  command
      ->add_option("format", options->format,
                   "c: a header and a source of C99; fmu: a Functional Mock-up Unit of FMI 2.0")
      ->required()
      ->check(one_of({"c", "fmu"}))
      ->type_name("FORMAT");
  add_common(*command, *options);
  command
      ->add_option("-o,--output", options->output,
                   "c: folder of the files, made where it is missing; fmu: the file, NAME.fmu by default")
      ->type_name("PATH");
  command->add_flag("--no-binary", options->without_binary, "fmu: sources alone, without a call of the compiler");
  command->callback([options, &chosen] { chosen = [options] { return export_command(*options); }; });
}

} // namespace dalembert::cli
