#pragma once

#include <dalembert/printing/json.h>
#include <dalembert/report/pages.h>
#include <dalembert/typesetting/page.h>
#include <dalembert/typesetting/text_pieces.h>

namespace dalembert {
inline namespace report {

/// The derivatives of the last state that they are known for, by each cause, and why they end where they do.
void add_sensitivities(Page& page, const RunReport& report);
/// `sensitivities.csv`: a row for each row of the table as far as they are known, t, then for each cause the
/// derivatives of all coordinates, rates and multipliers by it, `d(theta)/d(m) [rad/kg]`. Refers to `report`.
[[nodiscard]] TextSource sensitivities_csv(const RunReport& report);
[[nodiscard]] Json sensitivities_object(const RunReport& report);

} // namespace report
} // namespace dalembert
