#pragma once

#include <dalembert/textbook/plain_form.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace families {

/// What the names of indices and counts stand for in one place: i = 2, n = 5.
using IndexValues = std::map<std::string, int, std::less<>>;

/// Returns the value of an index, `i-1`, `max(i,j)`, or nothing where it is no expression over `values`.
[[nodiscard]] std::optional<int> index_value(std::string_view index, const IndexValues& values);

/// Writes a generic formula out: indices become numbers (`theta[i-1]` is theta[2] for i = 3), sums `sum(j in 1..n: …)`
/// their terms, names with an index that are in `definitions` (`M[k]`) their meaning. Nothing where an index has no
/// value.
[[nodiscard]] std::optional<Formula> written_out(const Formula& generic, const IndexValues& values,
                                                 std::span<const Definition> definitions = {});

} // namespace families
} // namespace dalembert
