#pragma once

#include <dalembert/findings/fact_writer.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace findings {

/// `δx = −y, δy = x`: what a generator does; `a change of x, y that is too long to print`.
[[nodiscard]] std::string generator_text(FactWriter& writer, Expr time, const std::vector<Expr>& positions);

/// `m·ẋ = const`.
[[nodiscard]] std::string constant_text(FactWriter& writer, Expr quantity);

} // namespace findings
} // namespace dalembert
