#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/ensemble/member.h>
#include <dalembert/ensemble/member_rows.h>

#include <array>
#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// What all members say of one quantity at one instant.
struct InstantStatistics {
  std::size_t count = 0; ///< of members that have a number there
  double mean = 0.0;
  double squares = 0.0; ///< Σ(x − mean)²
  double least = 0.0;
  double greatest = 0.0;

  void add(double value);
  [[nodiscard]] double deviation() const;
  void archive(Archive& with) { with(count, mean, squares, least, greatest); }
};

/// Mean, standard deviation, extremes and quantiles of every quantity over the members, at each instant of the layout.
///
/// Sums run in the order of the members. Quantiles are those of all members as long as their rows fit into
/// `most_kept_bytes`; beyond, of so many members as fit, one of each of as many stretches of neighbours, drawn by its
/// number: so they do not depend on who ran them either.
class RowStatistics {
public:
  static constexpr std::array<double, 5> quantiles{0.05, 0.25, 0.5, 0.75, 0.95};
  static constexpr std::size_t most_kept_bytes = std::size_t{48} << 20;

  RowStatistics() = default;
  RowStatistics(const RowLayout& layout, std::size_t members);

  /// In the order of the members; those that failed or have no start are left out.
  /// @throws OptionError where the instants of a member are others than those of the layout
  void add(std::size_t member, const MemberResult& result);

  [[nodiscard]] std::size_t instants() const { return instants_; }
  [[nodiscard]] const InstantStatistics& at(std::size_t instant, std::size_t quantity) const {
    return all_[instant * width_ + quantity];
  }
  /// The quantiles (linear between two values, as NumPy's default); NaN where no member has a number.
  [[nodiscard]] std::array<double, quantiles.size()> quantiles_at(std::size_t instant, std::size_t quantity) const;
  /// How many members these are of.
  [[nodiscard]] std::size_t kept() const { return kept_.size(); }
  [[nodiscard]] bool keeps_all() const { return stretches_ == members_; }

  void archive(Archive& with) { with(instants_, width_, members_, stretches_, all_, kept_); }

private:
  [[nodiscard]] bool is_kept(std::size_t member) const;

  std::vector<double> times_;
  std::size_t instants_ = 0;
  std::size_t width_ = 0;
  std::size_t members_ = 0;
  std::size_t stretches_ = 0;
  std::vector<InstantStatistics> all_;
  std::vector<std::vector<double>> kept_;
};

/// One row for each instant, as comma-separated values: of each quantity its count, mean, standard deviation, extremes
/// and quantiles.
[[nodiscard]] std::string statistics_csv(const RowStatistics& statistics, const RowLayout& layout);

} // namespace ensemble
} // namespace dalembert
