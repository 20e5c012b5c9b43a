#include "command.h"
#include "terminal.h"

namespace dalembert::cli {

namespace {

int analyse_command(const CommonOptions& options) {
  return with_model("analyse", options, [&options](Session& session) {
    const AnalysisReport report = session.analysis();
    if (options.json) {
      print(analyse_json(report));
      return static_cast<int>(ok);
    }
    print_diagnostics(report.overview.diagnostics, session.sources(), options);
    print(analyse_text(report, page_style(options.color)));
    return static_cast<int>(ok);
  });
}

} // namespace

void add_analyse(CLI::App& app, Action& chosen) {
  CLI::App* const command =
      add_command(app, "analyse", "Say what is cyclic, what is conserved and why, and how the motion is made up.",
                  "  dalembert analyse sleigh.mech\n"
                  "  dalembert analyse sleigh.mech --json");
  const auto options = std::make_shared<CommonOptions>();
  add_common(*command, *options);
  command->callback([options, &chosen] { chosen = [options] { return analyse_command(*options); }; });
}

} // namespace dalembert::cli
