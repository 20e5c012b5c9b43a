#pragma once

#include <dalembert/base/source.h>
#include <dalembert/language/ast.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace language {
namespace ast {

/// What a name stands for, by the statement that declares it.
enum class NameKind : std::uint8_t {
  model,
  count,
  parameter,
  input,
  coordinate,
  speed,
  let,
  function_let,
  unknown_function,
  kinetic,
  potential,
  dissipation,
  lagrangian,
  force,
  constraint,
  reaction,
  friction,
  impact,
  event,
  body_part, ///< a frame, point, body, joint or contact
  index,     ///< of a family, a `for`, a fold, a `draw`
  argument,  ///< of a `let f(u)`
  part,      ///< `lambda`, `p`, `Qc` before a dot
  function,  ///< called, and not declared in this file
  unknown,   ///< not declared in this file: `t`, `E`, or a name of another file
};

/// A name where it stands. `scope` is 0 for what the whole model knows; indices and arguments have one each.
struct Occurrence {
  SourceSpan span;
  std::string_view name; ///< normalised: `theta_1` for `θ₁`
  bool declares = false;
  NameKind kind = NameKind::unknown;
  std::uint32_t scope = 0;
};

/// True for what stands in a scope of its own.
[[nodiscard]] inline bool is_local(NameKind kind) {
  return kind == NameKind::index || kind == NameKind::argument;
}

/// Returns every name of `file` with its place, in order; indices and arguments are bound where they stand. Words of
/// settings, kinds of things that are drawn and axes are no names. Views point into `file`. Cost: O(n log n) of the
/// length.
[[nodiscard]] std::vector<Occurrence> name_index(const File& file);

} // namespace ast
} // namespace language
} // namespace dalembert
