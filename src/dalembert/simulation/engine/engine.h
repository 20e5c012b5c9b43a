#pragma once

#include <dalembert/lowering/views.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/matrix_by_columns.h>
#include <dalembert/simulation/engine/form_charts.h>
#include <dalembert/simulation/engine/late_program.h>
#include <dalembert/simulation/engine/series_code.h>
#include <dalembert/simulation/engine/structure_programs.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Lowers programs that go by the structure of the equations; each is absent where the form has none.
struct StructureLowering {
  std::function<Tape()> motion = {};                 ///< lower_sparse_motion
  std::function<SolvedAgain()> solution = {};        ///< lower_solved_again; present where `motion` is
  std::function<SparseProjection()> projection = {}; ///< lower_sparse_projection
};

/// The form of the equations that advances the state.
struct AdvancingForm {
  std::string name = "lagrange";
  FormCharts::Lower lower = {}; ///< absent for Lagrange's equations with multipliers
  /// Lowers the derivatives of the equations (lower_motion_derivatives); implicit methods do without where it is
  /// absent.
  std::function<Tape()> lower_derivatives = {};
  /// Lowers the same by the entries that the equations have (lower_motion_matrices); absent where frictions act.
  std::function<MotionMatrices()> lower_matrices = {};
  StructureLowering structure = {};
  StructureLowering released = {}; ///< with inputs of all rows (RowInputs::of_all)
  /// Lowers what series are made of (lower_motion_series); absent where no method may ask for series.
  SeriesCode::Lower lower_series = {};
  /// Lowers dp/dt = f and the rows (lower_motion_series); absent where no method may ask for momenta.
  SeriesCode::Lower lower_momenta = {};
  /// What series are run by.
  CompileSeries compile_series = interpreted_series;
};

/// The same, compiled when they are first asked for.
struct ProgramsByStructure {
  std::shared_ptr<LateProgram> motion;
  std::shared_ptr<LatePrograms<SolutionPrograms>> solution;
  std::shared_ptr<LatePrograms<ProjectionPrograms>> projection;
  std::vector<std::size_t> switched; ///< rows that have an input which says whether they hold
};

/// A study with its compiled programs and the values of its parameters: what all of `simulation/` works
/// on. Constant once made: threads may share it and run it at the same time; who evaluates a program holds an instance
/// of it. What makes nodes (`studies/`, `lower`) must have the graph of the study for itself.
struct Engine {
  std::shared_ptr<const Study> study;
  std::shared_ptr<const Programs> programs;
  std::vector<double> parameters; ///< SI, declaration order
  Compile compile;

  std::shared_ptr<const Executor> dynamics;
  std::shared_ptr<const Executor> positions;
  std::shared_ptr<const Executor> rates;
  std::shared_ptr<const Executor> position_rows; ///< φ and ∂φ/∂q alone: `positions` without M where M is a product
  std::shared_ptr<const Executor> rate_rows;     ///< ψ and A alone likewise
  std::shared_ptr<const MatrixProduct> inertia;  ///< M·x; absent where the programs have the entries of M
  std::shared_ptr<const Executor> violations;
  std::shared_ptr<const Executor> row_entries;
  std::shared_ptr<const Executor> impacts;
  std::shared_ptr<const Executor> initial;
  std::shared_ptr<const Executor> ranges;
  std::shared_ptr<const Executor> account;
  std::shared_ptr<const Executor> powers;
  std::shared_ptr<const Executor> observables;
  std::shared_ptr<const Executor> of_drifts; ///< DriftObservables
  std::vector<std::size_t> places_of_drifts; ///< of its outputs among the observables
  std::shared_ptr<const Executor> events;
  std::shared_ptr<const Executor> gaps;
  std::shared_ptr<const Executor> slips;
  std::shared_ptr<const Executor> jumps;
  std::shared_ptr<const Executor> time;                          ///< absent where nothing depends on the time alone
  std::vector<std::shared_ptr<const Executor>> coordinate_parts; ///< one for each of Programs::coordinates

  /// A value that an entry of Study::initial, whose target is a coordinate or a rate alone, has instead of the model's.
  struct GivenStart {
    std::size_t entry = 0;
    double value = 0.0; ///< SI
  };
  std::vector<GivenStart> starts;

  std::shared_ptr<const Engine> open; ///< of the same study with all contacts open; absent where it has none

  std::string form;                         ///< whose equations advance the state
  std::shared_ptr<FormCharts> charts;       ///< of that form; absent for Lagrange's equations with multipliers
  std::shared_ptr<LateProgram> derivatives; ///< of the equations of motion by the state; absent where none are known
  std::shared_ptr<LatePrograms<MatrixPrograms>> matrices; ///< the same by entries; absent likewise
  ProgramsByStructure structure;
  ProgramsByStructure released;         ///< with inputs of all rows
  std::shared_ptr<SeriesCode> series;   ///< of the motion; absent where the form has none
  std::shared_ptr<LateProgram> momenta; ///< p, f and the rows; absent likewise

  [[nodiscard]] std::size_t coordinates() const { return programs->layout.coordinates; }
  [[nodiscard]] std::size_t constraints() const { return programs->layout.multipliers; }
  [[nodiscard]] const System& system() const { return study->system; }
  /// What the initial state is found by: all contacts are open there.
  [[nodiscard]] const Engine& at_start() const { return open ? *open : *this; }

  /// A full input vector with the parameters filled in and everything else 0.
  [[nodiscard]] std::vector<double> blank_inputs() const;

  /// Begin and end of the model's own run, s; 0 where it names none.
  [[nodiscard]] double model_begin() const { return range().begin; }
  [[nodiscard]] double model_end() const { return range().end; }
  /// The size that the tolerance of a coordinate refers to: the larger end of its declared range, else 1 SI unit.
  [[nodiscard]] double scale(std::size_t coordinate) const;
  [[nodiscard]] RangeView range() const { return RangeView(range_values); }

  std::vector<double> range_values;                                       ///< outputs of the range program
  std::shared_ptr<std::mutex> graph_use = std::make_shared<std::mutex>(); ///< held while a message or a form uses nodes
};

/// Compiles every program of a study.
[[nodiscard]] Engine make_engine(std::shared_ptr<const Study> study, std::shared_ptr<const Programs> programs,
                                 std::vector<double> parameters, Compile compile, AdvancingForm form = {});

/// Returns the engine of the same study with other values of its parameters; the compiled programs are shared.
[[nodiscard]] Engine with_parameters(const Engine& engine, std::vector<double> parameters);

/// Returns the same engine with other values of initial entries.
[[nodiscard]] Engine with_starts(const Engine& engine, const std::vector<Engine::GivenStart>& starts);

} // namespace simulation
} // namespace dalembert
