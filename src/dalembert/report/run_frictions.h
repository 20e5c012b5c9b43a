#pragma once

#include <dalembert/report/pages.h>
#include <dalembert/typesetting/page.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace report {

/// What frictions did along a run: one row for each, with the times at which it stuck, slid or reversed.
void add_frictions(Page& page, const RunReport& report);
/// All changes as comma separated values: t, friction, change, direction (the sign of the slip behind).
[[nodiscard]] std::string frictions_csv(const RunReport& report);
/// True of a friction that stuck at some time.
[[nodiscard]] bool sticks_in(const RunResult& result, std::size_t friction);
/// `sticks`, `slides` or `reverses`.
[[nodiscard]] std::string_view change_word(FrictionChange::Kind kind);

} // namespace report
} // namespace dalembert
