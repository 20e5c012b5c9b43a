#pragma once

#include <dalembert/ensemble/member.h>
#include <dalembert/ensemble/plan.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// A picture of a sweep, as SVG.
struct SweepPicture {
  std::string name; ///< of its file: `map_theta.svg`
  std::string svg;
};

/// Draws the values at the end of the runs: over one axis as curves, as points where values are drawn at random; over
/// two axes as one map for each quantity: of cells, or of points where values are drawn at random. Of very many members
/// every n-th is drawn; of more axes nothing.
class SweepPictures {
public:
  SweepPictures(const SweepPlan& plan, const std::vector<MemberColumn>& columns);

  /// Members come in order.
  void add(const MemberResult& result);
  /// Those that were not added are left empty.
  [[nodiscard]] std::vector<SweepPicture> drawn() const;
  /// What is not drawn, and why; empty where all is.
  [[nodiscard]] std::string remark() const;

private:
  [[nodiscard]] bool is_of_points() const { return plan_.axes.size() == 2 && plan_.is_random(); }
  [[nodiscard]] bool is_kept(std::size_t member) const;
  [[nodiscard]] SweepPicture curves() const;
  [[nodiscard]] SweepPicture map(std::size_t column) const;

  const SweepPlan& plan_;
  const std::vector<MemberColumn>& columns_;
  std::vector<std::size_t> drawn_columns_;
  std::size_t without_picture_ = 0; ///< columns that are too many
  std::size_t step_ = 1;            ///< every n-th member is kept, or of a map of cells every n-th value of an axis:
  std::size_t row_step_ = 1;
  std::size_t column_step_ = 1;
  std::size_t added_ = 0;
  std::vector<std::vector<double>> values_; ///< of each of the drawn columns, by kept member
};

} // namespace ensemble
} // namespace dalembert
