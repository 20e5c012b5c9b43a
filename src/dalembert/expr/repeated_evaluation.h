#pragma once

#include <dalembert/expr/evaluate.h>

#include <cstdint>
#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// The evaluation of expressions at many places: what they are made of is listed once. The values are those of
/// `evaluate`, to the last bit.
class RepeatedEvaluation {
public:
  RepeatedEvaluation(const Graph& graph, std::span<const Expr> roots);

  /// Returns the values of the roots; a table has its value, NaN outside of its range.
  /// @throws std::invalid_argument if a root needs a symbol without a value, or an unknown function that is no table
  [[nodiscard]] const std::vector<double>& operator()(std::span<const Assignment> values);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); } ///< nodes that are evaluated

private:
  /// An operand, with the coefficient of a term or the exponent of a factor.
  struct Operand {
    std::uint32_t place = 0;
    double number = 0.0;
  };

  [[nodiscard]] std::uint32_t place_of(Expr e) const;
  [[nodiscard]] double compute(std::size_t node) const;

  const Graph& graph_;
  std::vector<Expr> nodes_;          ///< in the order of their numbers, hence operands first
  std::vector<Operand> operands_;    ///< of all nodes, one after the other
  std::vector<std::uint32_t> from_;  ///< the first operand of each node, and the end
  std::vector<std::uint32_t> roots_; ///< places
  std::vector<double> values_;
  std::vector<bool> is_constant_; ///< a number, whose value stays
  std::vector<bool> is_given_;
  std::vector<double> out_;
};

} // namespace expr
} // namespace dalembert
