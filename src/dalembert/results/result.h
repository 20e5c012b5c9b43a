#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/results/event.h>
#include <dalembert/results/force_choices.h>
#include <dalembert/results/solver_choice.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace results {

/// A state of the system: t in s, q and v in SI units, declaration order.
struct State {
  double t = 0.0;
  std::vector<double> q;
  std::vector<double> v;
};

/// Energies at one state, J. Where nothing but L was given, `kinetic` is L₂ = ½ v·M·v and `potential` is 0. `total` is
/// E = T + V, absent where L was given directly.
struct Energies {
  double kinetic = 0.0;
  double potential = 0.0;
  double energy_function = 0.0;
  std::optional<double> total;
};

/// Everything known at one state: (v̇, λ) from the equations of motion, and what follows from them. SI units.
struct Evaluation {
  State state;
  std::vector<double> accelerations;     ///< n
  std::vector<double> multipliers;       ///< m; minimum norm where the rows are redundant
  std::vector<double> frictions;         ///< forces F
  std::vector<double> impulses;          ///< I of the impacts at the start
  std::vector<double> histories;         ///< W, what belongs to the whole run so far (layout.h)
  std::vector<double> reactions;         ///< R = K·λ
  std::vector<double> constraint_forces; ///< Qc = Aᵀλ, n
  std::vector<double> momenta;           ///< p, n
  std::vector<double> invariants;        ///< those that the programs were asked to watch
  std::vector<double> residual;          ///< left minus right of equation (1), n
  Energies energies;
  std::vector<double> position_violation;     ///< φ for holonomic rows, 0 for velocity rows; m
  std::vector<double> velocity_violation;     ///< φ̇ or g; m
  std::vector<double> acceleration_violation; ///< A·v̇ − γ; m
};

/// What happened to one value of the initial state.
struct MovedValue {
  std::string name; ///< `y'`
  double from = 0.0;
  double to = 0.0;
  bool was_given = false; ///< by `~`; else it was free and started at 0
};

/// The consistent initial state and how it was reached.
struct InitialState {
  State state;
  std::vector<MovedValue> moved; ///< only those that moved by more than round-off
  int rank = 0;                  ///< of A at this state
  int holonomic_rank = 0;
  int degrees_of_freedom = 0;          ///< n − rank A
  int independent_initial_values = 0;  ///< 2n − 2·rank(holonomic rows) − rank(velocity rows beyond these)
  std::vector<bool> determined;        ///< for each multiplier: it has one value whatever the choice
  std::vector<Diagnostic> diagnostics; ///< redundant rows (W0301) and the like
};

/// The impact at the initial state: velocities before and after, impulses in N·s.
struct ImpactReport {
  State before;
  State after;
  std::vector<double> impulses;            ///< I of each impact
  std::vector<double> works;               ///< ∫ c dI of each, J
  std::vector<double> multiplier_impulses; ///< Λ of each constraint
  std::vector<double> reaction_impulses;   ///< K·Λ of each reaction
  std::vector<double> speeds_before;       ///< c⁻ of each impact
  std::vector<double> speeds_after;        ///< c⁺
  double kinetic_before = 0.0;             ///< J
  double kinetic_after = 0.0;
};

/// An impact along the run, at one or several contacts (Study::contacts).
struct ContactImpact {
  std::vector<std::size_t> contacts;
  ImpactReport report;
  double work = 0.0; ///< of the impulses, J: what the energy h changes by; negative where it is lost
};

/// A contact closes for good, or opens.
struct ContactChange {
  enum class Kind {
    closes, ///< from here on it is a constraint
    rests,  ///< the same behind bounces that die out: `limit` is the time that they accumulate at
    opens,
  };
  Kind kind = Kind::closes;
  double time = 0.0; ///< s
  std::size_t contact = 0;
  std::size_t impacts = 0; ///< of the bounces, those that were computed
  double limit = 0.0;      ///< s
};

/// Constraints are imposed on the motion, or released, at one instant.
struct Imposition {
  double time = 0.0;                  ///< s
  std::vector<std::size_t> imposed;   ///< in Study::imposed
  std::vector<std::size_t> released;  ///< likewise
  std::optional<ImpactReport> report; ///< where some are imposed: all constraints persist behind it
  double work = 0.0;                  ///< of the impulses, J: what the energy h changes by; negative where it is lost
  double lost_velocities = 0.0;       ///< ½ Δv·M·Δv, J: the kinetic energy of the lost velocities (Carnot)
};

/// What a friction does changes.
struct FrictionChange {
  enum class Kind {
    sticks,
    slides,   ///< it stuck before
    reverses, ///< it slid the other way before; of a slip in a plane: it was used up, and slides on
  };
  Kind kind = Kind::sticks;
  double time = 0.0;        ///< s
  std::size_t friction = 0; ///< in System::frictions
  double direction = 0.0; ///< the sign of the slip behind, in a plane the component of its direction; 0 where it sticks
};

/// The value of a function that jumps changes.
struct JumpChange {
  enum class Kind {
    crosses, ///< from one side of its surface to the other
    slides,  ///< both sides push towards the surface: the motion stays on it (Filippov)
    leaves,  ///< it slid before
  };
  Kind kind = Kind::crosses;
  double time = 0.0; ///< s
  std::size_t jump = 0;
  double value = 0.0; ///< behind
};

/// A function that jumps, as the language writes it, and what is constant on its surfaces.
struct JumpName {
  std::string text;
  std::string surface;
  bool is_of_zero = true; ///< it jumps where that is 0, not at every integer
};

/// The largest value met along a run, and when.
struct Extreme {
  double value = 0.0;
  double time = 0.0;
};

/// What further runs of the same motion say of the error of a run: the largest differences at its samples and at its
/// end.
struct GlobalError {
  struct Run {
    std::string method;
    double tolerance = 0.0;
    double positions = 0.0; ///< the difference to this run, as below
    double rates = 0.0;
    double multipliers = 0.0;
    [[nodiscard]] double of_motion() const { return std::max(positions, rates); }
  };
  /// Another code on the same equations: not as exact as the runs below, but independent of them.
  struct SecondOpinion {
    Run run;
    double own_error = 0.0; ///< of q and v: its largest difference to a run of its own by ten times the tolerance
    std::string left_out;   ///< why it says nothing; else empty
  };
  double positions = 0.0; ///< relative to the size of each coordinate, at least 1 SI unit
  double rates = 0.0;     ///< likewise
  /// Relative to the largest size of each multiplier at the samples; 0 where there is none.
  double multipliers = 0.0;
  std::vector<Run> runs;                       ///< that it is the difference to
  std::optional<SecondOpinion> second_opinion; ///< where another code can follow the motion

  [[nodiscard]] double of_motion() const { return std::max(positions, rates); }
};

/// How far the result of a run can be trusted; see docs/theory/certificate.md.
struct Certificate {
  std::vector<Extreme> position;       ///< largest |φ| of each constraint, in its unit (0 for velocity rows)
  std::vector<Extreme> velocity;       ///< largest |φ̇| or |g|
  std::vector<Extreme> acceleration;   ///< largest |A·v̇ − γ|
  std::vector<double> position_scaled; ///< largest |φ| / Σ|aᵢ|·max(1, |qᵢ|) of a state
  std::vector<double> velocity_scaled; ///< largest |φ̇| or |g| over Σ|aᵢ|·max(1, |vᵢ|)
  std::vector<Extreme> slip;           ///< largest |slip| of each friction while it sticks
  std::vector<double> slip_scaled;     ///< the same over Σ|∂s/∂vᵢ|·max(1, |vᵢ|)
  Extreme energy_defect;               ///< |h(t) − h(0) − ∫ power dt|, J
  double energy_defect_relative = 0.0; ///< the same over `energy_scale`
  double largest_kinetic = 0.0;        ///< J
  /// The largest T of the run; the largest of T + |V|, |h| and the work supplied where T is round-off beside these. J
  double energy_scale = 0.0;
  [[nodiscard]] bool is_at_rest() const { return energy_scale > largest_kinetic; } ///< T is zero to round-off
  struct Invariant {
    std::string name;      ///< `p.psi`, an integral of constraints, or the text of a `X = const` check
    double defect = 0.0;   ///< largest |X(t) − X(0)|
    double relative = 0.0; ///< over the largest |X| of the run
    double size = 0.0;     ///< scale of the defect: the largest |X|, or the largest momentum possible in this motion
    bool is_judged = true; ///< false of a check, which has its own verdict
  };
  std::vector<Invariant> invariants;
  Extreme equation_residual;               ///< largest residual of (1), relative to the forces of the system
  std::optional<GlobalError> global_error; ///< where it was asked for
  double smallest_pivot = 1.0;             ///< of the equations of motion, relative; small is near a singular state
  double energy_floor = 0.0; ///< J, of motions that the tolerance does not see: a smaller defect means nothing
  /// A bound that the run exceeds; none where the certificate holds.
  struct Failure {
    std::string kind; ///< `energy`, `invariant p.x`, `equations`, `constraint rod`, `global error`, `time`
    std::string text;
  };
  std::vector<Failure> failed;
};

enum class CheckStatus { proved, holds, fails };

struct CheckResult {
  std::size_t index = 0; ///< in Study::checks
  CheckStatus status = CheckStatus::fails;
  double value = 0.0;   ///< largest |left − right|, or of what is compared
  double allowed = 0.0; ///< its bound
  double time = 0.0;    ///< where it was largest, s
  std::string how;      ///< `on every admissible state`, `along the run, 501 states`, `at 40 admissible states`
};

/// How many checks fail.
[[nodiscard]] inline std::size_t failing_checks(const std::vector<CheckResult>& checks) {
  return static_cast<std::size_t>(std::ranges::count(checks, CheckStatus::fails, &CheckResult::status));
}

/// Rows of numbers at the output times, for tables and plots.
struct Table {
  std::vector<double> times;
  std::vector<Evaluation> evaluations;          ///< one for each time
  std::vector<std::vector<double>> observables; ///< for each time, in the order of `observed(study)`
};

/// The observables at times inside the steps, closer than the rows of the table, for curves.
struct Curves {
  std::vector<double> times;
  std::vector<std::vector<double>> observables; ///< for each time, in the order of `observed(study)`
};

/// From `time` on a run went by another method.
struct MethodTurn {
  double time = 0.0; ///< s
  std::string method;
  std::string reason; ///< in words: what was seen there
};

struct RunStatistics {
  std::string method;    ///< where it changed along the way, those there were: `rk8, radau`
  std::string reason;    ///< why this method
  std::string form;      ///< of the equations that advanced the state: `lagrange`, `hamel`, …
  double step = 0.0;     ///< s, that of a method whose steps have one length
  std::string structure; ///< what such a method keeps over long runs, in words
  SolverChoice solver; ///< of the accelerations, at the last state; empty where members shared the lanes of a processor
  std::size_t steps = 0;
  std::size_t rejected = 0;
  std::size_t rhs_evaluations = 0;
  std::size_t series = 0;         ///< Taylor series of the motion; 0 for all other methods
  std::size_t jacobians = 0;      ///< 0 where only explicit methods were at work
  std::size_t factorisations = 0; ///< of the linear equations of implicit steps
  std::vector<MethodTurn> turns;  ///< where `auto` went over to another method
  double work = 0.0;              ///< operations, whatever machine it was on (RunWork)
  double initialise_seconds = 0.0;
  double compile_seconds = 0.0; ///< of the equations by their structure, for the first run with them
  double integrate_seconds = 0.0;
};

/// `bounded`: ended before its time by RunOptions::most_work.
enum class RunOutcome { completed, interrupted, failed, bounded };

/// A run that finished or ended early: nothing already computed is lost.
struct RunResult {
  RunOutcome outcome = RunOutcome::completed;
  std::string failure; ///< a message with time and state; empty unless failed
  double tolerance = 0.0;
  double wanted_end = 0.0; ///< s, where the run was to end
  InitialState initial;
  std::optional<ImpactReport> impact;
  Evaluation final;
  std::vector<Evaluation> samples; ///< at the times asked for
  Table table;
  Curves curves; ///< empty unless asked for
  Certificate certificate;
  RunStatistics statistics;
  std::vector<CheckResult> checks;
  std::vector<ContactImpact> contact_impacts;   ///< in the order in which the run met them
  std::vector<ContactChange> contact_changes;   ///< likewise
  std::vector<Imposition> impositions;          ///< likewise
  std::vector<FrictionChange> friction_changes; ///< likewise; one that sticks from the start is the first
  OpenForces open_forces;                       ///< by frictions at rest, at some time of the run
  OpenForces open_at_end;                       ///< likewise, at its end
  std::vector<JumpName> jumps;                  ///< of which the run held the values
  std::vector<JumpChange> jump_changes;         ///< in the order in which the run met them
  std::vector<Event> events;                    ///< likewise
  std::vector<Event> changes;                   ///< what changed the equations, each with its state y before it
  bool is_stopped = false;                      ///< ended before, by an event of the model that stops it
  std::vector<Diagnostic> warnings;             ///< failures of the certificate, and why a run takes many steps
  std::string unseen_coordinates; ///< those whose narrow features could not be checked everywhere; empty: none
  bool time_parts_seen = true;    ///< false where purely time-dependent terms were not checked over the whole run
};

} // namespace results
} // namespace dalembert
