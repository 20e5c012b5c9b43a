#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Extrapolates central differences of functions of a step h to h = 0.
///
/// D(h) = (f(h) − f(−h))/2h = f′ + c₁h² + c₂h⁴ + …: each further step removes one of the powers, by Neville's scheme in
/// h². Rounding grows as 1/h, so the best entry of the scheme is one in the middle: the one that differs least from its
/// neighbours. Source: C. J. F. Ridders, Adv. Eng. Software 4 (1982) 75–76.
class ExtrapolatedDifference {
public:
  /// `sizes`: what each value is measured by where it is smaller.
  explicit ExtrapolatedDifference(std::vector<double> sizes) : sizes_(std::move(sizes)) {}

  /// A value of the scheme, and how far its neighbours differ from it.
  struct Best {
    std::vector<double> value;
    std::vector<double> error;
    double relative = 0.0; ///< the largest error beside its value and size
    double step = 0.0;     ///< the shortest h in it
  };

  /// Takes in D(h); each h is shorter than the one before.
  void add(double h, std::vector<double> difference) {
    steps_.push_back(h);
    std::vector<std::vector<double>> row{std::move(difference)};
    bool is_better = false;
    for (std::size_t j = 0; j < last_.size(); ++j) {
      Best next = neighbour(steps_[steps_.size() - 2 - j] / h, row[j], last_[j]);
      next.step = h;
      row.push_back(next.value);
      if (best_ && !(next.relative < best_->relative)) continue;
      best_ = std::move(next);
      is_better = true;
    }
    if (!last_.empty()) rows_without_gain_ = is_better ? 0 : rows_without_gain_ + 1;
    last_ = std::move(row);
  }
  /// Forgets all of them.
  void clear() { *this = ExtrapolatedDifference(std::move(sizes_)); }

  /// Absent before the second step.
  [[nodiscard]] const std::optional<Best>& best() const { return best_; }
  /// True where rounding has taken over: still shorter steps say less.
  [[nodiscard]] bool is_exhausted() const {
    constexpr int most = 2; // rows in succession without a better value
    return rows_without_gain_ >= most;
  }

private:
  /// The entry of the scheme beside that of the `shorter` step and that of the `longer` one, `ratio` times as long.
  [[nodiscard]] Best neighbour(double ratio, const std::vector<double>& shorter,
                               const std::vector<double>& longer) const {
    const double weight = 1.0 / (ratio * ratio - 1.0);
    Best out;
    for (std::size_t i = 0; i < shorter.size(); ++i) {
      out.value.push_back(shorter[i] + (shorter[i] - longer[i]) * weight);
      out.error.push_back(std::max(std::abs(out.value[i] - shorter[i]), std::abs(out.value[i] - longer[i])));
      const double size = std::max(std::abs(out.value[i]), sizes_[i]);
      if (out.error[i] > 0.0) out.relative = std::max(out.relative, out.error[i] / size);
    }
    return out;
  }

  std::vector<double> sizes_;
  std::vector<double> steps_;
  std::vector<std::vector<double>> last_; ///< the row of the last step, from D(h) on
  std::optional<Best> best_;
  int rows_without_gain_ = 0;
};

} // namespace numerics
} // namespace dalembert
