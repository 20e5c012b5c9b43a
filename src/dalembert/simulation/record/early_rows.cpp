#include <dalembert/simulation/record/early_rows.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// Keeps every other row.
void thin_out(Table& table) {
  const std::size_t half = (table.times.size() + 1) / 2;
  for (std::size_t i = 1; i < half; ++i) {
    table.times[i] = table.times[2 * i];
    table.evaluations[i] = std::move(table.evaluations[2 * i]);
    table.observables[i] = std::move(table.observables[2 * i]);
  }
  table.times.resize(half);
  table.evaluations.resize(half);
  table.observables.resize(half);
}

} // namespace

void EarlyRows::append_row(Table& table, const Evaluation& at, std::vector<double> observables) const {
  if (!table.times.empty() && !order_.precedes(table.times.back(), at.state.t)) return;
  table.times.push_back(at.state.t);
  table.evaluations.push_back(at);
  table.observables.push_back(std::move(observables));
}

void EarlyRows::take(const Evaluation& at, std::vector<double> observables) {
  append_row(rows_, at, std::move(observables));
  if (rows_.times.size() < most_) return;
  thin_out(rows_);
  stride_ *= 2;
}

void EarlyRows::merge_into(Table& table, const Evaluation& last, std::vector<double> observables) const {
  Table merged;
  std::size_t own = 0;
  for (std::size_t row = 0; row < table.times.size(); ++row) {
    for (; own < rows_.times.size() && order_.precedes(rows_.times[own], table.times[row]); ++own)
      append_row(merged, rows_.evaluations[own], rows_.observables[own]);
    append_row(merged, table.evaluations[row], table.observables[row]);
  }
  for (; own < rows_.times.size(); ++own)
    append_row(merged, rows_.evaluations[own], rows_.observables[own]);
  append_row(merged, last, std::move(observables));
  table = std::move(merged);
}

void thin_out(Table& table, std::vector<Evaluation>& samples, std::size_t most) {
  const std::size_t whole = std::min({table.times.size(), table.evaluations.size(), table.observables.size()});
  table.times.resize(whole);
  table.evaluations.resize(whole);
  table.observables.resize(whole);
  while (table.times.size() > most)
    thin_out(table);
  while (samples.size() > most) {
    const std::size_t half = (samples.size() + 1) / 2;
    for (std::size_t i = 1; i < half; ++i)
      samples[i] = std::move(samples[2 * i]);
    samples.resize(half);
  }
  samples.shrink_to_fit();
  table.evaluations.shrink_to_fit();
}

} // namespace simulation
} // namespace dalembert
