#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/program/tape.h>
#include <dalembert/program/value_graph.h>

#include <functional>
#include <span>
#include <stdexcept>
#include <string>

namespace dalembert {
inline namespace program {

/// An expression cannot become a program: it needs a value that nobody gives.
class TapeError : public std::runtime_error {
public:
  enum class Reason {
    missing_input,   ///< a symbol that is not among the inputs
    unknown_function ///< a function declared but not given
  };
  TapeError(Reason reason, std::string name);

  [[nodiscard]] Reason reason() const { return reason_; }
  [[nodiscard]] const std::string& name() const { return name_; } ///< of the symbol or function

private:
  Reason reason_;
  std::string name_;
};

/// Lowers `outputs` to a tape whose inputs are the values of `inputs`, in that order.
///
/// `inputs` are symbols, or any nodes whose value is given instead of computed; they must differ from one another.
/// Shared nodes are computed once; sums become chains of additions and multiply-adds with −1 as subtraction; integer
/// powers are squared repeatedly with shared intermediate powers, a divisor that several products share is inverted
/// once; sine and cosine of one angle are computed together; what no output needs is left out. Cost: linear in the
/// number of nodes reached.
/// @throws TapeError if an output needs a symbol that is not an input, or an unknown function
[[nodiscard]] Tape build_tape(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> outputs);

/// Makes the outputs of a tape from the values of `entries`, by operations of its own.
using TapeEnding = std::function<std::vector<Value>(ValueGraph& values, std::span<const Value> entries)>;

/// The same, where the outputs are what `ending` makes of `entries`.
[[nodiscard]] Tape build_tape(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> entries,
                              const TapeEnding& ending);

} // namespace program
} // namespace dalembert
