#pragma once

#include <dalembert/mechanics/claim.h>
#include <dalembert/mechanics/picture.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace mechanics {

/// One entry of `initial`: target = value (kept) or target ~ value (movable). Both may hold q, v, p; `value` of a plain
/// coordinate or rate is what it starts from. A target with rates is a statement about the velocities.
struct InitialValue {
  Expr target;
  Expr value;
  bool kept = true;
  std::string text; ///< the user's own text of the target: `x'`, `wx`
  SourceSpan span;  ///< of the whole entry
};

/// A name that the engine derives and that a check or plot used.
enum class DerivedKind {
  momentum,         ///< p.q = ∂L/∂q'
  constraint_force, ///< Qc.q = Σₖ λₖ aₖᵢ
  lagrangian,       ///< L
  energy_function,  ///< h = Σ v·∂L/∂v − L (also H, whose value it is)
  total_energy,     ///< E = T + V
  work,             ///< work(force) or work(reaction): ∫ F·s dt from the start, J
  lost,             ///< lost(D): ∫ v·∂D/∂v dt from the start, J
  impulse,          ///< impulse(R): of a reaction at the impact, N·s
  drift,            ///< drift(x): largest |x(t) − x(0)| over the largest size of x or T
};

/// `symbol` stands for the derived quantity inside the expressions of a Study.
struct Derived {
  Expr symbol;
  DerivedKind kind = DerivedKind::momentum;
  /// Of the coordinate, reaction or force it speaks of (of work, frictions count after the forces and reactions after
  /// these); -1 where none applies.
  int index = -1;
  std::optional<Expr> argument; ///< of drift
  std::string text;             ///< as the user wrote it
  SourceSpan span;
  Measure measure;
  Measure argument_measure; ///< of drift, which is itself a ratio: the measure of its argument
};

/// An expression to print or draw, with the text a person wrote for it.
struct Quantity {
  Expr value; ///< in t, q, v, v̇, λ, reactions, frictions, derived names, p
  std::string text;
  Measure measure;
  SourceSpan span;
};

struct Plot {
  std::vector<Quantity> curves;
  std::optional<Quantity> versus; ///< none means t
  std::string title;
  std::string style = "line"; ///< line, points, stem
  SourceSpan span;
};

struct Check {
  Expr left;
  Expr right;
  Comparison relation = Comparison::equal;
  bool is_constant = false; ///< `X = const`
  std::string text;
  std::string description;
  std::optional<double> tolerance; ///< a share of its sides
  std::optional<double> allowed;   ///< the same in the unit of its sides, SI
  Measure measure;                 ///< of both sides
  SourceSpan span;
};

struct Simulate {
  Expr begin; ///< s, in parameters and numbers
  Expr end;
  std::optional<std::string> method;
  SourceSpan method_span; ///< of its name; of the statement where it has none
  std::optional<double> tolerance;
  std::optional<double> step;             ///< s, of methods whose steps have one length
  std::optional<double> max_step;         ///< s, the longest step of the integration
  std::optional<double> output_step;      ///< s between rows of tables and plots
  std::optional<std::size_t> max_impacts; ///< of contacts; a run with more ends
  SourceSpan span;
};

/// `event name when left <= right`: an instant that a run locates.
struct EventCondition : Declared {
  Expr excess; ///< not negative where the relation holds; of `=` left − right. In t, q, v, v̇, λ, reactions, p, …
  Comparison relation = Comparison::greater_equal;
  bool stops = false; ///< the run ends there
  std::string text;   ///< of the relation, as the user wrote it
  SourceSpan statement;
};

/// A gap that may close along a run: an `impact … when`, or a constraint with `<=` or `>=`. It stands in the study of a
/// run (Study::closed), whose system has the impact among its impacts and the constraint among its constraints.
struct Contact {
  std::string name;
  Expr gap;                              ///< g(q, t), not negative; the residual of the constraint
  std::size_t impact = 0;                ///< in System::impacts
  std::optional<std::size_t> constraint; ///< in System::constraints; none of an impact, which cannot stay closed
  std::string text;                      ///< as the user wrote it: `q <= beta`
  SourceSpan span;
};

/// When something changes along a run: at a time, or wherever an event of the model happens.
struct Moment {
  std::optional<Expr> time;         ///< s, in parameters and numbers
  std::optional<std::size_t> event; ///< else: in Study::events
  std::string text;                 ///< as the user wrote it: `2 [s]`, `caught`
  SourceSpan span;
};

/// An equation that does not act all the time: `constraint peg: x = a from caught until 3 [s]`. It stands in the study
/// of a run (Study::closed), whose system has all constraints; one without `from` acts from the start and is also in
/// the study that everything else goes by.
struct Imposed {
  std::string name;
  std::size_t constraint = 0; ///< in System::constraints
  std::optional<Moment> from;
  std::optional<Moment> until;
  std::string text; ///< of the equation, as the user wrote it
  SourceSpan span;
};

/// `export csv "file" { columns = (t, x, …) }`; no columns means all coordinates, rates, multipliers and reactions.
struct TableExport {
  std::string file;
  std::vector<Quantity> columns;
  SourceSpan span;
};

/// `sweep m in 1..2 [kg] { count = 50 }`: a parameter or an initial value that differs from member to member of an
/// ensemble.
struct Sweep {
  /// Where its values come from: evenly spaced from `low` to `high`, drawn between them alike, or drawn from a normal
  /// distribution with the mean (low + high)/2 and the standard deviation (high − low)/2; or each given.
  enum class Choice { even, uniform, normal, listed };
  std::string name; ///< `m`, `theta`, `theta'`
  Choice choice = Choice::even;
  Expr low; ///< SI, in parameters and numbers; of a list the first value
  Expr high;
  std::vector<Expr> values = {};        ///< of a list, SI; as many as `count`
  std::size_t count = 0;                ///< of values; of draws where they are drawn, 0 where that is not said
  std::optional<std::size_t> parameter; ///< in System::parameters
  std::optional<std::size_t> initial;   ///< else in Study::initial
  Measure measure;
  SourceSpan span;
};

/// A system and everything that is asked of it.
struct Study {
  System system;
  std::vector<InitialValue> initial;
  std::vector<Derived> derived;
  std::optional<Simulate> simulate;
  std::vector<Sweep> sweeps;
  std::vector<Plot> plots;
  std::vector<Check> checks;
  std::vector<EventCondition> events;
  std::vector<TableExport> exports;
  std::vector<std::string> shows;
  Picture picture;               ///< what `draw` and `animate` say
  std::vector<Claim> claims;     ///< asked beside the file: `dalembert prove`
  std::vector<Contact> contacts; ///< of the study of a run
  std::vector<Imposed> imposed;  ///< likewise
  /// The study of a run, with all contacts closed and all constraints imposed; none in a model without either.
  std::shared_ptr<const Study> closed;
};

} // namespace mechanics
} // namespace dalembert
