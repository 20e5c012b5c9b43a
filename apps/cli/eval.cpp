#include "command.h"
#include "terminal.h"

namespace dalembert::cli {

namespace {

struct EvalOptions : CommonOptions {
  std::string state;
};

/// The state to evaluate at: that of the file, else the consistent initial state.
State chosen_state(Session& session, const EvalOptions& options) {
  return options.state.empty() ? session.initial_state().state : given_state(session, options.state);
}

int eval(const EvalOptions& options) {
  return with_model("eval", options, [&options](Session& session) {
    const State state = chosen_state(session, options);
    const EvalReport report = session.eval_report(state);
    if (options.json) {
      print(eval_json(report));
    } else {
      print_diagnostics(session.diagnostics(), session.sources(), options);
      print_page(eval_text(report, page_style(options.color)));
    }
    return static_cast<int>(ok);
  });
}

} // namespace

void add_eval(CLI::App& app, Action& chosen) {
  CLI::App* const command =
      add_command(app, "eval", "Accelerations, multipliers, reactions and energies at one state.",
                  "  dalembert eval sleigh.mech                       the initial state\n"
                  "  dalembert eval sleigh.mech --state state.json    {\"t\": 0, \"state\": {\"x\": 0.1, "
                  "\"x'\": 0.2, …}}\n"
                  "  dalembert eval sleigh.mech --state - --json < state.json");
  const auto options = std::make_shared<EvalOptions>();
  add_common(*command, *options);
  command->add_option("--state", options->state, "state as JSON, SI units; evaluated as given, never projected")
      ->type_name("FILE");
  command->callback([options, &chosen] { chosen = [options] { return eval(*options); }; });
}

} // namespace dalembert::cli
