#pragma once

#include <dalembert/base/source.h>
#include <dalembert/expr/graph.h>
#include <dalembert/mechanics/measure.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace mechanics {

/// Which family a member came from: `theta[3]` is {"theta", {3}}; a plain name has an empty family.
struct FamilyMember {
  std::string family;
  std::vector<int> index;
};

/// What every declared thing has: the name as the user writes it (canonical ASCII: `theta_1`, `theta[3]`), the
/// description string, what it is measured in, the place of its name, and the family it belongs to.
struct Declared {
  std::string name;
  std::string description;
  Measure measure;
  SourceSpan span;
  FamilyMember member;
};

/// The interval `in lo..hi` of a declaration, in coherent SI units; expressions of parameters and numbers.
struct Interval {
  Expr low;
  Expr high;
};

/// A coordinate qᵢ with the symbols of its value, rate and acceleration.
struct Coordinate : Declared {
  Expr position;
  Expr rate;
  Expr acceleration;
  std::optional<Interval> range;
};

/// A parameter (or input): a symbol and its default, an expression of numbers and other parameters in SI units.
/// `value` is empty where none was given: equations can be derived, a run asks for it.
struct Parameter : Declared {
  Expr symbol;
  std::optional<Expr> value;
  std::optional<Interval> range;
  bool is_input = false;
};

/// A structural number, `count n = 5`: another value means other equations.
struct Count : Declared {
  std::int64_t value = 0;
};

/// A named quantity of the state, `speed w = theta'`: a quasi-velocity, or just a name to print and plot.
struct Speed : Declared {
  Expr value; ///< in t, q, v, p
};

/// A named intermediate `let`, kept for printing and for folding back; `value` may hold q, v, a and p.
struct Let : Declared {
  Expr value;
  std::string text; ///< of the value as written, on one line; empty for members of families
};

/// A function `let f(a, b) = …`. Its calls are expanded where expressions are read; texts as written hold them.
struct FunctionLet : Declared {
  std::vector<std::string> arguments;
  std::string text; ///< of the value as written
};

/// A function the user leaves undefined, `function phi(x, y, t)`: a symbol with derivatives.
struct UnknownFunction : Declared {
  UnknownId id;
  std::vector<std::string> arguments;
};

/// A function that a file gives, `table("road.csv", x)`: one of its columns over the first one. Arguments and values
/// are in SI; the range and the points are in the graph's `table(id)`. `span` is the place of its first use.
struct TableInput : Declared {
  UnknownId id;
  std::string file;     ///< as the model names it
  std::string column;   ///< header of the value, without its unit
  std::string argument; ///< header of the first column, without its unit
  std::string unit;     ///< of the value, as the file writes it
  std::string argument_unit;
  Measure argument_measure;
};

enum class EnergyKind { kinetic, potential, dissipation, lagrangian };

/// One `kinetic`, `potential`, `dissipation` or `lagrangian` statement; terms of one kind add up. J, dissipation W.
struct EnergyTerm : Declared {
  EnergyKind kind = EnergyKind::kinetic;
  Expr value;
};

/// Where a force acts and in which direction, as it was declared: two or three components each, in t, q, p.
struct Application {
  std::vector<Expr> at;
  std::vector<Expr> along;   ///< of a reaction, which is R·along; empty of a force, whose parts are its components
  std::vector<Expr> against; ///< where the opposite force acts; empty where none is declared
};

/// A declared force: virtual power Σₖ magnitudeₖ · speedₖ*, so Qᵢ += Σₖ magnitudeₖ · ∂speedₖ/∂vᵢ.
/// A force `at P` has one part for each Cartesian component; `on q` and `conjugate s` have one part.
struct Force : Declared {
  struct Part {
    Expr magnitude;
    Expr speed;
  };
  std::vector<Part> parts;
  std::optional<Application> application; ///< of a force `at P`
};

enum class ConstraintKind { holonomic, velocity };

/// One constraint row, `residual = left − right = 0` exactly as the user wrote it: that fixes the sign of λ.
struct Constraint : Declared {
  ConstraintKind kind = ConstraintKind::holonomic;
  Expr residual;                          ///< φ(q,t), or g(q,v,t)
  Expr multiplier;                        ///< the symbol λ, measured in J/[φ] or J/(s·[row])
  bool chetaev = false;                   ///< asked for by { law = chetaev }
  std::optional<ConstraintKind> asserted; ///< { kind = holonomic }: to be verified
  std::string text;                       ///< the user's own text `left = right`
  SourceSpan statement;                   ///< the whole statement
  Measure multiplier_measure;
};

/// A direction at a point, as the user wrote both: the speed is direction·(velocity of the point), relative to the
/// velocity of the point `against` unless that is empty.
struct PointDirection {
  std::string point;
  std::string direction;
  std::string against;
  friend bool operator==(const PointDirection&, const PointDirection&) = default;
};

/// A force with a physical name: R is conjugate to `speed` (affine in v) and made by the constraints `of`.
struct Reaction : Declared {
  std::vector<int> of; ///< indices of constraints
  std::vector<SourceSpan> of_spans;
  Expr speed;
  Expr symbol; ///< stands for R in checks, plots and friction
  SourceSpan statement;
  std::string speed_text;                 ///< the user's own text behind `conjugate`; empty where there is none
  std::optional<PointDirection> at_point; ///< of `at … along …`, which gives the speed instead
  std::optional<Application> application; ///< the same as expressions
};

/// Coulomb friction, conjugate to `slip`; N is reaction `of`: F = −coefficient·|N|·sign(slip) while it slides, and what
/// keeps slip at 0 while that is at most static_coefficient·|N|.
struct Friction : Declared {
  int of = 0;
  Expr slip;
  Expr coefficient;
  std::optional<Expr> static_coefficient; ///< absent: the same as `coefficient`
  Expr symbol;                            ///< stands for F
  SourceSpan statement;
};

/// What the slip of a friction is measured in: m/s of a force, rad/s of a moment.
[[nodiscard]] Measure slip_measure(const Friction& friction);

enum class ImpactLaw { newton, poisson, stronge, energy };

/// Coulomb friction during an impact, by the impulse I of which dI presses: dF = −coefficient·|dI|·sign(slip) while it
/// slides, and what keeps slip at 0 while that is at most coefficient·|dI|.
struct ImpactFriction {
  std::size_t of = 0; ///< whose impulse is I, in System::impacts
  Expr coefficient;
  std::optional<std::size_t> force; ///< in System::frictions: the friction of a contact, of which this is the impulse
};

/// An impact at the initial state: the impulse I conjugate to the contact speed c(q,v,t), c⁺ = −e·c⁻ for Newton's law.
/// With `friction` the impulse of friction in another impact, conjugate to the slip, and without a law of its own.
struct Impact : Declared {
  Expr speed;
  ImpactLaw law = ImpactLaw::newton;
  Expr restitution;
  Expr symbol; ///< stands for the impulse I, N·s
  SourceSpan statement;
  std::optional<ImpactFriction> friction;
};

/// An assumption `assume a > 0`, for sign decisions when printing and proving.
enum class Comparison { equal, less, less_equal, greater, greater_equal };
struct Assumption {
  Expr left;
  Expr right;
  Comparison relation = Comparison::greater;
  SourceSpan span;
};

/// A mechanical system as the physicist wrote it: everything symbolic, nothing derived yet. Immutable once elaborated.
/// All expressions live in `graph`, which later stages extend but never change.
struct System {
  std::string name;
  std::string title;
  SourceSpan span;
  std::shared_ptr<Graph> graph;
  Expr time; ///< the symbol t, s

  std::vector<Coordinate> coordinates;
  std::vector<Parameter> parameters;
  std::vector<Count> counts;
  std::vector<Speed> speeds;
  std::vector<Let> lets;
  std::vector<FunctionLet> function_lets;
  std::vector<UnknownFunction> functions;
  std::vector<TableInput> tables;
  std::vector<EnergyTerm> energies;
  std::vector<Force> forces;
  std::vector<Constraint> constraints;
  std::vector<Reaction> reactions;
  std::vector<Friction> frictions;
  std::vector<Impact> impacts;
  std::vector<Assumption> assumptions;
  bool has_units = false; ///< false: no unit anywhere in the file, nothing was checked

  /// Returns the sum of all energy terms of `kind` (0 where there is none).
  [[nodiscard]] Expr total(EnergyKind kind) const;
  /// True where T is given; false where `lagrangian` stands alone and L is not split into T and V.
  [[nodiscard]] bool gives_kinetic_energy() const;
  /// Returns L = T − V plus any `lagrangian` terms, J.
  [[nodiscard]] Expr lagrangian() const;

  /// Everything that the equations are made of: energies, magnitudes of the forces, residuals of the constraints.
  [[nodiscard]] std::vector<Expr> written_parts() const;

  /// Returns the same system with the constraints of `rows` alone, in their order. Reactions that rest on others are
  /// left out, and so are impacts, which act through all. Precondition: there is no friction, and each row is named
  /// once.
  [[nodiscard]] System restricted(const std::vector<std::size_t>& rows) const;
  /// Returns the same system without what its equations of motion do not need: reactions, impacts, speeds and lets.
  /// Precondition: there is no friction, which needs its reaction.
  [[nodiscard]] System equations_only() const;

  [[nodiscard]] std::vector<Expr> positions() const;     ///< symbols q, in declaration order
  [[nodiscard]] std::vector<Expr> rates() const;         ///< symbols v
  [[nodiscard]] std::vector<Expr> accelerations() const; ///< symbols v̇
  [[nodiscard]] std::vector<Expr> multipliers() const;   ///< symbols λ, in the order of the constraints
};

} // namespace mechanics
} // namespace dalembert
