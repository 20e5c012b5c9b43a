#include "command.h"
#include "terminal.h"

#include <algorithm>

namespace dalembert::cli {

namespace {

int check(const CommonOptions& options) {
  return with_model("check", options, [&options](Session& session) {
    const Overview overview = session.overview();
    if (options.json) {
      print(check_json(overview));
    } else {
      print_diagnostics(overview.diagnostics, session.sources(), options);
      print_page(check_text(overview, page_style(options.color)));
    }
    if (has_errors(overview.diagnostics)) return static_cast<int>(model_error);
    const bool has_false = std::any_of(overview.proved.begin(), overview.proved.end(),
                                       [](const CheckResult& result) { return result.status == CheckStatus::fails; });
    return static_cast<int>(has_false ? check_failed : ok);
  });
}

} // namespace

void add_check(CLI::App& app, Action& chosen) {
  CLI::App* const command = add_command(
      app, "check", "Read a model, classify its constraints, count its degrees of freedom; nothing is integrated.",
      "  dalembert check sleigh.mech\n"
      "  dalembert check sleigh.mech --set 'a=0.3 [m]' --json\n"
      "  cat sleigh.mech | dalembert check -");
  const auto options = std::make_shared<CommonOptions>();
  add_common(*command, *options);
  command->callback([options, &chosen] { chosen = [options] { return check(*options); }; });
}

} // namespace dalembert::cli
