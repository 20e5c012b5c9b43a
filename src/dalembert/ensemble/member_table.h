#pragma once

#include <dalembert/ensemble/member.h>
#include <dalembert/ensemble/plan.h>

#include <cstddef>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// One row for each member, as comma-separated values (RFC 4180): its number, the values that it was given, how it
/// ended, whether its certificate holds, how many checks failed, its columns, and the reason of a failure. Numbers are
/// in SI units and read back to the same double.
class MemberTable {
public:
  MemberTable(const SweepPlan& plan, const std::vector<MemberColumn>& columns) : plan_(plan), columns_(columns) {}

  /// With its line end, as all lines.
  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string row(std::size_t member, const MemberResult& result) const;

  /// Reads a file, which may end in the middle of a row, row by row, at most `most` of them, and hands over what they
  /// say. Returns the size of the heading and the rows that are whole; nothing where it is no table of this sweep:
  /// another heading, other values, rows out of order.
  using Take = std::function<void(std::size_t member, MemberResult result)>;
  [[nodiscard]] std::optional<std::size_t> read(std::istream& file, const Take& take,
                                                std::size_t most = SweepPlan::most_members) const;

private:
  [[nodiscard]] std::optional<MemberResult> parsed(std::size_t member, std::string_view line) const;

  const SweepPlan& plan_;
  const std::vector<MemberColumn>& columns_;
};

} // namespace ensemble
} // namespace dalembert
