#include "command.h"
#include "numbers.h"
#include "supervision.h"
#include "terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <memory>
#include <optional>

namespace dalembert::cli {

namespace {

struct SweepCommandOptions : CommonOptions {
  std::vector<std::string> over;
  std::vector<std::string> with;
  std::string random;
  std::string seed;
  std::string threads;
  std::string out;
  std::string method;
  std::string tolerance;
  std::string to;
  std::string step;
  std::string max_step;
  std::string rows;
  std::string progress;
  std::vector<std::string> first;
  std::vector<std::string> histogram;
  bool lyapunov = false;
  bool statistics = false;
  bool trajectories = false;
  bool resume = false;
};

std::string without_blanks(const std::string& text) {
  const auto is_blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  const auto begin = std::find_if_not(text.begin(), text.end(), is_blank);
  const auto end = std::find_if_not(text.rbegin(), std::make_reverse_iterator(begin), is_blank).base();
  return {begin, end};
}

/// True where a comma stands outside of all brackets.
bool is_list(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) return true;
  }
  return false;
}

/// `m=1,2,5 [kg]` as `m in (1,2,5) [kg]`; where other values have units too, the last one keeps its own.
std::string listed_sweep(const std::string& name, const std::string& values) {
  const std::size_t unit = values.rfind('[');
  if (values.find(':') != std::string::npos)
    throw UsageError(
        fmt::format("--over {}={} is not understood: a list of values has no number behind it", name, values));
  const bool has_unit = unit != std::string::npos && values.back() == ']' && values.find('[') == unit &&
                        values.find(',', unit) == std::string::npos;
  if (!has_unit) return fmt::format("{} in ({})", name, values);
  return fmt::format("{} in ({}) {}", name, without_blanks(values.substr(0, unit)), values.substr(unit));
}

/// `m=1..2 [kg]:50` as `m in 1..2 [kg] { count = 50 }`.
std::string even_sweep(const std::string& text) {
  const std::size_t equal = text.find('=');
  if (equal != std::string::npos && text.find("..") == std::string::npos && is_list(text.substr(equal + 1)))
    return listed_sweep(without_blanks(text.substr(0, equal)), without_blanks(text.substr(equal + 1)));
  const std::size_t colon = text.rfind(':');
  const bool has_count = colon != std::string::npos && text.find_first_of("])", colon) == std::string::npos;
  const std::string range =
      equal == std::string::npos ? "" : text.substr(equal + 1, has_count ? colon - equal - 1 : colon);
  if (range.find("..") == std::string::npos || (has_count && colon < equal))
    throw UsageError(fmt::format("--over {} is not understood; write a name, a range and how many values: --over "
                                 "'m=1..2 [kg]:50', or the values: --over 'm=1,2,5 [kg]'",
                                 text));
  const std::string count = has_count ? fmt::format(" {{ count = {} }}", without_blanks(text.substr(colon + 1))) : "";
  return fmt::format("{} in {}{}", without_blanks(text.substr(0, equal)), without_blanks(range), count);
}

/// `b~normal(0.3,0.01) [kg]` as `b in (0.3) - (0.01)..(0.3) + (0.01) [kg] { draw = normal }`.
std::string drawn_sweep(const std::string& text) {
  const std::size_t tilde = text.find('~');
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  std::size_t comma = std::string::npos;
  int depth = 0;
  for (std::size_t i = open; i < text.size() && i < close; ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (text[i] == ',' && depth == 1) comma = i;
  }
  const bool is_whole = tilde != std::string::npos && open != std::string::npos && close != std::string::npos &&
                        comma != std::string::npos && tilde < open;
  const std::string kind = is_whole ? without_blanks(text.substr(tilde + 1, open - tilde - 1)) : "";
  if (kind != "normal" && kind != "uniform")
    throw UsageError(fmt::format("--with {} is not understood; write --with 'b~normal(0.3, 0.01) [kg]' (mean, standard "
                                 "deviation) or 'b~uniform(0.2, 0.4) [kg]' (least, greatest)",
                                 text));
  const std::string name = without_blanks(text.substr(0, tilde));
  const std::string first = without_blanks(text.substr(open + 1, comma - open - 1));
  const std::string second = without_blanks(text.substr(comma + 1, close - comma - 1));
  const std::string unit = without_blanks(text.substr(close + 1));
  if (kind == "uniform") return fmt::format("{} in {}..{} {} {{ draw = uniform }}", name, first, second, unit);
  return fmt::format("{0} in ({1}) - ({2})..({1}) + ({2}) {3} {{ draw = normal }}", name, first, second, unit);
}

/// `x = 0.5 [m]` as `passage when x = 0.5 [m]`, `hit: x' > 1 [m/s]` as `hit when x' > 1 [m/s]`, and `x - l` as
/// `passage when x - l = 0`.
std::string awaited_event(const std::string& text, std::size_t number) {
  const std::size_t colon = text.find(':');
  std::string name = number == 0 ? "passage" : fmt::format("passage{}", number + 1);
  std::string condition = text;
  if (colon != std::string::npos) {
    name = without_blanks(text.substr(0, colon));
    condition = text.substr(colon + 1);
  }
  if (name.empty() || without_blanks(condition).empty())
    throw UsageError(fmt::format("--first {} is not understood; write a condition, with a name before it where there "
                                 "are several: --first 'theta = 90 [deg]' or 'top: theta = 180 [deg]'",
                                 text));
  const bool is_relation = condition.find_first_of("=<>") != std::string::npos;
  return fmt::format("{} when {}{}", name, without_blanks(condition), is_relation ? "" : " = 0");
}

/// `theta:40`.
HistogramRequest asked_histogram(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  HistogramRequest out{without_blanks(text.substr(0, colon)), 0};
  if (colon != std::string::npos) out.bins = whole_option("--histogram", text.substr(colon + 1), bins_range);
  return out;
}

SweepRequest request_of(const SweepCommandOptions& options) {
  SweepRequest out;
  out.run.table_rows = options.rows.empty() ? 201 : whole_option("--rows", options.rows, rows_range);
  if (!options.method.empty()) out.run.method = options.method;
  if (!options.tolerance.empty()) out.run.tolerance = number_option("--tolerance", options.tolerance, tolerance_range);
  if (!options.to.empty()) out.run.end = number_option("--to", options.to, time_range);
  if (!options.step.empty()) out.run.step = number_option("--step", options.step, step_range);
  if (!options.max_step.empty()) out.run.max_step = number_option("--max-step", options.max_step, step_range);
  if (!options.random.empty()) out.draws = whole_option("--random", options.random, draws_range);
  if (!options.seed.empty()) out.seed = whole_option("--seed", options.seed, seed_range);
  if (!options.threads.empty()) out.threads = whole_option("--threads", options.threads, threads_range);
  for (const std::string& text : options.histogram)
    out.histograms.push_back(asked_histogram(text));
  out.lyapunov = options.lyapunov;
  out.statistics = options.statistics;
  out.trajectories = options.trajectories;
  out.folder = options.out;
  out.resume = options.resume;
  require_options(out);
  return out;
}

/// A launcher reads what its processes print, so that nobody sees a line that is rewritten in place.
void show_progress_of_members(const SweepCommandOptions& options) {
  constexpr NumberRange seconds{0, 1e9};
  constexpr double usual = 10.0;
  const double pause = options.progress.empty() ? usual : number_option("--progress", options.progress, seconds);
  const bool is_asked = options.progress.empty() ? launch().has_value() && !options.json : pause > 0.0;
  if (is_asked && !options.quiet) progress_line().begin_lines(ProgressLine::Seconds(pause));
}

int sweep_exit_code(const SweepReport& report) {
  if (!report.is_complete()) return interrupted;
  const SweepSummary& summary = report.summary;
  if (summary.count(MemberEnd::failed) + summary.count(MemberEnd::refused) == summary.members()) return numerics_failed;
  return summary.with_failed_checks() > 0 ? check_failed : ok;
}

/// Gives `session` what is varied, and returns how.
SweepRequest prepared_sweep(Session& session, const SweepCommandOptions& options, const std::shared_ptr<Ranks>& ranks) {
  std::vector<std::string> sweeps;
  for (const std::string& text : options.over)
    sweeps.push_back(even_sweep(text));
  for (const std::string& text : options.with)
    sweeps.push_back(drawn_sweep(text));
  session.vary(sweeps);
  std::vector<std::string> events;
  for (const std::string& text : options.first)
    events.push_back(awaited_event(text, events.size()));
  session.await(events);
  SweepRequest request = request_of(options);
  if (ranks->count() > 1 && options.model == "-")
    throw UsageError("several processes read the model from a file: standard input reaches one of them only");
  request.ranks = ranks;
  request.run.stop = &stop_token();
  request.on_begin = [](std::size_t members) { progress_line().count("members", members); };
  show_progress_of_members(options);
  keep_results();
  return request;
}

int swept(const SweepCommandOptions& options, const std::shared_ptr<Ranks>& ranks) {
  return with_model("sweep", options, [&](Session& session) {
    const SweepRequest request = prepared_sweep(session, options, ranks);
    const SweepReport report = session.sweep(request);
    begin_output();
    const Watching nobody(nullptr); // what was computed is printed
    if (!report.is_complete())
      talk(fmt::format("dalembert: interrupted while running the members: {} of {} are done; {}\n",
                       report.summary.members() + report.waiting, report.plan.members(),
                       report.files.empty() ? "their results are kept below" : "--resume goes on with the others"));
    if (options.json) {
      print(sweep_json(report));
    } else {
      print_diagnostics(session.diagnostics(), session.sources(), options);
      print_page(sweep_text(report, page_style(options.color)));
    }
    return sweep_exit_code(report);
  });
}

/// Process 0: after it all others end.
int lead_sweep(const SweepCommandOptions& options, const std::shared_ptr<Ranks>& ranks) {
  struct Dismissal {
    Ranks& ranks;
    explicit Dismissal(Ranks& all) : ranks(all) {}
    ~Dismissal() {
      constexpr std::chrono::milliseconds usual(10'000);
      constexpr std::chrono::milliseconds hurried(500); // a launcher that was interrupted ends all in a second
      if (!dismiss(ranks, is_interrupted() ? hurried : usual)) ranks.abandon(interrupted);
    }
    Dismissal(const Dismissal&) = delete;
    Dismissal& operator=(const Dismissal&) = delete;
  };
  const Dismissal dismissal(*ranks);
  try {
    return swept(options, ranks);
  } catch (const RanksError& error) {
    const std::string advice = options.out.empty() ? "" : "; --resume goes on with the members that are done";
    talk(fmt::format("dalembert: {}{}\n", shown_text(error.what()), advice));
    if (options.json) print(failure_object("sweep", lost_process_code, error.what()));
    return numerics_failed;
  }
}

/// Any other process: its mistakes are said by process 0.
int help_with_sweep(SweepCommandOptions options, const std::shared_ptr<Ranks>& ranks) {
  keep_silent();
  options.quiet = true;
  try {
    const int code = with_model("sweep", options, [&](Session& session) {
      session.help_with_sweep(prepared_sweep(session, options, ranks));
      return static_cast<int>(ok);
    });
    if (code != ok) decline_sweep(*ranks, unsaid());
  } catch (const RanksError&) {
    ranks->abandon(numerics_failed);
  }
  return ok;
}

int sweep_command(const SweepCommandOptions& options) {
  std::shared_ptr<Ranks> ranks;
  try {
    ranks = launched_ranks();
  } catch (const RanksError& error) {
    const std::optional<Launch> by = launch();
    return by && by->rank > 0 ? static_cast<int>(usage_error) : refuse("sweep", error.what(), options.json);
  }
  return ranks->rank() == 0 ? lead_sweep(options, ranks) : help_with_sweep(options, ranks);
}

} // namespace

void add_sweep(CLI::App& app, Action& chosen) {
  CLI::App* const command =
      add_command(app, "sweep", "Run an ensemble: every member with its own parameters and initial values.",
                  "  dalembert sweep pendulum.mech --over 'theta=0..90 [deg]:10'\n"
                  "  dalembert sweep cart.mech --over 'm=1..2 [kg]:50' --over \"x'=0..3 [m/s]:20\" --out results\n"
                  "  dalembert sweep disc.mech --random 1000 --seed 7 --with 'b~normal(0.3, 0.01) [m]' --statistics "
                  "--out fan\n"
                  "  dalembert sweep pendulum.mech --over \"theta'=1..9 [rad/s]:99\" --first 'theta = 180 [deg]' "
                  "--histogram passage.first\n"
                  "  mpirun -n 64 dalembert sweep cart.mech --over 'm=1..2 [kg]:50' --out results --trajectories\n"
                  "  dalembert sweep cart.mech --over 'm=1..2 [kg]:50' --out results --resume");
  const auto options = std::make_shared<SweepCommandOptions>();
  add_common(*command, *options);
  command
      ->add_option("--over", options->over,
                   "a parameter or an initial value, evenly spaced, both ends included; may be repeated: all "
                   "combinations are run")
      ->type_name("NAME=LOW..HIGH [UNIT]:COUNT")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--with", options->with, "a random one: normal(MEAN, DEVIATION) or uniform(LOW, HIGH)")
      ->type_name("NAME~KIND(A, B) [UNIT]")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--random", options->random, "draws for each combination; 100 by default")->type_name("N");
  command->add_option("--seed", options->seed, "of the random numbers; 1 by default")->type_name("S");
  command->add_option("--threads", options->threads, "members that run at the same time; all processors by default")
      ->type_name("N");
  command
      ->add_option("--out", options->out,
                   "write members.csv (one row each), pictures (SVG), sweep.json and result.json here")
      ->type_name("DIR");
  command
      ->add_option("--first", options->first,
                   "first-passage times: when a condition first holds, or an expression first is zero; may be repeated")
      ->type_name("[NAME:] CONDITION")
      ->allow_extra_args(false)
      ->take_all();
  command
      ->add_option("--histogram", options->histogram,
                   "counts of a column over the members: theta, theta.max, hit.first; may be repeated")
      ->type_name("COLUMN[:BINS]")
      ->allow_extra_args(false)
      ->take_all();
  command->add_flag("--lyapunov", options->lyapunov, "the largest Lyapunov exponent of each member, with its error");
  command->add_flag("--statistics", options->statistics,
                    "mean, deviation and quantiles over the members at each instant: statistics.csv and fan charts");
  command->add_flag("--trajectories", options->trajectories,
                    "the tables of all members in one HDF5 file, trajectories.h5");
  command->add_flag("--resume", options->resume, "go on with the sweep that --out holds");
  command->add_option("--method", options->method, "integrator of all members; auto by default");
  command->add_option("--tolerance", options->tolerance, tolerance_help())->type_name("X");
  command->add_option("--to", options->to, "end of the runs, s")->type_name("T");
  command->add_option("--step", options->step, "length of the steps of methods of fixed steps, s")->type_name("H");
  command->add_option("--max-step", options->max_step, "longest step of the integration, s")->type_name("H");
  command
      ->add_option("--rows", options->rows, "instants of a run that least and greatest values are of; 201 by default")
      ->type_name("N");
  command
      ->add_option("--progress", options->progress,
                   "where standard error is no terminal: a line on what is done every so many seconds, and less often "
                   "the longer it takes; 0: none; 10 by default under mpirun and srun")
      ->type_name("S");
  command->callback([options, &chosen] { chosen = [options] { return sweep_command(*options); }; });
}

} // namespace dalembert::cli
