#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace dalembert {

/// Evaluates a program y = f(x); holds its own workspace, so one thread at a time.
class Executor {
public:
  virtual ~Executor() = default;

  [[nodiscard]] virtual std::size_t inputs() const = 0;
  [[nodiscard]] virtual std::size_t outputs() const = 0;
  /// Writes f(in) to `out`; sizes are `inputs()` and `outputs()`. A NaN or Inf comes out as it is. `out` may alias
  /// `in`.
  virtual void evaluate(std::span<const double> in, std::span<double> out) = 0;
  /// Returns an executor of the same program with a workspace of its own.
  [[nodiscard]] virtual std::unique_ptr<Executor> clone() const = 0;

protected:
  Executor() = default;
  Executor(const Executor&) = default;
  Executor& operator=(const Executor&) = default;
};

} // namespace dalembert
