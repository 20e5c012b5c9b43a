#pragma once

#include <dalembert/program/compile.h>
#include <dalembert/program/executor.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// The product of a square matrix that depends on a state with vectors x. What depends on the state alone, sines above
/// all, is computed once for all vectors. Constant: threads may share it.
class MatrixProduct {
public:
  /// `product`: state, x → matrix times x, as many outputs as x has components.
  MatrixProduct(const Tape& product, const Compile& compile);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t state() const { return fixed_->inputs(); }

  /// The products of one thread with the matrix of the state taken in last.
  class Instance {
  public:
    explicit Instance(std::shared_ptr<const MatrixProduct> product);

    void take_in(std::span<const double> state);
    /// Writes matrix times x.
    void multiply(std::span<const double> x, std::span<double> out);
    /// Writes the matrix, row by row: the upper half from products with unit vectors, the lower one the same numbers.
    /// @pre it is symmetric
    void write_matrix(std::span<double> out);

  private:
    std::shared_ptr<const MatrixProduct> product_;
    ProgramInstance fixed_;
    ProgramInstance varying_;
    std::vector<double> inputs_;  ///< of `varying_`
    std::vector<double> outputs_; ///< of `varying_`
    std::vector<double> column_;
  };

private:
  std::size_t size_;
  std::shared_ptr<const Executor> fixed_;
  std::shared_ptr<const Executor> varying_;
  std::vector<std::size_t> fixed_outputs_;
  std::vector<std::size_t> varying_outputs_;
};

/// Returns a program whose outputs are those of `rest` with a symmetric matrix before number `place` of them, row by
/// row. `product` multiplies it by vectors; its state are the first inputs of `rest`. Where entries share most of what
/// they are made of, products with unit vectors are as fast as all entries, and a program of one product is shorter by
/// their number.
[[nodiscard]] std::shared_ptr<const Executor>
with_matrix(std::shared_ptr<const Executor> rest, std::shared_ptr<const MatrixProduct> product, std::size_t place);

} // namespace program
} // namespace dalembert
