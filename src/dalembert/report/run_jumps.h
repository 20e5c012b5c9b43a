#pragma once

#include <dalembert/report/pages.h>
#include <dalembert/typesetting/page.h>

#include <string_view>

namespace dalembert {
inline namespace report {

/// The functions that jump along a run: one row for each, with the times at which the motion crossed a surface, slid on
/// it or left it.
void add_jumps(Page& page, const RunReport& report);
/// `crosses`, `slides` or `leaves`.
[[nodiscard]] std::string_view jump_word(JumpChange::Kind kind);

} // namespace report
} // namespace dalembert
