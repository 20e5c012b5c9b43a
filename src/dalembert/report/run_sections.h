#pragma once

#include <dalembert/report/pages.h>
#include <dalembert/typesetting/page.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace report {

// Rows about a run that several pages share; as in sections.h.

/// False where the result is the initial state itself: nothing was integrated.
[[nodiscard]] bool has_motion(const RunResult& result);

/// Impulses, contact speeds and energies at the impact.
void add_impact(Page& page, const System& system, const ImpactReport& impact);
/// From when to when, in how many steps, by which method; what broke it off.
void add_run(Page& page, const RunReport& report);
/// Coordinates and reactions of the last state.
void add_final(Page& page, const RunReport& report);
/// The states that were asked for, by their times or by a number of them.
void add_samples(Page& page, const RunReport& report);
/// How well constraints, energy, equations and conserved quantities were kept.
void add_certificate(Page& page, const RunReport& report);
/// Every check where there are at most `most`; else the failing ones and a count of the others.
void add_checks(Page& page, const RunReport& report, std::size_t most);

/// How a check came out: `proved`, `holds to 2·10⁻¹² (allowed 10⁻⁹)`, `fails by 1 at t = 0`.
[[nodiscard]] std::string check_verdict(const Study& study, const CheckResult& result, const Style& style);
/// True for equations between quantities of a state: `prove` can look for the mistake.
[[nodiscard]] bool can_be_judged(const Study& study, const Check& check);
/// The conserved quantity, without the ` = const` of a check.
[[nodiscard]] std::string_view conserved_quantity(const Certificate::Invariant& invariant);

/// `30 s`, `2 ms`, `40 µs`.
[[nodiscard]] std::string duration_text(double seconds, const Style& style);

} // namespace report
} // namespace dalembert
