#pragma once

#include <dalembert/report/pages.h>
#include <dalembert/typesetting/page.h>

namespace dalembert::inline report {

/// What contacts did along a run: one row for each with its impacts and when it closed or opened, then the energy that
/// all impacts took.
void add_contacts(Page& page, const RunReport& report);

} // namespace dalembert::inline report
