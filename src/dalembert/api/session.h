#pragma once

#include <dalembert/analysis/integrals.h>
#include <dalembert/api/file_errors.h>
#include <dalembert/api/fmu_request.h>
#include <dalembert/api/input_file.h>
#include <dalembert/api/parameter_value.h>
#include <dalembert/api/sweep_request.h>
#include <dalembert/base/diagnostic.h>
#include <dalembert/base/source.h>
#include <dalembert/claims/judgement.h>
#include <dalembert/derivation/equations.h>
#include <dalembert/derivation/form_table.h>
#include <dalembert/ensemble/lanes/motion_lanes.h>
#include <dalembert/ensemble/sweep.h>
#include <dalembert/ensemble/sweep_report.h>
#include <dalembert/ensemble/trajectories.h>
#include <dalembert/exact/real_sample.h>
#include <dalembert/export/c_source.h>
#include <dalembert/lowering/picture_program.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/method_names.h>
#include <dalembert/mechanics/picture.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/report/analysis_report.h>
#include <dalembert/report/comparison_report.h>
#include <dalembert/report/overview.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/picture_page.h>
#include <dalembert/report/report_content.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/run/run.h>
#include <dalembert/studies/sensitivities.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace api {

struct SessionStages;

/// The stages of a session. One that was moved from has none: whatever is asked of it is refused.
class OwnedStages {
public:
  OwnedStages();
  OwnedStages(OwnedStages&&) noexcept;
  OwnedStages& operator=(OwnedStages&&) noexcept;
  ~OwnedStages();

  /// @throws OptionError where there are none
  SessionStages* operator->() const;

private:
  std::unique_ptr<SessionStages> stages_;
};

/// What the page of `report` is to show.
struct PageRequest {
  RunOptions run;
  std::vector<Form> forms; ///< of the equations; empty for all that apply
  std::string command;     ///< how the page was asked for
  bool whole_run = false;  ///< else the run ends after the work that a page is worth (decisions: budgets)
};

/// Which instants `picture` is to show: a state as it is given, else the motion at the times `at`, else its start.
struct PictureRequest {
  std::optional<State> state;
  std::vector<double> at; ///< s
};

/// Returns the version of the library: `0.1.0`.
[[nodiscard]] std::string version();

/// One model on its way through the house: text → Study → Equations → Programs → Engine → results.
///
/// Every stage (`stage_table`) is made when it is first asked for and kept; the time each took is in `seconds`. A stage
/// that finds a mistake adds it to `diagnostics` and throws; asking again throws again. What no session can do is
/// refused by OptionError, in the words of the command line where that refuses it too. Not to be shared between
/// threads.
class Session {
public:
  /// Reads a model file; `-` reads standard input. `overrides` are `name=value` or `name=value [unit]`.
  /// @throws FileError where it cannot be read
  [[nodiscard]] static Session open(const std::string& path, std::vector<std::string> overrides = {});
  /// Takes a model from memory; `name` is what diagnostics call it.
  Session(std::string name, std::string text, std::vector<std::string> overrides = {});
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// Everything complained about so far, in the order it was found.
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const;
  [[nodiscard]] const SourceMap& sources() const;
  [[nodiscard]] const StageSeconds& seconds() const;
  /// The tables that the model is read from, as they were when `study` was made.
  [[nodiscard]] const std::vector<InputFile>& inputs() const;

  /// Includes files from `folder` and below, instead of the folder of the model. Before any stage is made.
  /// @throws OptionError later
  void set_include_root(std::string folder);

  /// Asks whether `equation` is true of the model; `lets` are further definitions, `alpha = theta - phi`, that it may
  /// use. Before any stage is made. @throws OptionError later
  void ask(std::string equation, const std::vector<std::string>& lets = {});

  /// Replaces parameter values from here on; what depends on them follows.
  /// @throws ModelError (E0720) where the model has no such parameter
  void set_parameters(const std::vector<ParameterValue>& values);

  /// Evaluates and runs by this form of the equations from here on; `lagrange` by default.
  /// @throws ModelError E0610 where the form does not apply, E0611 where it is one that nothing can be run by
  void set_form(Form form);

  /// The text in the canonical layout. @throws ModelError where it has syntax errors
  [[nodiscard]] std::string formatted();
  /// The model with every name given its meaning. @throws ModelError with all mistakes of the text
  [[nodiscard]] const Study& study();
  /// Lagrange's equations with multipliers. @throws ModelError as `study`, and where a reaction cannot be made
  [[nodiscard]] const Equations& equations();
  /// The values of the parameters, SI; absent where the model gives none.
  [[nodiscard]] const std::vector<std::optional<double>>& parameters();
  /// The compiled programs; no symbolic analysis is needed for them. @throws ModelError (E0721) where a parameter has
  /// no value, or a function no definition
  [[nodiscard]] const Engine& engine();
  /// Classes of the constraints and ranks.
  [[nodiscard]] const Classification& classification();
  /// What the integrable velocity constraints keep.
  [[nodiscard]] const ConstraintIntegrals& integrals();
  /// The consistent initial state. @throws ModelError where there is none, SolveError where none was found
  [[nodiscard]] const InitialState& initial_state();

  /// The checks that are decided without a run, by index: those that hold at every admissible state.
  [[nodiscard]] const std::vector<std::optional<CheckResult>>& settled_checks();

  /// What the equation asked turned out to be. @throws ModelError with the mistakes of the equation and of the model,
  /// OptionError where none was asked
  [[nodiscard]] const Judgement& judgement();

  /// Evaluates at `state` as it is given. @throws SolveError where the motion is not determined there, OptionError
  /// where it has another number of coordinates, or a value that is not finite
  [[nodiscard]] Evaluation evaluate(const State& state);
  /// The page of `eval`: what is known at `state`. @throws as `evaluate`
  [[nodiscard]] EvalReport eval_report(const State& state);
  /// The page of `prove`: what the equation asked turned out to be. @throws as `judgement`
  [[nodiscard]] ProveReport prove_report();
  /// The equations as C source, with the parameters and the initial state of the session.
  /// @throws ModelError as `engine`, and E0907 where the model has contacts
  [[nodiscard]] CSource c_source();
  /// The model as an FMU, with the parameters and the initial state of the session; notes say what it lacks.
  /// @throws ModelError as `c_source`, and E0908 where a friction acts
  [[nodiscard]] Fmu fmu(const FmuRequest& request);
  /// Runs the study. @throws ModelError, SolveError and OptionError as `dalembert::run`
  [[nodiscard]] RunResult run(const RunOptions& options);

  /// Copies of the motion that are advanced together, by steps of `step` seconds of the method rk4: all with the
  /// parameters and at the consistent initial state of the session, at their time. Their parameters, states and steps
  /// can then be set one by one.
  /// @throws OptionError where the motion is not made of equal steps alone (`why_no_lanes`), as `initial_state`
  [[nodiscard]] MotionLanes motion_lanes(std::size_t members, double step);

  /// What derivatives of a motion are asked for: names of parameters (that of a family stands for all its members), and
  /// of coordinates and rates (`x'`), which stand for their initial values. `run`: how the motion is computed.
  /// @throws ModelError (E0833) where a name is neither, or has no initial value, or the method takes fixed steps
  [[nodiscard]] std::vector<SensitivityCause> sensitivity_causes(const std::vector<std::string>& names,
                                                                 const RunOptions& run);
  /// Follows the derivatives of the motion of `result`, a run of this session, by `causes`. Where they end before it
  /// does, that is a warning (W0834). @throws ModelError as `run`, OptionError where it is no such run
  [[nodiscard]] Sensitivities sensitivities(const RunResult& result, std::vector<SensitivityCause> causes,
                                            const StopToken* stop = nullptr);

  /// Adds what members of an ensemble differ in, as statements of the language without their first word: `m in 1..2
  /// [kg] { count = 50 }`. Before any stage is made. @throws OptionError later
  void vary(const std::vector<std::string>& sweeps);
  /// Adds events to the model, whose first instants an ensemble keeps: `hit when x = 0.5 [m]` as an `event` line has
  /// it. Before anything else is asked. @throws OptionError later
  void await(const std::vector<std::string>& events);
  /// Runs the ensemble of the model: its `sweep` lines and what `vary` added. Every member is a run of its own, with
  /// its initial state, events and certificate.
  /// @throws ModelError as `engine`, and E0832 where nothing varies or an end of a range is no number; OptionError as
  ///         `run`, and where the command line refuses the request; WriteError where a file cannot be written, or is no
  ///         table of this sweep that could be resumed
  [[nodiscard]] SweepReport sweep(const SweepRequest& request);
  /// Runs members for process 0 of `request.ranks`, in all other processes, until it says that this is the end.
  /// @throws ModelError as `sweep`; OptionError where there are no such processes; RanksError
  void help_with_sweep(const SweepRequest& request);

  /// One line for each equation, or one for a whole family where that is proved.
  enum class Grouping { members, families };
  /// What is known without a run: classes of the constraints, freedoms, and the initial state where there is one.
  /// Mistakes of the initial state are diagnostics and do not throw.
  [[nodiscard]] Overview overview();
  /// The same without looking for the initial state.
  [[nodiscard]] Overview structure(Grouping grouping = Grouping::members);
  /// Lagrange's equations of a model with a count, one line for each family of them; nothing where they have no such
  /// form. Each line is proved for several values of the count.
  [[nodiscard]] const std::optional<FamilyForm>& families();
  /// What can be said about the system beside its constraints, as the table of facts lists it.
  [[nodiscard]] const FactSet& facts();
  /// The page of `analyse`.
  [[nodiscard]] AnalysisReport analysis(Grouping grouping = Grouping::members);
  /// The page of `run`: what is printed of `result`, a run of this session; `further` joins the diagnostics.
  /// @throws OptionError where it is no such run
  [[nodiscard]] RunReport report_of(const std::shared_ptr<const RunResult>& result,
                                    Grouping grouping = Grouping::members, const std::vector<Diagnostic>& further = {});
  /// What is drawn of the model: its `draw` lines, and what the equations prove of it. @throws ModelError as
  /// `equations`
  [[nodiscard]] const Picture& picture();
  /// The page of `picture`: a scene with the rows of a draft of the motion, which decides the view, and of what is
  /// shown.
  /// @throws ModelError and SolveError as `run`
  [[nodiscard]] PicturePage picture_page(const PictureRequest& request);
  /// The picture as `draw` lines that make the same items. @throws ModelError as `picture`
  [[nodiscard]] std::string picture_statements();
  /// The picture along a run of this session; nothing where `draw` lines hold mistakes. @throws ModelError as
  /// `picture`, OptionError where it is no such run
  [[nodiscard]] std::shared_ptr<const PicturePage> picture_of(const RunResult& result);
  /// The picture after a run that did not begin: the start without forces, and a note (N1115) of why; nothing where
  /// something else is wrong. @throws ModelError as `picture`
  [[nodiscard]] std::shared_ptr<const PicturePage> still_picture();
  /// The page of `report`: facts and a run; without the run where there is no state to start from, which is then among
  /// the diagnostics.
  [[nodiscard]] ReportPage page(const PageRequest& request);
  /// Compares this model with the one at `path`; `map` has entries `x = expression` that give coordinates of this model
  /// in the names of the other; those not mentioned are the same by name. `other` receives the session of the other
  /// model, whose diagnostics say what is wrong with it.
  /// @throws ModelError (E0724) where an entry is no such equation or a coordinate has no counterpart, FileError
  [[nodiscard]] ComparisonReport compare_with(const std::string& path, const std::vector<std::string>& map,
                                              std::optional<Session>& other);

private:
  /// Makes errors of the mistakes in `draw` and `animate`. @throws ModelError where there are any
  void refuse_picture_errors();
  [[nodiscard]] PictureProgram picture_program(const Engine& ready);
  [[nodiscard]] std::vector<std::pair<double, double>> visited_ranges();
  [[nodiscard]] std::string motion_into(RunResult& motion, const RunOptions& how);
  [[nodiscard]] Evaluation still_start(const std::string& cause);
  [[nodiscard]] SweepRun sweep_run(const SweepRequest& request, const SweepPlan& plan);
  [[nodiscard]] TrajectoryRemarks trajectory_remarks(const std::string& record);
  [[nodiscard]] SweepPlan sweep_plan(const SweepRequest& request);
  [[nodiscard]] std::string sweep_record(const SweepRequest& request, const SweepPlan& plan) const;
  /// Draws what the run of a page shows.
  void add_pictures(ReportPage& page);
  [[nodiscard]] const ConstraintStructure& constraint_structure();
  void warn_of_past();
  [[nodiscard]] Overview made_overview(Grouping grouping, std::shared_ptr<const InitialState> initial,
                                       std::vector<CheckResult> settled);
  [[nodiscard]] FactSet found_facts();
  /// Whether C has `_direction` too, the derivatives along a direction.
  enum class CExtent { plain, with_directions };
  /// Makes what C is written from, for `work`. @throws as `c_source`
  void with_c_model(CExtent extent, const std::function<void(const CModel&)>& work);
  [[nodiscard]] std::string documentation();
  [[nodiscard]] std::shared_ptr<const Equations> shared_equations();
  /// True where there is a consistent initial state; what it complains about is dropped where there is none.
  [[nodiscard]] bool can_start();
  [[nodiscard]] const Engine& watching_engine();
  [[nodiscard]] const Engine& closed_engine();
  [[nodiscard]] const Equations& closed_equations();
  /// What the motion of a picture goes by: with contacts, where the model has them.
  [[nodiscard]] const Engine& motion_engine();
  [[nodiscard]] std::shared_ptr<const Equations> motion_equations();
  [[nodiscard]] Engine made_engine(const std::vector<NamedInvariant>& invariants,
                                   JumpChoice jumps = JumpChoice::evaluated);
  /// The same model anew, at its own parameters.
  [[nodiscard]] Session copy() const;
  [[nodiscard]] std::optional<MotionWitness> witness_against(Session& other, const ModelComparison& comparison);
  [[nodiscard]] const RealSample* real_sample();
  /// What texts of the equations share.
  [[nodiscard]] const std::shared_ptr<const PlainForm>& texts();
  [[nodiscard]] std::optional<CheckResult> seen_to_hold(std::size_t index);
  [[nodiscard]] std::optional<FamilyForm> found_families();
  [[nodiscard]] std::shared_ptr<const Equations> equations_or_none();
  void confirm_corrections(Judgement& found);
  [[nodiscard]] bool is_true_when_asked(Diagnosis& diagnosis);

  OwnedStages stages_;
};

} // namespace api
} // namespace dalembert
