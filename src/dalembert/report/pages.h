#pragma once

#include <dalembert/claims/judgement.h>
#include <dalembert/report/overview.h>
#include <dalembert/report/printed_form.h>
#include <dalembert/results/result.h>
#include <dalembert/results/undetermined_values.h>
#include <dalembert/studies/sensitivity.h>
#include <dalembert/typesetting/style.h>
#include <dalembert/typesetting/text_pieces.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

// One function for each thing that the command line prints: text for a person, JSON as docs/cli.md says.
// All are pure: they return what is to be printed, and read nothing but their arguments.

/// `check`: coordinates, parameters, constraints with their class, freedoms, the initial state, proved checks.
[[nodiscard]] std::string check_text(const Overview& overview, const Style& style);
[[nodiscard]] std::string check_json(const Overview& overview);

/// `derive`: the equations in one form, the multipliers and reactions, the power coefficients. A page of it has the
/// equations with named matrices and their sizes in the place of what is long.
/// @throws std::invalid_argument if `overview` holds no equations
[[nodiscard]] std::string derive_text(const Overview& overview, Form form, const Style& style,
                                      Extent extent = Extent::page);
[[nodiscard]] std::string derive_json(const Overview& overview, Form form);

/// A notation of `derive --format`.
struct DeriveFormat {
  std::string_view name;
  /// As `derive_text`; `style` is for a terminal, and what is no text for one ignores it.
  std::string (*print)(const Overview& overview, Form form, const Style& style, Extent extent);
};
/// Returns the table of notations (derive_typeset.cpp), the default first.
[[nodiscard]] std::span<const DeriveFormat> derive_formats();

/// One state with what is known there, and what its page needs.
struct EvalReport {
  std::shared_ptr<const Study> study;
  std::shared_ptr<const SourceMap> sources;
  Evaluation evaluation;
  UndeterminedValues undetermined;
  std::vector<Diagnostic> diagnostics;
};

/// `eval`: accelerations, multipliers, reactions and energies at one state, with its violations of the constraints.
[[nodiscard]] std::string eval_text(const EvalReport& report, const Style& style);
[[nodiscard]] std::string eval_json(const EvalReport& report);

/// Seconds that each stage took, without those that it was made of (api/stage_table.cpp).
struct StageSeconds {
  double text = 0.0;
  double study = 0.0;
  double equations = 0.0;
  double classification = 0.0;
  double integrals = 0.0;
  double constraints = 0.0;
  double families = 0.0;
  double programs = 0.0;
  double initial = 0.0;
  double checks = 0.0;
  double facts = 0.0;
  double judgement = 0.0;
  double picture = 0.0;
  double result = 0.0;
  double output = 0.0; ///< writing the files of a run

  // Sums over stages, as a run reports them.
  [[nodiscard]] double parse() const { return text + study; }
  [[nodiscard]] double derive() const { return equations + classification + integrals + constraints + families; }
  [[nodiscard]] double analyse() const { return facts + judgement + picture; }
  /// What a run has no need of, and its page has: proofs of checks, files.
  [[nodiscard]] double reported() const { return checks + output; }
  [[nodiscard]] double total() const {
    return parse() + derive() + programs + initial + analyse() + result + reported();
  }
};

struct PicturePage;

/// A run with everything that its page needs; shares the result.
struct RunReport {
  Overview overview;
  std::shared_ptr<const RunResult> result;
  StageSeconds seconds;
  std::vector<std::string> files;                          ///< written, as the user would name them
  std::shared_ptr<const PicturePage> picture = {};         ///< along the run, where it was asked for
  std::shared_ptr<const Sensitivities> sensitivities = {}; ///< likewise
  std::string why_interpreted = {}; ///< why its programs were not compiled; empty where they were

  /// The study that the result speaks of: with all contacts, where the model has contacts.
  [[nodiscard]] const Study& study() const {
    return overview.study->closed ? *overview.study->closed : *overview.study;
  }
};

/// `run`: one screen that says what the system is, what its reactions are, how the run went and how far to trust it.
[[nodiscard]] std::string run_text(const RunReport& report, const Style& style);
[[nodiscard]] std::string run_json(const RunReport& report);
/// The same in pieces, a few samples at a time: as an object in memory a sample takes some times its text.
void write_run_json(const RunReport& report, const TextSink& sink);

/// A claim that was judged, and what its page needs.
struct ProveReport {
  std::shared_ptr<const Study> study;
  std::shared_ptr<const SourceMap> sources;
  Judgement judgement;
  std::vector<Diagnostic> diagnostics;
};

/// `prove`: the verdict on one claim, the facts used, or the likeliest mistake and a counterexample.
[[nodiscard]] std::string prove_text(const ProveReport& report, const Style& style);
[[nodiscard]] std::string prove_json(const ProveReport& report);

/// What `--json` prints where a stage failed: the schema of the command and the diagnostics.
[[nodiscard]] std::string failure_json(std::string_view command, const std::vector<Diagnostic>& diagnostics,
                                       const SourceMap& sources);

} // namespace report
} // namespace dalembert
