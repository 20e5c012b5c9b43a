#pragma once

#include <dalembert/language/expression.h>

#include <cstdint>
#include <variant>

namespace dalembert {
inline namespace language {
namespace ast {

struct Statement;

/// `key = value` inside braces: a value is an expression, a range or a string.
struct Setting {
  SourceSpan span;
  Name key; ///< may be a reserved word
  std::variant<const Expr*, const Range*, const Text*> value;
};

/// `{ key = value; … }`; `span` covers the braces.
struct Block {
  SourceSpan span;
  List<Setting> settings;
};

// In every statement below a null pointer says that the part is absent. `description` is the string at its end.

/// One declared name of `count`, `param`, `coord`, `speed`, `input`: `theta[1..n] [rad] = 0 in -1..1 "heading"`.
struct Declaration {
  SourceSpan span;
  IndexedName name;
  const UnitText* unit = nullptr;
  const Expr* value = nullptr;
  const Range* range = nullptr;
  const Text* description = nullptr;
};

enum class DeclarationKind : std::uint8_t { count, param, coord, speed, input };

/// `param …, …` and its kin.
struct Declarations {
  DeclarationKind kind = DeclarationKind::param;
  List<Declaration> items;
};

struct Model {
  Name name;
  const Text* description = nullptr;
};

struct Include {
  Text path;
};

/// `let name = value`, `let name(parameters) = value`, `let name[index] = value`.
struct Let {
  IndexedName name;
  List<Name> parameters; ///< empty unless the let is a function
  const Expr* value = nullptr;
  const Text* description = nullptr;
};

enum class EnergyKind : std::uint8_t { kinetic, potential, dissipation, lagrangian };

struct Energy {
  EnergyKind kind = EnergyKind::kinetic;
  const Name* name = nullptr;
  const Expr* value = nullptr;
  const Text* description = nullptr;
};

struct Gravity {
  const Expr* value = nullptr;
};

enum class ClauseKind : std::uint8_t { at, on, against, along, conjugate, axis };

/// `conjugate e, …`, `at e`, …; the parser takes any number of any of them, elaboration says which fit.
struct Clause {
  SourceSpan span;
  SourceSpan keyword;
  ClauseKind kind = ClauseKind::at;
  List<const Expr*> values; ///< never empty
};

/// `force name on coordinate = value clauses`; `torque` likewise.
struct Force {
  enum class Kind : std::uint8_t { force, torque };
  Kind kind = Kind::force;
  const IndexedName* name = nullptr;
  const Expr* on = nullptr;
  const Expr* value = nullptr;
  List<Clause> clauses;
  const Text* description = nullptr;
};

/// `constraint name: left = right from moment until moment`: a moment is a time, or the name of an event.
struct Constraint {
  IndexedName name;
  Relation relation;
  const Expr* from = nullptr;  ///< from when on it acts; null: from the start
  const Expr* until = nullptr; ///< null: to the end
  const Block* block = nullptr;
  const Text* description = nullptr;
};

/// `reaction names [unit] of constraints clauses`; several names stand in parentheses.
struct Reaction {
  List<IndexedName> names;
  const UnitText* unit = nullptr;
  List<const Expr*> constraints; ///< each a Name with Index and Member nodes round it
  List<Clause> clauses;
  const Text* description = nullptr;
};

struct Friction {
  IndexedName name;
  const UnitText* unit = nullptr;
  const Expr* reaction = nullptr; ///< a Name with Index and Member nodes round it
  const Expr* conjugate = nullptr;
  const Block* block = nullptr;
  const Text* description = nullptr;
};

struct Impact {
  IndexedName name;
  const UnitText* unit = nullptr;
  const Expr* conjugate = nullptr;
  const Relation* when = nullptr;
  const Expr* at = nullptr;
  const Block* block = nullptr;
  const Text* description = nullptr;
};

/// One unknown function: `x0(t) [m]`.
struct FunctionDeclaration {
  SourceSpan span;
  Name name;
  List<Name> parameters;
  const UnitText* unit = nullptr;
  const Text* description = nullptr;
};

struct Function {
  List<FunctionDeclaration> items;
};

struct Event {
  IndexedName name;
  Relation when;
  const Block* block = nullptr;
  const Text* description = nullptr;
};

struct Assume {
  List<Relation> relations;
};

// ---- runs and outputs

/// `left = value` (kept) or `left ~ value` (may be moved).
struct InitialItem {
  SourceSpan span;
  const Expr* left = nullptr;
  const Expr* value = nullptr;
  SourceSpan operator_span;
  bool is_kept = true;
};

struct Initial {
  List<InitialItem> items;
};

struct Simulate {
  Range range;
  const Block* block = nullptr;
};

struct Plot {
  List<const Expr*> values;
  const Expr* versus = nullptr;
  const Block* block = nullptr;
  const Text* description = nullptr;
};

struct Animate {
  const Block* block = nullptr;
};

/// `axis: angle`, where the axis is a letter x, y, z or a vector in parentheses.
struct Rotation {
  SourceSpan span;
  const Expr* axis = nullptr; ///< a Name (x, y or z), a Group or a Tuple
  const Expr* angle = nullptr;
};

enum class DrawClauseKind : std::uint8_t { at, from, to, through, along, turned, of };

/// `at P`, `through P, Q`, `turned rotation(z: psi)`, … of a `draw`; the parser takes any number of any of them.
struct DrawClause {
  SourceSpan span;
  SourceSpan keyword;
  DrawClauseKind kind = DrawClauseKind::at;
  List<const Expr*> values; ///< empty where `rotations` is not
  List<Rotation> rotations; ///< of `rotation(axis: angle, …)`
};

/// `i in 1..n` of the `for` at the end of a `draw`.
struct DrawIndex {
  SourceSpan span;
  Name name;
  Range range;
};

/// `draw kind(arguments) clauses for indices { settings } "description"`.
struct Draw {
  Name kind; ///< a name, or the words `point` and `frame`
  List<const Expr*> arguments;
  SourceSpan arguments_span; ///< of the arguments with their brackets
  List<DrawClause> clauses;
  List<DrawIndex> indices;
  const Block* block = nullptr;
  const Text* description = nullptr;
};

struct Check {
  List<Relation> relations;
  const Block* block = nullptr;
  const Text* description = nullptr;
};

struct Show {
  List<Name> words; ///< may be reserved words
};

struct Export {
  const Name* kind = nullptr;
  Text path;
  const Block* block = nullptr;
};

/// `sweep name in range { … }`, `sweep name in (a, b, …) [unit]`: a parameter, a coordinate or, with a prime, its rate.
struct Sweep {
  IndexedName name;
  bool is_rate = false;
  Range range;                  ///< of a list its unit and place alone
  const Expr* values = nullptr; ///< a Tuple; null where there is a range
  const Block* block = nullptr;
};

/// `for index in range { body }`.
struct For {
  Name index;
  Range range;
  List<Statement> body;
};

// ---- bodies level

struct Frame {
  enum class Kind : std::uint8_t { inertial, rotate, spin, free };
  IndexedName name;
  Kind kind = Kind::inertial;
  const Expr* base = nullptr; ///< null for `inertial`
  List<Rotation> rotations;   ///< of `rotate`
  const Expr* spin = nullptr; ///< of `spin`
  const Text* description = nullptr;
};

struct Point {
  IndexedName name;
  const Expr* value = nullptr;
  const Text* description = nullptr;
};

struct Body {
  IndexedName name;
  const Block* block = nullptr;
  const Text* description = nullptr;
};

struct Joint {
  IndexedName name;
  Name kind;
  const Expr* from = nullptr;
  const Expr* to = nullptr;
  List<Clause> clauses; ///< `at` and `axis`
  const Block* block = nullptr;
  const Text* description = nullptr;
};

struct Contact {
  IndexedName name;
  Name kind;
  const Expr* body = nullptr;
  const Expr* surface = nullptr;
  const Expr* at = nullptr;
  const Block* block = nullptr;
  const Text* description = nullptr;
};

/// One statement; `keyword` is its first word.
struct Statement {
  using Node = std::variant<Model, Include, Declarations, Let, Energy, Gravity, Force, Constraint, Reaction, Friction,
                            Impact, Function, Event, Assume, Initial, Simulate, Plot, Animate, Draw, Check, Show,
                            Export, Sweep, For, Frame, Point, Body, Joint, Contact>;
  SourceSpan span;
  SourceSpan keyword;
  Node node;
};

} // namespace ast
} // namespace language
} // namespace dalembert
