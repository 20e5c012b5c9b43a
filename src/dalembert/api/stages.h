#pragma once

#include <dalembert/analysis/integrals.h>
#include <dalembert/api/parameter_value.h>
#include <dalembert/base/diagnostic.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/source.h>
#include <dalembert/claims/judgement.h>
#include <dalembert/derivation/form_refusal.h>
#include <dalembert/derivation/form_table.h>
#include <dalembert/families/family_form.h>
#include <dalembert/findings/fact_set.h>
#include <dalembert/report/overview.h>
#include <dalembert/report/pages.h>
#include <dalembert/simulation/initial_state.h>
#include <dalembert/simulation/row_ranks.h>
#include <dalembert/studies/draw_sample.h>

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace dalembert::inline api {

/// Adds the time it lives to one entry of StageSeconds.
class Stopwatch {
public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point start_ = Clock::now();
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
  StageSeconds seconds;

  std::shared_ptr<const Study> study;
  std::shared_ptr<const Equations> equations;
  std::optional<Classification> classification;
  std::optional<ConstraintIntegrals> integrals;
  std::optional<std::vector<std::optional<double>>> parameters;
  std::optional<Engine> engine;
  std::optional<Engine> watching; ///< the same with the integrals of the constraints
  std::optional<ConstraintStructure> structure;
  std::shared_ptr<const InitialState> initial;
  std::optional<std::optional<RealSample>> sample;
  std::optional<FactSet> facts;
  std::optional<RowRanks> ranks; ///< for states that are given
  std::optional<std::vector<std::optional<CheckResult>>> settled;
  std::optional<Judgement> judgement;
  std::optional<std::optional<FamilyForm>> families;

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
  }

  /// Keeps the initial state and what there is to say of it, once for whoever finds it first.
  void keep_initial(InitialState found) {
    initial = std::make_shared<const InitialState>(std::move(found));
    add(initial->diagnostics);
  }

  void add(const std::vector<Diagnostic>& more) { diagnostics.insert(diagnostics.end(), more.begin(), more.end()); }
};

} // namespace dalembert::inline api
