#pragma once

#include <dalembert/ensemble/member.h>
#include <dalembert/ensemble/plan.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert::inline ensemble {

/// One row for each member, as comma-separated values (RFC 4180): its number, the values that it was given, how it
/// ended, whether its certificate holds, how many checks failed, its columns, and the reason of a failure. Numbers are
/// in SI units and read back to the same double.
class MemberTable {
public:
  MemberTable(const SweepPlan& plan, const std::vector<MemberColumn>& columns) : plan_(plan), columns_(columns) {}

  /// With its line end, as all lines.
  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string row(std::size_t member, const MemberResult& result) const;

  /// What a file holds, which may end in the middle of a row.
  struct Read {
    std::vector<MemberResult> results; ///< of the members 0, 1, …
    std::size_t bytes = 0;             ///< of the heading and the rows that are whole
  };
  /// Returns nothing where it is no table of this sweep: another heading, other values, rows out of order.
  [[nodiscard]] std::optional<Read> read(std::string_view text) const;

private:
  [[nodiscard]] std::optional<MemberResult> parsed(std::size_t member, std::string_view line) const;

  const SweepPlan& plan_;
  const std::vector<MemberColumn>& columns_;
};

} // namespace dalembert::inline ensemble
