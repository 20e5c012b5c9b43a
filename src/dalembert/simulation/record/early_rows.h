#pragma once

#include <dalembert/numerics/step/time_order.h>
#include <dalembert/results/result_archive.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Rows of a table in case that the run ends early, where the table with its even times has few: ends of steps, from
/// the start to the last one, thinned out so that they stay between half of `most` and `most`.
class EarlyRows {
public:
  EarlyRows(std::size_t most, const TimeOrder& order) : most_(most), order_(order) {}

  /// True where the end of the step that was just made is one of the rows.
  [[nodiscard]] bool wants_next() { return offered_++ % stride_ == 0; }
  void take(const Evaluation& at, std::vector<double> observables);

  /// Adds the rows, and that of the last state, to those of `table`, in the order of the run.
  void merge_into(Table& table, const Evaluation& last, std::vector<double> observables) const;

  void archive(Archive& with) { with(offered_, stride_, rows_); }

private:
  void append_row(Table& table, const Evaluation& at, std::vector<double> observables) const;

  std::size_t most_;
  TimeOrder order_;
  std::size_t offered_ = 0;
  std::size_t stride_ = 1;
  Table rows_;
};

/// Keeps every so many rows of `table` and of `samples`, at most `most` of each, and gives the memory of the others
/// back. A last row that is not whole goes.
void thin_out(Table& table, std::vector<Evaluation>& samples, std::size_t most);

} // namespace simulation
} // namespace dalembert
