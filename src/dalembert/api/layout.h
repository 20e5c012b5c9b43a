#pragma once

#include <dalembert/api/session.h>

#include <string>

namespace dalembert {
inline namespace api {

/// A model text in the canonical layout.
struct Layout {
  std::string text;
  bool is_changed = false; ///< the text given was laid out otherwise
};

/// Lays out the text of `session`; its meaning is not looked at. @throws ModelError where the text has syntax errors
[[nodiscard]] Layout layout(Session& session);

/// Replaces the file `path` by `text` as a whole. @throws WriteError where it cannot be written
void replace_file(const std::string& path, const std::string& text);

/// `fmt --json`: {"schema", "changed", "text", "diagnostics"}.
[[nodiscard]] std::string layout_json(const Layout& layout);

} // namespace api
} // namespace dalembert
