#include "command.h"
#include "supervision.h"
#include "terminal.h"
#include "usage.h"

#include <fmt/format.h>

namespace dalembert::cli {

namespace {

struct CheckOptions : CommonOptions {
  std::string dump;
};

/// `1.25 s`, `0.8 ms`.
std::string time_text(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

int dump(Session& session, const CheckOptions& options) {
  const StageRow& stage = stage_row(options.dump);
  const Activity activity(stage.activity);
  const std::string page = stage.dump(session, page_style(options.color));
  begin_output();
  print_diagnostics(session.diagnostics(), session.sources(), options);
  print_page(page);
  if (!options.quiet)
    talk(fmt::format("dalembert: {} ({}), {}\n", stage.name, stage.value, time_text(session.seconds().*stage.seconds)));
  return ok;
}

int check(const CheckOptions& options) {
  if (!options.dump.empty() && options.json) return refuse("check", "--dump prints text: leave out --json", true);
  return with_model("check", options, [&options](Session& session) {
    if (!options.dump.empty()) return dump(session, options);
    const Overview overview = session.overview();
    if (options.json) {
      print(check_json(overview));
    } else {
      print_diagnostics(overview.diagnostics, session.sources(), options);
      print_page(check_text(overview, page_style(options.color)));
    }
    if (has_errors(overview.diagnostics)) return static_cast<int>(model_error);
    return static_cast<int>(failing_checks(overview.settled) > 0 ? check_failed : ok);
  });
}

std::vector<std::string> stage_names() {
  std::vector<std::string> out;
  for (const StageRow& stage : stage_table())
    out.emplace_back(stage.name);
  return out;
}

} // namespace

void add_check(CLI::App& app, Action& chosen) {
  CLI::App* const command = add_command(
      app, "check", "Read a model, classify its constraints, count its degrees of freedom; nothing is integrated.",
      "  dalembert check sleigh.mech\n"
      "  dalembert check sleigh.mech --set 'a=0.3 [m]' --json\n"
      "  dalembert check sleigh.mech --dump programs       what a stage of the work holds\n"
      "  cat sleigh.mech | dalembert check -");
  const auto options = std::make_shared<CheckOptions>();
  add_common(*command, *options);
  command->add_option("--dump", options->dump, "print the result of this stage instead")
      ->check(one_of(stage_names()))
      ->type_name("STAGE");
  command->callback([options, &chosen] { chosen = [options] { return check(*options); }; });
}

} // namespace dalembert::cli
