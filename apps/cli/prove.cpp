#include "command.h"
#include "terminal.h"

namespace dalembert::cli {

namespace {

struct ProveOptions : CommonOptions {
  std::string equation;
  std::vector<std::string> lets;
};

int prove_command(const ProveOptions& options) {
  return with_model("prove", options, [&options](Session& session) {
    session.ask(options.equation, options.lets);
    const ProveReport report = session.prove_report();
    if (options.json) {
      print(prove_json(report));
    } else {
      print_diagnostics(session.diagnostics(), session.sources(), options);
      print_page(prove_text(report, page_style(options.color)));
    }
    return static_cast<int>(is_true(report.judgement.verdict) ? ok : check_failed);
  });
}

} // namespace

void add_prove(CLI::App& app, Action& chosen) {
  CLI::App* const command =
      add_command(app, "prove", "Decide whether an equation is true of a model, and why, or find the mistake in it.",
                  "  dalembert prove pendulum.mech \"r*theta'' + 2*r'*theta' + g*sin(theta) = 0\"\n"
                  "  dalembert prove pendulum.mech 'T + V = const'\n"
                  "  dalembert prove collar.mech --let 'alpha = theta - phi' \"alpha' = 0\"\n"
                  "  dalembert prove sleigh.mech \"u' = b*theta'^2\" --json");
  const auto options = std::make_shared<ProveOptions>();
  add_common(*command, *options);
  command->add_option("EQUATION", options->equation, "'LHS = RHS', an inequality, or 'X = const'")->required();
  command->add_option("--let", options->lets, "define a name for the equation: 'alpha = theta - phi'; may be repeated")
      ->type_name("NAME=EXPR")
      ->allow_extra_args(false)
      ->take_all();
  command->callback([options, &chosen] { chosen = [options] { return prove_command(*options); }; });
}

} // namespace dalembert::cli
