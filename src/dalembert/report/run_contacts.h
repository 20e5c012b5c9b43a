#pragma once

#include <dalembert/report/pages.h>
#include <dalembert/typesetting/page.h>

#include <string>

namespace dalembert {
inline namespace report {

/// What contacts did along a run: one row for each with its impacts and when it closed or opened, then the energy that
/// all impacts took.
void add_contacts(Page& page, const RunReport& report);
/// All impacts as comma separated values: t, which contacts were struck, the impulse of each contact (N·s where it is a
/// force; 0 where it took no part), and the energy that was lost.
[[nodiscard]] std::string impacts_csv(const RunReport& report);

} // namespace report
} // namespace dalembert
