#include "command.h"
#include "numbers.h"
#include "supervision.h"
#include "terminal.h"
#include "usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace dalembert::cli {

namespace {

struct RunCommandOptions : CommonOptions {
  std::string out;
  std::string method;
  std::string form = "lagrange";
  std::string tolerance;
  std::string to;
  std::string at;
  std::string samples;
  std::string step;
  std::string max_step;
  std::vector<std::string> sensitivity;
  bool strict = false;
  bool verify = false;
  bool resume = false;
  CLI::Option* has_tolerance = nullptr;
  CLI::Option* has_end = nullptr;
  CLI::Option* has_times = nullptr;
  CLI::Option* has_samples = nullptr;
  CLI::Option* has_step = nullptr;
  CLI::Option* has_max_step = nullptr;
};

RunOptions run_options(const RunCommandOptions& options) {
  RunOptions out;
  if (!options.method.empty()) out.method = options.method;
  if (!options.has_tolerance->empty()) out.tolerance = number_option("--tolerance", options.tolerance, tolerance_range);
  if (!options.has_end->empty()) out.end = number_option("--to", options.to, time_range);
  if (!options.has_times->empty()) out.at = number_list("--at", options.at, time_range);
  if (!options.has_samples->empty()) out.samples = whole_option("--samples", options.samples, samples_range);
  if (!options.has_step->empty()) out.step = number_option("--step", options.step, step_range);
  if (!options.has_max_step->empty()) out.max_step = number_option("--max-step", options.max_step, step_range);
  out.verify = options.verify;
  if (!options.out.empty()) out.curve_points = drawn_points_per_step;
  return out;
}

void require_folder_to_resume(const RunCommandOptions& options) {
  if (options.resume && options.out.empty()) throw UsageError("--resume continues a run in a folder: give --out DIR");
}

int exit_code(const RunResult& result, bool strict) {
  if (!exhausted_memory().empty()) return memory_exhausted;
  if (result.outcome == RunOutcome::failed) return numerics_failed;
  if (strict && !result.certificate.failed.empty()) return numerics_failed;
  if (result.outcome == RunOutcome::interrupted) return interrupted;
  return failing_checks(result.checks) > 0 ? check_failed : ok;
}

/// The names in lists with commas between them; those inside of brackets belong to an index.
std::vector<std::string> listed_names(const std::vector<std::string>& lists) {
  std::vector<std::string> out;
  for (const std::string& list : lists) {
    int depth = 0;
    out.emplace_back();
    for (const char c : list) {
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0)
        out.emplace_back();
      else if (c != ' ')
        out.back() += c;
    }
    if (std::ranges::any_of(out, &std::string::empty))
      throw UsageError("--sensitivity takes names with commas between them: --sensitivity m,l");
  }
  return out;
}

/// A run, and the derivatives of its motion where they are asked for.
struct FinishedRun {
  std::shared_ptr<const RunResult> result;
  std::shared_ptr<const Sensitivities> sensitivities;

  [[nodiscard]] bool has_interrupted_derivatives() const { return sensitivities && sensitivities->is_interrupted; }
};

/// Grouping of what is printed and written.
Session::Grouping grouping_of(const RunCommandOptions& options) {
  return options.json ? Session::Grouping::members : Session::Grouping::families;
}

/// Keeps the run in its folder while it goes on. Where that fails it goes on without.
void keep_run(Session& session, const RunCommandOptions& options, KeptRun& kept, RunOptions& wanted) {
  const auto is_kept = std::make_shared<bool>(true);
  const auto attempt = [is_kept](const std::function<void()>& write) {
    const Watching nobody(nullptr); // what is begun is written
    try {
      write();
    } catch (const WriteError& error) {
      *is_kept = false;
      talk(fmt::format("dalembert: {}; the run goes on, but --resume will not find its state\n", error.what()));
    }
  };
  wanted.keeping.is_due = [&kept, is_kept] { return *is_kept && kept.is_due(); };
  wanted.keeping.keep = [&kept, attempt](const std::string& state) { attempt([&] { kept.keep(state); }); };
  wanted.keeping.show = [&, attempt](RunResult partial) {
    attempt([&] {
      kept.begin();
      const auto result = std::make_shared<const RunResult>(std::move(partial));
      const WrittenRun written = write_outputs(options.out, session.report_of(result, grouping_of(options)));
      if (!written.failure.empty()) throw WriteError(written.failure);
      kept.rest();
    });
  };
}

/// Runs; where no motion begins, what --out asks for is the picture of the start.
RunResult begun(Session& session, const RunCommandOptions& options, KeptRun* kept, RunOptions wanted) {
  const auto leave_picture = [&] {
    if (options.out.empty()) return;
    if (const auto picture = session.still_picture()) write_picture(options.out, *picture);
  };
  try {
    // What results are printed with, now: the first that are kept are not to wait for it.
    if (!options.out.empty()) static_cast<void>(session.structure(grouping_of(options)));
    try {
      return session.run(wanted);
    } catch (const ArchiveError&) { // of another build of the same version
      talk(fmt::format("dalembert: the saved state of the run in {} cannot be read; the run starts over\n",
                       options.out));
      if (kept != nullptr) kept->forget();
      wanted.keeping.state.clear();
      return session.run(wanted);
    }
  } catch (const ModelError&) {
    leave_picture();
    throw;
  } catch (const SolveError&) {
    leave_picture();
    throw;
  }
}

/// Runs until the end or an interruption, after which nothing stops the program.
FinishedRun supervised(Session& session, const RunCommandOptions& options, KeptRun* kept, RunOptions wanted) {
  std::vector<SensitivityCause> causes;
  if (!options.sensitivity.empty()) causes = session.sensitivity_causes(listed_names(options.sensitivity), wanted);
  wanted.stop = &stop_token();
  if (!options.quiet) wanted.notice = [](const std::string& text) { talk(fmt::format("dalembert: {}\n", text)); };
  keep_results();
  FinishedRun out;
  out.result = std::make_shared<const RunResult>(begun(session, options, kept, std::move(wanted)));
  const RunResult& result = *out.result;
  if (!causes.empty())
    out.sensitivities =
        std::make_shared<const Sensitivities>(session.sensitivities(result, std::move(causes), &stop_token()));
  begin_output();
  if (result.outcome == RunOutcome::interrupted)
    talk(fmt::format(
        "dalembert: interrupted while integrating the motion, at t = {:.6g} s; partial results are kept{}\n",
        result.final.state.t, kept != nullptr ? ", and --resume goes on with the run" : ""));
  else if (out.has_interrupted_derivatives())
    talk(fmt::format("dalembert: interrupted while following derivatives of the motion, at t = {:.6g} s\n",
                     out.sensitivities->end->time));
  if (const std::string why = exhausted_memory(); !why.empty()) talk(fmt::format("dalembert: {}\n", why));
  return out;
}

/// Writes the files that --out asks for; where that fails the run itself is still worth its page.
WrittenRun with_files(const RunCommandOptions& options, Session& session, KeptRun* kept, RunReport report) {
  if (kept == nullptr) return {std::move(report), {}};
  try {
    kept->begin();
  } catch (const WriteError&) { // the results say the same, or can be written all the same
    kept = nullptr;
  }
  report.picture = session.picture_of(*report.result);
  WrittenRun out = write_outputs(options.out, std::move(report));
  if (!out.failure.empty()) talk(fmt::format("dalembert: {}\n", out.failure));
  if (kept == nullptr || !out.failure.empty()) return out;
  try {
    kept->finish(out.report.result->outcome, out.report.files);
  } catch (const WriteError& error) {
    out.failure = error.what();
    talk(fmt::format("dalembert: {}\n", out.failure));
  }
  return out;
}

/// That the memory was used up, where it was.
std::vector<Diagnostic> exhaustion() {
  const std::string why = exhausted_memory();
  if (why.empty()) return {};
  Diagnostic exhausted;
  exhausted.code = exhausted_code;
  exhausted.message = why;
  return {exhausted};
}

/// Looks in the folder for a run to go on with; false where it is complete, which is said.
bool take_up(KeptRun& kept, const RunCommandOptions& options, RunOptions& wanted) {
  const auto say = [&options](const std::string& what) {
    if (!options.quiet) talk(fmt::format("dalembert: {}\n", what));
  };
  switch (kept.find()) {
  case KeptRun::Found::complete:
    say(fmt::format("the run in {} is complete: there is nothing to continue", options.out));
    if (options.json) print(kept.result());
    return false;
  case KeptRun::Found::nothing:
    say(fmt::format("{} holds no saved state; the run starts from its beginning", options.out));
    break;
  case KeptRun::Found::damaged:
    say(fmt::format("the saved state of the run in {} is damaged; the run starts over", options.out));
    break;
  case KeptRun::Found::state:
    wanted.keeping.state = kept.state();
    break;
  }
  return true;
}

int run_command(const RunCommandOptions& options) {
  return with_model("run", options, [&options](Session& session) {
    require_folder_to_resume(options);
    RunOptions wanted = run_options(options);
    session.set_form(*form_named(options.form));
    if (!options.out.empty()) prepare_output(options.out, session);
    std::optional<KeptRun> kept;
    if (!options.out.empty()) {
      kept.emplace(options.out, run_record(session, options.form, options.overrides, wanted, options.sensitivity),
                   session);
      if (options.resume && !take_up(*kept, options, wanted)) return static_cast<int>(ok);
      keep_run(session, options, *kept, wanted);
    }
    KeptRun* const keeper = kept ? &*kept : nullptr;
    if (!options.json) static_cast<void>(session.families()); // may be interrupted; what is done after the run may not
    const FinishedRun finished = supervised(session, options, keeper, wanted);
    const std::shared_ptr<const RunResult>& result = finished.result;
    const Watching nobody(nullptr); // what was computed is printed and written
    RunReport report = session.report_of(result, grouping_of(options), exhaustion());
    report.sensitivities = finished.sensitivities;
    const WrittenRun written = with_files(options, session, keeper, std::move(report));
    if (options.json) {
      write_run_json(written.report, [](std::string_view piece) { print(piece); });
    } else {
      print_diagnostics(session.diagnostics(), session.sources(), options);
      print_page(run_text(written.report, page_style(options.color)));
    }
    if (!written.failure.empty()) return static_cast<int>(output_failed);
    const int code = exit_code(*result, options.strict);
    return finished.has_interrupted_derivatives() && code != numerics_failed ? static_cast<int>(interrupted) : code;
  });
}

std::vector<std::string> names_of_methods() {
  return {method_names().begin(), method_names().end()};
}

void add_run_options(CLI::App& command, RunCommandOptions& options) {
  command.add_option("--out", options.out, "write picture and plots (SVG), table.csv and result.json here")
      ->type_name("DIR");
  command.add_option("--method", options.method, "integrator; auto by default")->check(one_of(names_of_methods()));
  command.add_option("--form", options.form, "form of the equations to use; lagrange by default")
      ->check(one_of(form_names()));
  options.has_tolerance = command.add_option("--tolerance", options.tolerance, tolerance_help())->type_name("X");
  options.has_end = command.add_option("--to", options.to, "end of the run, s")->type_name("T");
  options.has_times =
      command.add_option("--at", options.at, "report the state at these times, s: 0.5,1,2")->type_name("T1,T2,…");
  options.has_samples =
      command.add_option("--samples", options.samples, "report the state at N evenly spaced times")->type_name("N");
  options.has_step =
      command.add_option("--step", options.step, "length of the steps of methods of fixed steps, s")->type_name("H");
  options.has_max_step =
      command.add_option("--max-step", options.max_step, "longest step of the integration, s")->type_name("H");
  command
      .add_option("--sensitivity", options.sensitivity,
                  "derivatives of the motion by parameters and initial values: m,theta")
      ->type_name("NAMES")
      ->allow_extra_args(false)
      ->take_all();
  command.add_flag("--strict", options.strict, "exit with code 4 if the certificate fails");
  command.add_flag("--verify", options.verify, "run again with a tighter tolerance and estimate the global error");
  command.add_flag("--resume", options.resume, "go on with the run that --out holds");
}

} // namespace

void add_run(CLI::App& app, Action& chosen) {
  CLI::App* const command = add_command(
      app, "run", "Find a consistent initial state, simulate, and certify the result.",
      "  dalembert run sleigh.mech\n"
      "  dalembert run sleigh.mech --out results           picture, plots, table.csv, result.json\n"
      "  dalembert run sleigh.mech --to 60 --tolerance 1e-12 --verify\n"
      "  dalembert run sleigh.mech --out results --resume  goes on with one that was interrupted or killed\n"
      "  dalembert run sleigh.mech --form hamel            by another form of the equations\n"
      "  dalembert run sleigh.mech --sensitivity m,l       derivatives of the motion by parameters\n"
      "  dalembert run sleigh.mech --at 0.5,1,2 --json");
  const auto options = std::make_shared<RunCommandOptions>();
  add_common(*command, *options);
  add_run_options(*command, *options);
  command->callback([options, &chosen] { chosen = [options] { return run_command(*options); }; });
}

} // namespace dalembert::cli
