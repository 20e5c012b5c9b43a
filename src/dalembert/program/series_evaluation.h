#pragma once

#include <dalembert/program/series_program.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace dalembert::inline program {

/// The truncated series of all values of a program along one motion, grown stage by stage.
///
/// At stage k a value is computed at order k + (orders ahead of its level); stages run from −2 to `order` − 1, so that
/// what is two orders ahead ends at `order` + 1. A stage may be swept again with other highest coefficients of the
/// inputs, and is settled once they are final: products then pass on what they have of it to all higher orders at
/// once ("push" convolutions, without sums across a vector). Cost: one operation for each of the program and each
/// sweep, and about `order`²/2 multiply-adds a product in all.
class SeriesEvaluation {
public:
  SeriesEvaluation(std::shared_ptr<const SeriesProgram> program, int order);

  [[nodiscard]] int order() const { return order_; }
  /// Forgets all; the inputs have these values, and no higher coefficients yet.
  void start(std::span<const double> inputs);
  /// Coefficients of input i from order 0 on: to be filled before the stage that reads them is swept.
  [[nodiscard]] std::span<double> input(std::size_t i) { return {&numbers_[program_->input_row(i) * width_], width_}; }
  [[nodiscard]] std::span<const double> output(std::size_t k) const {
    return {&numbers_[program_->output_row(k) * width_], width_};
  }
  [[nodiscard]] std::span<const double> input(std::size_t i) const {
    return {&numbers_[program_->input_row(i) * width_], width_};
  }
  void sweep(int stage);
  /// Takes the coefficients of a stage as final.
  void settle(int stage);

private:
  /// Operations of one kind and level that stand together.
  struct Group {
    SeriesKind kind;
    SeriesLevel level;
    std::uint32_t begin;
    std::uint32_t end;
  };
  void first_order(const SeriesOperation& o);
  [[nodiscard]] double value_of(const SeriesOperation& o) const;

  std::shared_ptr<const SeriesProgram> program_;
  int order_;
  std::size_t width_;                       ///< coefficients of a row
  std::vector<SeriesOperation> operations_; ///< with rows as places in `numbers_`
  std::vector<Group> groups_;
  std::vector<double> numbers_;
};

} // namespace dalembert::inline program
