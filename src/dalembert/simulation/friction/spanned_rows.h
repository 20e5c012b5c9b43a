#pragma once

#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What rows span, by an orthonormal basis.
class SpannedRows {
public:
  void add(std::span<const double> row) {
    std::vector<double> left = beside(row);
    const double size = length(left);
    if (size <= in_span * length(row)) return;
    for (double& x : left)
      x /= size;
    basis_.push_back(std::move(left));
  }
  [[nodiscard]] bool contains(std::span<const double> row) const {
    return length(beside(row)) <= in_span * length(row);
  }
  /// The share of a row's length that is not spanned; 0 of a row of zeros.
  [[nodiscard]] double rest(std::span<const double> row) const {
    const double size = length(row);
    return size > 0.0 ? length(beside(row)) / size : 0.0;
  }
  static constexpr double in_span = 1e-9;

private:
  [[nodiscard]] static double length(std::span<const double> row) {
    return std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
  }
  [[nodiscard]] std::vector<double> beside(std::span<const double> row) const {
    std::vector<double> out(row.begin(), row.end());
    for (int pass = 0; pass < 2; ++pass) // twice is orthogonal to rounding
      for (const std::vector<double>& unit : basis_) {
        const double along = std::inner_product(out.begin(), out.end(), unit.begin(), 0.0);
        for (std::size_t i = 0; i < out.size(); ++i)
          out[i] -= along * unit[i];
      }
    return out;
  }
  std::vector<std::vector<double>> basis_;
};

} // namespace simulation
} // namespace dalembert
