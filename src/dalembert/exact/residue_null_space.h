#pragma once

#include <dalembert/expr/residue_echelon.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace exact {

/// The null space that the rows of random points leave, one point after the other.
class RandomNullSpace {
public:
  struct Expected {
    std::size_t spread = 1;    ///< after how many points what they are drawn from repeats
    std::size_t dimension = 0; ///< that the null space has but at special points
  };
  explicit RandomNullSpace(std::size_t columns, Expected expected) : echelon_(columns), expected_(expected) {}

  /// Adds the rows of a point; `is_rational`: no root, sign or formal function was met there.
  void add(const std::vector<std::vector<Residue>>& rows, bool is_rational);
  /// Adds the row of a point that is not random in every symbol; that it adds nothing settles nothing.
  void add_special(const std::vector<Residue>& row, bool is_rational);
  /// True once further points leave it as it is: no column is free, or several points in a row have added nothing.
  /// Where all values are rational functions of what is drawn, or the dimension is the expected one, one such point
  /// leaves a doubt of about degree/2⁶².
  [[nodiscard]] bool is_settled() const;
  [[nodiscard]] ResidueNullSpace found() const { return echelon_.null_space(); }

private:
  ResidueEchelon echelon_;
  Expected expected_;
  std::size_t idle_ = 0; ///< the last points that added nothing
  bool is_rational_ = true;
};

} // namespace exact
} // namespace dalembert
