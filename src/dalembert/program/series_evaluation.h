#pragma once

#include <dalembert/program/series_program.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// The truncated series of all values of a program along one motion, grown stage by stage.
///
/// At stage k a value is computed at order k + (orders ahead of its level); stages run from −2 to `order` − 1, so that
/// what is two orders ahead ends at `order` + 1. A stage may be swept again with other highest coefficients of the
/// inputs, and is settled once they are final: products then pass on what they have of it to all higher orders at
/// once ("push" convolutions, without sums across a vector). Cost: one operation for each of the program and each
/// sweep, and about `order`²/2 multiply-adds a product in all.
class SeriesEvaluation {
public:
  SeriesEvaluation() = default;
  SeriesEvaluation(const SeriesEvaluation&) = delete;
  SeriesEvaluation& operator=(const SeriesEvaluation&) = delete;
  virtual ~SeriesEvaluation() = default;

  /// Forgets all; the inputs have these values, and no higher coefficients yet.
  virtual void start(std::span<const double> inputs) = 0;
  /// Computes a stage: all of it, or the operations of one part. What depends on the time alone is the same in every
  /// sweep of a stage.
  virtual void sweep(int stage, SeriesPart part = SeriesPart::both) = 0;
  /// Takes the coefficients of a stage as final.
  virtual void settle(int stage) = 0;

  /// Coefficients of input i from order 0 on: to be filled before the stage that reads them is swept. `start` may move
  /// them.
  [[nodiscard]] std::span<double> input(std::size_t i) { return {rows_.inputs[i], rows_.width}; }
  [[nodiscard]] std::span<const double> input(std::size_t i) const { return {rows_.inputs[i], rows_.width}; }
  [[nodiscard]] std::span<const double> output(std::size_t k) const { return {rows_.outputs[k], rows_.width}; }

protected:
  struct Rows {
    std::vector<double*> inputs;
    std::vector<const double*> outputs;
    std::size_t width = 0; ///< coefficients of a row
  };
  [[nodiscard]] static const Rows& rows_of(const SeriesEvaluation& other) { return other.rows_; }
  void set_rows(Rows rows) { rows_ = std::move(rows); }

private:
  Rows rows_;
};

/// A program compiled for series of one order. Constant: threads may share it, each with an evaluation of its own.
class SeriesExecutor {
public:
  SeriesExecutor() = default;
  SeriesExecutor(const SeriesExecutor&) = delete;
  SeriesExecutor& operator=(const SeriesExecutor&) = delete;
  virtual ~SeriesExecutor() = default;

  [[nodiscard]] virtual std::unique_ptr<SeriesEvaluation> evaluation() const = 0;
};

/// Turns a program of series into something that runs: the interpreter, or a compiler. Threads may call it at the same
/// time.
using CompileSeries = std::function<std::shared_ptr<const SeriesExecutor>(
    const std::shared_ptr<const SeriesProgram>& program, int order)>;

/// The coefficients of a row at most: those of order 0 … `order` + 1.
inline constexpr std::size_t most_series_coefficients = 64;

/// The interpreter of `program`, and the oracle of what is compiled.
[[nodiscard]] std::shared_ptr<const SeriesExecutor>
interpreted_series(const std::shared_ptr<const SeriesProgram>& program, int order);

} // namespace program
} // namespace dalembert
