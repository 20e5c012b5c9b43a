#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace exporting {

/// Returns the name that a model has in C: `DoublePendulum` is double_pendulum, `N2Body` n2_body. Never empty, never a
/// keyword of C or C++.
[[nodiscard]] std::string c_prefix(std::string_view model);

/// Makes names of C of the names of a model, each once: `theta[1]` is theta_1, and theta_1_2 where that is taken.
class CNames {
public:
  [[nodiscard]] std::string made_of(std::string_view name);

private:
  std::set<std::string> taken_;
};

/// Returns `text` for a comment of C: without what would end the comment, on one line.
[[nodiscard]] std::string c_comment(std::string_view text);
/// Returns `text` as a string literal of C.
[[nodiscard]] std::string c_string(std::string_view text);
/// Returns a double as C writes it, exactly: `0.1`, `2.0`, `(-1e-300)`.
[[nodiscard]] std::string c_number(double value);
/// Returns the entries of an initialiser of C, six in a line.
[[nodiscard]] std::string c_list(const std::vector<std::string>& entries);
/// Returns `static const int NAME[] = {…};` on a line, with one 0 where there is no value.
[[nodiscard]] std::string c_indices(std::string_view name, const std::vector<std::size_t>& values);
/// Returns `text` with the prefix in place of each @.
[[nodiscard]] std::string with_prefix(std::string_view text, std::string_view prefix);

} // namespace exporting
} // namespace dalembert
