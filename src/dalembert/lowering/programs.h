#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/coordinate_parts.h>
#include <dalembert/lowering/jumps.h>
#include <dalembert/lowering/layout.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// Whether M stands in programs entry by entry, or is made of its products with vectors (`InertiaProgram`).
enum class InertiaChoice : std::uint8_t {
  entries,
  shortest, ///< products where Equations::inertia is late
};

/// A program and the places of its outputs; matrices are row-major. M is left out of the tapes where it is made of its
/// products; the engine puts it in.
struct DynamicsProgram {
  /// state, values of jumps → M n×n, h n, A m×n, γ m, then for each friction: slip, μ, column n, normal m
  Tape tape = Tape({});
};
struct PositionProgram {
  Tape tape = Tape({});          ///< state → φ mh, ∂φ/∂q mh×n, M n×n where mh > 0
  std::vector<std::size_t> rows; ///< the constraints that are holonomic, mh of them
};
struct RateProgram {
  Tape tape = Tape({});  ///< state → ψ m (φ̇ or g), A m×n, M n×n where it is asked for
  bool has_mass = false; ///< it is where something projects rates
};
struct InertiaProgram {
  Tape tape = Tape({}); ///< state, x n → M·x n; no outputs where the other programs have the entries of M
  [[nodiscard]] bool is_product() const { return tape.outputs() > 0; }
};
struct ViolationProgram {
  /// full → φ mh, ψ m, A v̇ − γ m, then of all rows Σᵢ |aₖᵢ| max(1, |qᵢ|) m, and the same of v
  Tape tape = Tape({});
};
/// The entries of A that are not 0 everywhere, row by row.
struct RowEntryProgram {
  Tape tape = Tape({});             ///< state → the entries
  std::vector<std::size_t> begins;  ///< where each row begins among them, m + 1
  std::vector<std::size_t> columns; ///< of each entry
};
struct ImpactProgram {
  Tape tape = Tape({}); ///< state → for each impact: c, restitution e, B n
};

/// A quantity that is constant along every motion, and its name in the certificate.
struct NamedInvariant {
  std::string name;
  Expr value; ///< in t, q, v, p
};

/// Quantities evaluated at every state: full → T, V, h, E (0 where there is none), then Qc n, reactions, residual n,
/// momenta n, and the invariants that were asked for.
struct AccountProgram {
  Tape tape = Tape({});
  bool has_total_energy = false;
  std::vector<std::size_t> conserved;  ///< coordinates whose momentum nothing changes: every term of ṗ is absent
  std::vector<std::string> invariants; ///< names of those asked for
};

/// The entries of `initial`: state → for each row its value, target − value, and ∂(target − value)/∂x by those unknowns
/// of its level (q, or v where it contains rates) that it holds.
struct InitialProgram {
  struct Row {
    std::size_t entry = 0;              ///< in Study::initial
    bool about_rates = false;           ///< its target contains rates
    std::optional<std::size_t> unknown; ///< its target is this coordinate (or rate) alone
    bool kept = true;
    std::vector<std::size_t> needs; ///< unknowns of its level that its value depends on
    std::vector<std::size_t> holds; ///< those that its target or its value depends on
    std::size_t place = 0;          ///< of its first output
  };
  std::vector<Row> rows;
  Tape tape = Tape({});
};

/// Quantities that depend on the parameters alone: state → begin and end of `simulate` (0 where there is none), then
/// low and high of each coordinate's declared range (0 where there is none).
struct RangeProgram {
  Tape tape = Tape({});
};

/// Powers integrated along a run: full → power into h (W), then one power for each `work` and `lost` asked for.
struct PowerProgram {
  Tape tape = Tape({});
  std::vector<std::size_t> derived; ///< for each power after the first, its index in Study::derived
};

/// Observables of checks, plots and tables: full → one value each.
struct ObservableProgram {
  Tape tape = Tape({});
  std::vector<Expr> values; ///< after substitution of reactions and derived names
  bool needs_forces = true; ///< false where no value holds an acceleration, a multiplier or a friction force
};

/// Where frictions stick: state → for each friction its slip, ∂slip/∂v n, the rate of the slip where nothing
/// accelerates, and its static coefficient.
struct SlipProgram {
  Tape tape = Tape({});
};

/// The gaps of the contacts of a study: state → for each gap, its rate.
struct GapProgram {
  Tape tape = Tape({});
};

/// How fast what the conditions of contacts, frictions and events are made of may oscillate: state → the rates of the
/// arguments of its sines (phase_rates), 1/s. None where the study has no such conditions.
struct PhaseProgram {
  Tape tape = Tape({});
};

/// What the events of a study are looked for by: full → the excess of each.
struct EventProgram {
  Tape tape = Tape({});
  bool needs_forces = false; ///< true where one holds an acceleration, a multiplier or a friction force
};

/// The observables of one thing that is shown or tested, which stand one behind the other.
struct ObservedPart {
  std::size_t begin = 0;
  std::size_t count = 0;

  /// The place of number k of them among all observables.
  [[nodiscard]] std::size_t operator[](std::size_t k) const { return begin + k; }
  [[nodiscard]] std::size_t last() const { return begin + count - 1; }
  /// Cuts them out of a row of all observables.
  template <typename T>
  [[nodiscard]] std::span<T> of(std::span<T> row) const {
    return row.subspan(begin, count);
  }
};

/// The expressions of a study that are shown or tested, in one order.
struct Observed {
  std::vector<Expr> values;
  std::vector<ObservedPart>
      checks; ///< left, right (absent for `= const`), the size of the terms that cancel (CheckView)
  std::vector<ObservedPart> plots;   ///< the curves, then what they are drawn over
  std::vector<ObservedPart> exports; ///< the columns
  ObservedPart drifts;               ///< the argument of each Derived of kind drift
  ObservedPart speeds;               ///< the named speeds
  std::vector<bool> check_of_run;    ///< for each check, true where it reads a drift: it speaks of the run as a whole
};

/// Everything that the numerics needs of one study: docs/architecture.md, section "lowering".
struct Programs {
  InputLayout layout;
  InertiaProgram inertia;
  DynamicsProgram dynamics;
  PositionProgram positions;
  RateProgram rates;
  ViolationProgram violations;
  RowEntryProgram row_entries;
  ImpactProgram impacts;
  InitialProgram initial;
  RangeProgram ranges;
  AccountProgram account;
  PowerProgram powers;
  EventProgram events;
  GapProgram gaps;
  SlipProgram slips;
  PhaseProgram phases;
  JumpProgram jumps;
  PartProgram time;
  std::vector<CoordinateParts> coordinates; ///< of which something narrow is known
  ObservableProgram observables;            ///< in the order of `observed`
  Observed observed;
  std::vector<std::size_t> histories; ///< for each W, its index in Study::derived
};

/// Lists them; sizes of terms become nodes of the graph.
[[nodiscard]] Observed observed(const Study& study);

/// Prints a node of a program for a message, as the language writes it; long ones are cut.
[[nodiscard]] std::string describe(const Study& study, Expr node);

/// Returns the coordinates (not the rates) that an expression depends on, by index.
[[nodiscard]] std::vector<std::size_t> coordinates_below(const System& system, Expr e);

/// Lowers what a start needs where nothing constrains it: the layout, what `initial` says, and the ranges.
[[nodiscard]] Programs lower_start(const Study& study);

/// What becomes of functions in the forces that jump where the state passes a surface.
enum class JumpChoice {
  evaluated, ///< at each state, as they are written
  held,      ///< their values are inputs (Programs::jumps), for a run that steps up to the surfaces
};

/// Lowers the equations and everything a study asks about them to straight-line programs.
/// Reactions become K·λ; momenta, energies and constraint forces become their expressions.
/// `invariants` are watched along a run beside the momenta that nothing changes.
/// @throws ModelError if a declared `function` without definition is needed, naming it
[[nodiscard]] Programs lower(const Study& study, const Equations& equations,
                             const std::vector<NamedInvariant>& invariants = {},
                             JumpChoice jumps = JumpChoice::evaluated, InertiaChoice inertia = InertiaChoice::shortest);

} // namespace lowering
} // namespace dalembert
