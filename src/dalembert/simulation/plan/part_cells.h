#pragma once

#include <dalembert/simulation/plan/part_values.h>

#include <array>
#include <deque>
#include <vector>

namespace dalembert {
inline namespace simulation {

inline constexpr double shortest_share = 1e-11; ///< of the whole span: cells are not halved below

/// Divides a span into cells that show what happens in them: where the enclosure of a part and of its rate over a cell
/// is not much wider than what ten values inside show, nothing is hidden there; else the cell is halved. Cost: counted
/// by `parts`, which it ends with.
class PartCells {
public:
  /// `whole` is what a length is judged against; `is_smooth` where no piece holds a switch inside. Cells up to
  /// `undefined` long in which a part has no value, outside of the range of a table, hide nothing of it: what passes
  /// them has ended.
  PartCells(PartValues& parts, const VariableSpan& whole, bool is_smooth, double undefined = 0.0)
      : parts_(parts),
        whole_(whole),
        is_smooth_(is_smooth),
        undefined_(undefined),
        first_(3 * parts.program().switches.size()),
        count_(2 * parts.program().smooth_parts) {}

  /// False where the work allowed did not suffice.
  bool search(const std::vector<VariableSpan>& pieces);

  /// The cells in order; halves whose values the whole shows as well are one, and pieces are apart.
  [[nodiscard]] std::vector<VariableSpan> cells();

private:
  struct CellNode {
    VariableSpan span;
    double piece = 0.0;   ///< length of the piece it belongs to
    bool is_first = true; ///< of that piece
    bool is_last = true;
    std::size_t first_half = 0;          ///< 0: it was not halved
    std::vector<RealInterval> own = {};  ///< of each value, what it shows itself
    std::vector<RealInterval> seen = {}; ///< with what its halves show
    std::vector<bool> has_none = {};     ///< of each value, that it has none at the places inside
    bool is_looked_at = false;
  };
  enum class Hidden { nothing, rates, values };

  [[nodiscard]] double steady(std::size_t k) const;
  [[nodiscard]] Hidden hidden_in(const CellNode& node, const std::vector<RealInterval>& enclosures) const;
  bool look(std::size_t index);
  [[nodiscard]] std::vector<RealInterval> enclosed(const VariableSpan& span);
  [[nodiscard]] std::vector<RealInterval> narrowly_enclosed(const VariableSpan& span);
  void show(CellNode& node);
  void close(CellNode& node);
  void append(const CellNode& node, std::vector<VariableSpan>& out) const;

  PartValues& parts_;
  VariableSpan whole_;
  bool is_smooth_;
  double undefined_;
  std::size_t first_; ///< output
  std::size_t count_; ///< values and rates, which follow one another
  std::size_t roots_ = 0;
  std::deque<CellNode> nodes_;
  std::vector<double> largest_;
};

} // namespace simulation
} // namespace dalembert
