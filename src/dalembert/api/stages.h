#pragma once

#include <dalembert/analysis/integrals.h>
#include <dalembert/api/input_file.h>
#include <dalembert/api/parameter_value.h>
#include <dalembert/api/preconditions.h>
#include <dalembert/base/diagnostic.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/source.h>
#include <dalembert/claims/judgement.h>
#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/form_table.h>
#include <dalembert/derivation/hidden_constraints.h>
#include <dalembert/families/family_form.h>
#include <dalembert/findings/fact_set.h>
#include <dalembert/mechanics/massless.h>
#include <dalembert/report/overview.h>
#include <dalembert/report/pages.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/studies/draw_sample.h>

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

/// Counts the time of each stage, one at a time: a stage that another one asks for is counted for itself.
class StageClock {
public:
  StageSeconds seconds;

  /// Counts for `stage` from here on, for nothing where it is absent; returns what was counted for before.
  double StageSeconds::*change_to(double StageSeconds::*stage) {
    const Clock::time_point now = Clock::now();
    if (running_ != nullptr) seconds.*running_ += std::chrono::duration<double>(now - since_).count();
    since_ = now;
    return std::exchange(running_, stage);
  }

private:
  using Clock = std::chrono::steady_clock;
  double StageSeconds::*running_ = nullptr; ///< absent between stages
  Clock::time_point since_;
};

/// Adds the time that it lives to one stage.
class Stopwatch {
public:
  Stopwatch(StageClock& clock, double StageSeconds::*stage) : clock_(clock), before_(clock.change_to(stage)) {}
  ~Stopwatch() { clock_.change_to(before_); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

private:
  StageClock& clock_;
  double StageSeconds::*before_;
};

/// For the sources of Session only: the values of all stages, each absent until it is asked for.
struct SessionStages {
  std::shared_ptr<SourceMap> sources = std::make_shared<SourceMap>();
  std::uint32_t file = 0;
  std::vector<std::string> overrides;
  std::string include_root;               ///< files are included from here and below
  std::optional<std::uint32_t> question;  ///< the equation to judge
  std::vector<std::uint32_t> definitions; ///< `let` lines that it needs
  std::vector<ParameterValue> replaced;
  bool confirms_corrections = true; ///< false where the claim is itself a correction
  Form form = Form::lagrange;
  std::vector<Diagnostic> diagnostics;
  std::vector<InputFile> inputs;
  StageClock clock;

  std::shared_ptr<const Study> study;
  std::shared_ptr<const Equations> equations;
  std::shared_ptr<const PlainForm> texts; ///< of `equations`
  std::optional<Classification> classification;
  std::optional<ConstraintIntegrals> integrals;
  std::optional<std::vector<std::optional<double>>> parameters;
  std::optional<Engine> engine;
  std::shared_ptr<const Equations> closed_equations; ///< with all contacts closed; absent without contacts
  std::optional<Engine> watching;                    ///< the same with the integrals of the constraints
  std::optional<ConstraintStructure> structure;
  std::shared_ptr<const InitialState> initial;
  std::optional<std::optional<RealSample>> sample;
  std::optional<FactSet> facts;
  std::optional<RowRanks> ranks; ///< for states that are given
  std::optional<std::vector<std::optional<CheckResult>>> settled;
  std::optional<Judgement> judgement;
  std::optional<std::optional<FamilyForm>> families;
  std::optional<Picture> picture;
  OwnResults results; ///< of the runs so far

  /// Runs `work`, and keeps the diagnostics of a ModelError before it goes on its way. A division by an exact zero in a
  /// derivation is one of the model: 1/r' where a constraint holds r.
  template <typename Work>
  decltype(auto) collecting(Work&& work) {
    try {
      return work();
    } catch (const ModelError& error) {
      add(error.diagnostics());
      throw;
    } catch (const std::domain_error& error) {
      Diagnostic d;
      d.code = "E0612";
      d.span = study ? study->system.span : SourceSpan{file, 0, 0};
      d.message = fmt::format("the equations divide by a quantity that is exactly 0 ({})", error.what());
      d.help = fmt::format("{}; another form of the equations may avoid it", zero_divisor_cause);
      add({d});
      throw ModelError(d);
    } catch (const SolveError& error) {
      Diagnostic d;
      d.code = "E0800";
      d.span = study && study->simulate ? study->simulate->span : SourceSpan{file, 0, 0};
      if (study && engine && !study->initial.empty() && error.place().time == engine->model_begin()) {
        d.span = study->initial.front().span;
        const auto says_why = [](const Diagnostic& found) { return found.code == "W0307" || found.code == "W0309"; };
        if (massless_coordinates(study->system).empty() && std::ranges::none_of(diagnostics, says_why))
          d.help = "the motion cannot start here: give other initial values";
      }
      d.message = error.what();
      add({d});
      throw;
    }
  }

  /// Forgets what depends on the values of the parameters, or on the form of the equations.
  void forget_numbers() {
    engine.reset();
    watching.reset();
    structure.reset();
    facts.reset();
    initial.reset();
    sample.reset();
    ranks.reset();
    settled.reset();
    judgement.reset();
    results.clear();
  }

  /// Keeps the initial state and what there is to say of it, once for whoever finds it first.
  void keep_initial(InitialState found) {
    initial = std::make_shared<const InitialState>(std::move(found));
    std::vector<Diagnostic> said = initial->diagnostics;
    if (gauge_freedoms(diagnostics) > 0) // which says why accelerations are open
      std::erase_if(said, [](const Diagnostic& d) { return d.code == "W0304"; });
    add(said);
  }

  void add(const std::vector<Diagnostic>& more) { diagnostics.insert(diagnostics.end(), more.begin(), more.end()); }
};

} // namespace api
} // namespace dalembert
