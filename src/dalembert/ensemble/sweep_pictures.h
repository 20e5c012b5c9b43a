#pragma once

#include <dalembert/ensemble/member.h>
#include <dalembert/ensemble/plan.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert::inline ensemble {

/// A picture of a sweep, as SVG.
struct SweepPicture {
  std::string name; ///< of its file: `map_theta.svg`
  std::string svg;
};

/// Draws the values at the end of the runs: over one axis as curves, as points where values are drawn at random; over
/// two axes of even values as one map for each quantity. Nothing is drawn of more axes, nor of more than 200 000
/// members.
class SweepPictures {
public:
  SweepPictures(const SweepPlan& plan, const std::vector<MemberColumn>& columns);

  /// Members come in order.
  void add(const MemberResult& result);
  /// Those that were not added are left empty.
  [[nodiscard]] std::vector<SweepPicture> drawn() const;

private:
  [[nodiscard]] SweepPicture curves() const;
  [[nodiscard]] SweepPicture map(std::size_t column) const;

  const SweepPlan& plan_;
  const std::vector<MemberColumn>& columns_;
  std::vector<std::size_t> drawn_columns_;
  std::vector<std::vector<double>> values_; ///< of each of these, by member
};

} // namespace dalembert::inline ensemble
