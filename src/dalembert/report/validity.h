#pragma once

#include <dalembert/mechanics/study.h>
#include <dalembert/printing/json.h>
#include <dalembert/typesetting/page.h>

#include <string>

namespace dalembert {
inline namespace report {

// What is derived, found or proved of a model with contacts, or with constraints that do not act all the time, holds on
// the motions in between: an impact changes what is conserved, and a contact that closes changes the equations.

/// `while floor is open, catch is absent and peg acts`; empty where nothing changes along a run.
[[nodiscard]] std::string validity(const Study& study, const Style& style);

/// The same as a row of a page; none where nothing changes along a run.
void add_validity(Page& page, const Study& study);

/// `holds_while`: [{"name": "floor", "state": "open"}]; nothing where nothing changes along a run.
void add_validity(Json& object, const Study& study);

} // namespace report
} // namespace dalembert
