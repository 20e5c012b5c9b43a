#pragma once

#include "chain_program.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace dalembert::bench {

/// The equations of motion of ChainForm::rods as one sparse matrix [M, −Aᵀ; A, 0], written by hand, and solved by KLU
/// of SuiteSparse, which is loaded when it is asked for. Unknowns: x, y, θ of all rods, then the multipliers.
class KluChain {
public:
  /// @throws std::runtime_error where KLU is not installed
  KluChain(std::size_t rods, double gravity);
  ~KluChain();
  KluChain(const KluChain&) = delete;
  KluChain& operator=(const KluChain&) = delete;

  [[nodiscard]] std::size_t unknowns() const { return 5 * rods_; }
  /// Puts in the numbers of a state, and chooses the pivots.
  void set(const ChainState& state);
  /// Factors the matrix with these pivots, and solves: what each further state takes, but for its numbers.
  void solve(std::span<double> out);

private:
  struct Library;
  struct Entry {
    int row;
    double value;
  };
  void add(std::size_t row, std::size_t column, double value);

  std::size_t rods_;
  double gravity_;
  std::unique_ptr<Library> library_;
  std::vector<std::vector<Entry>> columns_;
  std::vector<int> begins_; ///< of the columns
  std::vector<int> rows_;
  std::vector<double> values_;
  std::vector<double> right_;
  void* symbolic_ = nullptr;
  void* numeric_ = nullptr;
};

} // namespace dalembert::bench
