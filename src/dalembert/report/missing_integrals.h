#pragma once

#include <dalembert/report/overview.h>
#include <dalembert/typesetting/style.h>

#include <string>
#include <vector>

namespace dalembert {

/// Returns the names of the integrable velocity constraints for which no integral was found.
[[nodiscard]] std::vector<std::string> without_integral(const Overview& overview);

/// Says so in a sentence; empty where there are none.
[[nodiscard]] std::string missing_integrals(const Overview& overview, const Style& style);

} // namespace dalembert
