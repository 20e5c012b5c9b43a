#include "command.h"
#include "supervision.h"
#include "terminal.h"

#include <optional>
#include <string>
#include <vector>

namespace dalembert::cli {

namespace {

struct AnalyseOptions : CommonOptions {
  std::string against;
  std::vector<std::string> map;
  std::string out;
};

int compare_command(Session& session, const AnalyseOptions& options) {
  std::optional<Session> other;
  try {
    const ComparisonReport report = session.compare_with(options.against, options.map, other);
    if (options.json)
      print(comparison_json(report));
    else
      print_page(comparison_text(report, page_style(options.color)));
    return report.comparison.has_same_motion() ? ok : check_failed;
  } catch (const ModelError&) {
    // What is wrong with the other model is said in its own lines.
    if (!other || !has_errors(other->diagnostics())) throw;
    if (options.json) print(failure_json("analyse", other->diagnostics(), other->sources()));
    print_diagnostics(other->diagnostics(), other->sources(), options);
    return model_error;
  }
}

int analyse_command(const AnalyseOptions& options) {
  return with_model("analyse", options, [&options](Session& session) {
    if (!options.against.empty()) return compare_command(session, options);
    if (!options.map.empty()) throw UsageError("--map belongs to --against");
    const AnalysisReport report = session.analysis();
    const std::string page = options.json ? analyse_json(report) : analyse_text(report, page_style(options.color));
    begin_output();
    if (!options.out.empty())
      for (const std::string& path : write_state_space(options.out, report, session))
        if (!options.quiet) talk("wrote " + path + "\n");
    if (options.json) {
      print(page);
      return static_cast<int>(ok);
    }
    print_diagnostics(report.overview.diagnostics, session.sources(), options);
    print_page(page);
    return static_cast<int>(ok);
  });
}

} // namespace

void add_analyse(CLI::App& app, Action& chosen) {
  CLI::App* const command = add_command(
      app, "analyse", "Symmetries and conserved quantities, equilibria and steady motions, linear motion about them.",
      "  dalembert analyse sleigh.mech\n"
      "  dalembert analyse sleigh.mech --json\n"
      "  dalembert analyse fixed.mech --against moving.mech --map 'x = y + x0'");
  const auto options = std::make_shared<AnalyseOptions>();
  add_common(*command, *options);
  command->add_option("--out", options->out, "folder for the state-space matrices A, B, C, D (CSV)");
  command->add_option("--against", options->against, "compare with this model: do both describe the same motion?");
  command->add_option("--map", options->map, "a coordinate of MODEL in the names of the other; may be repeated")
      ->type_name("'X = EXPR'")
      ->allow_extra_args(false)
      ->take_all();
  command->callback([options, &chosen] { chosen = [options] { return analyse_command(*options); }; });
}

} // namespace dalembert::cli
