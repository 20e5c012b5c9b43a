#pragma once

#include <dalembert/findings/fact_set.h>
#include <dalembert/report/overview.h>

#include <string>

namespace dalembert {
inline namespace report {

/// Says in a few sentences what a system is, as HTML: its coordinates, its constraints by their kind, the degrees of
/// freedom that they leave, what acts on it, whether the time appears.
[[nodiscard]] std::string system_words(const Overview& overview, const FactSet& facts);

/// `text` with a capital at its start.
[[nodiscard]] std::string upper_first(std::string text);

} // namespace report
} // namespace dalembert
