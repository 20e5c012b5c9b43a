#pragma once

#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/graph.h>

#include <cstdint>
#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// A double with an estimate of how far rounding may have moved it; not finite where the value is not defined.
struct Rounded {
  double value = 0.0;
  double error = 0.0;
};

/// Evaluates `roots` at a random real state (symbols in ±[0.3, 2], those of `positive` above 0; unknown functions are
/// smooth random ones), following the rounding error to first order through every node.
[[nodiscard]] std::vector<Rounded> evaluate_rounded(const Graph& graph, std::span<const Expr> roots,
                                                    std::span<const Expr> positive, std::uint64_t seed);

/// The same at several random states: what the expressions consist of is looked up once.
class RoundedStates {
public:
  RoundedStates(const Graph& graph, std::span<const Expr> roots, std::span<const Expr> positive);

  /// Returns the values of the roots at state number `seed`.
  [[nodiscard]] std::vector<Rounded> at(std::uint64_t seed) const;

private:
  const Graph& graph_;
  std::vector<Expr> roots_;
  std::vector<Expr> positive_;
  std::vector<Expr> nodes_;             ///< of the roots, children first
  mutable std::vector<Rounded> values_; ///< memory of `at`
};

/// Evaluates one expression where its symbols have given values, at one state after another.
class RoundedValues {
public:
  RoundedValues(const Graph& graph, Expr root);

  /// @throws std::invalid_argument if a symbol has no value
  [[nodiscard]] Rounded at(std::span<const Assignment> values) const;

private:
  const Graph& graph_;
  std::vector<Expr> root_;
  std::vector<Expr> nodes_;
  mutable std::vector<Rounded> values_; ///< memory of `at`
};

/// Evaluates `root` where its symbols have `values`, with their errors. 1 + x − 1 at x = 1e-20 is 0 with an error of
/// 1e-16: its sign is not known.
/// @throws std::invalid_argument if a symbol has no value
[[nodiscard]] Rounded evaluate_rounded(const Graph& graph, Expr root, std::span<const Assignment> values);

} // namespace expr
} // namespace dalembert
