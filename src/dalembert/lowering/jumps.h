#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/program/tape.h>

#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// A function in the forces, or in a coefficient of friction, that jumps where a function u of the state passes 0, or
/// an integer.
struct Jump {
  enum class Kind {
    sign,      ///< −1 below, 1 above
    step,      ///< 0 below, 1 above
    selection, ///< 1 below, where its relation holds, 0 above
    stairs,    ///< floor(u)
  };
  Kind kind = Kind::sign;
  std::string text;    ///< as the language writes it: `sign(x')`
  std::string surface; ///< u: `x'`
};

/// The jumps of a study of which runs hold the values: state → for each u, ∂u/∂v n, the rate of u where nothing
/// accelerates, and the value of the function.
struct JumpProgram {
  std::vector<Jump> jumps;
  Tape tape = Tape({});
};

/// The jumps of one study, and what stands for them in programs whose inputs hold their values.
class JumpNodes {
public:
  JumpNodes() = default;
  /// Finds those in the forces of `equations` and in the coefficients of its frictions. A jump of inertia or of a
  /// constraint is left as it is.
  explicit JumpNodes(const Equations& equations);

  /// The inputs that hold the values.
  [[nodiscard]] const std::vector<Expr>& symbols() const { return symbols_; }
  [[nodiscard]] std::span<const Replacement> replacements() const { return replacements_; }
  /// u of each.
  [[nodiscard]] std::vector<Expr> arguments() const;
  /// `state`: the inputs of the tape.
  [[nodiscard]] JumpProgram program(const System& system, std::span<const Expr> state) const;

private:
  struct Node {
    Jump jump;
    Expr argument;
    Expr value;
  };
  void add(const System& system, Expr node);

  std::vector<Node> nodes_;
  std::vector<Expr> symbols_;
  std::vector<Replacement> replacements_;
};

/// True where the forces or the coefficients hold such jumps.
[[nodiscard]] bool has_jumps(const Equations& equations);

} // namespace lowering
} // namespace dalembert
