#pragma once

#include <dalembert/printing/json.h>
#include <dalembert/report/overview.h>

#include <string_view>

namespace dalembert {
inline namespace report {

/// The fields of `check --json` after "schema".
void add_overview(Json& object, const Overview& overview);

/// {name: amount} of what the initial state moved.
[[nodiscard]] Json moved_map(const InitialState& initial);
/// {"text", "status", "value", …} of one check.
[[nodiscard]] Json check_object(const Study& study, const CheckResult& result);
/// `proved`, `holds`, `fails`.
[[nodiscard]] std::string_view status_word(CheckStatus status);

} // namespace report
} // namespace dalembert
