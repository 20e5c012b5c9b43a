#pragma once

#include <string_view>

namespace dalembert {
inline namespace language {
namespace ast {

/// Returns how a statement that starts with `word` is written, as an example: for messages about one that breaks off.
/// An empty view for words that start no statement, and for statements that have their own messages.
[[nodiscard]] std::string_view statement_form(std::string_view word);

} // namespace ast
} // namespace language
} // namespace dalembert
