#include "command.h"
#include "supervision.h"
#include "terminal.h"

#include <fmt/format.h>

namespace dalembert::cli {

namespace {

struct FmtOptions : CommonOptions {
  bool write = false;
  bool check = false;
};

int fmt_command(const FmtOptions& options) {
  return with_model("fmt", options, [&options](Session& session) {
    if (options.write && options.model == "-") throw UsageError("fmt --write needs a file, not standard input");
    const Layout result = layout(session);
    begin_output();
    if (options.write && result.is_changed) replace_file(options.model, result.text);
    if (options.json)
      print(layout_json(result));
    else if (options.check && result.is_changed)
      talk(fmt::format("{} is not in the canonical layout; `dalembert fmt --write` corrects it\n", options.model));
    else if (!options.write && !options.check)
      print_data(result.text);
    return static_cast<int>(options.check && result.is_changed ? check_failed : ok);
  });
}

} // namespace

void add_fmt(CLI::App& app, Action& chosen) {
  CLI::App* const command = add_command(app, "fmt", "Print a model in the canonical layout.",
                                        "  dalembert fmt sleigh.mech\n"
                                        "  dalembert fmt --write sleigh.mech     replace the file\n"
                                        "  dalembert fmt --check sleigh.mech     exit code 3 where it would change");
  const auto options = std::make_shared<FmtOptions>();
  add_common(*command, *options);
  CLI::Option* const write = command->add_flag("--write", options->write, "replace the file");
  command->add_flag("--check", options->check, "print nothing; exit code 3 where the layout would change")
      ->excludes(write);
  command->callback([options, &chosen] { chosen = [options] { return fmt_command(*options); }; });
}

} // namespace dalembert::cli
