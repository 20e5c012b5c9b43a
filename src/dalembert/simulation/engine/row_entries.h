#pragma once

#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The entries of A that are not 0 everywhere (RowEntryProgram), state by state.
class RowEntries {
public:
  explicit RowEntries(const Engine& engine)
      : engine_(engine), program_(engine.row_entries), inputs_(engine.blank_inputs()) {}

  /// Writes those of all rows at `t` and y = (q, v, …).
  void evaluate(double t, std::span<const double> y, std::vector<double>& out);
  /// The part of `all` that belongs to one row.
  template <typename Number>
  [[nodiscard]] std::span<Number> of_row(std::span<Number> all, std::size_t row) const {
    const std::vector<std::size_t>& begins = engine_.programs->row_entries.begins;
    return all.subspan(begins[row], begins[row + 1] - begins[row]);
  }
  /// The coordinates that they belong to.
  [[nodiscard]] std::span<const std::size_t> columns_of_row(std::size_t row) const {
    return of_row(std::span(engine_.programs->row_entries.columns), row);
  }

private:
  const Engine& engine_;
  ProgramInstance program_;
  std::vector<double> inputs_;
};

} // namespace simulation
} // namespace dalembert
