#pragma once

#include <dalembert/ensemble/member.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// How often a column has values in each of so many intervals of one length, between its least and greatest.
struct Histogram {
  std::string column;
  std::string unit;
  double low = 0.0;
  double high = 0.0;
  std::vector<std::size_t> counts; ///< an interval holds its lower end, the last one both
  std::size_t without = 0;         ///< members that have no number there

  [[nodiscard]] std::vector<double> edges() const;
};

/// What is asked for: `theta:40`.
struct HistogramRequest {
  std::string column;
  std::size_t bins = 0; ///< 0: 2·∛N, between 10 and 100 (the rule of Rice)
};

/// Collects the values of the columns that histograms are asked of.
class Histograms {
public:
  Histograms() = default;
  /// @throws OptionError where there is no such column
  Histograms(const std::vector<HistogramRequest>& asked, const std::vector<MemberColumn>& columns);

  void add(const MemberResult& result);
  [[nodiscard]] std::vector<Histogram> counted() const;

private:
  struct Collected {
    HistogramRequest asked;
    std::size_t column = 0;
    std::string unit;
    std::vector<double> values;
    std::size_t without = 0;
  };
  std::vector<Collected> all_;
};

} // namespace ensemble
} // namespace dalembert
