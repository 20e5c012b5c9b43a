#pragma once

#include <dalembert/mechanics/system.h>

#include <string>

namespace dalembert {
inline namespace lowering {

/// Says that a table is read outside of its range: `node` is its value or a derivative of it, `argument` where, in SI.
[[nodiscard]] std::string outside_of_table(const System& system, Expr node, double argument);

} // namespace lowering
} // namespace dalembert
