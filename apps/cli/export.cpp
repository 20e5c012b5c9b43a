#include "command.h"
#include "supervision.h"
#include "terminal.h"
#include "usage.h"

namespace dalembert::cli {

namespace {

struct ExportOptions : CommonOptions {
  std::string format;
  std::string folder = ".";
};

int export_command(const ExportOptions& options) {
  return with_model("export", options, [&options](Session& session) {
    const CSource made = session.c_source();
    begin_output();
    const WrittenC written = write_c(options.folder, made, session);
    if (options.json) {
      print(c_export_json(written, session));
    } else {
      print_diagnostics(session.diagnostics(), session.sources(), options);
      print_page(c_export_text(written));
    }
    return static_cast<int>(ok);
  });
}

} // namespace

void add_export(CLI::App& app, Action& chosen) {
  CLI::App* const command =
      add_command(app, "export", "Write the equations as C source, without dependencies.",
                  "  dalembert export c four_bar.mech               four_bar.h and four_bar.c in this folder\n"
                  "  dalembert export c four_bar.mech -o generated  in the folder generated\n"
                  "  dalembert export c chain.mech --set n=12 -o generated");
  const auto options = std::make_shared<ExportOptions>();
  command->add_option("format", options->format, "c: a header and a source of C99")
      ->required()
      ->check(one_of({"c"}))
      ->type_name("FORMAT");
  add_common(*command, *options);
  command->add_option("-o,--output", options->folder, "folder of the files; made where it is missing")
      ->type_name("DIR");
  command->callback([options, &chosen] { chosen = [options] { return export_command(*options); }; });
}

} // namespace dalembert::cli
