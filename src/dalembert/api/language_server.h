#pragma once

#include <dalembert/api/language_server_options.h>

namespace dalembert {
inline namespace api {

/// Answers an editor in the language server protocol 3.17 until it says `exit` or closes its stream: docs/editors.md.
///
/// Parsing and what follows from names alone happens here, in one thread; a study and an overview are made by a process
/// of its own, which the next change ends. Returns 0 where the client asked for `shutdown` before, else 1.
[[nodiscard]] int serve_language(const LanguageServerOptions& options);

} // namespace api
} // namespace dalembert
