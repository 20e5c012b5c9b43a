#pragma once

#include <dalembert/ensemble/member.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// One column over the members that have a number there.
struct ColumnSummary {
  std::size_t count = 0;
  double mean = 0.0;
  double squares = 0.0; ///< Σ(x − mean)²
  double least = 0.0;
  double greatest = 0.0;
  std::size_t least_member = 0;
  std::size_t greatest_member = 0;

  void add(double value, std::size_t member);
  /// The standard deviation, with count − 1; 0 of one member.
  [[nodiscard]] double deviation() const;
};

/// Statistics over all members. Members must be added in order, so that sums do not depend on the number of threads.
class SweepSummary {
public:
  /// `exponent`: the column of a Lyapunov exponent, behind which its error stands.
  explicit SweepSummary(std::size_t columns = 0, std::optional<std::size_t> exponent = {})
      : columns_(columns), exponent_(exponent) {}

  /// Members that failed or were refused are counted, and left out of the columns.
  void add(std::size_t member, const MemberResult& result);

  [[nodiscard]] std::size_t members() const { return members_; }
  [[nodiscard]] std::size_t count(MemberEnd end) const { return ends_[static_cast<std::size_t>(end)]; }
  [[nodiscard]] std::size_t uncertified() const { return uncertified_; }
  [[nodiscard]] std::size_t with_failed_checks() const { return with_failed_checks_; }
  /// Members that left their lane, and were run by themselves.
  [[nodiscard]] std::size_t alone() const { return alone_; }
  /// Members whose exponent is not larger than its error: it may be 0.
  [[nodiscard]] std::size_t without_sign() const { return without_sign_; }
  [[nodiscard]] const std::vector<ColumnSummary>& columns() const { return columns_; }

  /// A reason that members failed or were refused for, and the first such member.
  struct Reason {
    MemberEnd end = MemberEnd::failed;
    std::string text;
    std::size_t first = 0;
    std::size_t count = 0;
  };
  /// In the order in which they were met; numbers in two texts may differ where the reason is one.
  [[nodiscard]] const std::vector<Reason>& reasons() const { return reasons_; }

private:
  std::vector<ColumnSummary> columns_;
  std::optional<std::size_t> exponent_;
  std::array<std::size_t, 4> ends_{};
  std::size_t members_ = 0;
  std::size_t uncertified_ = 0;
  std::size_t with_failed_checks_ = 0;
  std::size_t alone_ = 0;
  std::size_t without_sign_ = 0;
  std::vector<Reason> reasons_;
};

} // namespace ensemble
} // namespace dalembert
