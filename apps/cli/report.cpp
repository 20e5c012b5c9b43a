#include "command.h"
#include "numbers.h"
#include "supervision.h"
#include "terminal.h"
#include "usage.h"

#include <fmt/format.h>

namespace dalembert::cli {

namespace {

struct ReportOptions : CommonOptions {
  std::string file;
  std::string tolerance;
  std::string to;
  std::string max_step;
  bool strict = false;
  bool whole_run = false;
  std::vector<std::string> forms;
  CLI::Option* has_tolerance = nullptr;
  CLI::Option* has_end = nullptr;
  CLI::Option* has_max_step = nullptr;
};

RunOptions run_options(const ReportOptions& options) {
  RunOptions out;
  if (!options.has_tolerance->empty()) out.tolerance = number_option("--tolerance", options.tolerance, tolerance_range);
  if (!options.has_end->empty()) out.end = number_option("--to", options.to, time_range);
  if (!options.has_max_step->empty()) out.max_step = number_option("--max-step", options.max_step, step_range);
  return out;
}

int exit_code(const std::optional<RunReport>& run, bool strict) {
  if (!run || run->result->outcome == RunOutcome::failed) return numerics_failed;
  const RunResult& result = *run->result;
  if (strict && !result.certificate.failed.empty()) return numerics_failed;
  if (result.outcome == RunOutcome::interrupted) return interrupted;
  return failing_checks(result.checks) > 0 ? check_failed : ok;
}

/// The command line as the user would type it again.
std::string command_text(const ReportOptions& options) {
  std::string out = fmt::format("dalembert report {} -o {}", options.model, options.file);
  for (const std::string& form : options.forms)
    out += fmt::format(" --form {}", form);
  for (const std::string& value : options.overrides)
    out += fmt::format(" --set '{}'", value);
  if (!options.has_tolerance->empty()) out += fmt::format(" --tolerance {}", options.tolerance);
  if (!options.has_end->empty()) out += fmt::format(" --to {}", options.to);
  if (!options.has_max_step->empty()) out += fmt::format(" --max-step {}", options.max_step);
  if (options.whole_run) out += " --whole-run";
  return out;
}

std::vector<Form> wanted_forms(const ReportOptions& options) {
  std::vector<Form> out;
  for (const std::string& name : options.forms)
    out.push_back(*form_named(name));
  return out;
}

int report_command(const ReportOptions& options) {
  if (options.json && options.file == "-")
    return refuse("report", "--json and -o - would both write standard output", true);
  return with_model("report", options, [&options](Session& session) {
    const RunOptions wanted = run_options(options);
    if (options.file != "-") require_other_than_model(options.file, session);
    const ReportPage page = session.page({wanted, wanted_forms(options), command_text(options), options.whole_run});
    const std::string html = report_html(page);
    begin_output();
    if (options.file == "-")
      print(html);
    else
      write_file(options.file, html);
    if (options.json) print(report_json(page, options.file));
    print_diagnostics(session.diagnostics(), session.sources(), options);
    return exit_code(page.run, options.strict);
  });
}

} // namespace

void add_report(CLI::App& app, Action& chosen) {
  CLI::App* const command = add_command(
      app, "report", "Write one page: system, derivation, equations, reactions, analysis, run, certificate.",
      "  dalembert report sleigh.mech -o sleigh.html\n"
      "  dalembert report sleigh.mech -o sleigh.html --to 60 --tolerance 1e-12");
  const auto options = std::make_shared<ReportOptions>();
  add_common(*command, *options);
  command->add_option("-o,--output", options->file, "file of the page; - writes to standard output")
      ->type_name("FILE.html")
      ->required();
  command->add_option("--form", options->forms, "a form of the equations; may be repeated; all that apply by default")
      ->check(one_of(form_names()))
      ->allow_extra_args(false)
      ->take_all();
  options->has_tolerance = command->add_option("--tolerance", options->tolerance, tolerance_help())->type_name("X");
  options->has_end = command->add_option("--to", options->to, "end of the run, s")->type_name("T");
  options->has_max_step =
      command->add_option("--max-step", options->max_step, "longest step of the integration, s")->type_name("H");
  command->add_flag("--whole-run", options->whole_run,
                    "run to the end of the model; otherwise the run stops after about 0.5 s of computing");
  command->add_flag("--strict", options->strict, "exit with code 4 if the certificate fails");
  command->callback([options, &chosen] { chosen = [options] { return report_command(*options); }; });
}

} // namespace dalembert::cli
