#pragma once

#include <dalembert/program/tape.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dalembert {
inline namespace exporting {

/// The tables that programs look into, each once, as arrays of C and the function that reads them.
class CTables {
public:
  /// The number of a table, which is kept from the first time that it is asked for.
  [[nodiscard]] std::size_t number_of(const std::shared_ptr<const TabulatedFunction>& table);
  /// Returns the arrays and `static double table_value(const struct table *, int order, double x)`; empty where no
  /// table was asked for. The derivatives are those of TabulatedFunction::value, NAN outside of the range.
  [[nodiscard]] std::string source() const;

private:
  std::vector<std::shared_ptr<const TabulatedFunction>> tables_;
};

/// What a program of C reads where the tape reads its input number i: `q[2]`.
using CInput = std::function<std::string(std::size_t)>;

/// A function of C that computes some outputs of a tape: `static void NAME(PARAMETERS, double *y)`.
struct CFunction {
  std::string name;
  std::vector<std::string> parameters; ///< names; numbers are `t`, all others arrays
  std::vector<std::size_t> outputs;    ///< of the tape, in this order
};

/// The numbers begin, begin + 1, … of `count` outputs.
[[nodiscard]] std::vector<std::size_t> outputs_from(std::size_t begin, std::size_t count);

/// Returns the source of a function: one statement for each instruction, in the order of the tape, without those that
/// its outputs do not need. Multiply-adds are written MULADD(a, b, c), functions as <math.h> names them, and sign_of,
/// step_of for `sign` and `heaviside`. Of a long program the values stand in an array that is declared with STORAGE,
/// and pieces of it in functions of their own: compilers take more than linear time for one. Cost: O(instructions).
[[nodiscard]] std::string c_function(const CFunction& function, const Tape& tape, const CInput& input, CTables& tables);

} // namespace exporting
} // namespace dalembert
