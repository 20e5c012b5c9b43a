#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace program {

/// The numbers that change while a program is evaluated. An executor makes it for itself; one thread at a time uses it.
struct Workspace {
  std::unique_ptr<double[]> numbers; ///< not initialised where an evaluation writes before it reads
  std::size_t size = 0;
  std::size_t unpolled = 0; ///< instructions since the last `poll`
};

/// A compiled program y = f(x). Constant: any number of threads may evaluate it, each with a workspace of its own.
class Executor {
public:
  virtual ~Executor() = default;

  [[nodiscard]] virtual std::size_t inputs() const = 0;
  [[nodiscard]] virtual std::size_t outputs() const = 0;
  [[nodiscard]] virtual Workspace workspace() const = 0;

  /// Writes f(in) to `out`; sizes are `inputs()` and `outputs()`. A NaN or Inf comes out as it is. `out` may alias
  /// `in`.
  virtual void evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const = 0;

  /// Evaluates at several states: input i of lane l is in[i·lanes + l], output k goes to out[k·lanes + l]. Every lane
  /// gets what `evaluate` gives for it alone, bit for bit. Sizes are `lanes` times those above; `out` must not overlap
  /// `in`.
  virtual void evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                              Workspace& workspace) const = 0;

protected:
  Executor() = default;
  Executor(const Executor&) = default;
  Executor& operator=(const Executor&) = default;
};

/// A program with a workspace for it: what one thread evaluates with.
class ProgramInstance {
public:
  explicit ProgramInstance(std::shared_ptr<const Executor> program)
      : program_(std::move(program)), workspace_(program_->workspace()) {}

  [[nodiscard]] std::size_t inputs() const { return program_->inputs(); }
  [[nodiscard]] std::size_t outputs() const { return program_->outputs(); }
  void evaluate(std::span<const double> in, std::span<double> out) { program_->evaluate(in, out, workspace_); }
  void evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out) {
    program_->evaluate_lanes(lanes, in, out, workspace_);
  }

private:
  std::shared_ptr<const Executor> program_;
  Workspace workspace_;
};

/// Returns f(in), in a workspace made for this one evaluation.
[[nodiscard]] inline std::vector<double> evaluated_once(const Executor& program, std::span<const double> in) {
  std::vector<double> out(program.outputs());
  Workspace workspace = program.workspace();
  program.evaluate(in, out, workspace);
  return out;
}

} // namespace program
} // namespace dalembert
